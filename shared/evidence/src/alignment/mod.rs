//! Whether a passage supports or contradicts a claim.
//!
//! An exact layer: figures with their units and rounding, direction, negation, period, place and measure, then
//! what the wording has in common. It abstains ([`Alignment::Neutral`]) wherever these do not settle the matter,
//! since a wrong "contradicts" costs a reader more than a missing one. A learned layer can take its place behind
//! [`judge_text`] without a caller noticing.

mod answers;
mod calibration;
mod combination;
mod cues;
pub mod features;
mod figures;
mod ordinals;
mod passage;
mod rates;
mod rating;
mod scope;
mod stance;
mod statement;
#[cfg(test)]
mod tests;
mod wording;

pub use calibration::{Decision, Ground};
pub use combination::Probabilities;
pub(crate) use passage::MOST_CONFIDENT;
pub use stance::{NoReader, Stance, StanceReader};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::claim::words::Words;
use crate::claim::{Claim, direction::Direction};

/// From this relevance on a passage is taken to be about the claim.
const SURELY_RELEVANT: f64 = 0.8;
/// And from this part of the claim's words on, whatever its relevance.
const SAME_SUBJECT: f64 = 0.5;

/// Content words of a passage from which on the exact layer judges alone, about 400 words in all. The reader sees
/// some 100 of them.
const MOST_WORDS_WITH_READER: usize = 200;

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
    /// A model that reads claim and passage together says so, against or beyond what the exact layer can tell.
    Reading {
        /// How likely it is right, 0..=1.
        probability: f64,
    },
    /// A language model rests its judgement on these words of the passage.
    Quote {
        /// The words, as they stand in the snippet.
        words: String,
    },
    /// How much of the claim's wording the passage has.
    Wording {
        /// Part of the claim's content words found, 0..=1.
        share: f64,
    },
}

impl Reason {
    /// Whether it can be named for `alignment`: a mismatch is no reason for support, nor a match for contradiction.
    pub(crate) fn may_stand_beside(&self, alignment: Alignment) -> bool {
        let argues = match self {
            Self::QuantityMatch { .. } | Self::DirectionMatch { .. } | Self::Affirmation { .. } => {
                Alignment::Supports
            }
            Self::QuantityMismatch { .. }
            | Self::DirectionMismatch { .. }
            | Self::NegationMismatch
            | Self::OppositeWords { .. }
            | Self::Refutation { .. } => Alignment::Contradicts,
            _ => return true,
        };
        alignment == Alignment::Neutral || argues == alignment
    }
}

/// Judges one sentence against a claim. `relevance` is the source's own estimate that the passage answers the
/// claim, 0..=1; it scales the confidence and never decides the side.
#[must_use]
pub fn judge(claim: &Claim, passage: &Claim, relevance: f64) -> Judgement {
    passage::judge_parsed(claim, passage, relevance)
}

/// Judges a passage by the exact layer. Of prose, each sentence that speaks of the claim's subject is judged by
/// itself, and the weightiest decide together; tables and series are read by [`crate::series`].
#[must_use]
pub fn judge_text(claim: &Claim, passage_text: &str, relevance: f64) -> Judgement {
    observe(claim, passage_text, relevance).exact().clone()
}

/// Part of the claim's content words that `text` has, 0..=1.
pub(crate) fn shared_wording(claim: &Claim, text: &str) -> f64 {
    let wording = |text: &str| wording::Wording::new(&Words::new(text));
    wording(&claim.text).coverage(&wording(text))
}

/// A passage judged by the exact layer, and ready for the rest.
pub struct Observation<'text> {
    observed: passage::Observed,
    /// What its figures say, where it is a table or a series: no reader of sentences knows better.
    tabular: Option<Judgement>,
    /// What a reader is given of the passage: the sentences nearest to the claim, some 100 words.
    pub window: &'text str,
}

impl Observation<'_> {
    /// What the exact layer says by itself.
    #[must_use]
    pub fn exact(&self) -> &Judgement {
        self.tabular.as_ref().unwrap_or(&self.observed.judgement)
    }

    /// Whether the passage, found by a search, may not be about the claim's figures at all: to a reader of pairs that
    /// belong together everything else on the subject is a contradiction.
    fn may_be_of_something_else(&self) -> bool {
        let has_figures = self.observed.claim_has_figures;
        has_figures && self.observed.relevance < SURELY_RELEVANT && self.observed.coverage < SAME_SUBJECT
    }

    /// What the exact layer and a reader say together.
    #[must_use]
    pub fn weigh(&self, stance: Stance) -> Probabilities {
        combination::weigh(&self.observed.features, stance)
    }

    /// The judgement of both layers. The exact one has the last word where it can name why:
    ///
    /// - a published fact check's own rating stands;
    /// - what is of another place, period or measure stays neutral: no likeness of words makes New York Chicago;
    /// - a contradiction it can point at (a figure, a direction, a denial, "this is false") stays one: readers of this
    ///   size take a sentence that repeats the claim for support (measured: +12 points of macro-F1 on question and
    ///   answer evidence, +17 and more on whole articles, −1 on short sentences);
    /// - a support that rests on the claim's own figure beside most of its words stays one (measured: right in 84 % of
    ///   such rows of `vitaminc`, and no set loses by it but the smallest);
    /// - articles are its alone: a window of one, taken for the whole, is the claim repeated, not checked.
    #[must_use]
    pub fn conclude(&self, stance: Stance) -> Judgement {
        let exact = self.exact();
        let decision = self.decide(stance);
        let (alignment, confidence) = (decision.alignment, decision.confidence());
        let mut reasons: Vec<Reason> =
            exact.reasons.iter().filter(|reason| reason.may_stand_beside(alignment)).cloned().collect();
        if alignment != exact.alignment {
            reasons.insert(0, Reason::Reading { probability: confidence });
        }
        Judgement { alignment, confidence, reasons }
    }

    /// What both layers decide together, before it is calibrated.
    #[must_use]
    pub fn decide(&self, stance: Stance) -> Decision {
        let exact = self.exact();
        let of_exact =
            |ground| Decision { ground, alignment: exact.alignment, probability: exact.confidence };
        if self.tabular.is_some() {
            return of_exact(Ground::Table);
        }
        if self.observed.is_rated {
            return of_exact(Ground::Rating);
        }
        if self.observed.out_of_scope {
            return of_exact(Ground::Scope);
        }
        if self.observed.content_words > MOST_WORDS_WITH_READER {
            return of_exact(Ground::Article);
        }
        let weighed = self.weigh(stance);
        let both = |ground, alignment, probability| Decision {
            ground,
            alignment,
            probability: f64::midpoint(exact.confidence, probability),
        };
        if exact.alignment == Alignment::Contradicts {
            return both(Ground::NamedContradiction, Alignment::Contradicts, weighed.contradicts);
        }
        if self.observed.is_supported_by_figure() {
            return both(Ground::ClaimedFigure, Alignment::Supports, weighed.supports);
        }
        match weighed.best() {
            (Alignment::Contradicts, _) if self.may_be_of_something_else() => Decision {
                ground: Ground::Doubt,
                alignment: Alignment::Neutral,
                probability: weighed.neutral + weighed.contradicts,
            },
            (alignment, probability) => Decision { ground: Ground::Reading, alignment, probability },
        }
    }

    /// What the exact layer saw, as numbers; see [`features::NAMES`].
    #[must_use]
    pub fn features(&self) -> &features::Features {
        &self.observed.features
    }
}

/// Lets the exact layer look at a passage. `relevance` as for [`judge`].
#[must_use]
pub fn observe<'text>(claim: &Claim, passage_text: &'text str, relevance: f64) -> Observation<'text> {
    let observed = passage::observe(claim, passage_text, relevance);
    let window = stance::window(passage_text, &observed);
    let tabular = crate::series::judge(claim, passage_text);
    Observation { observed, tabular, window }
}
