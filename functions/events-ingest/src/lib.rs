//! `POST /api/events/ingest`: stores what happened in a session, once.
//!
//! One event, or an array of up to 25, each with its own outcome.

mod event;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use settings::{Clock, Settings};
use store::Store;
use web::{Endpoint, ErrorCode, Failure, Needs, Principal, Render, StatusCode};

pub use event::EventInput;

/// Events in one request.
pub const MAX_BATCH: usize = 25;

/// What the handler needs.
#[derive(Debug)]
pub struct Deps {
    /// The table.
    pub store: Store,
}

impl Deps {
    /// Reads the table's settings.
    #[must_use]
    pub fn from_settings(settings: &Settings) -> Self {
        Self { store: Store::from_settings(settings, Clock::System) }
    }
}

/// One event, or several.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Input {
    /// Up to 25 events. Each is decoded on its own, so that one mistake does not refuse the others.
    Several(Vec<Value>),
    /// One event.
    One(Value),
}

impl web::Input for Input {
    const IS_OBJECT: bool = false;
}

impl JsonSchema for Input {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "IngestInput".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let event = generator.subschema_for::<EventInput>();
        let several = json_schema!({
            "description": "Several events, each with its own outcome.",
            "type": "array",
            "items": event,
            "minItems": 1,
            "maxItems": MAX_BATCH,
        });
        json_schema!({ "description": "One event, or an array of up to 25.", "oneOf": [event, several] })
    }
}

/// That the event is stored; for several, what became of each.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Output {
    /// Whether everything sent is stored.
    pub queued: bool,
    /// For an array only: one outcome for each event, in the same order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results: Option<Vec<Outcome>>,
}

/// What became of one event of several.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "EventOutcome")]
pub struct Outcome {
    /// Whether it is stored.
    pub queued: bool,
    /// Why not: `code`, `message` and `details` of the error model.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Map<String, Value>>")]
    pub error: Option<Value>,
}

impl Render for Output {
    const STATUS: StatusCode = StatusCode::ACCEPTED;
}

/// The endpoint.
#[must_use]
pub fn endpoint() -> Endpoint {
    Endpoint::post("events-ingest", "/api/events/ingest")
        .summary("Store transcripts, claims and verdicts of a session")
        .description(
            "Stores one event, or an array of up to 25. An event counts once for its session, by its `event_id` or, \
             without one, by its content: after a failure send the same event again.\n\n\
             In an array each event has its own outcome, in `results`; the answer is 202 even where some are refused.",
        )
        .fails_with(&[ErrorCode::BackendUnavailable, ErrorCode::Timeout])
        .needs(
            Needs::memory_mb(
                256,
                "a batch of 25 is 25 transactions, one after the other, each signed and encrypted",
            )
            .timeout_seconds(25)
            .table(&[store::access::INGEST, store::access::WARM])
            .settings(store::access::SETTINGS),
        )
        .warm_handler(Deps::from_settings, |deps| Box::pin(deps.store.warm_sessions()), handle)
}

/// Checks and stores what was sent. An event sent twice counts once.
pub async fn handle(deps: &Deps, _: Principal, input: Input) -> Result<Output, Failure> {
    match input {
        Input::One(value) => {
            ingest(deps, value).await?;
            Ok(Output { queued: true, results: None })
        }
        Input::Several(values) => several(deps, values).await,
    }
}

async fn several(deps: &Deps, values: Vec<Value>) -> Result<Output, Failure> {
    if values.is_empty() || values.len() > MAX_BATCH {
        return Err(web::invalid("", format!("an array must have 1 to {MAX_BATCH} events")));
    }
    let mut outcomes = Vec::with_capacity(values.len());
    // One after the other: events of one session move the same counters and would only conflict.
    for value in values {
        let error = ingest(deps, value).await.err().map(|failure| failure.body()["error"].take());
        outcomes.push(Outcome { queued: error.is_none(), error });
    }
    Ok(Output { queued: outcomes.iter().all(|outcome| outcome.queued), results: Some(outcomes) })
}

async fn ingest(deps: &Deps, value: Value) -> Result<(), Failure> {
    let input: EventInput = web::decode_value(value)?;
    let event = input.into_event()?;
    telemetry::upstream(deps.store.ingest(&event)).await?;
    Ok(())
}
