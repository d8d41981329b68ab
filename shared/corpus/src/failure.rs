//! How callers hear of a corpus that gave no answer.

use web::{ErrorCode, Failure};

use crate::CorpusError;

impl From<CorpusError> for Failure {
    fn from(error: CorpusError) -> Self {
        let failure = match &error {
            CorpusError::Timeout => {
                Self::new(ErrorCode::Timeout, "the trusted corpus did not answer in time; try search_web")
            }
            CorpusError::Unavailable { retry_after_ms, .. } => Self::new(
                ErrorCode::BackendUnavailable,
                "the trusted corpus is not available; try search_web",
            )
            .retry_after_ms(*retry_after_ms),
            CorpusError::KeyUnreadable(cause) => {
                let message = format!("the trusted corpus is not available: {cause}; or try search_web");
                Self::new(ErrorCode::BackendUnavailable, message).retry_after_ms(cause.retry_after_ms())
            }
            CorpusError::UnknownCollection { .. } => Self::new(ErrorCode::NotFound, error.to_string()),
            CorpusError::NotConfigured { missing } => {
                Self::new(ErrorCode::BackendUnavailable, error.to_string()).detail("missing", missing.clone())
            }
        };
        failure.caused_by(error)
    }
}
