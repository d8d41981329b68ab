//! How calls fail, in the words of the document: the error model, its codes, and what each answer carries.

use serde_json::{Map, Value, json};
use web::{Access, Endpoint, ErrorCode, Failure, FailureShape, Method, RateClass, respond};

use super::schemas::pascal;

/// The codes that calls of `endpoint` can end with, in the order of their statuses.
pub(super) fn codes(endpoint: &Endpoint) -> Vec<ErrorCode> {
    let mut codes = vec![ErrorCode::MethodNotAllowed, ErrorCode::InvalidArgument, ErrorCode::Internal];
    if endpoint.access == Access::Token {
        codes.push(ErrorCode::NotAuthorized);
    }
    // A usage plan counts every call that carries a token.
    if endpoint.access == Access::Token || endpoint.rate == RateClass::Tool {
        codes.push(ErrorCode::RateLimited);
    }
    if endpoint.method != Method::GET {
        codes.push(ErrorCode::PayloadTooLarge);
    }
    codes.extend(endpoint.fails_with);
    codes.sort_by_key(|code| code.status());
    codes.dedup();
    codes
}

/// What a code tells the caller.
fn meaning(code: ErrorCode) -> &'static str {
    match code {
        ErrorCode::InvalidArgument => {
            "The input is not what the schema says; `details.pointer` names the place."
        }
        ErrorCode::RateLimited => "Too many calls; wait as `Retry-After` says.",
        ErrorCode::BackendUnavailable => "A service this call needs is not configured or does not answer.",
        ErrorCode::Timeout => "A service this call needs took longer than its time, 4 seconds at most.",
        ErrorCode::NotAuthorized => "No token, or not a valid one.",
        ErrorCode::NotFound => "There is no such thing, or no such route.",
        ErrorCode::MethodNotAllowed => {
            "The path exists, but not with this method; `Allow` names the right one."
        }
        ErrorCode::PayloadTooLarge => "The body is over its limit, `details.limit_bytes`.",
        ErrorCode::Internal => "A fault of the service; quote `details.request_id`.",
    }
}

/// The codes as rows of a table.
pub(super) fn table() -> String {
    let row = |code: ErrorCode| {
        format!("| `{}` | {} | {} |\n", code.as_str(), code.status().as_u16(), meaning(code))
    };
    ErrorCode::ALL.map(row).concat()
}

/// The error model.
pub(super) fn schema() -> Value {
    json!({
        "description": "Why a call failed.",
        "type": "object",
        "required": ["error"],
        "additionalProperties": false,
        "properties": {
            "error": {
                "type": "object",
                "required": ["code", "message"],
                "additionalProperties": false,
                "properties": {
                    "code": {
                        "description": "Why, for programs.",
                        "type": "string",
                        "enum": ErrorCode::ALL.map(ErrorCode::as_str),
                    },
                    "message": {
                        "description": "What happened and what to do next, for people and models.",
                        "type": "string",
                    },
                    "details": {
                        "description": "Particulars, by kind of failure.",
                        "type": "object",
                        "additionalProperties": true,
                        "properties": {
                            "pointer": {
                                "description": "JSON pointer to the mistake, from the root of the body.",
                                "type": "string",
                            },
                            "reason": { "description": "What is wrong there.", "type": "string" },
                            "allowed": {
                                "description": "What would be right.",
                                "type": "array",
                                "items": { "type": "string" },
                            },
                            "limit_bytes": {
                                "description": "The most that is taken, in bytes.",
                                "type": "integer",
                                "format": "int64",
                            },
                            "retry_after_ms": {
                                "description": "When there is a call again, in milliseconds.",
                                "type": "integer",
                                "format": "int64",
                            },
                            "request_id": { "description": "The call's id in the log.", "type": "string" },
                        },
                    },
                },
            },
        },
    })
}

/// A failure as it happens.
fn failure(code: ErrorCode) -> Failure {
    match code {
        ErrorCode::InvalidArgument => web::invalid("/top_k", "must be an integer from 1 to 10".to_owned()),
        ErrorCode::RateLimited => Failure::new(code, "too many calls to this tool; wait as Retry-After says")
            .detail("retry_after_ms", 998),
        ErrorCode::BackendUnavailable => {
            Failure::new(code, "the session store is not available; send the same again: it counts once")
        }
        ErrorCode::Timeout => Failure::new(code, "the trusted corpus did not answer in time; try search_web"),
        ErrorCode::NotAuthorized => {
            Failure::new(code, "a token is required; send the header `Authorization: Bearer <token>`")
        }
        ErrorCode::NotFound => {
            Failure::new(code, "no session sess_999; it exists once an event of it is ingested")
        }
        ErrorCode::MethodNotAllowed => web::method_not_allowed(&[Method::POST]),
        ErrorCode::PayloadTooLarge => web::too_large(10 * 1_024),
        ErrorCode::Internal => Failure::internal("the cause stays in the log"),
    }
}

/// A real answer with this code.
fn example(code: ErrorCode) -> Value {
    let answer = respond::failure(&failure(code), "0b4f6b9e-6a37-4a35-9d3e-3f1d8f5f2c11");
    serde_json::from_slice(answer.body()).unwrap_or_default()
}

/// The component that says how calls of `endpoint` end with `code`.
pub(super) fn component(endpoint: &Endpoint, code: ErrorCode) -> String {
    match endpoint.failure_shape {
        FailureShape::Coded => pascal(code.as_str()),
        FailureShape::Named => format!("Named{}", pascal(code.as_str())),
    }
}

/// The answers in the shape that has a name and no code, where some endpoint has it.
fn named_responses(endpoints: &[Endpoint]) -> Map<String, Value> {
    let mut responses = Map::new();
    for endpoint in endpoints.iter().filter(|endpoint| endpoint.failure_shape == FailureShape::Named) {
        for code in codes(endpoint) {
            let status = FailureShape::Named.status(code);
            let example = json!({
                "error": FailureShape::Named.body(&failure(code))["error"],
                "message": failure(code).message,
            });
            let content = json!({
                "application/json": { "schema": { "$ref": "#/components/schemas/NamedError" }, "example": example },
            });
            let headers = json!({ "X-Request-Id": { "$ref": "#/components/headers/RequestId" } });
            let description = format!("{} ({status})", meaning(code).trim_end_matches('.'));
            let response = json!({ "description": description, "headers": headers, "content": content });
            responses.insert(component(endpoint, code), response);
        }
    }
    responses
}

/// The error model of such answers.
pub(super) fn named_schema() -> Value {
    json!({
        "description": "Why a call failed, in the shape of the query contract.",
        "type": "object",
        "required": ["error", "message"],
        "additionalProperties": false,
        "properties": {
            "error": { "description": "What kind of failure it is: the phrase of the status.", "type": "string" },
            "message": { "description": "What happened and what to do next.", "type": "string" },
        },
    })
}

/// The answers of every code that some endpoint can end with.
pub(super) fn responses(endpoints: &[Endpoint]) -> Value {
    let coded = endpoints.iter().filter(|endpoint| endpoint.failure_shape == FailureShape::Coded);
    let used: Vec<ErrorCode> = coded.flat_map(codes).collect();
    let mut responses = Map::new();
    for code in ErrorCode::ALL.into_iter().filter(|code| used.contains(code)) {
        let mut headers = json!({ "X-Request-Id": { "$ref": "#/components/headers/RequestId" } });
        if let Some((name, header)) = header(code) {
            headers[name] = json!({ "$ref": format!("#/components/headers/{header}") });
        }
        let content = json!({
            "application/json": { "schema": { "$ref": "#/components/schemas/Error" }, "example": example(code) },
        });
        let response = json!({ "description": meaning(code), "headers": headers, "content": content });
        responses.insert(pascal(code.as_str()), response);
    }
    responses.extend(named_responses(endpoints));
    responses.into()
}

/// The header that answers with a code carry beside the usual ones, and its name in the document.
fn header(code: ErrorCode) -> Option<(&'static str, &'static str)> {
    match code {
        ErrorCode::RateLimited | ErrorCode::BackendUnavailable => Some(("Retry-After", "RetryAfter")),
        ErrorCode::NotAuthorized => Some(("WWW-Authenticate", "Authenticate")),
        ErrorCode::MethodNotAllowed => Some(("Allow", "Allow")),
        _ => None,
    }
}

/// Headers of answers.
pub(super) fn headers() -> Value {
    json!({
        "RequestId": {
            "description": "The call's id: the caller's own, or a new one.",
            "schema": { "type": "string" },
        },
        "RetryAfter": {
            "description": "Whole seconds after which another try makes sense, where that is known.",
            "schema": { "type": "integer", "minimum": 1 },
        },
        "Authenticate": { "description": "How to say who calls: `Bearer`.", "schema": { "type": "string" } },
        "Allow": { "description": "The methods that the path has.", "schema": { "type": "string" } },
    })
}
