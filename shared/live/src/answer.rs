//! What a tool came to, and how the model hears of it: always an object, never bare nothing.

use serde_json::{Map, Value, json};

/// What a tool came to: its JSON answer, or why there is none.
pub type Outcome = Result<Value, ToolFailure>;

/// Why a tool gave no answer.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolFailure {
    /// What kind, as the error model names it: `INVALID_ARGUMENT`, `TIMEOUT`, …
    pub code: String,
    /// What to do next, in words.
    pub message: String,
    /// Values that would have been accepted, where there is such a list.
    pub allowed: Vec<Value>,
}

impl ToolFailure {
    /// A failure without a list of values.
    #[must_use]
    pub fn new(code: &str, message: impl Into<String>) -> Self {
        Self { code: code.to_owned(), message: message.into(), allowed: Vec::new() }
    }

    /// The failure that `body` states in the error model, or one that says that there is none.
    #[must_use]
    pub fn from_error_model(body: &Value) -> Self {
        let text = |pointer| body.pointer(pointer).and_then(Value::as_str);
        let message = text("/error/message").unwrap_or("the tool failed; go on without it");
        let allowed = body.pointer("/error/details/allowed").and_then(Value::as_array).cloned();
        Self {
            code: text("/error/code").unwrap_or("INTERNAL").to_owned(),
            message: message.to_owned(),
            allowed: allowed.unwrap_or_default(),
        }
    }

    fn is_retryable(&self) -> bool {
        matches!(self.code.as_str(), "RATE_LIMITED" | "TIMEOUT" | "BACKEND_UNAVAILABLE")
    }
}

/// What the model is told. An empty list without a word, or an error without advice, makes it call again and again.
pub(crate) fn response(outcome: Outcome) -> Map<String, Value> {
    let answer = match outcome {
        Ok(Value::Object(answer)) => answer,
        Ok(other) => Map::from_iter([("result".to_owned(), other)]),
        Err(failure) => return refusal(failure),
    };
    let empty = answer.get("items").and_then(Value::as_array).is_some_and(Vec::is_empty);
    if empty { without_results(answer) } else { answer }
}

fn without_results(mut answer: Map<String, Value>) -> Map<String, Value> {
    let missing = [
        ("status", json!("no_results")),
        ("retryable", json!(false)),
        ("message", json!("nothing was found; do not repeat the same call")),
    ];
    for (name, value) in missing {
        answer.entry(name).or_insert(value);
    }
    answer
}

fn refusal(failure: ToolFailure) -> Map<String, Value> {
    let retryable = failure.is_retryable();
    let mut answer = Map::from_iter([
        ("status".to_owned(), failure.code.to_ascii_lowercase().into()),
        ("reason_code".to_owned(), failure.code.into()),
        ("retryable".to_owned(), retryable.into()),
        ("error".to_owned(), failure.message.into()),
    ]);
    if !failure.allowed.is_empty() {
        answer.insert("valid_options".to_owned(), failure.allowed.into());
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_an_object_that_says_something() {
        let found = json!({ "items": [{ "url": "u" }] });
        assert_eq!(Value::from(response(Ok(found.clone()))), found);
        let empty = response(Ok(json!({ "items": [] })));
        assert_eq!((&empty["status"], &empty["retryable"]), (&json!("no_results"), &json!(false)));
        assert!(!empty["message"].as_str().expect("words").is_empty());
        let own = response(Ok(json!({ "items": [], "status": "no_results", "message": "try search_web" })));
        assert_eq!(own["message"], "try search_web");
        for bare in [json!([1]), json!("x"), json!(null), json!(3)] {
            assert_eq!(response(Ok(bare.clone()))["result"], bare);
        }
    }

    #[test]
    fn a_failure_says_whether_to_try_again_and_with_what() {
        let body = json!({ "error": {
            "code": "INVALID_ARGUMENT", "message": "/tier: must be one of", "details": { "allowed": ["primary"] },
        } });
        let told = response(Err(ToolFailure::from_error_model(&body)));
        let expected = json!({
            "status": "invalid_argument", "reason_code": "INVALID_ARGUMENT", "retryable": false,
            "error": "/tier: must be one of", "valid_options": ["primary"],
        });
        assert_eq!(Value::from(told), expected);
        assert_eq!(response(Err(ToolFailure::new("TIMEOUT", "late")))["retryable"], true);
        assert_eq!(response(Err(ToolFailure::from_error_model(&json!("<html>"))))["reason_code"], "INTERNAL");
    }
}
