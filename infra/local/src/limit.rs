//! The limits that the usage plan keeps on AWS, read from the template: a token bucket for each route and
//! caller, and a quota for each key and day.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use endpoints::template::Limits;
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use settings::{Clock, Settings, names};
use web::{Endpoint, ErrorCode, Failure, RateClass};

/// The buckets of one route, by caller.
type Buckets = DefaultKeyedRateLimiter<String>;

/// What every caller may do; nothing is limited where the settings say so.
pub(crate) struct Limiter {
    /// By the name of the endpoint.
    buckets: HashMap<&'static str, Buckets>,
    daily_quota: Option<u32>,
    /// Calls of each key on the day of its last one.
    used: Mutex<HashMap<String, (Date, u32)>>,
    bucket_clock: DefaultClock,
    clock: Clock,
}

/// What `TRUTHY_RATE_LIMIT` says.
enum Wish {
    AsTheTemplate,
    Tools(Quota),
    Off,
}

impl Limiter {
    /// The limits of the template, or what `TRUTHY_RATE_LIMIT` sets instead: `<calls a minute>/<burst>` for the
    /// tools, or `off` for no limit at all.
    pub(crate) fn new(endpoints: &[Endpoint], limits: &Limits, settings: &Settings, clock: Clock) -> Self {
        let wish = settings.text(names::TRUTHY_RATE_LIMIT).map_or(Ok(Wish::AsTheTemplate), parse);
        let wish = wish.unwrap_or_else(|reason| {
            settings.problem(names::TRUTHY_RATE_LIMIT, &reason);
            Wish::AsTheTemplate
        });
        let quota = |endpoint: &Endpoint| match &wish {
            Wish::Off => None,
            Wish::Tools(quota) if endpoint.rate == RateClass::Tool => Some(*quota),
            _ => {
                let throttle = limits.throttles.get(&(endpoint.method.clone(), endpoint.path.to_owned()))?;
                let burst = NonZeroU32::new(throttle.burst)?;
                let period = Duration::try_from_secs_f64(throttle.rate_per_second.recip()).ok()?;
                Some(Quota::with_period(period)?.allow_burst(burst))
            }
        };
        let buckets = endpoints
            .iter()
            .filter_map(|endpoint| Some((endpoint.name, RateLimiter::keyed(quota(endpoint)?))))
            .collect();
        Self {
            buckets,
            daily_quota: (!matches!(wish, Wish::Off)).then_some(limits.daily_quota),
            used: Mutex::default(),
            bucket_clock: DefaultClock::default(),
            clock,
        }
    }

    /// Takes one call out of the caller's bucket, or says when there is one again.
    pub(crate) fn throttle(&self, endpoint: &'static str, caller: &str) -> Result<(), Failure> {
        let Some(buckets) = self.buckets.get(endpoint) else { return Ok(()) };
        buckets.check_key(&caller.to_owned()).map_err(|refused| {
            let wait = refused.wait_time_from(self.bucket_clock.now());
            let wait_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX).max(1);
            Failure::new(ErrorCode::RateLimited, "too many calls to this endpoint; wait as Retry-After says")
                .retry_after_ms(Some(wait_ms))
                .detail("retry_after_ms", wait_ms)
        })
    }

    /// Takes one call out of the key's quota of the day (UTC), or says when the next day begins.
    pub(crate) fn count(&self, usage_key: &str) -> Result<(), Failure> {
        let Some(quota) = self.daily_quota else { return Ok(()) };
        let now = self.clock.now();
        let today = now.to_zoned(TimeZone::UTC).date();
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let (day, calls) = used.entry(usage_key.to_owned()).or_insert((today, 0));
        if *day != today {
            (*day, *calls) = (today, 0);
        }
        if *calls < quota {
            *calls += 1;
            return Ok(());
        }
        let message = format!("the quota of {quota} calls a day is used up; it starts anew at midnight UTC");
        let left_ms = until_tomorrow(now, today);
        Err(Failure::new(ErrorCode::RateLimited, message)
            .retry_after_ms(Some(left_ms))
            .detail("daily_quota", quota))
    }

    /// Forgets callers whose buckets are full again, and the quotas of days gone by.
    pub(crate) fn forget_idle(&self) {
        for buckets in self.buckets.values() {
            buckets.retain_recent();
            buckets.shrink_to_fit();
        }
        let today = self.clock.today();
        self.used.lock().unwrap_or_else(PoisonError::into_inner).retain(|_, (day, _)| *day == today);
    }
}

/// Milliseconds until the day after `today` begins; an hour where the calendar ends.
fn until_tomorrow(now: Timestamp, today: Date) -> u64 {
    let midnight = today.tomorrow().and_then(|date| date.to_zoned(TimeZone::UTC));
    let left_ms = midnight.map_or(3_600_000, |midnight| midnight.timestamp().duration_since(now).as_millis());
    u64::try_from(left_ms).unwrap_or(1)
}

fn parse(text: &str) -> Result<Wish, &'static str> {
    const FORM: &str = "must be `off` or `<calls a minute>/<burst>`, such as 60/10";
    if text.eq_ignore_ascii_case("off") {
        return Ok(Wish::Off);
    }
    let (rate, burst) = text.split_once('/').ok_or(FORM)?;
    let number = |text: &str| text.trim().parse::<NonZeroU32>().map_err(|_| FORM);
    Ok(Wish::Tools(Quota::per_minute(number(rate)?).allow_burst(number(burst)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limiter(wish: Option<&str>, limits: &Limits, now: &str) -> Limiter {
        let settings = Settings::from_pairs(wish.map(|wish| (names::TRUTHY_RATE_LIMIT, wish)));
        let endpoints = endpoints::all();
        let clock = Clock::Fixed(now.parse().expect("an instant"));
        Limiter::new(&endpoints, limits, &settings, clock)
    }

    const NOON: &str = "2026-11-22T12:00:00Z";
    const TOOL: &str = "tools-context-check";

    #[test]
    fn the_template_s_burst_passes_and_the_next_call_is_told_when_to_come_back() {
        let limiter = limiter(None, &endpoints::template::limits(), NOON);
        for _ in 0..10 {
            assert!(limiter.throttle(TOOL, "a").is_ok());
        }
        let refused = limiter.throttle(TOOL, "a").expect_err("the bucket is empty");
        assert_eq!((refused.code, refused.retry_after_seconds), (ErrorCode::RateLimited, Some(1)));
        assert!(limiter.throttle(TOOL, "b").is_ok());
        assert!(limiter.throttle("tools-search-web", "a").is_ok());
        assert!((0..1_000).all(|_| limiter.throttle("health", "a").is_ok()), "no key, no bucket");
    }

    #[test]
    fn the_quota_ends_with_the_day() {
        let limits = Limits { daily_quota: 2, ..endpoints::template::limits() };
        let limiter = limiter(None, &limits, NOON);
        assert!(limiter.count("key").is_ok() && limiter.count("key").is_ok());
        let refused = limiter.count("key").expect_err("used up");
        assert_eq!((refused.code, refused.retry_after_seconds), (ErrorCode::RateLimited, Some(43_200)));
        assert!(limiter.count("other").is_ok());
        let tomorrow = Clock::Fixed("2026-11-23T00:00:00Z".parse().expect("an instant"));
        let limiter = Limiter { clock: tomorrow, ..limiter };
        assert!(limiter.count("key").is_ok());
    }

    #[test]
    fn off_is_off_and_nonsense_is_a_problem() {
        let off = limiter(Some("off"), &endpoints::template::limits(), NOON);
        assert!((0..1_000).all(|_| off.throttle(TOOL, "a").is_ok() && off.count("a").is_ok()));
        for text in ["60", "0/10", "60/0", "a/b", "-1/5"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
