//! `GET /api/sessions/{id}/report`: a session's verdicts, claim by claim.

mod claim;
mod claim_review;
mod document;
mod gathered;
#[cfg(test)]
mod tests;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sessions::{LabelCounts, TopSource};
use settings::{Clock, Settings};
use store::{ReadLimit, Store};
use web::field::Name;
use web::{Endpoint, ErrorCode, Failure, Needs, Principal, Render};

pub use claim::{CheckedClaim, ModerationNote, TimelineEntry, VerdictSource};
pub use claim_review::{Address, ClaimReview};
use gathered::Gathered;

/// Verdicts that a report holds at most.
pub const MAX_VERDICTS: usize = 2_000;
/// Payloads that are read at most: memory and time are bounded, whatever was ingested.
const MAX_PAYLOAD_BYTES: usize = 16 * 1_024 * 1_024;
/// Decisions of the audit trail that are read at most.
const MAX_DECISIONS: usize = 5_000;
/// Sources that are named at most.
const MAX_SOURCES: usize = 10;

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
#[schemars(rename = "ReportInput")]
pub struct Input {
    /// The session, by the `session_id` of its events.
    pub id: Name,
    /// The page that publishes the report, an http or https address: then each claim review has the `url` that search
    /// engines ask for, the page's with `#<event_id>` behind it.
    #[serde(default)]
    pub page_url: Option<Address>,
    /// Whether every decision of the moderators is told, beside the one that stands.
    #[serde(default)]
    pub history: bool,
}

impl web::Input for Input {}

/// A session's verdicts, claim by claim.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SessionReport")]
pub struct Output {
    /// The session.
    pub session_id: String,
    /// When the first event was received, ISO 8601 UTC.
    #[schemars(extend("format" = "date-time"))]
    pub started_at: Option<String>,
    /// When the last event was received, ISO 8601 UTC.
    #[schemars(extend("format" = "date-time"))]
    pub ended_at: Option<String>,
    /// Verdicts that are not suppressed, by label; all six labels, zero included.
    pub labels: LabelCounts,
    /// Verdicts that are not suppressed, by speaker, in the order in which they first spoke.
    pub speakers: Vec<Speaker>,
    /// Verdicts that are not suppressed, in the order in which the claims were made.
    pub timeline: Vec<TimelineEntry>,
    /// The publishers that most verdicts rest on, most first, at most ten.
    pub top_sources: Vec<TopSource>,
    /// Every verdict with what it rests on, in the same order. Suppressed ones are here, too, with that decision: show them to
    /// moderators only.
    pub claims: Vec<CheckedClaim>,
    /// schema.org `ClaimReview` (JSON-LD), one for each verdict that is not suppressed, in the same order.
    pub claim_reviews: Vec<ClaimReview>,
    /// True where the session has more verdicts than a report holds: 2,000, or about 4 MB. `labels` and `top_sources` count
    /// them all nevertheless.
    pub truncated: bool,
}

/// What a speaker's claims came to.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SpeakerReport")]
pub struct Speaker {
    /// As the verdicts call them; null for verdicts that do not say.
    pub speaker: Option<String>,
    /// Claims with a verdict.
    pub claims: u64,
    /// Those verdicts by label; all six labels, zero included.
    pub labels: LabelCounts,
}

impl Render for Output {
    const MARKDOWN: bool = true;

    fn markdown(&self) -> Option<String> {
        Some(document::markdown(self))
    }
}

/// The endpoint.
#[must_use]
pub fn endpoint() -> Endpoint {
    Endpoint::get("sessions-report", "/api/sessions/{id}/report")
        .summary("Report a session: who said what when, and what it came to")
        .description(
            "Every verdict of the session with its sources, evidence, warnings and what a moderator decided, the counts \
             by label and by speaker, a timeline, and the verdicts as schema.org `ClaimReview`. Ask for \
             `Accept: text/markdown` to get it as a document that people read; that leaves suppressed verdicts out.\n\n\
             A report holds at most 2,000 verdicts, or about 4 MB; beyond that `truncated` is true.",
        )
        .fails_with(&[ErrorCode::NotFound, ErrorCode::BackendUnavailable, ErrorCode::Timeout])
        .needs(
            Needs::memory_mb(512, "up to 2,000 verdicts at once, each parsed and written out again")
                .timeout_seconds(25)
                .table(&[store::access::REPORT])
                .settings(store::access::SETTINGS),
        )
        .warm_handler(Deps::from_settings, |deps| Box::pin(deps.store.warm_sessions()), handle)
}

/// Reads the session's counters, verdicts and decisions.
pub async fn handle(deps: &Deps, _: Principal, input: Input) -> Result<Output, Failure> {
    let session_id = input.id.into_string();
    let summary = telemetry::upstream(deps.store.summary(&session_id)).await?.ok_or_else(|| {
        Failure::new(
            ErrorCode::NotFound,
            format!("no session {session_id}; it exists once an event of it is ingested"),
        )
    })?;
    let limit = ReadLimit { verdicts: MAX_VERDICTS, payload_bytes: MAX_PAYLOAD_BYTES };
    let verdicts = telemetry::upstream(deps.store.verdicts(&session_id, limit)).await?;
    let decisions = if input.history {
        Some(telemetry::upstream(deps.store.decisions(&session_id, MAX_DECISIONS)).await?)
    } else {
        None
    };
    let gathered =
        Gathered::from_verdicts(verdicts, decisions, summary.first_event_at, input.page_url.as_ref());
    let top_sources = summary
        .publishers
        .into_iter()
        .take(MAX_SOURCES)
        .map(|source| TopSource { publisher: source.publisher, count: source.verdicts });
    Ok(Output {
        session_id,
        started_at: summary.first_event_at.map(settings::iso_millis),
        ended_at: summary.last_event_at.map(settings::iso_millis),
        labels: summary.verdicts.into(),
        speakers: gathered.speakers,
        timeline: gathered.timeline,
        top_sources: top_sources.collect(),
        claims: gathered.claims,
        claim_reviews: gathered.claim_reviews,
        truncated: gathered.truncated,
    })
}

/// A free JSON object.
type Evidence = serde_json::Map<String, Value>;
