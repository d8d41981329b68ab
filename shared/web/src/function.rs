//! An opened endpoint: takes a request the way Lambda hands it over, gives back a response, never an error.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::time::Instant;

use futures_util::FutureExt;
use http::{Method, header};
use lambda_http::{Body, Request, RequestExt, Response};
use settings::{Settings, SettingsError, names};
use telemetry::CallRecord;

use crate::endpoint::{Access, Endpoint};
use crate::handler::{Answered, Erased, Raw};
use crate::invalid::echo;
use crate::principal::{Principal, Tokens, from_gateway};
use crate::progress::Progress;
use crate::protocol::set_request_id;
use crate::render::{Reply, Wanted};
use crate::respond::{self, Answer};
use crate::{ErrorCode, Failure};

/// An opened endpoint.
pub struct Function {
    endpoint: Endpoint,
    handler: Box<dyn Erased>,
    tokens: Tokens,
    private: bool,
    metrics: bool,
}

impl Function {
    pub(crate) fn open(endpoint: Endpoint, settings: &Settings) -> Result<Self, SettingsError> {
        let tokens = Tokens::from_settings(settings);
        let private = settings.flag(names::TRUTHY_PRIVACY, false);
        let metrics = settings.flag(names::TRUTHY_METRICS, false);
        let handler = (endpoint.connect)(settings);
        settings.check()?;
        Ok(Self { endpoint, handler, tokens, private, metrics })
    }

    /// The endpoint this is.
    #[must_use]
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// Connects what every call needs, where the endpoint says that there is such a thing.
    pub async fn warm(&self) {
        self.handler.warm().await;
    }

    /// Answers `request`. Whatever happens, a panic included, becomes a response in the error model.
    pub async fn respond(&self, request: Request) -> Response<Body> {
        let answer = self.answer(request).await;
        let (parts, bytes) = answer.into_parts();
        let body = if bytes.is_empty() { Body::Empty } else { text_or_binary(bytes.into()) };
        Response::from_parts(parts, body)
    }

    pub(crate) async fn answer(&self, request: Request) -> Answer {
        let request_id = respond::request_id(request.headers());
        if request.method() == Method::OPTIONS {
            return respond::preflight(std::slice::from_ref(&self.endpoint.method), &request_id);
        }
        if self.streams(&request) {
            return self.events_at_once(request).await;
        }
        match self.call(Asked::over_http(request), &request_id, Progress::unwatched()).await {
            Ok(reply) => respond::success(reply, &request_id),
            Err(failure) => self.failed(&failure, &request_id),
        }
    }

    /// The answer to a call that failed.
    pub(crate) fn failed(&self, failure: &Failure, request_id: &str) -> Answer {
        respond::failure_in(self.endpoint.failure_shape, failure, request_id)
    }

    /// Calls the handler and logs the call, once, whatever becomes of it.
    pub(crate) async fn call(
        &self,
        asked: Asked,
        request_id: &str,
        progress: Progress,
    ) -> Result<Reply, Failure> {
        let unfinished = Unfinished { function: self, request_id, started: Instant::now() };
        let mut caller = Principal::Anonymous;
        let work = AssertUnwindSafe(self.handle(asked, request_id, &mut caller, progress)).catch_unwind();
        let (measured, upstream_ms) = telemetry::measure_upstream(work).await;
        let Answered { outcome, spoken } = measured.unwrap_or_else(|_| Answered {
            // The panic hook has logged where; its message may quote input and goes nowhere.
            outcome: Err(Failure::internal("the handler panicked")),
            spoken: None,
        });
        let items = outcome.as_ref().ok().and_then(|reply| reply.items);
        let error = outcome.as_ref().err().map(|failure| (failure.code.as_str(), failure.chain()));
        let status = match &outcome {
            Ok(reply) => reply.status,
            Err(failure) => self.endpoint.failure_shape.status(failure.code),
        };
        let record = CallRecord {
            caller: caller.id(),
            status: status.as_u16(),
            upstream_ms,
            items,
            error_code: error.as_ref().map(|(code, _)| *code),
            error_chain: error.as_ref().and_then(|(_, chain)| chain.as_deref()),
            spoken: spoken.as_deref().filter(|_| !self.private),
            ..unfinished.record()
        };
        self.log(&record);
        std::mem::forget(unfinished);
        outcome
    }

    fn log(&self, record: &CallRecord<'_>) {
        telemetry::log_call(record);
        if self.metrics {
            telemetry::emit_metrics(record);
        }
    }

    async fn handle(
        &self,
        asked: Asked,
        request_id: &str,
        caller: &mut Principal,
        progress: Progress,
    ) -> Answered {
        let admitted = match asked {
            Asked::OverHttp(mut request) => {
                set_request_id(request.headers_mut(), request_id);
                self.admit(*request, caller)
            }
            Asked::Inside(principal, raw) => {
                *caller = principal;
                Ok((raw, Wanted::Json))
            }
        };
        match admitted {
            Ok((raw, wanted)) => self.handler.run(caller.clone(), raw, wanted, progress).await,
            Err(failure) => Answered { outcome: Err(failure), spoken: None },
        }
    }

    /// Everything that is checked before the input is looked at.
    fn admit(&self, request: Request, caller: &mut Principal) -> Result<(Raw, Wanted), Failure> {
        let endpoint = &self.endpoint;
        if *request.method() != endpoint.method {
            return Err(method_not_allowed(std::slice::from_ref(&endpoint.method)));
        }
        if endpoint.access == Access::Token {
            *caller = match from_gateway(&request) {
                Some(proved) => proved,
                None => self.tokens.authenticate(request.headers())?,
            };
        }
        let wanted = Wanted::from_headers(request.headers());
        let raw = if endpoint.method == Method::GET {
            Raw::Params(self.params(&request)?)
        } else {
            self.body(request)?
        };
        Ok((raw, wanted))
    }

    /// Path parameters over query parameters: a query cannot rename the thing in the path.
    fn params(&self, request: &Request) -> Result<BTreeMap<String, String>, Failure> {
        let query = request.query_string_parameters_ref();
        let mut params: BTreeMap<String, String> = query
            .into_iter()
            .flat_map(|query| query.iter())
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        let placed = request.path_parameters_ref().filter(|placed| !placed.is_empty());
        if let Some(placed) = placed {
            params.extend(placed.iter().map(|(name, value)| (name.to_owned(), value.to_owned())));
        } else if endpoint_has_params(self.endpoint.path) {
            // Run alone (`cargo lambda watch`, a function URL) there is no gateway to take the path apart.
            let path = request.raw_http_path();
            let path = path.find("/api/").map_or(path, |start| &path[start..]);
            let placed = self.endpoint.match_path(path).ok_or_else(|| not_found(request.method(), path))?;
            params.extend(placed.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())));
        }
        Ok(params)
    }

    fn body(&self, request: Request) -> Result<Raw, Failure> {
        let limit = self.endpoint.body_limit_bytes;
        if request.body().len() > limit {
            return Err(too_large(limit));
        }
        if let Some(content_type) = request.headers().get(header::CONTENT_TYPE) {
            let media =
                content_type.to_str().unwrap_or_default().split(';').next().unwrap_or_default().trim();
            let media = media.to_ascii_lowercase();
            let is_json = media == "application/json" || media.len() > 5 && media.ends_with("+json");
            if !is_json {
                return Err(unsupported_content_type());
            }
        }
        let (parts, body) = request.into_parts();
        let bytes = match body {
            Body::Text(text) => text.into_bytes(),
            Body::Binary(bytes) => bytes,
            _ => Vec::new(),
        };
        Ok(Raw::Body { headers: parts.headers, bytes })
    }
}

/// A call, from wherever it comes.
pub(crate) enum Asked {
    /// Over HTTP: who calls and what they say is still to be checked.
    OverHttp(Box<Request>),
    /// From another function of this process, which has checked who calls.
    Inside(Principal, Raw),
}

impl Asked {
    pub(crate) fn over_http(request: Request) -> Self {
        Self::OverHttp(Box::new(request))
    }
}

/// A call that has not ended yet. Dropped so, its caller has gone away, and the log says that.
struct Unfinished<'call> {
    function: &'call Function,
    request_id: &'call str,
    started: Instant,
}

/// Status in the log of a call whose caller went away before it ended: nginx's, there is no other.
const CALLER_GONE: u16 = 499;

impl<'call> Unfinished<'call> {
    /// What is known of the call without its outcome.
    fn record(&self) -> CallRecord<'call> {
        CallRecord {
            function: self.function.endpoint.name,
            route: self.function.endpoint.path,
            request_id: self.request_id,
            caller: "-",
            status: CALLER_GONE,
            duration_ms: self.started.elapsed().as_secs_f64() * 1_000.0,
            upstream_ms: 0.0,
            items: None,
            error_code: None,
            error_chain: None,
            spoken: None,
        }
    }
}

impl Drop for Unfinished<'_> {
    fn drop(&mut self) {
        self.function.log(&self.record());
    }
}

fn endpoint_has_params(path: &str) -> bool {
    path.contains('{')
}

fn text_or_binary(bytes: Vec<u8>) -> Body {
    String::from_utf8(bytes).map_or_else(|error| Body::Binary(error.into_bytes()), Body::Text)
}

/// Longest piece of a path that an error repeats, in characters.
const MAX_PATH_CHARS: usize = 120;

/// The failure for a path that no endpoint has.
#[must_use]
pub fn not_found(method: &Method, path: &str) -> Failure {
    let path = echo(path, MAX_PATH_CHARS);
    Failure::new(
        ErrorCode::NotFound,
        format!("no such route: {method} {path}; GET /api/tools lists the tools"),
    )
}

/// The failure for a path that exists with other methods.
#[must_use]
pub fn method_not_allowed(allowed: &[Method]) -> Failure {
    let names: Vec<&str> = allowed.iter().map(Method::as_str).collect();
    Failure::new(ErrorCode::MethodNotAllowed, format!("use {} for this path", names.join(" or ")))
        .detail("allowed", names)
}

/// The failure for a body over its limit.
#[must_use]
pub fn too_large(limit_bytes: usize) -> Failure {
    Failure::new(
        ErrorCode::PayloadTooLarge,
        format!("the body is over the limit of {limit_bytes} bytes; send less at a time"),
    )
    .detail("limit_bytes", limit_bytes)
}

fn unsupported_content_type() -> Failure {
    Failure::new(
        ErrorCode::InvalidArgument,
        "the body must be JSON; send the header `Content-Type: application/json`",
    )
    .detail("header", "content-type")
    .detail("allowed", vec!["application/json"])
}

#[cfg(test)]
mod tests {
    use http::StatusCode;
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};
    use serde_json::Value;

    use super::*;
    use crate::{Input, Render};

    #[derive(Deserialize, JsonSchema)]
    struct Wish {
        panic: bool,
    }
    impl Input for Wish {}

    #[derive(Serialize, JsonSchema)]
    struct Granted {}
    impl Render for Granted {}

    async fn handle((): &(), _: Principal, wish: Wish) -> Result<Granted, Failure> {
        assert!(!wish.panic, "secret of the caller");
        Ok(Granted {})
    }

    async fn ask(function: &Function, body: &str) -> (StatusCode, Value) {
        let request = http::Request::builder().method("POST").header("x-request-id", "r-1");
        let request = request.body(Body::Text(body.to_owned())).expect("a request");
        let response = function.respond(request).await;
        (response.status(), serde_json::from_slice(response.body()).expect("JSON"))
    }

    #[tokio::test]
    async fn a_panic_is_one_failed_call_and_not_a_dead_function() {
        let endpoint = Endpoint::post("sample", "/api/sample").handler(|_| (), handle);
        let function = endpoint.open(&Settings::default()).expect("no setting is needed");
        let (status, body) = ask(&function, r#"{"panic":true}"#).await;
        assert_eq!((status, &body["error"]["code"]), (StatusCode::INTERNAL_SERVER_ERROR, &"INTERNAL".into()));
        assert_eq!(body["error"]["details"]["request_id"], "r-1");
        assert!(!body.to_string().contains("secret"), "{body}");
        assert_eq!(ask(&function, r#"{"panic":false}"#).await.0, StatusCode::OK);
    }
}
