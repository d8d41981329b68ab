//! The one error model, and the one mapping from codes to statuses.

use std::error::Error;

use http::StatusCode;
use serde_json::{Map, Value, json};

/// Why a call failed: a closed list, each code with one status.
///
/// The first five are the contract's; the others are this project's additions in the same model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorCode {
    /// The input is not what the schema says. 422.
    InvalidArgument,
    /// Too many calls. 429.
    RateLimited,
    /// A service this call needs is not configured or not answering. 503.
    BackendUnavailable,
    /// An upstream took longer than its 4 seconds. 504.
    Timeout,
    /// No token, or not a valid one. 401.
    NotAuthorized,
    /// No such route or thing. 404.
    NotFound,
    /// The route exists, not with this method. 405.
    MethodNotAllowed,
    /// The body or item is over its limit. 413.
    PayloadTooLarge,
    /// A fault of ours. 500.
    Internal,
}

impl ErrorCode {
    /// Every code.
    pub const ALL: [Self; 9] = [
        Self::InvalidArgument,
        Self::RateLimited,
        Self::BackendUnavailable,
        Self::Timeout,
        Self::NotAuthorized,
        Self::NotFound,
        Self::MethodNotAllowed,
        Self::PayloadTooLarge,
        Self::Internal,
    ];

    /// The code as it goes over the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InvalidArgument => "INVALID_ARGUMENT",
            Self::RateLimited => "RATE_LIMITED",
            Self::BackendUnavailable => "BACKEND_UNAVAILABLE",
            Self::Timeout => "TIMEOUT",
            Self::NotAuthorized => "NOT_AUTHORIZED",
            Self::NotFound => "NOT_FOUND",
            Self::MethodNotAllowed => "METHOD_NOT_ALLOWED",
            Self::PayloadTooLarge => "PAYLOAD_TOO_LARGE",
            Self::Internal => "INTERNAL",
        }
    }

    /// The status that goes with the code.
    #[must_use]
    pub fn status(self) -> StatusCode {
        match self {
            Self::InvalidArgument => StatusCode::UNPROCESSABLE_ENTITY,
            Self::RateLimited => StatusCode::TOO_MANY_REQUESTS,
            Self::BackendUnavailable => StatusCode::SERVICE_UNAVAILABLE,
            Self::Timeout => StatusCode::GATEWAY_TIMEOUT,
            Self::NotAuthorized => StatusCode::UNAUTHORIZED,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::PayloadTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// A failed call, as the caller sees it, with the cause kept apart for the log.
///
/// What is in `message` and `details` goes out; what is in `source` never does.
#[derive(Debug)]
pub struct Failure {
    /// Why, by code.
    pub code: ErrorCode,
    /// What happened and what to do next.
    pub message: String,
    /// Machine-readable particulars: `pointer`, `reason`, `allowed`, …
    pub details: Box<Map<String, Value>>,
    /// Whole seconds after which another try makes sense, at least 1.
    pub retry_after_seconds: Option<u64>,
    /// The internal cause, logged once.
    pub source: Option<Box<dyn Error + Send + Sync>>,
}

impl Failure {
    /// A failure with a message for the caller.
    #[must_use]
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            details: Box::default(),
            retry_after_seconds: None,
            source: None,
        }
    }

    /// A fault of ours: the caller reads a fixed text, the log reads `source`.
    #[must_use]
    pub fn internal(source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::new(
            ErrorCode::Internal,
            "something went wrong on our side; try again, and quote the request id",
        )
        .caused_by(source)
    }

    /// Adds one particular.
    #[must_use]
    pub fn detail(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.details.insert(name.to_owned(), value.into());
        self
    }

    /// Says when to try again.
    #[must_use]
    pub fn retry_after_ms(mut self, wait_ms: Option<u64>) -> Self {
        self.retry_after_seconds = wait_ms.map(|wait_ms| wait_ms.div_ceil(1_000).max(1));
        self
    }

    /// Keeps the internal cause for the log.
    #[must_use]
    pub fn caused_by(mut self, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// The contract's error model.
    #[must_use]
    pub fn body(&self) -> Value {
        let mut error = json!({ "code": self.code.as_str(), "message": self.message });
        if !self.details.is_empty() {
            error["details"] = Value::Object(self.details.as_ref().clone());
        }
        json!({ "error": error })
    }

    /// The causes from the outermost to the innermost, in one line for the log.
    #[must_use]
    pub fn chain(&self) -> Option<String> {
        let mut cause: &dyn Error = self.source.as_deref()?;
        let mut chain = cause.to_string();
        while let Some(next) = cause.source() {
            chain.push_str(": ");
            chain.push_str(&next.to_string());
            cause = next;
        }
        Some(chain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cause_goes_to_the_log_and_not_to_the_caller() {
        let failure = Failure::internal("table at 10.0.0.7 refused").detail("request_id", "r1");
        assert!(!failure.body().to_string().contains("10.0.0.7"));
        assert_eq!(failure.chain().as_deref(), Some("table at 10.0.0.7 refused"));
        assert_eq!(failure.body()["error"]["details"]["request_id"], "r1");
    }

    #[test]
    fn every_code_has_its_own_name_and_an_error_status() {
        let names: std::collections::BTreeSet<_> = ErrorCode::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(names.len(), ErrorCode::ALL.len());
        assert!(ErrorCode::ALL.iter().all(|code| code.status().as_u16() >= 400));
    }

    #[test]
    fn details_are_left_out_when_there_are_none() {
        let body = Failure::new(ErrorCode::NotFound, "nothing here").body();
        assert_eq!(body, json!({ "error": { "code": "NOT_FOUND", "message": "nothing here" } }));
    }
}
