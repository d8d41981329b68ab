//! The endpoints, called from the command line: in this process the way the gateway calls them, or over HTTP.

use std::net::{IpAddr, Ipv4Addr};

use anyhow::Context;
use lambda_http::http::{HeaderMap, HeaderValue, Method, Uri, header};
use live::{Outcome, ToolFailure};
use outbound::{Client, Deadline, OutboundError, Request};
use serde_json::{Value, json};
use settings::{SecretString, Settings, SettingsError};
use web::{Function, Principal};

use crate::event::{Incoming, lambda_request};

/// Longer than any endpoint takes that is called from here.
const PATIENCE_MS: u64 = 28_000;
/// A server that limits the rate of calls says when to come back.
const ATTEMPTS: u32 = 6;
/// Largest body that an endpoint sends back.
const MAX_BODY_BYTES: usize = 6 * 1024 * 1024;

/// Every endpoint, wherever it runs.
pub(crate) enum Tools {
    /// In this process.
    Here(Vec<Function>),
    /// At an address, up to `/api`, with a token if one is given.
    There { base_url: String, token: Option<SecretString>, client: Client },
}

/// An endpoint's answer: its status and body.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Value,
}

impl Tools {
    /// The endpoints in this process.
    pub(crate) fn here(settings: &Settings) -> Result<Self, SettingsError> {
        let functions = endpoints::all().into_iter().map(|endpoint| endpoint.open(settings));
        Ok(Self::Here(functions.collect::<Result<_, _>>()?))
    }

    /// The endpoints of a deployment.
    pub(crate) fn there(base_url: &str, token: Option<SecretString>) -> anyhow::Result<Self> {
        anyhow::ensure!(
            outbound::is_base_url(base_url),
            "--url must be the address before /api, such as http://localhost:3000"
        );
        let base_url = base_url.trim_end_matches('/').trim_end_matches("/api").to_owned();
        Ok(Self::There { base_url, token, client: Client::new("truthy") })
    }

    /// Connects what every call needs, where that is in this process.
    pub(crate) async fn warm(&self) {
        if let Self::Here(functions) = self {
            for function in functions {
                function.warm().await;
            }
        }
    }

    /// POST of a JSON body.
    pub(crate) async fn post(&self, path: &str, input: &Value) -> anyhow::Result<Answer> {
        match self {
            Self::Here(functions) => {
                let body =
                    respond(functions, Method::POST, path, "application/json", &input.to_string()).await?;
                Ok(Answer { status: body.0, body: serde_json::from_slice(&body.1).unwrap_or(Value::Null) })
            }
            Self::There { base_url, token, client } => {
                let request = Request::post_json(&format!("{base_url}{path}"), input);
                let request = authorized(request.attempts(ATTEMPTS), token.as_ref());
                let answered = client.json(request, Deadline::after_ms(PATIENCE_MS)).await;
                Ok(answered.map_or_else(|error| refusal(&error), |body| Answer { status: 200, body }))
            }
        }
    }

    /// GET of a report, in Markdown.
    pub(crate) async fn report(&self, path: &str) -> anyhow::Result<String> {
        let markdown = "text/markdown";
        match self {
            Self::Here(functions) => {
                let (status, body) = respond(functions, Method::GET, path, markdown, "").await?;
                if status >= 400 {
                    let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
                    anyhow::bail!("no report: {}", Answer { status, body }.message());
                }
                Ok(String::from_utf8_lossy(&body).into_owned())
            }
            Self::There { base_url, token, client } => {
                let request = Request::get(&format!("{base_url}{path}")).header("accept", markdown);
                let request = authorized(request.max_bytes(MAX_BODY_BYTES), token.as_ref());
                let page = client.bytes(request, Deadline::after_ms(PATIENCE_MS)).await?;
                Ok(String::from_utf8_lossy(&page.bytes).into_owned())
            }
        }
    }

    /// What the tool at `path` comes to, as a model hears of it.
    pub(crate) async fn outcome(&self, path: &str, input: &Value) -> Outcome {
        match self.post(path, input).await {
            Ok(answer) if answer.status < 400 => Ok(answer.body),
            Ok(answer) => Err(ToolFailure::from_error_model(&answer.body)),
            Err(error) => Err(ToolFailure::new("INTERNAL", format!("{error:#}"))),
        }
    }
}

impl Answer {
    /// The message of a failure.
    pub(crate) fn message(&self) -> &str {
        self.body.pointer("/error/message").and_then(Value::as_str).unwrap_or_default()
    }
}

/// Calls the function for this path in this process: its status and body.
async fn respond(
    functions: &[Function],
    method: Method,
    path: &str,
    accept: &'static str,
    body: &str,
) -> anyhow::Result<(u16, Vec<u8>)> {
    let uri: Uri = path.parse()?;
    let mut matching = functions.iter().filter(|function| function.endpoint().method == method);
    let (function, params) = matching
        .find_map(|function| Some((function, function.endpoint().match_path(uri.path())?)))
        .with_context(|| format!("there is no {path}"))?;
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::ACCEPT, HeaderValue::from_static(accept));
    let request = lambda_request(&Incoming {
        method: &method,
        uri: &uri,
        headers: &headers,
        body: body.as_bytes(),
        address: IpAddr::V4(Ipv4Addr::LOCALHOST),
        resource: function.endpoint().path,
        params,
        // Whoever can start this program needs no token of it.
        caller: Some(&Principal::Anonymous),
        request_id: "truthy",
    })?;
    let response = function.respond(request).await;
    Ok((response.status().as_u16(), response.body().to_vec()))
}

fn authorized(request: Request, token: Option<&SecretString>) -> Request {
    match token {
        Some(token) => request.bearer(token),
        None => request,
    }
}

/// A call that failed over HTTP, in the error model: the body that said more is not kept.
fn refusal(error: &OutboundError) -> Answer {
    let (status, code, message) = match error {
        OutboundError::Timeout => (504, "TIMEOUT", "no answer in time; try again".to_owned()),
        OutboundError::Unauthorized { status } => {
            (*status, "NOT_AUTHORIZED", "the token is missing or not valid: set TRUTHY_TOKEN".to_owned())
        }
        OutboundError::RateLimited { .. } => {
            (429, "RATE_LIMITED", "too many calls a minute for this token; replay slower".to_owned())
        }
        OutboundError::Rejected { status, code } => {
            (*status, code.as_deref().unwrap_or("INVALID_ARGUMENT"), format!("{error}"))
        }
        _ => (503, "BACKEND_UNAVAILABLE", format!("{error}: is the server of --url up?")),
    };
    Answer { status, body: json!({ "error": { "code": code, "message": message } }) }
}
