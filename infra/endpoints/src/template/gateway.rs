//! What the gateway answers by itself: the authorizer's refusals, and errors that no function sees.

use web::respond::{self, Answer};
use web::{ErrorCode, Failure};

use super::{Worker, functions, lines, logical_id};

/// A kind of answer of the gateway: its type, the status, the code and the words it becomes.
struct Refusal {
    kind: &'static str,
    /// None leaves the status alone.
    status: Option<u16>,
    code: ErrorCode,
    message: &'static str,
}

const NO_TOKEN: &str = "send a valid token: Authorization: Bearer <token>";
const NOT_ALLOWED: &str =
    "this token may not call this; it may be revoked, or its key is not in the usage plan";
const OURS: &str = "something went wrong on our side; try again, and quote the request id";
const GONE: &str = "there is nothing at this path; GET /api/tools lists the tools";
const SLOW_DOWN: &str = "too many calls; wait as Retry-After says";
const WRONG_FORM: &str = "the gateway refused the request; check its headers, parameters and body";

/// Every type there is. Answers are static: what the gateway would say tells a model nothing it can act on.
const REFUSALS: [Refusal; 21] = [
    refusal("ACCESS_DENIED", 403, ErrorCode::NotAuthorized, NOT_ALLOWED),
    refusal("API_CONFIGURATION_ERROR", 500, ErrorCode::Internal, OURS),
    refusal("AUTHORIZER_CONFIGURATION_ERROR", 500, ErrorCode::Internal, OURS),
    refusal(
        "AUTHORIZER_FAILURE",
        503,
        ErrorCode::BackendUnavailable,
        "the token could not be checked just now; try again in a second",
    ),
    refusal("BAD_REQUEST_BODY", 422, ErrorCode::InvalidArgument, WRONG_FORM),
    refusal("BAD_REQUEST_PARAMETERS", 422, ErrorCode::InvalidArgument, WRONG_FORM),
    Refusal { kind: "DEFAULT_4XX", status: None, code: ErrorCode::InvalidArgument, message: WRONG_FORM },
    refusal("DEFAULT_5XX", 500, ErrorCode::Internal, OURS),
    refusal("EXPIRED_TOKEN", 403, ErrorCode::NotAuthorized, NO_TOKEN),
    refusal(
        "INTEGRATION_FAILURE",
        503,
        ErrorCode::BackendUnavailable,
        "the service did not answer; try again in a second",
    ),
    refusal("INTEGRATION_TIMEOUT", 504, ErrorCode::Timeout, "the service took too long; try again"),
    refusal("INVALID_API_KEY", 403, ErrorCode::NotAuthorized, NOT_ALLOWED),
    refusal("INVALID_SIGNATURE", 403, ErrorCode::NotAuthorized, NO_TOKEN),
    // What the gateway says to a path it does not know.
    refusal("MISSING_AUTHENTICATION_TOKEN", 404, ErrorCode::NotFound, GONE),
    refusal(
        "QUOTA_EXCEEDED",
        429,
        ErrorCode::RateLimited,
        "this token has used up its calls of today; they start anew at midnight UTC",
    ),
    refusal(
        "REQUEST_TOO_LARGE",
        413,
        ErrorCode::PayloadTooLarge,
        "the request is over the gateway's limit; send less at a time",
    ),
    refusal("RESOURCE_NOT_FOUND", 404, ErrorCode::NotFound, GONE),
    refusal("THROTTLED", 429, ErrorCode::RateLimited, SLOW_DOWN),
    refusal("UNAUTHORIZED", 401, ErrorCode::NotAuthorized, NO_TOKEN),
    refusal(
        "UNSUPPORTED_MEDIA_TYPE",
        415,
        ErrorCode::InvalidArgument,
        "the body must be JSON; send the header Content-Type: application/json",
    ),
    refusal("WAF_FILTERED", 429, ErrorCode::RateLimited, SLOW_DOWN),
];

const fn refusal(kind: &'static str, status: u16, code: ErrorCode, message: &'static str) -> Refusal {
    Refusal { kind, status: Some(status), code, message }
}

impl Refusal {
    /// Seconds after which another try makes sense: a second gives a bucket one call, a quota takes hours.
    fn retry_after_ms(&self) -> Option<u64> {
        match self.kind {
            "QUOTA_EXCEEDED" => Some(3_600_000),
            "WAF_FILTERED" => Some(300_000),
            _ if [429, 503].contains(&self.status.unwrap_or_default()) => Some(1_000),
            _ => None,
        }
    }

    fn resource(&self) -> String {
        let failure = Failure::new(self.code, self.message).retry_after_ms(self.retry_after_ms());
        let answer = respond::failure(&failure, "$context.requestId");
        let mut body = failure.body();
        body["error"]["details"]["request_id"] = "$context.requestId".into();
        let mut headers = headers(&answer);
        if self.status == Some(403) {
            // Another token of the same caller would do no better.
            headers.retain(|(name, _)| name != "Www-Authenticate");
        }
        let parameters = lines(&headers, |(name, value)| {
            format!("        gatewayresponse.header.{name}: \"'{value}'\"\n")
        });
        let status = self.status.map_or_else(String::new, |status| format!("      StatusCode: '{status}'\n"));
        let id = logical_id(&self.kind.to_ascii_lowercase());
        format!(
            r"
  {id}Response:
    Type: AWS::ApiGateway::GatewayResponse
    Properties:
      RestApiId: !Ref Api
      ResponseType: {kind}
{status}      ResponseParameters:
{parameters}      ResponseTemplates:
        application/json: '{body}'
",
            kind = self.kind,
            body = body.to_string().replace('\'', "''"),
        )
    }
}

/// Logical ids of the gateway's answers.
pub(super) fn response_ids() -> Vec<String> {
    let ids = REFUSALS.iter().map(|refusal| logical_id(&refusal.kind.to_ascii_lowercase()));
    ids.map(|id| format!("{id}Response")).collect()
}

/// The gateway's own answers, in the contract's error model.
pub(super) fn responses() -> String {
    lines(&REFUSALS, Refusal::resource)
}

/// Headers of an answer that are the same for each call, in the usual spelling.
pub(super) fn headers(answer: &Answer) -> Vec<(String, String)> {
    let fixed =
        answer.headers().iter().filter(|(name, _)| **name != respond::REQUEST_ID && **name != "content-type");
    fixed
        .filter_map(|(name, value)| {
            let words = name.as_str().split('-').map(super::capitalised).collect::<Vec<_>>();
            Some((words.join("-"), value.to_str().ok()?.to_owned()))
        })
        .collect()
}

/// The authorizer that asks `worker` whose token it is.
pub(super) fn authorizer(worker: Worker<'_>) -> String {
    let id = logical_id(worker.name);
    format!(
        r"
  Authorizer:
    Type: AWS::ApiGateway::Authorizer
    Properties:
      Name: tokens
      RestApiId: !Ref Api
      Type: REQUEST
      IdentitySource: method.request.header.Authorization
      AuthorizerResultTtlInSeconds: !Ref AuthorizerTtlSeconds
      AuthorizerUri: {invocation}
{permission}",
        invocation = functions::invocation(&id),
        permission = functions::permission(&id, "authorizers/${Authorizer}"),
    )
}
