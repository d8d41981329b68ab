//! `GET /api/sessions/{id}/summary`: what a session came to.

mod report;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sessions::{LabelCounts, TopSource};
use settings::{Clock, Settings};
use store::Store;
use web::field::{Integer, Name};
use web::{Endpoint, ErrorCode, Failure, Needs, Principal, Render};

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

/// Which session.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The session, by the `session_id` of its events.
    pub id: Name,
    /// How many sources to name at most.
    #[serde(default = "default_top")]
    pub top: Integer<1, 100>,
}

fn default_top() -> Integer<1, 100> {
    Integer::constant::<10>()
}

impl web::Input for Input {}

/// What a session came to.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Output {
    /// The session.
    pub session_id: String,
    /// Events of type `claim`.
    pub claims: u64,
    /// Events of type `verdict`, by label; all six labels, zero included.
    pub verdicts: LabelCounts,
    /// The publishers that most verdicts rest on, most first.
    pub top_sources: Vec<TopSource>,
    /// Events of type `transcript`.
    pub transcripts: u64,
    /// When the first event was received, ISO 8601 UTC.
    #[schemars(extend("format" = "date-time"))]
    pub first_event_at: Option<String>,
    /// When the last event was received, ISO 8601 UTC.
    #[schemars(extend("format" = "date-time"))]
    pub last_event_at: Option<String>,
}

impl Render for Output {
    const MARKDOWN: bool = true;

    fn markdown(&self) -> Option<String> {
        Some(report::markdown(self))
    }
}

/// The endpoint.
#[must_use]
pub fn endpoint() -> Endpoint {
    Endpoint::get("sessions-summary", "/api/sessions/{id}/summary")
        .summary("Summarise a session: claims, verdicts by label, top sources")
        .description(
            "What the session's events came to, counted exactly. Ask for `Accept: text/markdown` to get the same as a \
             report that people read.",
        )
        .fails_with(&[ErrorCode::NotFound, ErrorCode::BackendUnavailable, ErrorCode::Timeout])
        .needs(
            Needs::memory_mb(256, "two reads of the table, signed and encrypted")
                .table(&[store::access::SUMMARY])
                .settings(store::access::SETTINGS),
        )
        .warm_handler(Deps::from_settings, |deps| Box::pin(deps.store.warm_sessions()), handle)
}

/// Reads the session's counters.
pub async fn handle(deps: &Deps, _: Principal, input: Input) -> Result<Output, Failure> {
    let session_id = input.id.into_string();
    let summary = telemetry::upstream(deps.store.summary(&session_id)).await?.ok_or_else(|| {
        Failure::new(
            ErrorCode::NotFound,
            format!("no session {session_id}; it exists once an event of it is ingested"),
        )
    })?;
    let top_sources = summary
        .publishers
        .into_iter()
        .take(input.top.get() as usize)
        .map(|source| TopSource { publisher: source.publisher, count: source.verdicts });
    Ok(Output {
        session_id,
        claims: summary.claims,
        verdicts: summary.verdicts.into(),
        top_sources: top_sources.collect(),
        transcripts: summary.transcripts,
        first_event_at: summary.first_event_at.map(settings::iso_millis),
        last_event_at: summary.last_event_at.map(settings::iso_millis),
    })
}
