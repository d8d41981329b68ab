//! `POST /mcp`: the tools and the sessions, over the Model Context Protocol.
//!
//! `rmcp` speaks the protocol, without sessions: every request is answered by itself, with one JSON document. The tools are
//! called in this process, through the same handlers as over HTTP (docs/decisions/0013).

mod message;
mod server;
mod session;
mod tools;

use std::sync::Arc;

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderValue, Request, Response, StatusCode};
use http_body_util::{BodyExt, Full};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use settings::Settings;
use web::{Endpoint, Needs, Principal};

use message::{Answer, Message};
use server::Server;
use session::Sessions;
use tools::Tools;

/// Origins of pages that may call where no token is asked for: those of this machine.
const LOOPBACK_ORIGINS: [&str; 6] = [
    "http://localhost:*",
    "http://127.0.0.1:*",
    "http://[::1]:*",
    "https://localhost:*",
    "https://127.0.0.1:*",
    "https://[::1]:*",
];

/// Statuses beside 200 and those of every call.
const ALSO_ANSWERS: [(StatusCode, &str); 4] = [
    (StatusCode::ACCEPTED, "A notification is taken; there is no body."),
    (
        StatusCode::BAD_REQUEST,
        "The version of the protocol is unknown, or headers and message contradict each other.",
    ),
    (StatusCode::FORBIDDEN, "No token was asked for, and the page that calls is not of this machine."),
    (StatusCode::UNSUPPORTED_MEDIA_TYPE, "The body is no message of the protocol: one JSON-RPC 2.0 object."),
];

type Service = StreamableHttpService<Server, NeverSessionManager>;

/// What the handler needs.
pub struct Deps {
    /// For callers who have shown a token.
    proved: Service,
    /// For callers of whom no token is asked.
    open: Service,
}

impl Deps {
    /// Reads the settings of every tool. Nothing is opened or connected yet.
    #[must_use]
    pub fn from_settings(settings: &Settings) -> Self {
        let server = Server {
            tools: Arc::new(Tools::from_settings(settings)),
            sessions: Arc::new(Sessions::from_settings(settings)),
        };
        // A page of another site cannot send a token it does not have, so its origin says nothing. Where none is asked for,
        // the origin is all there is against a page that has made this machine's address its own (DNS rebinding).
        let open = config().with_allowed_origins(LOOPBACK_ORIGINS).enforce_origin_validation();
        Self { proved: service(server.clone(), config()), open: service(server, open) }
    }
}

/// No session, one JSON document for each request, whatever the name of the host: the gateway has it, the server has not.
fn config() -> StreamableHttpServerConfig {
    StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .disable_allowed_hosts()
}

fn service(server: Server, config: StreamableHttpServerConfig) -> Service {
    StreamableHttpService::new(move || Ok(server.clone()), Arc::default(), config)
}

/// The endpoint.
#[must_use]
pub fn endpoint() -> Endpoint {
    Endpoint::post("mcp", "/mcp")
        .summary("The tools and the sessions, for clients of the Model Context Protocol")
        .description(
            "Streamable HTTP without sessions, protocol versions 2025-06-18, 2025-11-25 and 2026-07-28: `initialize` or \
             `server/discover`, `ping`, `tools/list`, `tools/call`, `resources/templates/list` and `resources/read` of \
             `truthy://sessions/{id}/summary`. One message in a body, no batches. A request is answered with one JSON \
             document, a notification with 202 and nothing. What goes wrong with a tool is a result with `isError` and \
             the error model as its text; what goes wrong with the protocol is a JSON-RPC error.",
        )
        .limited_as_a_tool()
        .needs(needs())
        .protocol_handler::<Message, Answer, _, _>(
            &ALSO_ANSWERS,
            Deps::from_settings,
            |_| Box::pin(std::future::ready(())),
            |deps, caller, request| Box::pin(handle(deps, caller, request)),
        )
}

/// What the tools need, each for itself, and the summary.
fn needs() -> Needs {
    let tools = tools::endpoints().into_iter().chain([sessions_summary::endpoint()]);
    let all = Needs::memory_mb(1024, "calls the tools in its own process, of which some read with the model")
        .timeout_seconds(10);
    let mut needs =
        tools.fold(all, |needs, tool| needs.table(&tool.needs.table).settings(&tool.needs.settings));
    let mut seen = std::collections::BTreeSet::new();
    needs.settings.retain(|name| seen.insert(*name));
    needs
}

/// Hands the message to the library, and takes its answer.
pub async fn handle(deps: &Deps, caller: Principal, mut request: Request<Bytes>) -> Response<Bytes> {
    let service = if caller == Principal::Anonymous { &deps.open } else { &deps.proved };
    request.extensions_mut().insert(caller);
    // The answer is one JSON document always: whoever takes that alone is served, too.
    let headers = request.headers_mut();
    headers.insert(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    let (parts, body) = service.handle(request.map(Full::new)).await.into_parts();
    match body.collect().await {
        Ok(body) => Response::from_parts(parts, body.to_bytes()),
        Err(never) => match never {},
    }
}
