//! Whether and when a failed call is worth repeating.
//!
//! The hints are read in this order: Google's `RetryInfo.retryDelay` in the body, `retry-after-ms`,
//! `Retry-After` (seconds or HTTP date, RFC 9110 section 10.2.3), `X-RateLimit-Reset`.

use std::time::Duration;

use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimeParser;
use reqwest::header::HeaderMap;
use serde_json::Value;

use crate::OutboundError;

/// Without a hint: a pause between these bounds, drawn at random so that callers do not return in step, and
/// twice as long at every repetition.
const BACKOFF_MS: std::ops::RangeInclusive<u64> = 100..=300;
/// Doublings after which the pause grows no longer.
const MAX_DOUBLINGS: u32 = 6;
/// Less time than this is not worth an attempt.
const WORTHWHILE: Duration = Duration::from_millis(100);
/// A reset above this is an instant in seconds since 1970, not a number of seconds: 2001-09-09.
const EPOCH_SECONDS: f64 = 1e9;
/// A reset above this is an instant in milliseconds since 1970.
const EPOCH_MILLIS: f64 = 1e12;

/// How long to pause before repeating what was repeated `repeats` times already, or `None` if the call should
/// not be repeated.
pub(crate) fn pause(
    error: &OutboundError,
    hint_ms: Option<u64>,
    repeats: u32,
    remaining: Duration,
) -> Option<Duration> {
    let backoff_ms = || fastrand::u64(BACKOFF_MS) << repeats.min(MAX_DOUBLINGS);
    let pause = Duration::from_millis(hint_ms.unwrap_or_else(backoff_ms));
    let fits = pause.checked_add(WORTHWHILE).is_some_and(|needed| needed <= remaining);
    (error.is_retryable() && fits).then_some(pause)
}

/// How many milliseconds the upstream asks to wait.
pub(crate) fn hint_ms(headers: &HeaderMap, body: &Value, now: Timestamp) -> Option<u64> {
    google_delay(body)
        .or_else(|| text(headers, "retry-after-ms").and_then(|value| number(value).map(millis)))
        .or_else(|| text(headers, "retry-after").and_then(|value| retry_after(value, now)))
        .or_else(|| rate_limit_reset(headers, now))
}

/// Whether Google says that a whole day's allowance is used up; the delay it names beside that is of no use.
pub(crate) fn is_used_up_for_today(body: &Value) -> bool {
    let details = body.pointer("/error/details").and_then(Value::as_array).into_iter().flatten();
    let violations = details.filter_map(|detail| detail.get("violations")?.as_array()).flatten();
    let mut quotas = violations.filter_map(|violation| violation.get("quotaId")?.as_str());
    quotas.any(|quota| quota.contains("PerDay"))
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok().map(str::trim)
}

fn google_delay(body: &Value) -> Option<u64> {
    let details = body.pointer("/error/details")?.as_array()?;
    details.iter().find_map(|detail| duration(detail.get("retryDelay")?.as_str()?))
}

fn retry_after(value: &str, now: Timestamp) -> Option<u64> {
    if let Some(seconds) = number(value) {
        return Some(millis(seconds * 1e3));
    }
    let until = DateTimeParser::new().relaxed_weekday(true).parse_timestamp(value).ok()?;
    Some(until_ms(until.as_millisecond(), now))
}

/// Brave: a list of seconds, one for each window; Groq: durations; Vectara: seconds or an instant.
///
/// Of several windows those that are used up (`X-RateLimit-Remaining: 0`) count, and the longest of
/// them decides; if none says so, the shortest.
fn rate_limit_reset(headers: &HeaderMap, now: Timestamp) -> Option<u64> {
    let resets: Vec<Option<u64>> =
        text(headers, "x-ratelimit-reset")?.split(',').map(|entry| reset(entry.trim(), now)).collect();
    let left = text(headers, "x-ratelimit-remaining").unwrap_or_default();
    let used_up = left.split(',').map(|entry| entry.trim() == "0");
    let decisive = resets.iter().zip(used_up).filter_map(|(reset, used_up)| reset.filter(|_| used_up)).max();
    decisive.or_else(|| resets.iter().flatten().min().copied())
}

fn reset(entry: &str, now: Timestamp) -> Option<u64> {
    match number(entry) {
        Some(value) if value > EPOCH_MILLIS => Some(until_ms(instant(value), now)),
        Some(value) if value > EPOCH_SECONDS => Some(until_ms(instant(value * 1e3), now)),
        Some(seconds) => Some(millis(seconds * 1e3)),
        None => duration(entry),
    }
}

/// A duration as Go and Google write it: `2m59.56s`, `7.66s`, `120ms`, `1h`.
fn duration(text: &str) -> Option<u64> {
    let mut rest = text.trim();
    let mut total_ms = 0.0;
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let digits = rest.find(|letter: char| !letter.is_ascii_digit() && letter != '.')?;
        let (value, after) = rest.split_at(digits);
        let units = after.find(|letter: char| letter.is_ascii_digit()).unwrap_or(after.len());
        let (unit, next) = after.split_at(units);
        let unit_ms = match unit {
            "h" => 3_600_000.0,
            "m" => 60_000.0,
            "s" => 1_000.0,
            "ms" => 1.0,
            "us" | "µs" => 1e-3,
            "ns" => 1e-6,
            _ => return None,
        };
        total_ms += number(value)? * unit_ms;
        rest = next;
    }
    Some(millis(total_ms))
}

/// A plain non-negative number.
fn number(text: &str) -> Option<f64> {
    let plain = text.starts_with(|letter: char| letter.is_ascii_digit());
    text.parse::<f64>().ok().filter(|value| plain && value.is_finite())
}

fn until_ms(instant_ms: i64, now: Timestamp) -> u64 {
    u64::try_from(instant_ms.saturating_sub(now.as_millisecond())).unwrap_or(0)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "`as` saturates, which is meant here"
)]
fn millis(value: f64) -> u64 {
    value.ceil() as u64
}

#[expect(clippy::cast_possible_truncation, reason = "`as` saturates, which is meant here")]
fn instant(value: f64) -> i64 {
    value as i64
}

#[cfg(test)]
mod tests {
    use reqwest::header::{HeaderName, HeaderValue};
    use serde_json::json;

    use super::*;

    type Pair = (&'static str, &'static str);

    fn headers(pairs: &[Pair]) -> HeaderMap {
        let pair = |&(name, value): &Pair| (HeaderName::from_static(name), HeaderValue::from_static(value));
        pairs.iter().map(pair).collect()
    }

    #[test]
    fn hints_are_read_in_every_form() {
        let now: Timestamp = "2026-11-21T12:00:00Z".parse().unwrap();
        let cases: &[(&[Pair], Option<u64>)] = &[
            (&[("retry-after-ms", "250"), ("retry-after", "9")], Some(250)),
            (&[("retry-after", "2")], Some(2_000)),
            (&[("retry-after", "1.5")], Some(1_500)),
            (&[("retry-after", "Sat, 21 Nov 2026 12:00:03 GMT")], Some(3_000)),
            (&[("retry-after", "Sat, 21 Nov 2026 11:00:00 GMT")], Some(0)),
            (&[("retry-after", "soon")], None),
            (&[("retry-after", "-1")], None),
            (&[("retry-after", "")], None),
            (&[("retry-after", "NaN")], None),
            (&[("retry-after", "99999999999999999999999999")], Some(u64::MAX)),
            (&[("x-ratelimit-reset", "1, 1419704"), ("x-ratelimit-remaining", "0, 14999")], Some(1_000)),
            (&[("x-ratelimit-reset", "1, 1419704"), ("x-ratelimit-remaining", "0, 0")], Some(1_419_704_000)),
            (&[("x-ratelimit-reset", "1, 1419704")], Some(1_000)),
            (&[("x-ratelimit-reset", "2m59.56s")], Some(179_560)),
            (&[("x-ratelimit-reset", "120ms")], Some(120)),
            (&[("x-ratelimit-reset", "1795262402")], Some(2_000)),
            (&[("x-ratelimit-reset", "1795262402500")], Some(2_500)),
            (&[("x-ratelimit-reset", "1x, , 5 parsecs")], None),
            (&[], None),
        ];
        for (pairs, expected) in cases {
            assert_eq!(hint_ms(&headers(pairs), &Value::Null, now), *expected, "{pairs:?}");
        }
    }

    #[test]
    fn googles_delay_comes_before_the_headers() {
        let body = json!({"error": {"details": [{"@type": "Help"}, {"retryDelay": "1.25s"}]}});
        assert_eq!(hint_ms(&headers(&[("retry-after", "9")]), &body, Timestamp::UNIX_EPOCH), Some(1_250));
        for delay in ["", "s", "1", "1.2.3s", "-1s", "1é"] {
            let body = json!({"error": {"details": [{"retryDelay": delay}]}});
            assert_eq!(hint_ms(&HeaderMap::new(), &body, Timestamp::UNIX_EPOCH), None, "{delay}");
        }
    }

    #[test]
    fn a_day_s_allowance_is_told_from_a_minute_s() {
        let body = |quota: Value| json!({"error": {"details": [{"violations": [{}, {"quotaId": quota}]}]}});
        for (quota, expected) in [
            (json!("GenerateRequestsPerDayPerProjectPerModel-FreeTier"), true),
            (json!("GenerateRequestsPerMinutePerProjectPerModel-FreeTier"), false),
            (json!(7), false),
        ] {
            assert_eq!(is_used_up_for_today(&body(quota.clone())), expected, "{quota}");
        }
        assert!(!is_used_up_for_today(&Value::Null));
    }

    #[test]
    fn a_call_is_repeated_only_if_the_wait_fits() {
        let overloaded = OutboundError::Failed { status: 503 };
        let second = Duration::from_secs(1);
        assert_eq!(pause(&overloaded, Some(500), 0, second), Some(Duration::from_millis(500)));
        assert_eq!(pause(&overloaded, Some(950), 0, second), None);
        assert_eq!(pause(&overloaded, Some(u64::MAX), 0, second), None);
        assert_eq!(pause(&overloaded, None, 0, Duration::from_millis(150)), None);
        for (repeats, bounds) in [(0, 100..=300), (1, 200..=600), (u32::MAX, 6_400..=19_200)] {
            let drawn = pause(&overloaded, None, repeats, second * 60).expect("a backoff fits into a minute");
            assert!(bounds.contains(&drawn.as_millis()), "{repeats} {drawn:?}");
        }
        assert_eq!(pause(&OutboundError::Unauthorized { status: 401 }, Some(1), 0, second), None);
    }

    proptest::proptest! {
        #[test]
        fn any_header_is_read_without_panic(value in "([0-9., :+-]|ms|GMT|[hmsun]|Nov){0,12}") {
            let value = HeaderValue::from_str(&value).expect("printable ASCII");
            for name in ["retry-after-ms", "retry-after", "x-ratelimit-reset"] {
                let headers = HeaderMap::from_iter([(HeaderName::from_static(name), value.clone())]);
                let hint = hint_ms(&headers, &Value::Null, Timestamp::UNIX_EPOCH);
                let limited = OutboundError::RateLimited { retry_after_ms: hint };
                let pause = pause(&limited, hint, 0, Duration::from_secs(4));
                proptest::prop_assert!(pause.is_none_or(|pause| pause < Duration::from_secs(4)));
            }
        }
    }
}
