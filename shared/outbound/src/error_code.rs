//! The machine-readable code in an upstream's error body.

use serde_json::Value;

/// Longest code that is kept.
const MAX_LENGTH: usize = 64;

/// The most specific code in `body`: Google's `error.details[].reason`, else `error.code` (Brave),
/// `error.status` (Google), `code` or `error` where it is one word, else AWS's `__type` without its namespace.
/// Free text is never taken for a code.
pub(crate) fn find(body: &Value) -> Option<String> {
    let details = body.pointer("/error/details").and_then(Value::as_array);
    let reasons = details.into_iter().flatten().filter_map(|detail| detail.get("reason"));
    let plain = ["/error/code", "/error/status", "/code", "/error"];
    let named = reasons.chain(plain.iter().filter_map(|pointer| body.pointer(pointer)));
    named.filter_map(Value::as_str).find_map(code).or_else(|| aws_type(body))
}

fn aws_type(body: &Value) -> Option<String> {
    let name = body.get("__type")?.as_str()?;
    code(name.rsplit_once('#').map_or(name, |(_, name)| name))
}

fn code(text: &str) -> Option<String> {
    let fits = (1..=MAX_LENGTH).contains(&text.len());
    let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte));
    (fits && plain).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn codes_are_found_and_prose_is_not() {
        let cases = [
            (
                json!({"error": {"code": "SUBSCRIPTION_TOKEN_INVALID", "status": 422}}),
                Some("SUBSCRIPTION_TOKEN_INVALID"),
            ),
            (
                json!({"error": {"code": 400, "status": "INVALID_ARGUMENT", "details": [{"reason": "API_KEY_INVALID"}]}}),
                Some("API_KEY_INVALID"),
            ),
            (
                json!({"error": {"code": 400, "status": "INVALID_ARGUMENT", "details": 7}}),
                Some("INVALID_ARGUMENT"),
            ),
            (
                json!({"__type": "com.amazonaws.ssm#ParameterNotFound", "message": "x"}),
                Some("ParameterNotFound"),
            ),
            (json!({"__type": "AccessDeniedException"}), Some("AccessDeniedException")),
            (json!({"error": "invalid_query"}), Some("invalid_query")),
            (json!({"detail": {"error": "Your key tvly-123 is over its limit"}}), None),
            (json!({"error": "key tvly-123 is unknown"}), None),
            (json!({"error": "key no#123"}), None),
            (json!({"error": {"code": "x".repeat(65)}}), None),
            (json!({"error": {"code": ""}}), None),
            (json!(["error"]), None),
            (Value::Null, None),
        ];
        for (body, expected) in cases {
            assert_eq!(find(&body).as_deref(), expected, "{body}");
        }
    }
}
