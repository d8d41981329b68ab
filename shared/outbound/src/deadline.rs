//! Until when an answer is useful.

use std::time::Duration;

use tokio::time::Instant;

/// Far enough away to mean "never", near enough for every platform's clock to represent.
const NEVER: Duration = Duration::from_hours(24 * 365);

/// The instant until which an answer is useful; passed down unchanged through every call it covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deadline {
    at: Instant,
}

/// The deadline passed before the work was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the deadline passed")]
pub struct Expired;

impl Deadline {
    /// The deadline `timeout_ms` milliseconds from now; anything over a year counts as a year.
    #[must_use]
    pub fn after_ms(timeout_ms: u64) -> Self {
        Self { at: Instant::now() + Duration::from_millis(timeout_ms).min(NEVER) }
    }

    /// The time left, zero once it has passed.
    #[must_use]
    pub fn remaining(self) -> Duration {
        self.at.saturating_duration_since(Instant::now())
    }

    /// Whether it has passed.
    #[must_use]
    pub fn expired(self) -> bool {
        self.remaining().is_zero()
    }

    /// A deadline `ms` milliseconds before this one, to leave time for what comes after.
    #[must_use]
    pub fn earlier_by_ms(self, ms: u64) -> Self {
        Self { at: self.at.checked_sub(Duration::from_millis(ms)).unwrap_or_else(Instant::now) }
    }

    /// The deadline when `share` (0..=1) of the time left is used up.
    #[must_use]
    pub fn share(self, share: f64) -> Self {
        Self { at: self.at.min(Instant::now() + self.remaining().mul_f64(share.clamp(0.0, 1.0))) }
    }

    /// Runs `work` until the deadline. Work that has not begun when the deadline has passed is not begun.
    pub async fn run<F: Future>(self, work: F) -> Result<F::Output, Expired> {
        if self.expired() {
            return Err(Expired);
        }
        tokio::time::timeout_at(self.at, work).await.map_err(|_| Expired)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extremes_neither_panic_nor_wrap() {
        assert!(Deadline::after_ms(0).expired());
        assert!(Deadline::after_ms(u64::MAX).remaining() > Duration::from_hours(24));
        assert!(Deadline::after_ms(1_000).earlier_by_ms(u64::MAX).expired());
        assert!(Deadline::after_ms(60_000).earlier_by_ms(59_000).remaining() <= Duration::from_secs(1));
        assert!(Deadline::after_ms(60_000).share(0.5).remaining() <= Duration::from_secs(30));
        assert!(Deadline::after_ms(60_000).share(f64::INFINITY).remaining() <= Duration::from_mins(1));
    }

    #[tokio::test]
    async fn work_runs_until_the_deadline_and_never_after_it() {
        assert_eq!(Deadline::after_ms(60_000).run(async { 7 }).await, Ok(7));
        assert_eq!(Deadline::after_ms(1).run(std::future::pending::<()>()).await, Err(Expired));
        let mut began = false;
        assert_eq!(Deadline::after_ms(0).run(async { began = true }).await, Err(Expired));
        assert!(!began);
    }
}
