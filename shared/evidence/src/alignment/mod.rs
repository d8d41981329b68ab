//! Whether a passage supports or contradicts a claim.
//!
//! An exact layer: figures with their units and rounding, direction, negation, period, place and measure, then
//! what the wording has in common. It abstains ([`Alignment::Neutral`]) wherever these do not settle the matter,
//! since a wrong "contradicts" costs a reader more than a missing one. A learned layer can take its place behind
//! [`judge_text`] without a caller noticing.

mod cues;
mod figures;
mod ordinals;
mod passage;
mod rates;
mod scope;
mod statement;
#[cfg(test)]
mod tests;
mod wording;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::claim::{Claim, direction::Direction};

/// What a passage says about a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Alignment {
    /// The passage says the same.
    Supports,
    /// The passage says otherwise.
    Contradicts,
    /// The passage does not settle it.
    Neutral,
}

/// An alignment, how sure it is, and why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Judgement {
    /// What the passage says about the claim.
    pub alignment: Alignment,
    /// How sure, 0..=0.95: nothing read by rules alone is certain.
    pub confidence: f64,
    /// What led there, the weightiest first.
    pub reasons: Vec<Reason>,
}

/// One observation behind a judgement. Words are quoted as they were said.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Reason {
    /// The passage has the claim's figure, within rounding or the tolerance of its unit.
    QuantityMatch {
        /// The claim's figure.
        claimed: String,
        /// The passage's figure.
        found: String,
        /// Claimed less found, in percentage points, where both are percentages.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        difference_pp: Option<f64>,
        /// Claimed less found as a part of found, where they are not percentages: 0.05 is 5 % too high.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        difference_ratio: Option<f64>,
    },
    /// The passage has another figure for the same thing.
    QuantityMismatch {
        /// The claim's figure.
        claimed: String,
        /// The passage's figure.
        found: String,
        /// Claimed less found, in percentage points, where both are percentages.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        difference_pp: Option<f64>,
        /// Claimed less found as a part of found, where they are not percentages.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        difference_ratio: Option<f64>,
    },
    /// The passage's figure leaves the claim's open: "more than 23 million" against "under 24 million".
    QuantityUndetermined {
        /// The claim's figure.
        claimed: String,
        /// The passage's figure.
        found: String,
    },
    /// The passage has figures, in another unit: percent against a count.
    UnitMismatch {
        /// The claim's figure.
        claimed: String,
        /// The passage's first figure.
        found: String,
    },
    /// Both moved the same way.
    DirectionMatch {
        /// The way both moved.
        direction: Direction,
    },
    /// They moved opposite ways.
    DirectionMismatch {
        /// The claim's direction.
        claimed: Direction,
        /// The passage's direction.
        found: Direction,
    },
    /// One of them denies what the other says.
    NegationMismatch,
    /// They speak of different periods.
    TimeframeMismatch {
        /// The claim's period.
        claimed: String,
        /// The passage's period.
        found: String,
    },
    /// They speak of different places.
    LocationMismatch {
        /// The claim's place.
        claimed: String,
        /// The passage's place.
        found: String,
    },
    /// They speak of different measures: violent crime against overall crime.
    MetricMismatch {
        /// The claim's measure.
        claimed: String,
        /// The passage's measure.
        found: String,
    },
    /// Their figures are compared with different bases: a year ago against a month ago.
    ComparisonMismatch,
    /// They use opposite words for the same thing: "won" against "lost".
    OppositeWords {
        /// The claim's word.
        claimed: String,
        /// The passage's word.
        found: String,
    },
    /// The passage calls something it reports false, fake or unproven.
    Refutation {
        /// The words that do.
        words: String,
    },
    /// The passage answers the claim's own question with yes, or calls it true.
    Affirmation {
        /// The words that do.
        words: String,
    },
    /// Sentences of the passage say opposite things.
    Conflict,
    /// How much of the claim's wording the passage has.
    Wording {
        /// Part of the claim's content words found, 0..=1.
        share: f64,
    },
}

/// Judges one sentence against a claim. `relevance` is the source's own estimate that the passage answers the
/// claim, 0..=1; it scales the confidence and never decides the side.
#[must_use]
pub fn judge(claim: &Claim, passage: &Claim, relevance: f64) -> Judgement {
    passage::judge_parsed(claim, passage, relevance)
}

/// Judges a passage of several sentences: each one that speaks of the claim's subject is judged by itself, and the
/// weightiest decide together.
#[must_use]
pub fn judge_text(claim: &Claim, passage_text: &str, relevance: f64) -> Judgement {
    passage::judge_text(claim, passage_text, relevance)
}
