//! Why a key could not be had.

use outbound::OutboundError;

use crate::reference::Place;

/// Why a secret that is given by ARN could not be read. Names the variable, never its value.
#[derive(Debug, thiserror::Error)]
pub enum SecretError {
    /// The deadline passed first.
    #[error("the {place} that {variable} names was not read in time")]
    Timeout {
        /// The variable that holds the ARN.
        variable: &'static str,
        /// Where the secret is kept.
        place: Place,
    },
    /// It is not there, or may not be read.
    #[error(
        "the {place} that {variable} names cannot be read: check that it exists and that the function's role may read it"
    )]
    Refused {
        /// The variable that holds the ARN.
        variable: &'static str,
        /// Where the secret is kept.
        place: Place,
        /// What AWS answered.
        #[source]
        source: OutboundError,
    },
    /// AWS gives no answer, or none that makes sense.
    #[error("the {place} that {variable} names cannot be read at the moment: try again")]
    Unavailable {
        /// The variable that holds the ARN.
        variable: &'static str,
        /// Where the secret is kept.
        place: Place,
        /// What happened.
        #[source]
        source: OutboundError,
    },
    /// It was read, and there is no key in it.
    #[error(
        "the {place} that {variable} names holds no usable text: check its value, and the field after `#`"
    )]
    Empty {
        /// The variable that holds the ARN.
        variable: &'static str,
        /// Where the secret is kept.
        place: Place,
    },
}

impl SecretError {
    /// A failed call.
    pub(crate) fn from_call(variable: &'static str, place: Place, source: OutboundError) -> Self {
        match source {
            OutboundError::Timeout => Self::Timeout { variable, place },
            OutboundError::Rejected { .. } | OutboundError::Unauthorized { .. } => {
                Self::Refused { variable, place, source }
            }
            source => Self::Unavailable { variable, place, source },
        }
    }

    /// How long AWS asks to wait, in milliseconds, where it says so.
    #[must_use]
    pub fn retry_after_ms(&self) -> Option<u64> {
        match self {
            Self::Unavailable { source: OutboundError::RateLimited { retry_after_ms }, .. } => {
                *retry_after_ms
            }
            _ => None,
        }
    }
}
