//! Time as a dependency.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

/// Where the time comes from: the system, or a fixed instant in tests.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Clock {
    /// The machine's clock.
    #[default]
    System,
    /// Always this instant.
    Fixed(Timestamp),
}

impl Clock {
    /// The current instant.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the one reader of the clock")]
    pub fn now(self) -> Timestamp {
        match self {
            Self::System => Timestamp::now(),
            Self::Fixed(instant) => instant,
        }
    }

    /// The current date, UTC.
    #[must_use]
    pub fn today(self) -> Date {
        self.now().to_zoned(TimeZone::UTC).date()
    }
}

/// `instant` as answers show it: ISO 8601 UTC, always with three digits of milliseconds.
///
/// Always the same width, so that the texts sort as the instants do: `Display` leaves trailing zeros out, and
/// `…05.12Z` comes after `…05.123Z`.
#[must_use]
pub fn iso_millis(instant: Timestamp) -> String {
    instant.strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
}

/// The date `days` before `today`, or the earliest date there is.
#[must_use]
pub fn days_before(today: Date, days: u32) -> Date {
    today.checked_sub(jiff::Span::new().days(days)).unwrap_or(Date::MIN)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_instant_always_has_its_milliseconds() {
        for (millis, expected) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (120, "1970-01-01T00:00:00.120Z"),
            (1_763_825_236_007, "2025-11-22T15:27:16.007Z"),
        ] {
            let instant = Timestamp::from_millisecond(millis).expect("an instant");
            assert_eq!(iso_millis(instant), expected);
        }
    }

    proptest! {
        #[test]
        fn texts_sort_as_instants_do(one in 0_i64..4_102_444_800_000, apart in 0_i64..3_000) {
            let [one, other] = [one, one + apart].map(|millis| Timestamp::from_millisecond(millis).expect("an instant"));
            prop_assert_eq!(iso_millis(one).cmp(&iso_millis(other)), one.cmp(&other));
        }
    }
}
