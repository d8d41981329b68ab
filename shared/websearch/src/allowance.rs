//! Which hosts a request may ask for: its own list, within the deployment's where that is enforced.

use evidence::allow_list::AllowList;
use settings::{Settings, names};
use web::{ErrorCode, Failure};

/// The deployment's rule.
#[derive(Debug, Clone)]
pub struct Allowance {
    deployment: AllowList,
    enforced: bool,
}

impl Allowance {
    /// Reads `TRUTHY_ALLOWLIST` and `TRUTHY_ENFORCE_ALLOWLIST`.
    #[must_use]
    pub fn from_settings(settings: &Settings) -> Self {
        let patterns = settings.list(names::TRUTHY_ALLOWLIST);
        let enforced = settings.flag(names::TRUTHY_ENFORCE_ALLOWLIST, false);
        if enforced && patterns.is_empty() {
            settings.problem(
                names::TRUTHY_ENFORCE_ALLOWLIST,
                &"there is nothing to enforce; set TRUTHY_ALLOWLIST",
            );
        }
        let deployment = AllowList::parse(&patterns).unwrap_or_else(|error| {
            settings.problem(names::TRUTHY_ALLOWLIST, &error);
            AllowList::default()
        });
        Self { deployment, enforced }
    }

    /// The list that holds for a request: its own, else the deployment's. An enforced list is never widened.
    pub fn for_request(&self, patterns: &[String]) -> Result<AllowList, Failure> {
        let requested = AllowList::parse(patterns)
            .map_err(|error| web::invalid(&format!("/allowlist/{}", error.index), error.to_string()))?;
        if requested.is_empty() {
            return Ok(self.deployment.clone());
        }
        if self.enforced {
            self.deployment.covers(&requested).map_err(|widening| {
                let allowed: Vec<String> = self.deployment.patterns().iter().map(ToString::to_string).collect();
                let message = "the request's allowlist goes beyond this deployment's; drop the entries in details.refused";
                Failure::new(ErrorCode::InvalidArgument, message)
                    .detail("pointer", "/allowlist")
                    .detail("refused", widening)
                    .detail("allowed", allowed)
            })?;
        }
        Ok(requested)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowance(list: &str, enforced: &str) -> Allowance {
        let settings = Settings::from_pairs([
            (names::TRUTHY_ALLOWLIST, list),
            (names::TRUTHY_ENFORCE_ALLOWLIST, enforced),
        ]);
        let allowance = Allowance::from_settings(&settings);
        settings.check().expect("valid settings");
        allowance
    }

    fn ask(allowance: &Allowance, patterns: &[&str]) -> Result<AllowList, Failure> {
        allowance.for_request(&patterns.iter().map(|pattern| (*pattern).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn the_request_replaces_the_deployment_where_nothing_is_enforced() {
        let open = allowance(".gov", "false");
        assert!(ask(&open, &[]).expect("deployment").allows("https://bls.gov/"));
        let own = ask(&open, &["example.org"]).expect("request");
        assert!(own.allows("https://example.org/") && !own.allows("https://bls.gov/"));
    }

    #[test]
    fn an_enforced_list_can_be_narrowed_but_not_widened() {
        let strict = allowance(".gov,who.int", "true");
        assert!(!ask(&strict, &["bls.gov"]).expect("narrower").allows("https://fbi.gov/"));
        let failure = ask(&strict, &["bls.gov", "example.org", ".int"]).expect_err("wider");
        assert_eq!(failure.code, ErrorCode::InvalidArgument);
        assert_eq!(failure.details["refused"], serde_json::json!(["example.org", ".int"]));
    }

    #[test]
    fn mistakes_are_named() {
        let open = allowance("", "false");
        let failure = ask(&open, &["bls.gov", "https://bls.gov/cpi"]).expect_err("a URL");
        assert_eq!(failure.details["pointer"], "/allowlist/1");
        let settings = Settings::from_pairs([(names::TRUTHY_ENFORCE_ALLOWLIST, "true")]);
        let _unusable = Allowance::from_settings(&settings);
        assert!(settings.check().is_err());
    }
}
