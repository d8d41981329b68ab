//! The limits that the template gives a caller, read from it: the local server keeps the same.

use std::collections::HashMap;

use web::Method;

use super::TEXT;
use super::document::{Document, TemplateError};

/// A token bucket.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Throttle {
    /// Calls a second that the bucket is refilled with.
    pub rate_per_second: f64,
    /// Calls that the bucket holds.
    pub burst: u32,
}

/// What one token may do, with the parameters as they are by default.
#[derive(Debug, Clone, PartialEq)]
pub struct Limits {
    /// Buckets by method and path template; a route that is not here has none for each key.
    pub throttles: HashMap<(Method, String), Throttle>,
    /// Calls a day over all routes, from midnight UTC.
    pub daily_quota: u32,
    /// How long an answer of the authorizer is used again, in seconds.
    pub authorizer_ttl_seconds: u32,
}

impl Limits {
    /// Reads them from a template.
    pub fn read(template: &Document) -> Result<Self, TemplateError> {
        let missing = |what: &str| TemplateError::Missing(what.to_owned());
        let plan = template.at("/Resources/UsagePlan/Properties");
        let routes = plan.pointer("/ApiStages/0/Throttle").and_then(|routes| routes.as_object());
        let throttles = routes.ok_or_else(|| missing("throttles"))?.iter().map(|(route, bucket)| {
            let (path, method) = route.rsplit_once('/').ok_or_else(|| missing(route))?;
            let method = method.parse().map_err(|_| missing(route))?;
            let rate_per_second = template.number(&bucket["RateLimit"]).ok_or_else(|| missing(route))?;
            let burst = whole(template, &bucket["BurstLimit"]).ok_or_else(|| missing(route))?;
            Ok(((method, path.to_owned()), Throttle { rate_per_second, burst }))
        });
        let ttl = template.at("/Resources/Authorizer/Properties/AuthorizerResultTtlInSeconds");
        Ok(Self {
            throttles: throttles.collect::<Result<_, TemplateError>>()?,
            daily_quota: whole(template, &plan["Quota"]["Limit"]).ok_or_else(|| missing("daily quota"))?,
            authorizer_ttl_seconds: whole(template, ttl).ok_or_else(|| missing("time of the authorizer"))?,
        })
    }
}

/// The limits of the template that this build belongs to.
///
/// # Panics
///
/// Never in a build whose tests pass: they read it, too.
#[must_use]
pub fn limits() -> Limits {
    Document::parse(TEXT)
        .and_then(|template| Limits::read(&template))
        .expect("the template that is compiled in is read by a test")
}

fn whole(template: &Document, value: &serde_json::Value) -> Option<u32> {
    // `as` saturates, and YAML's 10 may come as 10.0.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked to be whole and in range"
    )]
    template
        .number(value)
        .filter(|number| number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(number))
        .map(|number| number as u32)
}
