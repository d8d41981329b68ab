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

/// The date `days` before `today`, or the earliest date there is.
#[must_use]
pub fn days_before(today: Date, days: u32) -> Date {
    today.checked_sub(jiff::Span::new().days(days)).unwrap_or(Date::MIN)
}
