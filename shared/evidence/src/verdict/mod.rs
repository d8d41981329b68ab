//! From judged evidence to a verdict: who says so, how many say it independently, and what it comes to.
//!
//! The policy is the contract's: *True* is supported by a primary source as said; *Mostly True* is close, or
//! supported without one; *Mixed* is credible sources at odds; *Mostly False* is materially off; *False* is
//! contradicted by primary sources; *Unverifiable* is that nothing trustworthy came. A verdict is arithmetic over
//! items that stay visible beside it: the rationale says nothing that none of them says.

mod origin;
mod rationale;
#[cfg(test)]
mod tests;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use crate::alignment::Reason;
use crate::claim::{Claim, quantity::Bound};
use crate::{Alignment, Item, Label, Tier};
use origin::Origins;

/// An item with less weight than this decides nothing: its judgement is a guess. Of decisions with a confidence of 0.5
/// some three in four are right on kinds of text never seen (`docs/evaluation.md`), so a primary source decides from
/// there on, a newspaper from 0.6 and a commentary from 0.8.
const LEAST_DECISIVE: f64 = 0.475;
/// Nor does an item that is three times likelier off the subject than on it. Set by hand; `tests/it/verdicts.rs` holds what comes
/// of both.
const LEAST_RELEVANT: f64 = 0.25;
/// From this part of the heavier side's weight on, the lighter side makes the verdict *Mixed*.
const DISAGREEMENT: f64 = 0.6;
/// What each tier's word counts for. The order is the contract's (prefer primary); the steps are those of
/// [`crate::ranking`].
const TRUST: [(Tier, f64); 3] = [(Tier::Primary, 0.95), (Tier::Secondary, 0.8), (Tier::Analysis, 0.6)];

/// Confidence of a verdict that rests on nothing: the contract's fallback.
const UNVERIFIABLE_CONFIDENCE: f64 = 0.55;
/// What each warning about the claim's context takes away, and how many count.
const WARNING_COST: f64 = 0.05;
const MOST_WARNINGS: usize = 3;
/// No verdict is surer than this ("avoid 1.0"), and none without a primary source surer than the second.
const MOST_CONFIDENT: f64 = 0.95;
const MOST_WITHOUT_PRIMARY: f64 = 0.75;
const LEAST_CONFIDENT: f64 = 0.3;

/// Sources named beside a verdict: two or three, the contract says.
const MOST_SOURCES: usize = 3;

/// A figure this many times too high or too low is not a matter of magnitude any more but made up.
const FABRICATED_RATIO: f64 = 2.0;

/// What a claim comes to.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Verdict {
    /// One of the six labels.
    pub label: Label,
    /// How sure, 0.3..=0.95, two decimals.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub confidence: f64,
    /// Why, in sentences that each end with the number of the source they come from: `[1]`.
    pub rationale: String,
    /// The sources behind it, at most three, weightiest first.
    pub sources: Vec<Source>,
}

/// Who says so, and as of when.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ClaimVerdictSource")]
pub struct Source {
    /// The number that the rationale refers to, from 1.
    pub number: usize,
    /// Who says so.
    pub publisher: String,
    /// Where it can be read.
    pub url: String,
    /// The date it speaks for, ISO 8601; null where the source gives none.
    #[schemars(with = "Option<String>", extend("format" = "date"))]
    pub as_of: Option<Date>,
    /// How close the publisher is to the fact.
    pub tier: Tier,
    /// What it says about the claim.
    pub alignment: Alignment,
}

/// The verdict on `claim` by `items`, of which each carries its own judgement; `warnings` is how many there are
/// about the claim's context.
#[must_use]
pub fn decide(claim: &Claim, items: &[Item], warnings: usize) -> Verdict {
    let origins = Origins::new(items);
    let supporting = origins.side(Alignment::Supports);
    let contradicting = origins.side(Alignment::Contradicts);
    let (pro, contra) = (weight(&supporting), weight(&contradicting));
    let (heavier, lighter) = (pro.max(contra), pro.min(contra));
    if heavier <= 0.0 {
        return unverifiable(items);
    }
    let winner = if pro >= contra { &supporting } else { &contradicting };
    let (label, shown) = if lighter >= heavier * DISAGREEMENT {
        let mut both = vec![supporting[0], contradicting[0]];
        both.sort_by(|one, other| weigh(other).total_cmp(&weigh(one)));
        (Label::Mixed, both)
    } else if pro > contra {
        (affirmed(claim, winner), winner.clone())
    } else {
        (denied(winner), winner.clone())
    };
    let shown: Vec<&Item> = shown.into_iter().take(MOST_SOURCES).collect();
    let primary = shown.iter().any(|item| item.tier == Tier::Primary);
    Verdict {
        label,
        confidence: confidence(heavier, lighter, primary, warnings),
        rationale: rationale::of(label, &shown),
        sources: sources(&shown),
    }
}

/// The weight of one item: how likely it is right about the claim, and how much its publisher counts. 0 where that is
/// too little to decide anything.
fn weigh(item: &Item) -> f64 {
    let trust = TRUST.iter().find(|(tier, _)| *tier == item.tier).map_or(0.0, |(_, trust)| *trust);
    let weight = item.confidence * trust;
    if weight < LEAST_DECISIVE || item.relevance < LEAST_RELEVANT { 0.0 } else { weight }
}

/// The weight of independent items together: each one more is another witness (noisy-or).
fn weight(items: &[&Item]) -> f64 {
    1.0 - items.iter().map(|item| 1.0 - weigh(item)).product::<f64>()
}

fn confidence(heavier: f64, lighter: f64, primary: bool, warnings: usize) -> f64 {
    let undisputed = heavier * (1.0 - lighter / 2.0);
    let less = WARNING_COST * warnings.min(MOST_WARNINGS) as f64;
    let most = if primary { MOST_CONFIDENT } else { MOST_WITHOUT_PRIMARY };
    ((undisputed - less).clamp(LEAST_CONFIDENT, most) * 100.0).round() / 100.0
}

fn affirmed(claim: &Claim, supporting: &[&Item]) -> Label {
    let primary = supporting.iter().filter(|item| item.tier == Tier::Primary);
    let exactly = |item: &&&Item| is_exact(claim, &item.reasons);
    if primary.clone().any(|item| exactly(&item)) { Label::True } else { Label::MostlyTrue }
}

/// Whether every figure of the claim is met as it was said: "17 %" is not "16.7 %", "about 17 %" is.
fn is_exact(claim: &Claim, reasons: &[Reason]) -> bool {
    let hedged = |claimed: &str| {
        claim.quantities.iter().any(|quantity| {
            quantity.bound != Bound::Exactly && claim.text.get(quantity.span.clone()) == Some(claimed)
        })
    };
    reasons.iter().all(|reason| match reason {
        Reason::QuantityMatch { claimed, difference_pp, difference_ratio, .. } => {
            let off = |difference: &Option<f64>| difference.is_some_and(|difference| difference != 0.0);
            hedged(claimed) || !off(difference_pp) && !off(difference_ratio)
        }
        _ => true,
    })
}

fn denied(contradicting: &[&Item]) -> Label {
    let primary = |item: &&&Item| item.tier == Tier::Primary;
    let Some(heaviest) = contradicting.iter().find(primary) else { return Label::MostlyFalse };
    let turned = heaviest.reasons.iter().any(|reason| {
        !matches!(
            reason,
            Reason::QuantityMismatch { .. }
                | Reason::QuantityMatch { .. }
                | Reason::DirectionMatch { .. }
                | Reason::Quote { .. }
                | Reason::Wording { .. }
        )
    });
    let fabricated = heaviest.reasons.iter().any(|reason| match reason {
        Reason::QuantityMismatch { difference_ratio: Some(ratio), .. } => {
            *ratio >= FABRICATED_RATIO - 1.0 || *ratio <= 1.0 / FABRICATED_RATIO - 1.0
        }
        _ => false,
    });
    let figures = heaviest.reasons.iter().any(|reason| matches!(reason, Reason::QuantityMismatch { .. }));
    if turned || fabricated || !figures { Label::False } else { Label::MostlyFalse }
}

fn unverifiable(items: &[Item]) -> Verdict {
    let nearest: Vec<&Item> = items.iter().take(1).collect();
    Verdict {
        label: Label::Unverifiable,
        confidence: UNVERIFIABLE_CONFIDENCE,
        rationale: rationale::of(Label::Unverifiable, &nearest),
        sources: Vec::new(),
    }
}

fn sources(items: &[&Item]) -> Vec<Source> {
    let source = |(place, item): (usize, &&Item)| Source {
        number: place + 1,
        publisher: item.publisher.clone(),
        url: item.url.clone(),
        as_of: item.as_of,
        tier: item.tier,
        alignment: item.alignment,
    };
    items.iter().enumerate().map(source).collect()
}
