//! One sentence against the claim.

use super::{
    Alignment, Reason, cues,
    figures::{self, MOST_COMPARED, Outcome, Side},
    ordinals, rates, scope,
    wording::{self, Overlap, Wording},
};
use crate::claim::{
    Claim,
    comparison::Comparison,
    direction::{self, Direction},
    location::Location,
    negation,
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
/// From this part on, a missing number is a matter of wording.
const NEARLY_ALL: f64 = 0.9;
/// From this product of wording and certainty on, a different figure contradicts.
const SETTLED: f64 = 0.2;
/// From this part of the claim's words on, numbers aside, a different figure can be of the same thing.
const SAME_WORDS: f64 = 0.5;
/// How far a direction may stand from the figure it moves, in tokens.
const DIRECTION_REACH: usize = 8;

/// What one sentence says about the claim.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Finding {
    pub(super) alignment: Alignment,
    /// How strongly, 0..=1.
    pub(super) strength: f64,
    /// The part of the claim's wording the sentence has, 0..=1.
    pub(super) coverage: f64,
    pub(super) reasons: Vec<Reason>,
}

impl Finding {
    pub(super) fn new(alignment: Alignment, strength: f64, coverage: f64, reasons: Vec<Reason>) -> Self {
        Self { alignment, strength, coverage, reasons }
    }
}

/// The claim with what is read from it once.
pub(super) struct Subject<'a> {
    pub(super) claim: &'a Claim,
    pub(super) words: Words<'a>,
    pub(super) wording: Wording,
    /// Whether the claim itself is about a falsehood: "the photo is fake".
    pub(super) speaks_of_falsehood: bool,
    /// Whether the claim speaks of a rate that is itself a change.
    of_rate: bool,
}

impl<'a> Subject<'a> {
    pub(super) fn new(claim: &'a Claim) -> Self {
        let words = Words::new(&claim.text);
        let wording = Wording::new(&words);
        let speaks_of_falsehood = cues::refutation(&words).is_some();
        let of_rate = rates::speaks_of_rate(&words);
        Self { claim, words, wording, speaks_of_falsehood, of_rate }
    }

    fn side(&self) -> Side<'_> {
        Side { claim: self.claim, words: &self.words, wording: &self.wording, of_rate: self.of_rate }
    }
}

/// A sentence of the passage with what is read from it, and what it stands under.
pub(super) struct Sentence<'a> {
    pub(super) claim: &'a Claim,
    pub(super) words: &'a Words<'a>,
    pub(super) wording: &'a Wording,
    /// The question it answers.
    pub(super) question: Option<&'a Wording>,
    /// The places it speaks of, its own or the passage's.
    pub(super) places: &'a [Location],
    /// The passage's first sentence or title, whose period it stands under where it names none.
    pub(super) opening: Option<(&'a Words<'a>, &'a Claim)>,
}

impl Sentence<'_> {
    /// The period that is meant differs from the claim's.
    fn is_of_another_period(&self, claim: &Side) -> Option<Reason> {
        let opening = self.opening.filter(|_| self.claim.timeframes.is_empty());
        let (words, stated) = opening.unwrap_or((self.words, self.claim));
        scope::period(claim, &Side { claim: stated, words, wording: self.wording, of_rate: false })
    }

    fn side(&self) -> Side<'_> {
        let of_rate = rates::speaks_of_rate(self.words);
        Side { claim: self.claim, words: self.words, wording: self.wording, of_rate }
    }
}

/// Judges one sentence.
pub(super) fn judge(subject: &Subject, sentence: &Sentence) -> Finding {
    let claim = subject.claim;
    let (ours, theirs) = (subject.side(), sentence.side());
    let mut known = wording::known_spans(claim, sentence.claim, sentence.places);
    if !sentence.claim.timeframes.is_empty() && scope::period(&ours, &theirs).is_none() {
        // "before 2010" is said by "in 2009".
        known.extend(claim.timeframes.iter().take(MOST_COMPARED).map(|timeframe| timeframe.span.clone()));
    }
    let overlap = subject.wording.overlap(sentence.wording, sentence.question, &known);
    let coverage = overlap.coverage;
    let share = Reason::Wording { share: (coverage * 100.0).round() / 100.0 };
    if coverage < LEAST_COVERAGE {
        return Finding::new(Alignment::Neutral, 0.7 - 0.3 * coverage, coverage, vec![share]);
    }
    let measured = !claim.quantities.is_empty() || claim.direction.is_some();
    let mismatch =
        || scope::mismatch(&ours, &theirs, sentence.places).or_else(|| sentence.is_of_another_period(&ours));
    if measured && let Some(reason) = mismatch() {
        return Finding::new(Alignment::Neutral, 0.65, coverage, vec![reason, share]);
    }
    let mut finding = if claim.quantities.is_empty() {
        by_wording(subject, &ours, &theirs, overlap)
    } else {
        by_figures(&ours, &theirs, overlap, figures::compare(&ours, &theirs))
    };
    if finding.alignment == Alignment::Supports && !may_support(subject, sentence, coverage) {
        finding.alignment = Alignment::Neutral;
    }
    finding.reasons.push(share);
    finding
}

/// Whether a sentence can be evidence for the claim: it speaks for itself, calls nothing false, and has the claim's
/// words itself, not only the question it answers.
fn may_support(subject: &Subject, sentence: &Sentence, coverage: f64) -> bool {
    let quotes = coverage >= NEARLY_ALL && sentence.claim.text.contains(['"', '“', '”']);
    let answers_only =
        sentence.question.is_some() && subject.wording.coverage(sentence.wording) < LEAST_COVERAGE;
    let rejected = !subject.speaks_of_falsehood && cues::refutation(sentence.words).is_some();
    !quotes && !answers_only && !rejected && !cues::reports(sentence.words)
}

/// A claim with figures: they decide, direction and negation may turn it.
fn by_figures(claim: &Side, sentence: &Side, overlap: Overlap, outcome: Outcome) -> Finding {
    let coverage = overlap.coverage;
    let anchor = match &outcome {
        Outcome::Match { at, .. } | Outcome::Mismatch { at, .. } => Some(at.start),
        Outcome::Nothing | Outcome::Open(_) => None,
    };
    let turned = turned(claim, sentence, anchor);
    match outcome {
        Outcome::Match { mut reasons, exact, .. } => {
            let strength = 0.4 + 0.35 * coverage + if exact { 0.05 } else { 0.0 };
            if let Some(reason) = turned {
                reasons.insert(0, reason);
                return Finding::new(Alignment::Contradicts, strength - 0.1, coverage, reasons);
            }
            reasons.extend(same_direction(claim, sentence));
            Finding::new(Alignment::Supports, strength, coverage, reasons)
        }
        Outcome::Mismatch { mut reasons, sure, .. } => {
            reasons.extend(turned);
            let settled = sure * coverage;
            let of_the_same =
                overlap.subject >= SAME_WORDS && !scope::is_of_another_family(claim.claim, sentence.claim);
            let alignment =
                if settled >= SETTLED && of_the_same { Alignment::Contradicts } else { Alignment::Neutral };
            Finding::new(alignment, 0.35 + 0.5 * settled, coverage, reasons)
        }
        Outcome::Open(reasons) => match turned {
            Some(reason @ Reason::DirectionMismatch { .. }) if coverage >= SAME_SUBJECT => {
                Finding::new(Alignment::Contradicts, 0.3 + 0.3 * coverage, coverage, vec![reason])
            }
            _ => Finding::new(Alignment::Neutral, 0.5, coverage, reasons),
        },
        Outcome::Nothing => match turned {
            Some(reason) if coverage >= DENIES_THE_SAME => {
                Finding::new(Alignment::Contradicts, 0.3 + 0.3 * coverage, coverage, vec![reason])
            }
            _ => Finding::new(Alignment::Neutral, 0.4, coverage, Vec::new()),
        },
    }
}

/// A claim without figures: direction, negation and dates decide, else how much of the wording is there.
fn by_wording(subject: &Subject, claim: &Side, sentence: &Side, overlap: Overlap) -> Finding {
    let coverage = overlap.coverage;
    let contradicts = |weight: f64, reason| {
        Finding::new(Alignment::Contradicts, weight + 0.4 * coverage, coverage, vec![reason])
    };
    if let Some(reason) = turned(claim, sentence, None) {
        let least =
            if matches!(reason, Reason::DirectionMismatch { .. }) { SAME_SUBJECT } else { DENIES_THE_SAME };
        if coverage >= least {
            return contradicts(0.25, reason);
        }
        return Finding::new(Alignment::Neutral, 0.4, coverage, vec![reason]);
    }
    if coverage >= DENIES_THE_SAME {
        let opposite = cues::opposites(claim.words, sentence.words)
            .or_else(|| ordinals::mismatch(claim.words, sentence.words))
            .map(|(claimed, found)| Reason::OppositeWords {
                claimed: claimed.to_owned(),
                found: found.to_owned(),
            });
        if let Some(reason) = opposite {
            return contradicts(0.2, reason);
        }
        // An event happens once: another date is another event, or the claim is wrong.
        if let Some(reason) = scope::period(claim, sentence) {
            return contradicts(0.15, reason);
        }
    }
    let same: Vec<Reason> = same_direction(claim, sentence).into_iter().collect();
    let least = if same.is_empty() { SAYS_THE_SAME } else { SAME_SUBJECT };
    let complete = overlap.missing_numbers == 0 || coverage >= NEARLY_ALL;
    // "The hottest year" is not said by a sentence that ranks nothing.
    let unranked = matches!(claim.claim.comparison, Some(Comparison::Superlative(_)))
        && !matches!(sentence.claim.comparison, Some(Comparison::Superlative(_)));
    // Nor is "crime rose" by one that says nothing of up or down, a title for instance.
    let moved = matches!(claim.claim.direction, Some(Direction::Increase | Direction::Decrease));
    let unmoved = moved && sentence.claim.direction.is_none();
    if coverage >= least && complete && !unranked && !unmoved && subject.wording.len() >= 2 {
        return Finding::new(Alignment::Supports, 0.2 + 0.5 * coverage, coverage, same);
    }
    Finding::new(Alignment::Neutral, 0.4, coverage, same)
}

/// What makes the sentence say the opposite of the claim: direction or negation, not both.
fn turned(claim: &Side, sentence: &Side, anchor: Option<usize>) -> Option<Reason> {
    let near = anchor
        .and_then(|anchor| direction::nearest(sentence.words, anchor))
        .filter(|(_, distance)| *distance <= DIRECTION_REACH);
    let found = signed(sentence.claim).or(near.map(|(direction, _)| direction)).or(sentence.claim.direction);
    let claimed = signed(claim.claim).or(claim.claim.direction);
    let opposite = match (claimed, found) {
        (Some(claimed), Some(found)) if claim.of_rate == sentence.of_rate && is_opposite(claimed, found) => {
            Some(Reason::DirectionMismatch { claimed, found })
        }
        _ => None,
    };
    let negated = match (claim.claim.negated, sentence.claim.negated) {
        (true, false) => denies_shared(claim, sentence),
        (false, true) => denies_shared(sentence, claim),
        _ => false,
    };
    match (opposite, negated) {
        (Some(reason), false) => Some(reason),
        (None, true) => Some(Reason::NegationMismatch),
        // "did not rise" against "fell": denied and opposite agree.
        _ => None,
    }
}

/// How near a negation the words it denies stand, in bytes.
const NEGATION_BYTES: usize = 40;

/// Whether the negation of `denying` stands beside words the other side has too.
fn denies_shared(denying: &Side, other: &Side) -> bool {
    negation::position(denying.words).is_some_and(|at| {
        let span = denying.words.span(at, at + 1);
        denying.wording.shared_near(&span, NEGATION_BYTES, other.wording) > 0
    })
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

fn same_direction(claim: &Side, sentence: &Side) -> Option<Reason> {
    if claim.of_rate != sentence.of_rate {
        return None;
    }
    let direction = claim.claim.direction.filter(|direction| sentence.claim.direction == Some(*direction))?;
    Some(Reason::DirectionMatch { direction })
}
