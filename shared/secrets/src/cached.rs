//! The secret that a reference names: fetched when it is needed, remembered for a while.

use std::error::Error;
use std::sync::{Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};
use outbound::Deadline;
use settings::SecretString;

use crate::SecretError;
use crate::reference::Reference;
use crate::service::Service;

/// How long a fetched secret is used before it is asked for again. A busy process asks twelve times an hour,
/// and whoever rotates a key need not keep the old one valid for longer than this.
pub(crate) const FRESH_FOR: SignedDuration = SignedDuration::from_mins(5);
/// How long the last value stays in use after it could not be fetched again: calls must not each pay for an
/// outage of the place that keeps it.
pub(crate) const STALE_FOR: SignedDuration = SignedDuration::from_secs(30);
/// Share of the time left that a refresh may take: the last value is there, and the call it is for must
/// still be made.
const REFRESH_SHARE: f64 = 0.25;

/// One secret, where it is kept, and its last value.
pub(crate) struct Cached {
    variable: &'static str,
    reference: Reference,
    service: Service,
    remembered: Mutex<Option<Remembered>>,
    fetching: tokio::sync::Mutex<()>,
}

#[derive(Clone)]
struct Remembered {
    value: SecretString,
    until: Timestamp,
}

impl Cached {
    pub(crate) fn new(variable: &'static str, reference: Reference, service: Service) -> Self {
        let (remembered, fetching) = (Mutex::default(), tokio::sync::Mutex::default());
        Self { variable, reference, service, remembered, fetching }
    }

    /// The value as of `now`, at most [`FRESH_FOR`] old unless it cannot be fetched again.
    pub(crate) async fn value(
        &self,
        now: Timestamp,
        deadline: Deadline,
    ) -> Result<SecretString, SecretError> {
        if let Some(value) = self.fresh(now) {
            return Ok(value);
        }
        let place = self.reference.place;
        let late = |_| SecretError::Timeout { variable: self.variable, place };
        let _only_one_asks = deadline.run(self.fetching.lock()).await.map_err(late)?;
        // Whoever asked before may have been given it meanwhile.
        if let Some(value) = self.fresh(now) {
            return Ok(value);
        }
        let last = self.remembered().map(|remembered| remembered.value);
        let limit = if last.is_some() { deadline.share(REFRESH_SHARE) } else { deadline };
        let fetched = self.service.fetch(self.variable, &self.reference, now, limit).await;
        match (fetched, last) {
            (Ok(value), _) => Ok(self.remember(value, now + FRESH_FOR)),
            (Err(error), Some(last)) => {
                let reason = error.source().map(ToString::to_string);
                tracing::warn!(variable = self.variable, %error, reason, "the last value of a secret stays in use");
                Ok(self.remember(last, now + STALE_FOR))
            }
            (Err(error), None) => Err(error),
        }
    }

    /// Fetches it at the next use, however fresh it is.
    pub(crate) fn forget(&self) {
        *self.remembered.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn fresh(&self, now: Timestamp) -> Option<SecretString> {
        self.remembered().filter(|remembered| now < remembered.until).map(|remembered| remembered.value)
    }

    fn remembered(&self) -> Option<Remembered> {
        self.remembered.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn remember(&self, value: SecretString, until: Timestamp) -> SecretString {
        let remembered = Remembered { value: value.clone(), until };
        *self.remembered.lock().unwrap_or_else(PoisonError::into_inner) = Some(remembered);
        value
    }
}
