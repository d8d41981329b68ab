//! Builds responses: the only place where a status, a header and a body meet.

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode, header};

use crate::render::{JSON, Reply};
use crate::{Failure, FailureShape};

/// Carries the id of a call, in and out.
pub const REQUEST_ID: HeaderName = HeaderName::from_static(REQUEST_ID_NAME);
/// The same, as text.
pub const REQUEST_ID_NAME: &str = "x-request-id";
/// Names the caller's session.
pub const SESSION_ID: HeaderName = HeaderName::from_static("x-session-id");

/// What browsers may send.
const ALLOWED_HEADERS: &str = "Authorization, Content-Type, Accept, X-Request-Id, X-Session-Id, X-API-Key, \
                               MCP-Protocol-Version, Mcp-Method, Mcp-Name";
/// What browsers may read.
const EXPOSED_HEADERS: &str = "X-Request-Id, Retry-After";
/// How long a browser may keep a preflight's answer, in seconds.
const PREFLIGHT_MAX_AGE_SECONDS: &str = "86400";

/// An answer with its body still as bytes.
pub type Answer = Response<Bytes>;

/// The answer to a failed call.
#[must_use]
pub fn failure(failure: &Failure, request_id: &str) -> Answer {
    failure_in(FailureShape::Coded, failure, request_id)
}

/// The answer to a failed call of an endpoint whose failures have this shape.
#[must_use]
pub fn failure_in(shape: FailureShape, failure: &Failure, request_id: &str) -> Answer {
    let mut failure_body = shape.body(failure);
    if shape == FailureShape::Coded && failure.code.status().is_server_error() {
        failure_body["error"]["details"]["request_id"] = request_id.into();
    }
    let mut answer = answer(shape.status(failure.code), JSON, failure_body.to_string().into(), request_id);
    let headers = answer.headers_mut();
    if let Some(seconds) = failure.retry_after_seconds {
        headers.insert(header::RETRY_AFTER, seconds.into());
    }
    if failure.code.status() == StatusCode::UNAUTHORIZED {
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    if let Some(allow) =
        failure.details.get("allowed").filter(|_| failure.code.status() == StatusCode::METHOD_NOT_ALLOWED)
    {
        let methods: Vec<&str> =
            allow.as_array().into_iter().flatten().filter_map(|method| method.as_str()).collect();
        if let Ok(value) = HeaderValue::from_str(&methods.join(", ")) {
            headers.insert(header::ALLOW, value);
        }
    }
    answer
}

/// The answer to a successful call.
pub(crate) fn success(reply: Reply, request_id: &str) -> Answer {
    let mut answer = answer(reply.status, reply.content_type, reply.body, request_id);
    for (name, value) in reply.headers {
        answer.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    answer
}

/// The head of a stream; the caller adds its body.
pub(crate) fn stream(content_type: &'static str, request_id: &str) -> Response<()> {
    answer(StatusCode::OK, content_type, Bytes::new(), request_id).map(|_| ())
}

/// The answer to a preflight: which method and headers a browser may use.
#[must_use]
pub fn preflight(methods: &[Method], request_id: &str) -> Answer {
    let mut answer = answer(StatusCode::NO_CONTENT, JSON, Bytes::new(), request_id);
    let names: Vec<&str> = methods.iter().map(Method::as_str).chain(["OPTIONS"]).collect();
    let headers = answer.headers_mut();
    headers.remove(header::CONTENT_TYPE);
    if let Ok(value) = HeaderValue::from_str(&names.join(", ")) {
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, value);
    }
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(ALLOWED_HEADERS));
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static(PREFLIGHT_MAX_AGE_SECONDS));
    answer
}

fn answer(status: StatusCode, content_type: &'static str, body: Bytes, request_id: &str) -> Answer {
    let mut answer = Response::new(body);
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::VARY, HeaderValue::from_static("Accept"));
    // Tokens travel in a header, never in a cookie: any origin may call, no origin gains anything.
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED_HEADERS));
    if let Ok(value) = HeaderValue::from_str(request_id) {
        headers.insert(REQUEST_ID, value);
    }
    answer
}

/// The id of a call: the caller's own if it is a plain word of at most 128 characters, else a new one.
#[must_use]
pub fn request_id(headers: &HeaderMap) -> String {
    headers
        .get(REQUEST_ID)
        .and_then(|value| value.to_str().ok())
        .filter(|id| (1..=128).contains(&id.len()))
        .filter(|id| id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte)))
        .map_or_else(|| uuid::Uuid::new_v4().to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorCode;

    #[test]
    fn ids_that_could_forge_a_log_line_are_replaced() {
        for (sent, kept) in [("debate-7_a.1", true), ("a b", false), ("", false), ("x\ty", false)] {
            let mut headers = HeaderMap::new();
            headers.insert(REQUEST_ID, HeaderValue::from_str(sent).expect("a header"));
            assert_eq!(request_id(&headers) == sent, kept, "{sent}");
        }
        let mut headers = HeaderMap::new();
        headers.insert(REQUEST_ID, HeaderValue::from_str(&"a".repeat(129)).expect("a header"));
        assert_eq!(request_id(&headers).len(), 36);
    }

    #[test]
    fn failures_carry_what_their_status_asks_for() {
        let limited = Failure::new(ErrorCode::RateLimited, "slow down").retry_after_ms(Some(1_200));
        assert_eq!(failure(&limited, "r").headers()[header::RETRY_AFTER], "2");
        let method = Failure::new(ErrorCode::MethodNotAllowed, "no").detail("allowed", vec!["POST"]);
        assert_eq!(failure(&method, "r").headers()[header::ALLOW], "POST");
        let internal = failure(&Failure::internal("secret"), "r-9");
        let body = String::from_utf8_lossy(internal.body());
        assert!(body.contains("r-9") && !body.contains("secret"));
    }
}
