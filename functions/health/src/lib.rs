//! `GET /api/health`: whether the service is up, and with `deep=true` each backend behind it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use corpus::Corpus;
use encoder::{Lazy, Presence};
use outbound::Deadline;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use settings::{Clock, Settings};
use store::Store;
use web::{Endpoint, Failure, Needs, Principal, Render};
use websearch::WebSearch;

/// Time for one backend to answer, in milliseconds.
const CHECK_BUDGET_MS: u64 = 2_000;

/// What the handler needs.
pub struct Deps {
    started: Instant,
    clock: Clock,
    corpus: Arc<dyn Corpus>,
    search: WebSearch,
    store: Store,
    reader: Arc<Lazy>,
}

impl Deps {
    /// Reads what the backends need. Nothing is connected before it is asked for.
    #[must_use]
    pub fn from_settings(settings: &Settings) -> Self {
        let reader = Arc::new(Lazy::from_settings(settings));
        Self {
            started: Instant::now(),
            clock: Clock::System,
            corpus: corpus::from_settings(settings, Arc::clone(&reader)),
            search: WebSearch::from_settings(settings),
            store: Store::from_settings(settings, Clock::System),
            reader,
        }
    }
}

/// How deep to look.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Asks each backend, too. Takes up to 2 seconds.
    #[serde(default)]
    pub deep: bool,
}

impl web::Input for Input {}

/// Whether the service is up.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Output {
    /// Whether everything that was asked for answers.
    pub status: Status,
    /// Now, ISO 8601 UTC.
    #[schemars(extend("format" = "date-time"))]
    pub timestamp: String,
    /// Seconds since this process started.
    pub uptime: u64,
    /// Version of the service.
    pub version: &'static str,
    /// With `deep=true` only: each backend by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backends: Option<BTreeMap<String, Backend>>,
}

/// The service as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "HealthStatus")]
pub enum Status {
    /// Everything asked for answers.
    Ok,
    /// A backend that is configured does not.
    Degraded,
}

/// A service this one depends on.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Backend {
    /// Whether it answers.
    pub state: State,
    /// How long its answer took, in milliseconds; absent where it was not asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_ms: Option<f64>,
    /// What is wrong and what to do, where there is something to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// Whether a backend answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "BackendState")]
pub enum State {
    /// It answers.
    Ok,
    /// It is configured; asking it would cost, so it was not asked.
    Configured,
    /// It is configured and does not answer.
    Unavailable,
    /// Nothing is configured.
    NotConfigured,
}

impl Render for Output {}

/// The endpoint.
#[must_use]
pub fn endpoint() -> Endpoint {
    Endpoint::get("health", "/api/health")
        .summary("Whether the service is up; with deep=true each backend's state and latency")
        .description(
            "Answers 200 whenever the service itself is up; `status` is `degraded` where a backend that is \
             configured does not answer. Needs no token.",
        )
        .needs(
            Needs::memory_mb(256, "with deep=true it opens every backend there is")
                .table(&[store::access::CHECK])
                .settings(store::access::SETTINGS)
                .settings(corpus::SETTINGS)
                .settings(encoder::SETTINGS)
                .knows_of(websearch::SETTINGS),
        )
        .public()
        .handler(Deps::from_settings, handle)
}

/// Says that the service is up, and asks the backends if that is wanted.
pub async fn handle(deps: &Deps, _: Principal, input: Input) -> Result<Output, Failure> {
    let backends = if input.deep { Some(Box::pin(check(deps)).await) } else { None };
    let down = backends.iter().flatten().any(|(_, backend)| backend.state == State::Unavailable);
    Ok(Output {
        status: if down { Status::Degraded } else { Status::Ok },
        timestamp: settings::iso_millis(deps.clock.now()),
        uptime: deps.started.elapsed().as_secs(),
        version: env!("CARGO_PKG_VERSION"),
        backends,
    })
}

async fn check(deps: &Deps) -> BTreeMap<String, Backend> {
    let deadline = Deadline::after_ms(CHECK_BUDGET_MS);
    let (corpus, store) = tokio::join!(
        timed(async { deps.corpus.check(deadline).await.map_err(Failure::from) }),
        timed(async { deadline.run(deps.store.check()).await.map_err(|_| late())?.map_err(Failure::from) }),
    );
    let mut backends =
        BTreeMap::from([(format!("corpus ({})", deps.corpus.name()), corpus), ("store".to_owned(), store)]);
    backends.insert("model".to_owned(), model(&deps.reader));
    let configured = deps.search.configured();
    if configured.is_empty() {
        let message = "set TAVILY_API_KEY, BRAVE_API_KEY, EXA_API_KEY or SEARXNG_BASE_URL".to_owned();
        let backend = Backend { state: State::NotConfigured, latency_ms: None, message: Some(message) };
        backends.insert("web search".to_owned(), backend);
    }
    for provider in configured {
        let message = "not asked: each search is billed".to_owned();
        let backend = Backend { state: State::Configured, latency_ms: None, message: Some(message) };
        backends.insert(format!("web search ({provider})"), backend);
    }
    backends
}

/// Loads the model, where it is: only then is it known to be usable.
fn model(reader: &Lazy) -> Backend {
    let alone = "judging goes by the exact layer alone";
    let started = Instant::now();
    let (state, message) = match reader.presence() {
        Presence::Present => (State::Ok, None),
        Presence::Absent => {
            let message = format!("no model.onnx and vocab.txt in TRUTHY_MODEL_DIR: {alone}");
            (State::NotConfigured, Some(message))
        }
        Presence::Off => (State::NotConfigured, Some(format!("TRUTHY_MODEL_DIR is off: {alone}"))),
        Presence::Unusable => (
            State::Unavailable,
            Some(format!("the files in TRUTHY_MODEL_DIR are no model of this version: {alone}")),
        ),
    };
    let latency_ms = (state == State::Ok).then(|| milliseconds(started));
    Backend { state, latency_ms, message }
}

fn milliseconds(since: Instant) -> f64 {
    (since.elapsed().as_secs_f64() * 1_000_000.0).round() / 1_000.0
}

fn late() -> Failure {
    Failure::new(web::ErrorCode::Timeout, "no answer in time")
}

async fn timed(work: impl Future<Output = Result<(), Failure>>) -> Backend {
    let started = Instant::now();
    let outcome = work.await;
    let latency_ms = Some(milliseconds(started));
    match outcome {
        Ok(()) => Backend { state: State::Ok, latency_ms, message: None },
        Err(failure) => Backend { state: State::Unavailable, latency_ms, message: Some(failure.message) },
    }
}
