//! Sends requests: lazily built connections, capped bodies, retries inside the deadline.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use jiff::Timestamp;
use reqwest::header::{CONTENT_TYPE, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Response, StatusCode};
use serde::de::DeserializeOwned;
use serde_json::Value;
use settings::Clock;
use tokio::time::Instant;
use url::Url;

use crate::streamed::Streamed;
use crate::{Deadline, OutboundError, Request, error_code, guard, retry};

/// How many redirects a public page may take.
const MAX_REDIRECTS: usize = 5;
/// How much of an error's body is read for its code and retry hint.
const MAX_ERROR_BYTES: usize = 64 * 1024;
/// How long an error's body is waited for: the status alone says most of it.
const ERROR_BODY_WAIT: Duration = Duration::from_millis(250);
/// First allocation for a body of unknown size.
const INITIAL_BYTES: usize = 16 * 1024;
/// How AWS says 429, with status 400.
const THROTTLED: &str = "ThrottlingException";
const USER_AGENT: &str = concat!("truthy/", env!("CARGO_PKG_VERSION"));

/// Calls one upstream. Nothing is built before the first call: a process that never calls out pays nothing.
#[derive(Debug)]
pub struct Client {
    name: &'static str,
    kind: Kind,
    clock: Clock,
    connections: OnceLock<reqwest::Client>,
    loopback: OnceLock<reqwest::Client>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Api,
    Pages,
}

/// A body as it was received.
#[derive(Debug, Clone)]
pub struct Page {
    /// The decompressed body.
    pub bytes: Bytes,
    /// The `Content-Type` header, if there is a readable one.
    pub content_type: Option<String>,
    /// The address that answered, after redirects.
    pub final_url: String,
}

/// A failed attempt, how long the upstream asks to wait, and whether it says that waiting is of no use.
struct Failure {
    error: OutboundError,
    hint_ms: Option<u64>,
    lasting: bool,
}

impl<E: Into<OutboundError>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self { error: error.into(), hint_ms: None, lasting: false }
    }
}

/// What is made of a successful answer before the attempt counts as one.
trait Taking {
    type Taken;

    fn take(
        response: Response,
        max_bytes: usize,
        deadline: Deadline,
    ) -> impl Future<Output = Result<Self::Taken, Failure>> + Send;
}

/// The whole body.
struct Whole;

/// The head: the body follows piece by piece.
struct Head;

impl Taking for Whole {
    type Taken = Page;

    async fn take(response: Response, max_bytes: usize, _: Deadline) -> Result<Page, Failure> {
        read_page(response, max_bytes).await
    }
}

impl Taking for Head {
    type Taken = Streamed;

    async fn take(response: Response, max_bytes: usize, deadline: Deadline) -> Result<Streamed, Failure> {
        Ok(Streamed::new(response, max_bytes, deadline))
    }
}

impl Client {
    /// A client for the API called `name` in logs. It follows no redirects, so a key in a header never
    /// travels to another host.
    #[must_use]
    pub fn new(name: &'static str) -> Self {
        Self::of(name, Kind::Api)
    }

    /// A client for public pages: follows up to five http or https redirects and sends no secret header.
    #[must_use]
    pub fn for_pages(name: &'static str) -> Self {
        Self::of(name, Kind::Pages)
    }

    fn of(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, clock: Clock::System, connections: OnceLock::new(), loopback: OnceLock::new() }
    }

    /// The upstream's name, as in logs.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Sends `request` and decodes the JSON answer.
    pub async fn json<T: DeserializeOwned>(
        &self,
        request: Request,
        deadline: Deadline,
    ) -> Result<T, OutboundError> {
        let page = self.bytes(request.accepting_json(), deadline).await?;
        serde_json::from_slice(&page.bytes).map_err(|error| OutboundError::malformed(&error))
    }

    /// Sends `request` and returns the body of a successful answer.
    pub async fn bytes(&self, request: Request, deadline: Deadline) -> Result<Page, OutboundError> {
        self.taken::<Whole>(request, deadline).await
    }

    /// Sends `request` and returns the body of a successful answer as it arrives. What fails before the first
    /// piece is repeated as ever; nothing is once the body has begun.
    pub async fn stream(&self, request: Request, deadline: Deadline) -> Result<Streamed, OutboundError> {
        self.taken::<Head>(request, deadline).await
    }

    async fn taken<T: Taking>(
        &self,
        request: Request,
        deadline: Deadline,
    ) -> Result<T::Taken, OutboundError> {
        let request = request.checked()?;
        deadline.run(self.call::<T>(&request, deadline)).await.unwrap_or(Err(OutboundError::Timeout))
    }

    async fn call<T: Taking>(
        &self,
        request: &Request,
        deadline: Deadline,
    ) -> Result<T::Taken, OutboundError> {
        let mut repeats = 0;
        loop {
            let failure = match self.attempt::<T>(request, deadline).await {
                Ok(taken) => return Ok(taken),
                Err(failure) => failure,
            };
            let again = repeats + 1 < request.attempts && !failure.lasting;
            let pause = retry::pause(&failure.error, failure.hint_ms, repeats, deadline.remaining());
            let Some(pause) = pause.filter(|_| again) else { return Err(failure.error) };
            tokio::time::sleep(pause).await;
            repeats += 1;
        }
    }

    async fn attempt<T: Taking>(&self, request: &Request, deadline: Deadline) -> Result<T::Taken, Failure> {
        let began = Instant::now();
        let sent = self.send(request, deadline).await;
        let status = sent.as_ref().map_or(0, |response| response.status().as_u16());
        let outcome = match sent {
            Ok(response) if response.status().is_success() => {
                T::take(response, request.max_bytes, deadline).await
            }
            Ok(response) => Err(refusal(response, self.clock.now()).await),
            Err(failure) => Err(failure),
        };
        let duration_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        tracing::debug!(
            upstream = self.name,
            status,
            duration_ms,
            complete = outcome.is_ok(),
            "upstream called"
        );
        outcome
    }

    async fn send(&self, request: &Request, deadline: Deadline) -> Result<Response, Failure> {
        let mut headers = request.headers.clone();
        if self.kind == Kind::Api {
            headers.extend(request.secret_headers.clone());
        }
        if let Some(name) = &request.timeout_header {
            let remaining_ms = deadline.remaining().as_millis().max(1).to_string();
            headers.extend(HeaderValue::try_from(remaining_ms).map(|value| (name.clone(), value)).ok());
        }
        let http = self.connections(&request.url)?;
        let call = http.request(request.method.clone(), request.url.clone()).headers(headers);
        Ok(call.body(request.body.clone()).send().await?)
    }

    /// The connections for `url`. A proxy from the environment is honoured, except for this machine itself.
    fn connections(&self, url: &Url) -> Result<&reqwest::Client, OutboundError> {
        let local = guard::is_loopback(url);
        let cell = if local { &self.loopback } else { &self.connections };
        if let Some(built) = cell.get() {
            return Ok(built);
        }
        let built = build(self.kind, local)?;
        Ok(cell.get_or_init(|| built))
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the one place that builds an HTTP client")]
fn build(kind: Kind, local: bool) -> Result<reqwest::Client, OutboundError> {
    let unreachable = |error: rustls::Error| OutboundError::Unreachable { source: Box::new(error) };
    // The roots are compiled in: reading the system's bundle costs a millisecond at the first call.
    let roots = rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(unreachable)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let redirects = match kind {
        Kind::Api => Policy::none(),
        Kind::Pages => Policy::custom(move |attempt| {
            // Whoever names a page of this machine means it; a public page that sends us here does not.
            let web = matches!(attempt.url().scheme(), "http" | "https")
                && (local || !guard::is_inside(attempt.url()));
            if web && attempt.previous().len() <= MAX_REDIRECTS { attempt.follow() } else { attempt.stop() }
        }),
    };
    let builder = reqwest::Client::builder()
        .tls_backend_preconfigured(tls)
        .redirect(redirects)
        .referer(false)
        .user_agent(USER_AGENT);
    let builder = if local { builder.no_proxy() } else { builder };
    Ok(builder.build()?)
}

async fn read_page(response: Response, max_bytes: usize) -> Result<Page, Failure> {
    let content_type =
        response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let final_url = response.url().to_string();
    Ok(Page { bytes: read_body(response, max_bytes).await?, content_type, final_url })
}

/// The body, refused as soon as it is longer than `max_bytes`, whatever its declared length.
async fn read_body(mut response: Response, max_bytes: usize) -> Result<Bytes, OutboundError> {
    let too_large = || OutboundError::TooLarge { limit_bytes: max_bytes };
    let declared = response.content_length().map(|length| usize::try_from(length).unwrap_or(usize::MAX));
    if declared.is_some_and(|length| length > max_bytes) {
        return Err(too_large());
    }
    let mut body = BytesMut::with_capacity(declared.unwrap_or(INITIAL_BYTES));
    while let Some(chunk) = response.chunk().await? {
        if chunk.len() > max_bytes - body.len() {
            return Err(too_large());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body.freeze())
}

/// Turns an answer that is no success into an error.
async fn refusal(response: Response, now: Timestamp) -> Failure {
    let status = response.status();
    let headers = response.headers().clone();
    // The body only adds detail: a slow, broken or huge one leaves the status standing.
    let read = tokio::time::timeout(ERROR_BODY_WAIT, read_body(response, MAX_ERROR_BYTES)).await;
    let body = read.ok().and_then(Result::ok).unwrap_or_default();
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    let lasting = retry::is_used_up_for_today(&body);
    let hint_ms = retry::hint_ms(&headers, &body, now).filter(|_| !lasting);
    let number = status.as_u16();
    let error = match status {
        StatusCode::TOO_MANY_REQUESTS => OutboundError::RateLimited { retry_after_ms: hint_ms },
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => OutboundError::Unauthorized { status: number },
        status if status.is_server_error() => OutboundError::Failed { status: number },
        _ => match error_code::find(&body) {
            Some(code) if code == THROTTLED => OutboundError::RateLimited { retry_after_ms: hint_ms },
            code => OutboundError::Rejected { status: number, code },
        },
    };
    Failure { error, hint_ms, lasting }
}

#[cfg(test)]
mod streaming;
#[cfg(test)]
mod tests;
