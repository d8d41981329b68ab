//! One verdict as the report tells it.

use evidence::{Label, Tier};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;
use sessions::payload::Verdict;
use store::{Decision, Moderation, StoredVerdict};

use crate::Evidence;

/// A claim, its verdict, and what that rests on.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CheckedClaim {
    /// The verdict's id in the session.
    pub event_id: String,
    /// Who made the claim; null where the verdict does not say.
    pub speaker: Option<String>,
    /// When the claim was made, in milliseconds since the session's start: as the verdict says, or else when it was received.
    pub at_ms: u64,
    /// The claim.
    pub claim: String,
    /// What it was found to be.
    pub label: Label,
    /// How sure the verdict is, 0 to 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub confidence: f64,
    /// Why; null where the verdict does not say.
    pub rationale: Option<String>,
    /// What the verdict rests on.
    pub sources: Vec<VerdictSource>,
    /// Everything that was found, as it was ingested.
    pub evidence: Vec<Evidence>,
    /// What could mislead about the claim, as it was ingested.
    pub warnings: Vec<String>,
    /// What a moderator decided last; null where nobody did.
    pub moderation: Option<ModerationNote>,
    /// Every decision, the first first; only with `history=true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moderation_history: Option<Vec<ModerationNote>>,
    #[serde(skip)]
    pub(crate) received_at: Timestamp,
    #[serde(skip)]
    pub(crate) appearance_url: Option<String>,
}

/// What a verdict rests on.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "ReportedSource")]
pub struct VerdictSource {
    /// Who says so.
    pub publisher: String,
    /// Where it can be read; null where the verdict does not say.
    pub url: Option<String>,
    /// The date it speaks for, as the verdict gave it.
    pub as_of: Option<String>,
    /// How close the publisher is to the fact; null where the verdict does not say.
    pub tier: Option<Tier>,
}

/// A moderator's decision.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ModerationNote {
    /// What was decided.
    pub decision: Decision,
    /// Why, or what readers should know.
    pub note: Option<String>,
    /// Who decided, by the name they gave.
    pub moderator: String,
    /// Which token was used: the first digits of its digest, or `anonymous`.
    pub caller: String,
    /// When, ISO 8601 UTC.
    #[schemars(extend("format" = "date-time"))]
    pub at: String,
}

/// One point of the session's timeline.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct TimelineEntry {
    /// The verdict's id in the session.
    pub event_id: String,
    /// Who made the claim; null where the verdict does not say.
    pub speaker: Option<String>,
    /// When the claim was made, in milliseconds since the session's start.
    pub at_ms: u64,
    /// The claim.
    pub claim: String,
    /// What it was found to be.
    pub label: Label,
    /// How sure the verdict is, 0 to 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub confidence: f64,
}

impl From<Moderation> for ModerationNote {
    fn from(moderation: Moderation) -> Self {
        let Moderation { decision, note, moderator, caller, at } = moderation;
        Self { decision, note, moderator, caller, at: settings::iso_millis(at) }
    }
}

impl CheckedClaim {
    /// The verdict as it was stored in a session that began at `started_at`.
    ///
    /// Fails where the payload is not what ingest takes.
    pub(crate) fn read(
        stored: StoredVerdict,
        started_at: Option<Timestamp>,
    ) -> Result<Self, serde_json::Error> {
        let StoredVerdict { event_id, received_at, payload, moderation } = stored;
        let verdict: Verdict = serde_json::from_str(&payload)?;
        let text = |text: &str| text.trim().to_owned();
        let sources = verdict.sources.into_iter().map(|source| {
            let source = source.0;
            VerdictSource {
                publisher: source.publisher,
                url: source.url,
                as_of: source.as_of,
                tier: source.tier,
            }
        });
        Ok(Self {
            event_id,
            speaker: verdict.speaker.map(|speaker| text(speaker.as_str())),
            at_ms: verdict.timestamp.map_or_else(
                || {
                    started_at.map_or(0, |start| {
                        received_at.duration_since(start).as_millis().try_into().unwrap_or(0)
                    })
                },
                whole_millis,
            ),
            claim: text(verdict.claim.as_str()),
            label: verdict.label,
            confidence: verdict.confidence,
            rationale: verdict.rationale,
            sources: sources.collect(),
            evidence: verdict.evidence.unwrap_or_default(),
            warnings: verdict
                .warnings
                .unwrap_or_default()
                .iter()
                .map(|warning| text(warning.as_str()))
                .collect(),
            moderation: moderation.map(ModerationNote::from),
            moderation_history: None,
            received_at,
            appearance_url: verdict.appearance_url,
        })
    }

    /// Whether readers do not see it.
    pub(crate) fn is_suppressed(&self) -> bool {
        self.moderation.as_ref().is_some_and(|moderation| moderation.decision == Decision::Suppress)
    }

    pub(crate) fn timeline_entry(&self) -> TimelineEntry {
        TimelineEntry {
            event_id: self.event_id.clone(),
            speaker: self.speaker.clone(),
            at_ms: self.at_ms,
            claim: self.claim.clone(),
            label: self.label,
            confidence: self.confidence,
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "ingest takes 0 or more, and a cast of too much saturates"
)]
fn whole_millis(millis: f64) -> u64 {
    millis.round() as u64
}
