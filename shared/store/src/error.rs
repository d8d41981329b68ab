//! Why the table could not be read or written, and how callers hear of it.

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use web::{ErrorCode, Failure};

use crate::event::MAX_ITEM_BYTES;

/// Why the table could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The item would be larger than DynamoDB takes.
    #[error("the item has {bytes} bytes")]
    TooLarge {
        /// Size of the item, names included.
        bytes: usize,
    },
    /// Others kept changing the same session.
    #[error("the session stayed contended for {attempts} attempts")]
    Contended {
        /// How often it was tried.
        attempts: u32,
    },
    /// The table did not answer in time.
    #[error("the table did not answer in time")]
    Timeout,
    /// The table is not reachable, missing, or refuses us.
    #[error("the table is unavailable ({code})")]
    Unavailable {
        /// The service's error code, or what kind of failure it was.
        code: String,
        /// What the SDK says.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl StoreError {
    /// A request that the SDK would not build: a required member is missing, which is a fault of ours.
    pub(crate) fn from_build(error: aws_sdk_dynamodb::error::BuildError) -> Self {
        Self::Unavailable { code: "malformed request".to_owned(), source: Box::new(error) }
    }

    /// Reads an SDK error. Its text may quote items, so only its code is kept in ours.
    pub(crate) fn from_sdk<E>(error: SdkError<E>) -> Self
    where
        E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
    {
        let code = match &error {
            SdkError::TimeoutError(_) => return Self::Timeout,
            SdkError::DispatchFailure(failure) if failure.is_timeout() => return Self::Timeout,
            SdkError::ServiceError(service) => service.err().code().unwrap_or("unknown").to_owned(),
            SdkError::DispatchFailure(_) => "unreachable".to_owned(),
            _ => "malformed answer".to_owned(),
        };
        Self::Unavailable { code, source: Box::new(error) }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let failure = match &error {
            StoreError::TooLarge { bytes } => Failure::new(
                ErrorCode::PayloadTooLarge,
                format!("the event has {bytes} bytes stored, the limit is {MAX_ITEM_BYTES}; split it"),
            )
            .detail("limit_bytes", MAX_ITEM_BYTES),
            StoreError::Contended { .. } => Failure::new(
                ErrorCode::BackendUnavailable,
                "too many events for this session at once; nothing was stored, send it again",
            )
            .retry_after_ms(Some(1_000)),
            StoreError::Timeout => Failure::new(
                ErrorCode::Timeout,
                "the session store did not answer in time; send the same again: it counts once",
            ),
            StoreError::Unavailable { .. } => Failure::new(
                ErrorCode::BackendUnavailable,
                "the session store is not available; send the same again: it counts once",
            )
            .retry_after_ms(Some(1_000)),
        };
        failure.caused_by(error)
    }
}
