//! The two shapes in which failures go over the wire.

use http::StatusCode;
use serde_json::{Value, json};

use crate::{ErrorCode, Failure};

/// How an endpoint's failures look. Codes, causes and the log are the same in both.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FailureShape {
    /// `{"error": {"code", "message", "details"}}`, a status for each code.
    #[default]
    Coded,
    /// `{"error", "message"}`: the status's own phrase and a sentence. An input that breaks a rule is 400, and a
    /// body that cannot be read a `Request Error`.
    Named,
}

impl FailureShape {
    /// The status that goes with `code`.
    #[must_use]
    pub fn status(self, code: ErrorCode) -> StatusCode {
        match (self, code) {
            (Self::Named, ErrorCode::InvalidArgument) => StatusCode::BAD_REQUEST,
            (_, code) => code.status(),
        }
    }

    /// The body of `failure`.
    #[must_use]
    pub fn body(self, failure: &Failure) -> Value {
        match self {
            Self::Coded => failure.body(),
            Self::Named => json!({ "error": self.name(failure), "message": failure.message }),
        }
    }

    fn name(self, failure: &Failure) -> &'static str {
        let is_unreadable = failure.details.get("pointer").is_some_and(|pointer| pointer == "");
        match failure.code {
            ErrorCode::PayloadTooLarge => "Request Error",
            ErrorCode::InvalidArgument if is_unreadable => "Request Error",
            code => self.status(code).canonical_reason().unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_failure_has_the_phrase_of_its_status() {
        let named = |failure: &Failure| {
            let body = FailureShape::Named.body(failure);
            (
                FailureShape::Named.status(failure.code).as_u16(),
                body["error"].as_str().unwrap_or_default().to_owned(),
            )
        };
        for (failure, expected) in [
            (Failure::new(ErrorCode::InvalidArgument, "m"), (400, "Bad Request")),
            (crate::invalid("/query", "m".to_owned()), (400, "Bad Request")),
            (crate::invalid("", "not JSON".to_owned()), (400, "Request Error")),
            (crate::too_large(10), (413, "Request Error")),
            (Failure::new(ErrorCode::NotFound, "m"), (404, "Not Found")),
            (Failure::new(ErrorCode::NotAuthorized, "m"), (401, "Unauthorized")),
            (Failure::new(ErrorCode::RateLimited, "m"), (429, "Too Many Requests")),
            (Failure::internal("cause"), (500, "Internal Server Error")),
        ] {
            assert_eq!(named(&failure), (expected.0, expected.1.to_owned()), "{failure:?}");
        }
        let body =
            FailureShape::Named.body(&Failure::internal("table at 10.0.0.7").detail("request_id", "r"));
        assert_eq!(body.as_object().map(serde_json::Map::len), Some(2));
        assert!(!body.to_string().contains("10.0.0.7"));
    }
}
