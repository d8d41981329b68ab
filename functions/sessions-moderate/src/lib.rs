//! `POST /api/sessions/moderate`: what a person decides about a verdict.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use settings::{Clock, Settings};
use store::{Decision, Moderation, Store};
use web::field::{Name, Text};
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

/// A decision about a verdict.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ModerationInput")]
pub struct Input {
    /// The session.
    pub session_id: Name,
    /// The verdict, by the `event_id` that the session's report gives it.
    pub event_id: Name,
    /// What is decided.
    pub decision: Decision,
    /// Why, or what readers should know. Required to annotate.
    #[serde(default)]
    pub note: Option<Text<1_000>>,
    /// Who decides, as the audit trail shall call them.
    pub moderator: Text<64>,
}

impl web::Input for Input {}

/// The decision that stands.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ModerationOutput")]
pub struct Output {
    /// Always true: what is not stored is an error.
    pub stored: bool,
    /// False where the same decision stood already: nothing was written.
    pub changed: bool,
    /// The session.
    pub session_id: String,
    /// The verdict.
    pub event_id: String,
    /// What is decided.
    pub decision: Decision,
    /// Whether the verdict is left out of the summary and the report's counts.
    pub suppressed: bool,
    /// When it was decided, ISO 8601 UTC.
    #[schemars(extend("format" = "date-time"))]
    pub at: String,
}

impl Render for Output {}

/// The endpoint.
#[must_use]
pub fn endpoint() -> Endpoint {
    Endpoint::post("sessions-moderate", "/api/sessions/moderate")
        .summary("Approve, suppress or annotate a verdict")
        .description(
            "The latest decision about a verdict stands. A suppressed verdict is in no count and in no claim review; \
             approving or annotating it later brings it back. Every decision is kept in an audit trail with its time, \
             the moderator and the token's fingerprint: `GET /api/sessions/{id}/report?history=true` shows it.\n\n\
             A decision that stands already changes nothing: after a failure send the same again.",
        )
        .body_limit_kib(10)
        .fails_with(&[ErrorCode::NotFound, ErrorCode::BackendUnavailable, ErrorCode::Timeout])
        .needs(
            Needs::memory_mb(256, "a read and a transaction of the table, signed and encrypted")
                .timeout_seconds(25)
                .table(&[store::access::MODERATE])
                .settings(store::access::SETTINGS),
        )
        .warm_handler(Deps::from_settings, |deps| Box::pin(deps.store.warm_sessions()), handle)
}

/// Stores the decision.
pub async fn handle(deps: &Deps, caller: Principal, input: Input) -> Result<Output, Failure> {
    if input.decision == Decision::Annotate && input.note.is_none() {
        return Err(web::invalid("/note", "is required to annotate: it is what readers see".to_owned()));
    }
    let (session_id, event_id) = (input.session_id.into_string(), input.event_id.into_string());
    let moderation = Moderation {
        decision: input.decision,
        note: input.note.map(|note| note.as_str().trim().to_owned()),
        moderator: input.moderator.as_str().trim().to_owned(),
        caller: caller.id().to_owned(),
        at: deps.store.now(),
    };
    let moderated = telemetry::upstream(deps.store.moderate(&session_id, &event_id, moderation)).await?;
    let moderated = moderated.ok_or_else(|| {
        Failure::new(
            ErrorCode::NotFound,
            format!(
                "session {session_id} has no verdict {event_id}; GET /api/sessions/{session_id}/report names its \
                 verdicts under `claims[].event_id`"
            ),
        )
    })?;
    Ok(Output {
        stored: true,
        changed: moderated.changed,
        session_id,
        event_id,
        decision: moderated.moderation.decision,
        suppressed: moderated.moderation.suppresses(),
        at: settings::iso_millis(moderated.moderation.at),
    })
}
