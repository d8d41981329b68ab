//! What API Gateway does in front of the functions: routes, tokens, rate limits, body limits.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::response::Response;
use lambda_http::http::HeaderMap;
use settings::{Clock, Settings, SettingsError};
use telemetry::CallRecord;
use web::respond::{self, Answer};
use web::{Access, Endpoint, Failure, FailureShape, Function, Method, Principal};

use crate::body;
use crate::event::{Incoming, lambda_request};
use crate::gate::{Caller, Gate};
use crate::limit::Limiter;

/// Every function behind one door.
pub(crate) struct Gateway {
    functions: Vec<Arc<Function>>,
    gate: Gate,
    limiter: Limiter,
}

impl Gateway {
    /// Opens every endpoint of the workspace.
    pub(crate) fn open(endpoints: Vec<Endpoint>, settings: &Settings) -> Result<Self, SettingsError> {
        let limits = endpoints::template::limits();
        // First, so that its problem is named with all others by the first that checks.
        let limiter = Limiter::new(&endpoints, &limits, settings, Clock::System);
        let functions = endpoints.into_iter().map(|endpoint| endpoint.open(settings).map(Arc::new));
        let functions = functions.collect::<Result<_, _>>()?;
        let kept_for = Duration::from_secs(limits.authorizer_ttl_seconds.into());
        Ok(Self { gate: Gate::open(settings, kept_for)?, limiter, functions })
    }

    /// Whether anyone may call.
    pub(crate) async fn is_open(&self) -> Result<bool, Failure> {
        self.gate.is_open().await
    }

    /// Keeps what is remembered of callers bounded.
    pub(crate) fn forget_idle(&self) {
        self.limiter.forget_idle();
        self.gate.forget_old();
    }

    /// The function for a path and method, with the path's parameters.
    fn route<'path>(&self, method: &Method, path: &'path str) -> Result<Routed<'_, 'path>, Failure> {
        let mut allowed = Vec::new();
        for function in &self.functions {
            let endpoint = function.endpoint();
            let Some(params) = endpoint.match_path(path) else { continue };
            if endpoint.method == *method {
                return Ok(Routed { function, params });
            }
            allowed.push(endpoint.method.clone());
        }
        Err(if allowed.is_empty() { web::not_found(method, path) } else { web::method_not_allowed(&allowed) })
    }

    /// Methods of a path, for a preflight.
    fn methods(&self, path: &str) -> Vec<Method> {
        let endpoints = self.functions.iter().map(|function| function.endpoint());
        endpoints
            .filter(|endpoint| endpoint.match_path(path).is_some())
            .map(|endpoint| endpoint.method.clone())
            .collect()
    }

    /// How failures of calls to a path look.
    fn failure_shape(&self, path: &str) -> FailureShape {
        let mut endpoints = self.functions.iter().map(|function| function.endpoint());
        endpoints
            .find(|endpoint| endpoint.match_path(path).is_some())
            .map_or_else(FailureShape::default, |endpoint| endpoint.failure_shape)
    }

    /// Proves who calls, and takes the call out of their bucket and their quota, in the gateway's order.
    async fn admit(
        &self,
        endpoint: &Endpoint,
        headers: &HeaderMap,
        address: SocketAddr,
        request_id: &str,
    ) -> Result<Option<Caller>, Failure> {
        if endpoint.access == Access::Public {
            return Ok(None);
        }
        let caller = self.gate.prove(endpoint, headers, request_id).await?;
        self.limiter.throttle(endpoint.name, &bucket(&caller, headers, address))?;
        if let Some(usage_key) = &caller.usage_key {
            self.limiter.count(usage_key)?;
        }
        Ok(Some(caller))
    }

    async fn answer(
        &self,
        request: Request,
        address: SocketAddr,
        request_id: &str,
    ) -> Result<Response, Failure> {
        let (parts, body) = request.into_parts();
        let path = parts.uri.path();
        let Routed { function, params } = self.route(&parts.method, path)?;
        let endpoint = function.endpoint();
        let caller = self.admit(endpoint, &parts.headers, address, request_id).await?;
        let limit = endpoint.body_limit_bytes;
        let body = body::read(body, limit).await?;
        let incoming = Incoming {
            method: &parts.method,
            uri: &parts.uri,
            headers: &parts.headers,
            body: &body,
            address: address.ip(),
            resource: endpoint.path,
            params,
            caller: caller.as_ref().map(|caller| &caller.principal),
            request_id,
        };
        let request = lambda_request(&incoming).map_err(Failure::internal)?;
        Ok(function.respond_streaming(request).await.map(Body::new))
    }
}

struct Routed<'gateway, 'path> {
    function: &'gateway Arc<Function>,
    params: Vec<(&'static str, &'path str)>,
}

/// Whose bucket a call comes out of: the key's, else the token's, else the session's, else the address's.
fn bucket(caller: &Caller, headers: &HeaderMap, address: SocketAddr) -> String {
    if let Some(usage_key) = &caller.usage_key {
        return format!("key {usage_key}");
    }
    if let Principal::Token(fingerprint) = &caller.principal {
        return format!("token {fingerprint}");
    }
    let session = headers.get(respond::SESSION_ID).and_then(|value| value.to_str().ok());
    match session.filter(|session| (1..=128).contains(&session.len())) {
        Some(session) => format!("session {session}"),
        None => format!("address {}", address.ip()),
    }
}

/// Answers every request there is, by any method on any path.
pub(crate) async fn handle(
    State(gateway): State<Arc<Gateway>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    request: Request,
) -> Response {
    let started = Instant::now();
    let request_id = respond::request_id(request.headers());
    if request.method() == Method::OPTIONS {
        let methods = gateway.methods(request.uri().path());
        if !methods.is_empty() {
            return own(respond::preflight(&methods, &request_id));
        }
    }
    let shape = gateway.failure_shape(request.uri().path());
    match gateway.answer(request, address, &request_id).await {
        Ok(response) => response,
        Err(failure) => {
            let answer = respond::failure_in(shape, &failure, &request_id);
            // A function logs its own calls; what never reached one is logged here.
            telemetry::log_call(&CallRecord {
                function: "gateway",
                route: "-",
                request_id: &request_id,
                caller: "-",
                status: answer.status().as_u16(),
                duration_ms: started.elapsed().as_secs_f64() * 1_000.0,
                spent: telemetry::Spent::default(),
                items: None,
                error_code: Some(failure.code.as_str()),
                error_chain: failure.chain().as_deref(),
                spoken: None,
            });
            own(answer)
        }
    }
}

fn own(answer: Answer) -> Response {
    answer.map(Body::from)
}
