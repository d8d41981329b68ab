//! Turns a decoding error into a failure that names the JSON pointer, the reason and the allowed values.

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::{Path, Segment};

use crate::field::Object;
use crate::{ErrorCode, Failure};

/// Longest piece of the caller's own text that an error repeats, in characters.
const MAX_ECHO_CHARS: usize = 80;

/// Decodes a JSON text strictly. Duplicate keys, trailing text and nesting over 128 levels are refused.
pub(crate) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Failure> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| invalid("", "the body is not UTF-8; send JSON encoded in UTF-8".to_owned()))?;
    if text.trim().is_empty() {
        return Err(invalid("", "the body is empty; send a JSON object".to_owned()));
    }
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let (path, inner) = (error.path().clone(), error.into_inner());
        // A syntax error stands at a place in the text, not at a field.
        if inner.is_data() { explain(&path, &inner.to_string()) } else { malformed(&inner) }
    })?;
    deserializer.end().map_err(|error| malformed(&error))?;
    Ok(value)
}

/// Decodes a JSON object that has already been read, strictly.
pub fn decode_value<T: DeserializeOwned>(value: Value) -> Result<T, Failure> {
    let decoded: Result<Object<T>, _> = serde_path_to_error::deserialize(value);
    decoded.map(|Object(value)| value).map_err(|error| explain(error.path(), &error.inner().to_string()))
}

/// Decodes path and query parameters.
pub(crate) fn decode_with<'de, T, D>(deserializer: D) -> Result<T, Failure>
where
    T: serde::Deserialize<'de>,
    D: serde::Deserializer<'de, Error: std::fmt::Display>,
{
    serde_path_to_error::deserialize(deserializer)
        .map_err(|error| explain(error.path(), &error.inner().to_string()))
}

/// An input that breaks the rule of one place.
#[must_use]
pub fn invalid(pointer: &str, reason: String) -> Failure {
    let message = if pointer.is_empty() { reason.clone() } else { format!("{pointer}: {reason}") };
    Failure::new(ErrorCode::InvalidArgument, message).detail("pointer", pointer).detail("reason", reason)
}

fn malformed(error: &serde_json::Error) -> Failure {
    let (line, column) = (error.line(), error.column());
    let what = match error.classify() {
        serde_json::error::Category::Eof => "the JSON ends too early",
        _ if error.to_string().starts_with("recursion limit") => "the JSON is nested too deeply",
        _ => "the body is not valid JSON",
    };
    invalid("", format!("{what}, at line {line} column {column}"))
}

/// Reads serde's own sentence. Its wording is stable within serde 1 and held by the tests below.
fn explain(path: &Path, sentence: &str) -> Failure {
    let sentence = sentence.rsplit_once(" at line ").map_or(sentence, |(before, _)| before);
    let mut pointer = pointer(path);
    let quoted =
        |text: &str| -> Vec<String> { text.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
    for (prefix, reason) in [
        ("unknown field ", "is not a known key"),
        ("missing field ", "is required"),
        ("duplicate field ", "is given twice"),
    ] {
        let Some(rest) = sentence.strip_prefix(prefix) else { continue };
        let mut names = quoted(rest).into_iter();
        let name = names.next().unwrap_or_default();
        if !pointer.ends_with(&format!("/{}", escape(&name))) {
            pointer = format!("{pointer}/{}", escape(&name));
        }
        let allowed: Vec<String> = names.collect();
        let failure = invalid(&pointer, reason.to_owned());
        return if allowed.is_empty() { failure } else { failure.detail("allowed", allowed) };
    }
    if let Some(rest) = sentence.strip_prefix("unknown variant ") {
        let allowed: Vec<String> = quoted(rest).into_iter().skip(1).collect();
        return invalid(&pointer, format!("must be one of {}", allowed.join(", ")))
            .detail("allowed", allowed);
    }
    if let Some((_, expected)) = sentence.split_once(", expected ") {
        let expected = expected.replace("struct ", "").replace("a map", "an object");
        return invalid(&pointer, format!("must be {}", echo(&expected, MAX_ECHO_CHARS)));
    }
    invalid(&pointer, echo(sentence, MAX_ECHO_CHARS))
}

fn pointer(path: &Path) -> String {
    let mut pointer = String::new();
    for segment in path {
        pointer.push('/');
        match segment {
            Segment::Seq { index } => pointer.push_str(&index.to_string()),
            Segment::Map { key } => pointer.push_str(&escape(key)),
            Segment::Enum { variant } => pointer.push_str(&escape(variant)),
            Segment::Unknown => pointer.push('?'),
        }
    }
    pointer
}

/// One segment of a JSON pointer (RFC 6901), shortened: the key is the caller's text.
fn escape(key: &str) -> String {
    echo(key, MAX_ECHO_CHARS).replace('~', "~0").replace('/', "~1")
}

/// The caller's own text, at most `max_chars` long and without control characters.
pub(crate) fn echo(text: &str, max_chars: usize) -> String {
    text.chars().filter(|character| !character.is_control()).take(max_chars).collect()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only decoding matters here")]
    struct Sample {
        query: String,
        #[serde(default)]
        tier: Option<Level>,
        #[serde(default)]
        inner: Vec<Inner>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Level {
        Primary,
        Any,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only decoding matters here")]
    struct Inner {
        count: u8,
    }

    fn details(text: &str) -> Value {
        let failure = decode::<Sample>(text.as_bytes()).expect_err(text);
        assert_eq!(failure.code, ErrorCode::InvalidArgument);
        Value::Object(*failure.details)
    }

    #[test]
    fn each_kind_of_mistake_names_its_place() {
        let table = [
            (r#"{"query":"a","topk":1}"#, "/topk", "is not a known key"),
            (r#"{"query":"a","inner":[{"count":1,"x/y":1}]}"#, "/inner/0/x~1y", "is not a known key"),
            (r"{}", "/query", "is required"),
            (r#"{"query":"a","inner":[{}]}"#, "/inner/0/count", "is required"),
            (r#"{"query":"a","query":"b"}"#, "/query", "is given twice"),
            (r#"{"query":5}"#, "/query", "must be a string"),
            (r#"{"query":"a","inner":{}}"#, "/inner", "must be a sequence"),
            (r#"{"query":"a","tier":"secret"}"#, "/tier", "must be one of primary, any"),
        ];
        for (text, pointer, reason) in table {
            let details = details(text);
            assert_eq!(details["pointer"], pointer, "{text}");
            assert_eq!(details["reason"], reason, "{text}");
        }
    }

    #[test]
    fn allowed_values_are_listed() {
        assert_eq!(details(r#"{"query":"a","tier":"x"}"#)["allowed"], serde_json::json!(["primary", "any"]));
        let allowed = details(r#"{"query":"a","topk":1}"#)["allowed"].clone();
        assert_eq!(allowed, serde_json::json!(["query", "tier", "inner"]));
    }

    #[test]
    fn broken_json_is_said_to_be_broken() {
        for (text, words) in [
            ("", "empty"),
            ("{\"query\":", "ends too early"),
            ("{\"query\":\"a\"} x", "not valid JSON"),
            ("nonsense", "not valid JSON"),
        ] {
            let message = decode::<Sample>(text.as_bytes()).expect_err(text).message;
            assert!(message.contains(words), "{text}: {message}");
        }
        let deep = "[".repeat(100_000);
        let message = decode::<Value>(deep.as_bytes()).expect_err("nesting").message;
        assert!(message.contains("nested too deeply"), "{message}");
        let message = decode::<Sample>(b"{\"query\":\"\xff\"}").expect_err("bytes").message;
        assert!(message.contains("UTF-8"), "{message}");
    }

    #[test]
    fn long_keys_are_not_echoed_whole() {
        let text = format!("{{\"query\":\"a\",\"{}\":1}}", "k".repeat(5_000));
        assert!(decode::<Sample>(text.as_bytes()).expect_err("key").message.len() < 200);
    }
}
