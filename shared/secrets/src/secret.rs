//! A secret as its users hold it.

use std::fmt;
use std::sync::Arc;

use jiff::Timestamp;
use outbound::Deadline;
use settings::{Clock, SecretString, Settings};

use crate::SecretError;
use crate::cached::Cached;
use crate::reference::Reference;
use crate::service::Service;

/// A secret, or the place it is kept. Cheap to clone; clones share what was fetched.
#[derive(Clone)]
pub struct Secret {
    origin: Origin,
}

#[derive(Clone)]
enum Origin {
    Given(SecretString),
    Stored(Arc<Cached>),
}

impl Secret {
    /// A secret that is known.
    #[must_use]
    pub fn plain(value: impl Into<SecretString>) -> Self {
        Self { origin: Origin::Given(value.into()) }
    }

    /// The secret in `variable`: the value itself, or what the ARN in it names. Nothing is fetched yet.
    ///
    /// A malformed ARN, and an ARN without AWS credentials, are noted as problems of the settings; then, and
    /// where the variable is not set, there is none.
    #[must_use]
    pub fn from_settings(settings: &Settings, variable: &'static str) -> Option<Self> {
        let text = settings.text(variable)?;
        if !Reference::is_meant_by(text) {
            return Some(Self::plain(text));
        }
        match Reference::parse(text) {
            Ok(reference) => {
                let service = Service::from_settings(settings, variable, &reference)?;
                Some(Self { origin: Origin::Stored(Arc::new(Cached::new(variable, reference, service))) })
            }
            Err(malformed) => {
                settings.problem(variable, &malformed);
                None
            }
        }
    }

    /// The secret itself. Ask again for every call: it may have been rotated.
    ///
    /// One that is kept by AWS is fetched on first use, then again every five minutes. While it cannot be
    /// fetched again its last value is used.
    pub async fn reveal(&self, deadline: Deadline) -> Result<SecretString, SecretError> {
        self.reveal_at(Clock::System.now(), deadline).await
    }

    async fn reveal_at(&self, now: Timestamp, deadline: Deadline) -> Result<SecretString, SecretError> {
        match &self.origin {
            Origin::Given(value) => Ok(value.clone()),
            Origin::Stored(cached) => cached.value(now, deadline).await,
        }
    }

    /// Says that the service it is for refused it: it is fetched at the next use, for it may have been rotated.
    pub fn forget(&self) {
        if let Origin::Stored(cached) = &self.origin {
            cached.forget();
        }
    }
}

impl fmt::Debug for Secret {
    /// Nothing but that it is one.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Secret").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
