//! The question as the contract takes it: its bounds and its own words for what breaks them.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error};
use web::{ErrorCode, Failure};

/// Longest question, in characters, white space around it included.
const MOST_CHARACTERS: usize = 1_000;

const REQUIRED: &str = "Query parameter is required and must be a string";
const BLANK: &str = "Query cannot be empty";
const TOO_LONG: &str = "Query exceeds maximum length of 1000 characters";

/// A question: 1 to 1,000 characters, not blank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question(String);

impl Question {
    /// The question, as sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Question {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text.is_empty() {
            return Err(D::Error::custom(REQUIRED));
        }
        if text.trim().is_empty() {
            return Err(D::Error::custom(BLANK));
        }
        if text.chars().nth(MOST_CHARACTERS).is_some() {
            return Err(D::Error::custom(TOO_LONG));
        }
        Ok(Self(text))
    }
}

impl JsonSchema for Question {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Question".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "minLength": 1, "maxLength": MOST_CHARACTERS })
    }
}

/// The failure in the contract's words. What it has no words for (another key, a filter) keeps its own, and a body
/// that is no JSON stays a body that cannot be read.
pub(crate) fn reworded(failure: Failure) -> Failure {
    let said = |name: &str| failure.details.get(name).and_then(|value| value.as_str()).unwrap_or_default();
    let (pointer, reason) = (said("pointer"), said("reason"));
    let is_missing = pointer.is_empty()
        && (reason.starts_with("the body is empty") || reason.starts_with("must be an object"));
    let message = match (pointer, reason) {
        ("/query", BLANK) => BLANK,
        ("/query", TOO_LONG) => TOO_LONG,
        ("/query", "is given twice") => return failure,
        ("/query", _) => REQUIRED,
        _ if is_missing => REQUIRED,
        _ => return failure,
    };
    Failure::new(ErrorCode::InvalidArgument, message)
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use web::decode_value;

    use super::*;
    use crate::Input;

    #[test]
    fn each_mistake_has_the_contract_s_words() {
        for (body, expected) in [
            (json!({}), REQUIRED),
            (json!({ "query": null }), REQUIRED),
            (json!({ "query": 5 }), REQUIRED),
            (json!({ "query": ["a"] }), REQUIRED),
            (json!({ "query": "" }), REQUIRED),
            (json!(["a"]), REQUIRED),
            (json!({ "query": " \n\t" }), BLANK),
            (json!({ "query": " ".repeat(1_001) }), BLANK),
            (json!({ "query": "a".repeat(1_001) }), TOO_LONG),
            (json!({ "query": format!("a{}", " ".repeat(1_000)) }), TOO_LONG),
            (json!({ "query": "a", "topk": 1 }), "/topk: is not a known key"),
        ] {
            let failure = decode_value::<Input>(body.clone()).map(|_| ()).expect_err("a mistake");
            assert_eq!(reworded(failure).message, expected, "{body}");
        }
        for body in [json!({ "query": "é".repeat(1_000) }), json!({ "query": " a " })] {
            assert!(decode_value::<Input>(body).is_ok());
        }
    }
}
