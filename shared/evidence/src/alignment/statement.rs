//! One sentence against the claim.

use super::{
    Alignment, Reason, cues,
    figures::{self, Outcome, Side},
    scope,
    wording::{self, Wording},
};
use crate::claim::{
    Claim,
    direction::{self, Direction},
    location::Location,
    words::Words,
};

/// Below this part of the claim's wording a sentence is about something else.
pub(super) const LEAST_COVERAGE: f64 = 0.3;
/// From this part on, a sentence without figures may say the same as the claim.
const SAYS_THE_SAME: f64 = 0.6;
/// From this part on, the opposite direction of one measure contradicts.
const SAME_SUBJECT: f64 = 0.45;
/// From this part on, a denial is of the claim's own statement.
const DENIES_THE_SAME: f64 = 0.55;
/// How far a direction may stand from the figure it moves, in tokens.
const DIRECTION_REACH: usize = 8;

/// What one sentence says about the claim.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Finding {
    pub(super) alignment: Alignment,
    /// How strongly, 0..=1.
    pub(super) strength: f64,
    pub(super) reasons: Vec<Reason>,
}

/// The claim with what is read from it once.
pub(super) struct Subject<'a> {
    pub(super) claim: &'a Claim,
    pub(super) words: Words<'a>,
    pub(super) wording: Wording,
    /// Whether the claim itself is about a falsehood: "the photo is fake".
    pub(super) speaks_of_falsehood: bool,
}

impl<'a> Subject<'a> {
    pub(super) fn new(claim: &'a Claim) -> Self {
        let words = Words::new(&claim.text);
        let wording = Wording::new(&words);
        let speaks_of_falsehood = cues::refutation(&words).is_some();
        Self { claim, words, wording, speaks_of_falsehood }
    }
}

/// Judges `sentence`, which stands under `places`.
pub(super) fn judge(subject: &Subject, sentence: &Claim, words: &Words, wording: &Wording, places: &[Location]) -> Finding {
    let claim = subject.claim;
    let known = wording::known_spans(claim, sentence);
    let coverage = subject.wording.coverage(wording, &known);
    let share = Reason::Wording { share: (coverage * 100.0).round() / 100.0 };
    if coverage < LEAST_COVERAGE {
        return Finding { alignment: Alignment::Neutral, strength: 1.0 - coverage, reasons: vec![share] };
    }
    let measured = !claim.quantities.is_empty() || claim.direction.is_some();
    if measured && let Some(reason) = scope::mismatch(claim, sentence, places) {
        return Finding { alignment: Alignment::Neutral, strength: 0.6, reasons: vec![reason, share] };
    }
    let ours = Side { claim, words: &subject.words, wording: &subject.wording };
    let theirs = Side { claim: sentence, words, wording };
    let outcome = figures::compare(&ours, &theirs);
    let mut finding = if claim.quantities.is_empty() {
        by_wording(subject, sentence, words, coverage)
    } else {
        by_figures(subject, sentence, words, coverage, outcome)
    };
    finding.reasons.push(share);
    finding
}

/// A claim with figures: they decide, direction and negation may turn it.
fn by_figures(subject: &Subject, sentence: &Claim, words: &Words, coverage: f64, outcome: Outcome) -> Finding {
    let claim = subject.claim;
    let anchor = match &outcome {
        Outcome::Match { at, .. } | Outcome::Mismatch { at, .. } => Some(at.start),
        Outcome::Nothing | Outcome::Open(_) => None,
    };
    let turned = turned(claim, sentence, words, anchor);
    match outcome {
        Outcome::Match { mut reasons, exact, .. } => {
            let strength = 0.5 + 0.35 * coverage + if exact { 0.1 } else { 0.0 };
            match turned {
                Some(reason) => {
                    reasons.insert(0, reason);
                    Finding { alignment: Alignment::Contradicts, strength: strength - 0.1, reasons }
                }
                None => {
                    reasons.extend(same_direction(claim, sentence));
                    Finding { alignment: Alignment::Supports, strength, reasons }
                }
            }
        }
        Outcome::Mismatch { mut reasons, sure, .. } => {
            if let Some(reason) = turned {
                reasons.insert(0, reason);
            }
            let settled = sure * coverage;
            let alignment = if settled >= 0.2 { Alignment::Contradicts } else { Alignment::Neutral };
            Finding { alignment, strength: 0.35 + 0.5 * settled, reasons }
        }
        Outcome::Open(reasons) => match turned {
            Some(reason @ Reason::DirectionMismatch { .. }) if coverage >= SAME_SUBJECT => {
                Finding { alignment: Alignment::Contradicts, strength: 0.3 + 0.3 * coverage, reasons: vec![reason] }
            }
            _ => Finding { alignment: Alignment::Neutral, strength: 0.5, reasons },
        },
        Outcome::Nothing => match turned {
            Some(reason) if coverage >= DENIES_THE_SAME => {
                Finding { alignment: Alignment::Contradicts, strength: 0.3 + 0.3 * coverage, reasons: vec![reason] }
            }
            _ => Finding { alignment: Alignment::Neutral, strength: 0.4, reasons: Vec::new() },
        },
    }
}

/// A claim without figures: direction and negation decide, else how much of the wording is there.
fn by_wording(subject: &Subject, sentence: &Claim, words: &Words, coverage: f64) -> Finding {
    let claim = subject.claim;
    if let Some(reason) = turned(claim, sentence, words, None) {
        let least = if matches!(reason, Reason::DirectionMismatch { .. }) { SAME_SUBJECT } else { DENIES_THE_SAME };
        let alignment = if coverage >= least { Alignment::Contradicts } else { Alignment::Neutral };
        return Finding { alignment, strength: 0.25 + 0.4 * coverage, reasons: vec![reason] };
    }
    if coverage >= DENIES_THE_SAME
        && let Some((claimed, found)) = cues::opposites(&subject.words, words)
    {
        let reason = Reason::OppositeWords { claimed: claimed.to_owned(), found: found.to_owned() };
        return Finding { alignment: Alignment::Contradicts, strength: 0.2 + 0.4 * coverage, reasons: vec![reason] };
    }
    let same: Vec<Reason> = same_direction(claim, sentence).into_iter().collect();
    let least = if same.is_empty() { SAYS_THE_SAME } else { SAME_SUBJECT };
    let enough_words = subject.wording.len() >= 2;
    if coverage >= least && enough_words {
        return Finding { alignment: Alignment::Supports, strength: 0.2 + 0.5 * coverage, reasons: same };
    }
    Finding { alignment: Alignment::Neutral, strength: 0.4, reasons: same }
}

/// What makes the sentence say the opposite of the claim: direction or negation, not both.
fn turned(claim: &Claim, sentence: &Claim, words: &Words, anchor: Option<usize>) -> Option<Reason> {
    let near = anchor.and_then(|anchor| direction::nearest(words, anchor)).filter(|(_, distance)| *distance <= DIRECTION_REACH);
    let found = signed(sentence).or(near.map(|(direction, _)| direction)).or(sentence.direction);
    let claimed = signed(claim).or(claim.direction);
    let opposite = match (claimed, found) {
        (Some(claimed), Some(found)) if is_opposite(claimed, found) => Some(Reason::DirectionMismatch { claimed, found }),
        _ => None,
    };
    let negated = claim.negated != sentence.negated;
    match (opposite, negated) {
        (Some(reason), false) => Some(reason),
        (None, true) => Some(Reason::NegationMismatch),
        // "did not rise" against "fell": denied and opposite agree.
        _ => None,
    }
}

/// The direction a signed figure says: "GDP −0.3 %".
fn signed(claim: &Claim) -> Option<Direction> {
    let negative = claim.direction.is_none() && claim.quantities.iter().any(|quantity| quantity.value < 0.0);
    negative.then_some(Direction::Decrease)
}

fn is_opposite(left: Direction, right: Direction) -> bool {
    matches!(
        (left, right),
        (Direction::Increase, Direction::Decrease) | (Direction::Decrease, Direction::Increase)
    )
}

fn same_direction(claim: &Claim, sentence: &Claim) -> Option<Reason> {
    let direction = claim.direction.filter(|direction| sentence.direction == Some(*direction))?;
    Some(Reason::DirectionMatch { direction })
}
