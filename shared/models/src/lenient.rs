//! Reading of foreign JSON that takes what is there: a field may be missing, null, or of another type.
//!
//! `contracts/external.md` section 11.5.

use serde_json::Value;

/// Longest word that is kept.
const MAX_WORD_BYTES: usize = 64;
/// Longest model id that is kept.
const MAX_MODEL_BYTES: usize = 128;

/// A count: a number, or a string that is one; anything else is nothing.
pub(crate) fn count(value: Option<&Value>) -> Option<u64> {
    match value? {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// A code such as `SAFETY`: free text is never taken for one, so that it may go into logs and errors.
pub(crate) fn word(value: Option<&Value>) -> Option<String> {
    plain(value?.as_str()?, MAX_WORD_BYTES, b"_.-")
}

/// The id of a model, such as `openai/gpt-oss-120b`.
pub(crate) fn model_id(value: Option<&Value>) -> Option<String> {
    plain(value?.as_str()?, MAX_MODEL_BYTES, b"_.-/:@")
}

fn plain(text: &str, max_bytes: usize, marks: &[u8]) -> Option<String> {
    let fits = (1..=max_bytes).contains(&text.len());
    let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || marks.contains(&byte));
    (fits && plain).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn counts_and_words_are_taken_in_their_forms_and_nothing_else_is() {
        for (value, expected) in [
            (json!(7), Some(7)),
            (json!("7 "), Some(7)),
            (json!(-1), None),
            (json!(1.5), None),
            (json!([]), None),
        ] {
            assert_eq!(count(Some(&value)), expected, "{value}");
        }
        for (value, expected) in
            [(json!("MAX_TOKENS"), true), (json!("a passage"), false), (json!(""), false)]
        {
            assert_eq!(word(Some(&value)).is_some(), expected, "{value}");
        }
        assert_eq!(model_id(Some(&json!("openai/gpt-oss-120b"))).as_deref(), Some("openai/gpt-oss-120b"));
        assert_eq!(model_id(Some(&json!("x".repeat(129)))), None);
        assert_eq!(count(None).or(word(None).map(|_| 0)), None);
    }
}
