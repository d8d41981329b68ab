//! What the exact layer saw, as numbers that the combination weighs.
//!
//! The names are the contract with `training/`: both sides write the same list, and a test compares it.

use super::{Alignment, Judgement, Reason, statement::Finding, wording::Overlap};
use crate::claim::{Claim, comparison::Comparison, direction::Direction};

/// The names of [`Features`], in their order.
pub const NAMES: [&str; COUNT] = [
    "exact_supports",
    "exact_contradicts",
    "strongest_support",
    "strongest_contradiction",
    "quantity_match",
    "quantity_mismatch",
    "quantity_undetermined",
    "unit_mismatch",
    "direction_match",
    "direction_mismatch",
    "negation_mismatch",
    "timeframe_mismatch",
    "location_mismatch",
    "metric_mismatch",
    "comparison_mismatch",
    "opposite_words",
    "refutation",
    "affirmation",
    "conflict",
    "supporting_sentences",
    "contradicting_sentences",
    "nearest_coverage",
    "nearest_subject",
    "nearest_missing_names",
    "nearest_missing_numbers",
    "nearest_missing_words",
    "passage_coverage",
    "nearest_negated",
    "negation_differs",
    "claim_negated",
    "claim_has_figures",
    "claim_has_direction",
    "claim_has_period",
    "claim_has_place",
    "claim_is_superlative",
    "claim_names_measure",
    "claim_words",
    "passage_words",
    "passage_sentences",
    "nearest_has_figures",
    "nearest_has_direction",
    "nearest_has_period",
    "nearest_reports",
];

/// How many there are.
pub const COUNT: usize = 43;

/// One passage against one claim.
pub type Features = [f32; COUNT];

/// What the features are read from.
pub(super) struct Seen<'a> {
    pub(super) claim: &'a Claim,
    pub(super) judgement: &'a Judgement,
    pub(super) findings: &'a [Finding],
    /// The sentence nearest to the claim, and what of the claim's wording it has.
    pub(super) nearest: Option<(&'a Claim, Overlap)>,
    pub(super) nearest_reports: bool,
    /// What of the claim's wording the whole passage has.
    pub(super) passage_coverage: f64,
    pub(super) claim_words: usize,
    pub(super) passage_words: usize,
    pub(super) passage_sentences: usize,
}

/// The numbers, each within about −1..=2.
pub(super) fn read(seen: &Seen<'_>) -> Features {
    let side = |alignment| f32::from(seen.judgement.alignment == alignment);
    let strongest = |alignment| {
        let strengths = seen.findings.iter().filter(|finding| finding.alignment == alignment);
        small(strengths.map(|finding| finding.strength).fold(0.0, f64::max))
    };
    let sentences =
        |alignment| logarithm(seen.findings.iter().filter(|finding| finding.alignment == alignment).count());
    // Of the judgement's own reasons whole, of other sentences' half.
    let has = |is: fn(&Reason) -> bool| {
        let elsewhere = || seen.findings.iter().flat_map(|finding| &finding.reasons).any(is);
        if seen.judgement.reasons.iter().any(is) {
            1.0
        } else if elsewhere() {
            0.5
        } else {
            0.0
        }
    };
    let nearest = seen.nearest.map(|(_, overlap)| overlap);
    let few = |count: usize| count.min(4) as f32 / 4.0;
    let of_nearest = |is: fn(&Claim) -> bool| f32::from(seen.nearest.is_some_and(|(claim, _)| is(claim)));
    let negated = seen.nearest.is_some_and(|(claim, _)| claim.negated);
    let moves = |claim: &Claim| matches!(claim.direction, Some(Direction::Increase | Direction::Decrease));
    [
        side(Alignment::Supports),
        side(Alignment::Contradicts),
        strongest(Alignment::Supports),
        strongest(Alignment::Contradicts),
        has(|reason| matches!(reason, Reason::QuantityMatch { .. })),
        has(|reason| matches!(reason, Reason::QuantityMismatch { .. })),
        has(|reason| matches!(reason, Reason::QuantityUndetermined { .. })),
        has(|reason| matches!(reason, Reason::UnitMismatch { .. })),
        has(|reason| matches!(reason, Reason::DirectionMatch { .. })),
        has(|reason| matches!(reason, Reason::DirectionMismatch { .. })),
        has(|reason| matches!(reason, Reason::NegationMismatch)),
        has(|reason| matches!(reason, Reason::TimeframeMismatch { .. })),
        has(|reason| matches!(reason, Reason::LocationMismatch { .. })),
        has(|reason| matches!(reason, Reason::MetricMismatch { .. })),
        has(|reason| matches!(reason, Reason::ComparisonMismatch)),
        has(|reason| matches!(reason, Reason::OppositeWords { .. })),
        has(|reason| matches!(reason, Reason::Refutation { .. })),
        has(|reason| matches!(reason, Reason::Affirmation { .. })),
        has(|reason| matches!(reason, Reason::Conflict)),
        sentences(Alignment::Supports),
        sentences(Alignment::Contradicts),
        nearest.map_or(0.0, |overlap| small(overlap.coverage)),
        nearest.map_or(0.0, |overlap| small(overlap.subject)),
        nearest.map_or(0.0, |overlap| few(overlap.missing_names)),
        nearest.map_or(0.0, |overlap| few(overlap.missing_numbers)),
        nearest.map_or(0.0, |overlap| few(overlap.missing_words)),
        small(seen.passage_coverage),
        f32::from(negated),
        f32::from(negated != seen.claim.negated),
        f32::from(seen.claim.negated),
        f32::from(!seen.claim.quantities.is_empty()),
        f32::from(moves(seen.claim)),
        f32::from(!seen.claim.timeframes.is_empty()),
        f32::from(!seen.claim.locations.is_empty()),
        f32::from(matches!(seen.claim.comparison, Some(Comparison::Superlative(_)))),
        f32::from(!seen.claim.metrics.is_empty()),
        logarithm(seen.claim_words),
        logarithm(seen.passage_words),
        logarithm(seen.passage_sentences),
        of_nearest(|claim| !claim.quantities.is_empty()),
        of_nearest(|claim| matches!(claim.direction, Some(Direction::Increase | Direction::Decrease))),
        of_nearest(|claim| !claim.timeframes.is_empty()),
        f32::from(seen.nearest_reports),
    ]
}

/// 0 for none, about 1 for 20, 2 for 400.
fn logarithm(count: usize) -> f32 {
    small((1.0 + count as f64).ln() / 3.0)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a share or a small number, whose last digits mean nothing"
)]
fn small(value: f64) -> f32 {
    value as f32
}
