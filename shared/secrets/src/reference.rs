//! ARNs of places that keep secrets.

use std::fmt;

/// Digits of an account's number.
const ACCOUNT_DIGITS: usize = 12;

/// Which service keeps a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// SSM Parameter Store.
    Parameter,
    /// Secrets Manager.
    Secret,
}

/// Where one secret is kept.
#[derive(Clone)]
pub(crate) struct Reference {
    pub(crate) place: Place,
    /// The whole ARN, without a field: both services take it for a name.
    pub(crate) arn: String,
    pub(crate) region: String,
    /// What hosts of its partition end in.
    pub(crate) domain: &'static str,
    /// The field of a secret that is a JSON object.
    pub(crate) field: Option<String>,
}

/// Not an ARN of a place that keeps secrets. Says nothing of the text: it may be a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "must be a key or an ARN: arn:aws:ssm:REGION:ACCOUNT:parameter/NAME or arn:aws:secretsmanager:REGION:ACCOUNT:secret:NAME, with #FIELD behind it for a field of a JSON secret"
)]
pub(crate) struct Malformed;

impl Place {
    /// The service's name in its host and in signatures.
    pub(crate) fn service(self) -> &'static str {
        match self {
            Self::Parameter => "ssm",
            Self::Secret => "secretsmanager",
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Parameter => "parameter",
            Self::Secret => "secret",
        })
    }
}

impl Reference {
    /// Whether `text` is meant as a reference, well-formed or not. No provider's keys begin like this.
    pub(crate) fn is_meant_by(text: &str) -> bool {
        text.starts_with("arn:")
    }

    /// The place that `text` names.
    pub(crate) fn parse(text: &str) -> Result<Self, Malformed> {
        let (arn, field) = text.split_once('#').map_or((text, None), |(arn, field)| (arn, Some(field)));
        let mut parts = arn.splitn(6, ':');
        let mut part = || parts.next().ok_or(Malformed);
        let (scheme, partition, service, region, account, resource) =
            (part()?, part()?, part()?, part()?, part()?, part()?);
        let domain = domain(partition).ok_or(Malformed)?;
        let (place, name, others) = match service {
            "ssm" => (Place::Parameter, resource.strip_prefix("parameter/"), "/_.-"),
            "secretsmanager" => (Place::Secret, resource.strip_prefix("secret:"), "/_+=.@-"),
            _ => return Err(Malformed),
        };
        let is_name = |name: &str| consists_of(name, |byte| byte.is_ascii_alphanumeric(), others);
        let is_region =
            |region| consists_of(region, |byte| byte.is_ascii_lowercase() || byte.is_ascii_digit(), "-");
        let is_account = account.len() == ACCOUNT_DIGITS && account.bytes().all(|byte| byte.is_ascii_digit());
        let is_field = field.is_none_or(|field| place == Place::Secret && !field.is_empty());
        if scheme == "arn" && is_region(region) && is_account && name.is_some_and(is_name) && is_field {
            let (arn, region) = (arn.to_owned(), region.to_owned());
            Ok(Self { place, arn, region, domain, field: field.map(str::to_owned) })
        } else {
            Err(Malformed)
        }
    }

    /// The public endpoint of the service in the ARN's region, which need not be the function's.
    pub(crate) fn endpoint(&self) -> String {
        format!("https://{}.{}.{}", self.place.service(), self.region, self.domain)
    }
}

fn domain(partition: &str) -> Option<&'static str> {
    match partition {
        "aws" | "aws-us-gov" => Some("amazonaws.com"),
        "aws-cn" => Some("amazonaws.com.cn"),
        _ => None,
    }
}

/// Whether `text` has nothing but bytes that are `plain` or among `others`, and at least one.
fn consists_of(text: &str, plain: impl Fn(u8) -> bool, others: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| plain(byte) || others.as_bytes().contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arns_of_both_services_are_read_in_every_partition() {
        let cases = [
            (
                "arn:aws:ssm:eu-central-1:123456789012:parameter/truthy/tavily",
                (Place::Parameter, "https://ssm.eu-central-1.amazonaws.com", None),
            ),
            (
                "arn:aws-cn:ssm:cn-north-1:123456789012:parameter/tavily",
                (Place::Parameter, "https://ssm.cn-north-1.amazonaws.com.cn", None),
            ),
            (
                "arn:aws:secretsmanager:us-east-1:123456789012:secret:truthy/keys-AbCdEf",
                (Place::Secret, "https://secretsmanager.us-east-1.amazonaws.com", None),
            ),
            (
                "arn:aws-us-gov:secretsmanager:us-gov-west-1:123456789012:secret:keys+x=1@a.b-AbCdEf#tavily#1: é",
                (Place::Secret, "https://secretsmanager.us-gov-west-1.amazonaws.com", Some("tavily#1: é")),
            ),
        ];
        for (text, (place, endpoint, field)) in cases {
            assert!(Reference::is_meant_by(text));
            let reference = Reference::parse(text).expect(text);
            assert_eq!((reference.place, reference.endpoint().as_str()), (place, endpoint), "{text}");
            assert_eq!(reference.field.as_deref(), field, "{text}");
            assert_eq!(
                Some(reference.arn.as_str()),
                text.split('#').next(),
                "the field is no part of the name"
            );
        }
    }

    #[test]
    fn anything_else_is_malformed() {
        for text in [
            "",
            "arn:",
            "arn:aws:ssm",
            "arn:aws:ssm:us-east-1:123456789012:parameter/",
            "arn:aws:ssm:us-east-1:123456789012:parameter",
            "arn:aws:ssm:us-east-1:123456789012:parameter/a b",
            "arn:aws:ssm:us-east-1:123456789012:parameter/a#field",
            "arn:aws:ssm:us-east-1:123456789012:document/a",
            "arn:aws:ssm:us-east-1:12345678901:parameter/a",
            "arn:aws:ssm:us-east-1:12345678901x:parameter/a",
            "arn:aws:ssm::123456789012:parameter/a",
            "arn:aws:ssm:evil.example/:123456789012:parameter/a",
            "arn:aws:ssm:US-EAST-1:123456789012:parameter/a",
            "arn:aws-iso:ssm:us-iso-east-1:123456789012:parameter/a",
            "arn:aws:s3:us-east-1:123456789012:bucket/a",
            "arn:aws:secretsmanager:us-east-1:123456789012:secret:",
            "arn:aws:secretsmanager:us-east-1:123456789012:secret/a",
            "arn:aws:secretsmanager:us-east-1:123456789012:secret:a-AbCdEf#",
            "arn:aws:secretsmanager:us-east-1:123456789012:secret:a:key:stage:version",
            "ARN:aws:ssm:us-east-1:123456789012:parameter/a",
        ] {
            assert!(Reference::parse(text).is_err(), "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_leads_to_another_host(text in "arn:(aws|aws-cn|x):(ssm|secretsmanager):.{0,20}:[0-9]{12}:(parameter/|secret:).{0,12}") {
            if let Ok(reference) = Reference::parse(&text) {
                let endpoint = reference.endpoint();
                let host = endpoint.strip_prefix("https://").expect("TLS");
                proptest::prop_assert!(host.ends_with(".amazonaws.com") || host.ends_with(".amazonaws.com.cn"));
                proptest::prop_assert!(host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte)));
            }
        }
    }
}
