//! The rate limit that usage plans do on AWS: a token bucket for each tool endpoint and caller.

use std::num::NonZeroU32;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use settings::{Settings, names};
use web::{ErrorCode, Failure};

/// A caller at an endpoint.
type Key = (&'static str, String);

/// One bucket for each endpoint and caller, or none at all.
pub(crate) struct Limiter {
    buckets: Option<DefaultKeyedRateLimiter<Key>>,
    clock: DefaultClock,
}

impl Limiter {
    /// Reads `TRUTHY_RATE_LIMIT`: `<calls a minute>/<burst>`, or `off`.
    pub(crate) fn from_settings(settings: &Settings) -> Self {
        let text = settings.text_or(names::TRUTHY_RATE_LIMIT, "60/10");
        let quota = match parse(text) {
            Ok(quota) => quota,
            Err(reason) => {
                settings.problem(names::TRUTHY_RATE_LIMIT, &reason);
                None
            }
        };
        Self { buckets: quota.map(RateLimiter::keyed), clock: DefaultClock::default() }
    }

    /// Takes one call out of the caller's bucket, or says when there is one again.
    pub(crate) fn admit(&self, endpoint: &'static str, caller: String) -> Result<(), Failure> {
        let Some(buckets) = &self.buckets else { return Ok(()) };
        buckets.check_key(&(endpoint, caller)).map_err(|refused| {
            let wait = refused.wait_time_from(self.clock.now());
            let wait_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX).max(1);
            Failure::new(ErrorCode::RateLimited, "too many calls to this tool; wait as Retry-After says")
                .retry_after_ms(Some(wait_ms))
                .detail("retry_after_ms", wait_ms)
        })
    }

    /// Forgets callers whose buckets are full again.
    pub(crate) fn forget_idle(&self) {
        if let Some(buckets) = &self.buckets {
            buckets.retain_recent();
            buckets.shrink_to_fit();
        }
    }
}

fn parse(text: &str) -> Result<Option<Quota>, &'static str> {
    const FORM: &str = "must be `off` or `<calls a minute>/<burst>`, such as 60/10";
    if text.eq_ignore_ascii_case("off") {
        return Ok(None);
    }
    let (rate, burst) = text.split_once('/').ok_or(FORM)?;
    let number = |text: &str| text.trim().parse::<NonZeroU32>().map_err(|_| FORM);
    Ok(Some(Quota::per_minute(number(rate)?).allow_burst(number(burst)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limiter(text: &str) -> Limiter {
        Limiter::from_settings(&Settings::from_pairs([(names::TRUTHY_RATE_LIMIT, text)]))
    }

    #[test]
    fn a_burst_passes_and_the_next_call_is_told_when_to_come_back() {
        let limiter = limiter("60/10");
        for _ in 0..10 {
            assert!(limiter.admit("search", "a".to_owned()).is_ok());
        }
        let refused = limiter.admit("search", "a".to_owned()).expect_err("the bucket is empty");
        assert_eq!((refused.code, refused.retry_after_seconds), (ErrorCode::RateLimited, Some(1)));
        assert!(limiter.admit("search", "b".to_owned()).is_ok());
        assert!(limiter.admit("other", "a".to_owned()).is_ok());
    }

    #[test]
    fn off_is_off_and_nonsense_is_a_problem() {
        let off = limiter("off");
        assert!((0..1_000).all(|_| off.admit("search", "a".to_owned()).is_ok()));
        for text in ["60", "0/10", "60/0", "a/b", "-1/5"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
