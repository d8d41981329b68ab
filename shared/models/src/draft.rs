//! An answer while it is being read, whole or in pieces.

use outbound::OutboundError;
use serde_json::Value;

use crate::lenient::{count, word};
use crate::{Cause, Usage};

/// Reads one answer, or one piece of one, of a provider into a draft.
pub(crate) type Absorb = fn(&mut Draft, &Value);

/// What is known of an answer so far.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    /// What it says.
    pub(crate) text: String,
    /// The model that writes it, as reported.
    pub(crate) model: Option<String>,
    /// Why it ended, once it has.
    pub(crate) end: Option<End>,
    /// The tokens it took, as last reported.
    pub(crate) usage: Usage,
}

/// Why an answer ended, in terms of what that means for us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum End {
    Complete,
    Truncated,
    Blocked(String),
    Other(String),
    /// The provider said that nothing more comes, and not why.
    Unsaid,
}

impl Draft {
    /// Ends the answer. A block stands whatever comes after it.
    pub(crate) fn end(&mut self, end: End) {
        if !matches!(self.end, Some(End::Blocked(_))) {
            self.end = Some(end);
        }
    }

    /// The answer is all there; why it ended may have been said or not.
    pub(crate) fn end_unsaid(&mut self) {
        self.end.get_or_insert(End::Unsaid);
    }
}

/// The error that a provider reports where an answer should be: `{"error": …}`, the same in a list (Gemini), or
/// `x_groq.error`.
pub(crate) fn reported_error(body: &Value) -> Option<Cause> {
    let body = body.as_array().and_then(|list| list.first()).unwrap_or(body);
    let found = body.get("error").filter(|error| !error.is_null());
    let error = found.or_else(|| body.pointer("/x_groq/error")).filter(|error| !error.is_null())?;
    let named = ["status", "code", "type"].iter().find_map(|name| word(error.get(name)));
    let code = named.or_else(|| word(Some(error)));
    let status = ["code", "status_code", "status"].iter().find_map(|name| count(error.get(name)));
    let status = status.and_then(|status| u16::try_from(status).ok());
    Some(match status {
        Some(429) => OutboundError::RateLimited { retry_after_ms: None }.into(),
        Some(status @ (401 | 403)) => OutboundError::Unauthorized { status }.into(),
        Some(status @ 500..=599) => OutboundError::Failed { status }.into(),
        Some(status @ 400..=499) => OutboundError::Rejected { status, code }.into(),
        _ if code.as_deref() == Some("rate_limit_exceeded") => {
            OutboundError::RateLimited { retry_after_ms: None }.into()
        }
        _ => Cause::Reported { code },
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn errors_are_found_where_answers_should_be() {
        let cases = [
            (json!({"error": {"code": 503, "status": "UNAVAILABLE"}}), "the upstream failed with status 503"),
            (json!([{"error": {"code": "429"}}]), "the upstream limits the rate of calls"),
            (
                json!({"error": {"code": "rate_limit_exceeded", "message": "of you"}}),
                "the upstream limits the rate of calls",
            ),
            (json!({"error": {"code": 401}}), "access refused with status 401"),
            (json!({"error": {"code": 400, "status": "X"}}), "request rejected with status 400 (X)"),
            (
                json!({"x_groq": {"error": "over_capacity"}}),
                "it reported an error in its answer (over_capacity)",
            ),
            (json!({"error": "what was asked"}), "it reported an error in its answer"),
            (json!({"error": {"code": 99_999_999}}), "it reported an error in its answer"),
        ];
        for (body, expected) in cases {
            assert_eq!(reported_error(&body).expect("an error").to_string(), expected, "{body}");
        }
        for body in [json!({"error": null}), json!({}), json!([]), json!("error"), json!({"x_groq": {}})] {
            assert!(reported_error(&body).is_none(), "{body}");
        }
    }
}
