//! Figures of a claim against figures of a sentence.
//!
//! A spoken figure is rounded. Two figures agree when they differ by no more than either's last digit, or by the
//! band of "Mostly True": 2 percentage points for percentages (verdict policy of this project), held to a part of
//! the figure so that 2 % is not 4 %; 5 % of the figure for amounts and counts (our choice: the rounding people use
//! in speech, "5 million" for 4.8).

use std::ops::Range;

use super::{Reason, wording::Wording};
use crate::claim::{
    Claim,
    direction::{self, Direction},
    quantity::{Bound, Quantity, Unit},
    words::Words,
};

/// The "Mostly True" band of percentages, in percentage points.
const BAND_POINTS: f64 = 2.0;
/// The most of a percentage that the band may be.
const BAND_OF_PERCENTAGE: f64 = 0.15;
/// The band of amounts and counts, as a part of the figure.
const BAND_OF_AMOUNT: f64 = 0.05;
/// Counts below this are said exactly: "three" is not "four".
const SMALLEST_ROUNDED_COUNT: f64 = 100.0;
/// What "about" and "nearly" leave open, as a part of the figure.
const ABOUT: f64 = 0.1;
/// The same in half digits: five units of the last digit that was said.
const ABOUT_DIGITS: f64 = 10.0;
/// No more figures, places or periods of a claim than this are compared, so that time stays bounded.
pub(super) const MOST_COMPARED: usize = 16;
/// No more figures of a sentence than this are tried for one of the claim.
const MOST_CANDIDATES: usize = 200;
/// How near a figure its own words stand, in bytes.
const CONTEXT_BYTES: usize = 48;

/// A text with everything the comparison reads from it.
pub(super) struct Side<'a> {
    pub(super) claim: &'a Claim,
    pub(super) words: &'a Words<'a>,
    pub(super) wording: &'a Wording,
    /// Whether it speaks of a rate that is itself a change.
    pub(super) of_rate: bool,
}

/// What comparing the figures gave.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Outcome {
    /// The claim has no figures, or the sentence none.
    Nothing,
    /// Every figure of the claim that can be compared is there.
    Match { reasons: Vec<Reason>, exact: bool, at: Range<usize> },
    /// One is different, and it is clear which figure of the sentence is meant; `sure` 0..=1.
    Mismatch { reasons: Vec<Reason>, sure: f64, at: Range<usize> },
    /// Comparable figures that leave the claim open, or figures in other units only.
    Open(Vec<Reason>),
}

/// How two figures relate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relation {
    /// The same within rounding.
    Same,
    /// The same within the tolerated band.
    Near,
    /// Not the same.
    Different,
    /// A bound leaves it open.
    Undetermined,
}

/// Compares the figures of both sides.
pub(super) fn compare(claim: &Side, sentence: &Side) -> Outcome {
    if claim.claim.quantities.is_empty() || sentence.claim.quantities.is_empty() {
        return Outcome::Nothing;
    }
    let (mut matched, mut different, mut open) = (Vec::new(), Vec::new(), Vec::new());
    let (mut sure, mut exact) = (0.0_f64, true);
    let (mut matched_at, mut different_at) = (None, None);
    for quantity in claim.claim.quantities.iter().take(MOST_COMPARED) {
        let Some((found, relation, certainty)) = best(claim, quantity, sentence) else {
            let found = quote(sentence.claim, &sentence.claim.quantities[0]);
            open.push(Reason::UnitMismatch { claimed: quote(claim.claim, quantity), found });
            continue;
        };
        match relation {
            Relation::Same | Relation::Near => {
                exact &= relation == Relation::Same;
                matched_at.get_or_insert(found.span.clone());
                matched.push(reason(claim, quantity, sentence, found, true));
            }
            Relation::Different => {
                sure = sure.max(certainty);
                different_at.get_or_insert(found.span.clone());
                different.push(reason(claim, quantity, sentence, found, false));
            }
            Relation::Undetermined => open.push(Reason::QuantityUndetermined {
                claimed: quote(claim.claim, quantity),
                found: quote(sentence.claim, found),
            }),
        }
    }
    if let Some(at) = different_at {
        different.append(&mut matched);
        return Outcome::Mismatch { reasons: different, sure, at };
    }
    let undetermined = open.iter().any(|reason| matches!(reason, Reason::QuantityUndetermined { .. }));
    match matched_at {
        // A figure the sentence does not give leaves the claim open only where it outweighs those it does give.
        Some(at) if !undetermined && matched.len() >= open.len() => {
            Outcome::Match { reasons: matched, exact, at }
        }
        _ => Outcome::Open(open),
    }
}

/// The figure of the sentence that speaks of the same thing as `quantity`, how they relate, and how sure it is that
/// this figure is meant.
fn best<'a>(claim: &Side, quantity: &Quantity, sentence: &Side<'a>) -> Option<(&'a Quantity, Relation, f64)> {
    let mut candidates: Vec<(&Quantity, Relation, usize)> = sentence
        .claim
        .quantities
        .iter()
        .take(MOST_CANDIDATES)
        .filter_map(|found| {
            let relation = relate(claim, quantity, sentence, found)?;
            let shared = sentence.wording.shared_near(&found.span, CONTEXT_BYTES, claim.wording);
            let same_noun = matches!((&quantity.unit, &found.unit), (Unit::Count(left), Unit::Count(right)) if same_noun(left, right) && !left.is_empty());
            Some((found, relation, shared + 2 * usize::from(same_noun)))
        })
        .collect();
    candidates.sort_by_key(|(_, relation, shared)| {
        let agrees = matches!(relation, Relation::Same | Relation::Near);
        std::cmp::Reverse(shared + 2 * usize::from(agrees) + usize::from(*relation == Relation::Same))
    });
    let (found, relation, shared) = *candidates.first()?;
    let rivals = candidates[1..].iter().filter(|(_, _, other)| *other + 1 >= shared).count();
    let sure = if shared == 0 { 0.3 } else { 1.0 / (1.0 + 0.6 * rivals as f64) };
    Some((found, relation, sure))
}

/// What part a percentage plays in its sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// "fell by 17 %", "a 17 % rise".
    Change,
    /// "fell to 4.1 %", "is 4.1 %".
    Level,
    /// "inflation fell by half a percent": the change of a rate that is itself a change.
    ChangeOfRate,
    /// "17 % of voters".
    Share,
    Unknown,
}

fn role(side: &Side, quantity: &Quantity) -> Role {
    let words = side.words;
    let first = words.token_from(quantity.span.start);
    let end = words.token_from(quantity.span.end);
    let before = words.before(first, 1);
    if words.word(end) == "of" {
        return Role::Share;
    }
    let moves = |index: usize| direction::at_word(words, index).is_some();
    if side.of_rate {
        let changes = before == "by" || first > 0 && moves(first - 1);
        return if changes { Role::ChangeOfRate } else { Role::Change };
    }
    if matches!(before, "by" | "another" | "up" | "down")
        || first > 0 && moves(first - 1)
        || moves(end)
        || moves(end + 1)
    {
        return Role::Change;
    }
    match before {
        "to" | "at" | "is" | "was" | "of" | "stood" | "stands" | "reached" | "from" => Role::Level,
        _ => Role::Unknown,
    }
}

/// How `quantity` of the claim relates to `found`; none where they cannot be compared.
fn relate(claim: &Side, quantity: &Quantity, sentence: &Side, found: &Quantity) -> Option<Relation> {
    if matches!(
        (&quantity.unit, &found.unit),
        (Unit::Multiple, Unit::Percent) | (Unit::Percent, Unit::Multiple)
    ) {
        // "doubled" against "rose 98 %".
        let (left, right) = (as_change(claim, quantity)?, as_change(sentence, found)?);
        let band = (BAND_OF_PERCENTAGE * right.abs()).max(BAND_POINTS);
        return Some(if (left - right).abs() <= band { Relation::Near } else { Relation::Different });
    }
    let comparable = match (&quantity.unit, &found.unit) {
        (Unit::Percent, Unit::Percent) => {
            let (left, right) = (role(claim, quantity), role(sentence, found));
            left == right || left == Role::Unknown || right == Role::Unknown
        }
        // Another noun may be another word for the same thing, but only the same figure shows it.
        (Unit::Count(left), Unit::Count(right)) if !same_noun(left, right) => {
            return Some(relate_values(quantity, found)).filter(|relation| *relation == Relation::Same);
        }
        (left, right) => left == right || matches!((left, right), (Unit::Count(_), Unit::Count(_))),
    };
    comparable.then(|| relate_values(quantity, found))
}

/// The change in percent that a figure says: "doubled" is +100, "halved" −50, "fell 17 %" −17.
fn as_change(side: &Side, quantity: &Quantity) -> Option<f64> {
    match quantity.unit {
        Unit::Multiple => Some((quantity.value - 1.0) * 100.0),
        Unit::Percent if role(side, quantity) == Role::Change => {
            let (direction, _) = direction::nearest(side.words, quantity.span.start)?;
            Some(if direction == Direction::Decrease { -quantity.value.abs() } else { quantity.value })
        }
        _ => None,
    }
}

fn same_noun(left: &str, right: &str) -> bool {
    let stem = |noun: &str| noun.strip_suffix('s').unwrap_or(noun).to_owned();
    left.is_empty() || right.is_empty() || stem(left) == stem(right)
}

/// The lowest and highest value a figure may mean.
fn interval(quantity: &Quantity) -> (f64, f64) {
    let value = quantity.value.abs();
    let upper = quantity.upper.map_or(value, f64::abs);
    let (low, high) = (value.min(upper), value.max(upper));
    let half = quantity.half_digit;
    match quantity.bound {
        Bound::Exactly => (low - half, high + half),
        Bound::About => (low - about(low, half), high + about(high, half)),
        Bound::AtLeast => (low, f64::INFINITY),
        Bound::AtMost => (f64::NEG_INFINITY, high),
    }
}

/// What "about" leaves open: less where many digits follow it, as in "about 83.6 million".
fn about(value: f64, half_digit: f64) -> f64 {
    (value * ABOUT).min(half_digit * ABOUT_DIGITS).max(half_digit)
}

fn relate_values(claimed: &Quantity, found: &Quantity) -> Relation {
    let (claimed_interval, found_interval) = (interval(claimed), interval(found));
    let bounded = |quantity: &Quantity| matches!(quantity.bound, Bound::AtLeast | Bound::AtMost);
    let gap = (claimed_interval.0 - found_interval.1).max(found_interval.0 - claimed_interval.1);
    let band = band(claimed, found);
    if !bounded(claimed) && !bounded(found) {
        let near =
            (claimed.value.abs() - found.value.abs()).abs() <= band || gap <= 0.0 && found.upper.is_some();
        // Neighbouring whole numbers only touch: 12 is not 13.
        return match (gap < -1e-9 * claimed.value.abs().max(1e-9), near) {
            (true, _) => Relation::Same,
            (false, true) => Relation::Near,
            (false, false) => Relation::Different,
        };
    }
    // With a bound on either side the figures are compared as said: "more than 500" is not 499.
    let within = claimed_interval.0 <= found_interval.0 && found_interval.1 <= claimed_interval.1;
    let close = (claimed.value.abs() - found.value.abs()).abs()
        <= claimed.half_digit.max(found.half_digit).min(band.max(1e-9));
    let apart = claimed_interval.0 > found_interval.1 || found_interval.0 > claimed_interval.1;
    match (claimed.bound, found.bound) {
        (Bound::AtLeast, Bound::Exactly | Bound::About) => {
            if found.value.abs() >= claimed.value.abs()
                || found.upper.is_some_and(|upper| upper.abs() > claimed.value.abs())
            {
                Relation::Same
            } else {
                Relation::Different
            }
        }
        (Bound::AtMost, Bound::Exactly | Bound::About) => {
            if found.value.abs() <= claimed.value.abs() {
                Relation::Same
            } else {
                Relation::Different
            }
        }
        _ if within || close && claimed.bound == found.bound => Relation::Same,
        _ if close && !bounded(claimed) => Relation::Near,
        _ if apart => Relation::Different,
        _ => Relation::Undetermined,
    }
}

/// The tolerance between two figures of one unit.
fn band(claimed: &Quantity, found: &Quantity) -> f64 {
    let value = claimed.value.abs().max(found.value.abs());
    let rounding = claimed.half_digit.max(found.half_digit);
    let policy = match claimed.unit {
        Unit::Percent | Unit::PercentagePoints => BAND_POINTS.min(value * BAND_OF_PERCENTAGE),
        Unit::Count(_) if value < SMALLEST_ROUNDED_COUNT => 0.0,
        _ => value * BAND_OF_AMOUNT,
    };
    policy.max(rounding)
}

/// The figure as it was said.
fn quote(claim: &Claim, quantity: &Quantity) -> String {
    claim.text.get(quantity.span.clone()).unwrap_or_default().to_owned()
}

fn reason(claim: &Side, quantity: &Quantity, sentence: &Side, found: &Quantity, matches: bool) -> Reason {
    let (claimed, found_words) = (quote(claim.claim, quantity), quote(sentence.claim, found));
    let percentages =
        matches!(quantity.unit, Unit::Percent | Unit::PercentagePoints) && quantity.unit == found.unit;
    let difference = quantity.value.abs() - found.value.abs();
    let rounded = |value: f64| (value * 1e4).round() / 1e4;
    let difference_pp = percentages.then(|| rounded(difference));
    let difference_ratio = (quantity.unit == found.unit && !percentages && found.value != 0.0)
        .then(|| rounded(difference / found.value.abs()))
        .filter(|ratio| ratio.is_finite());
    if matches {
        Reason::QuantityMatch { claimed, found: found_words, difference_pp, difference_ratio }
    } else {
        Reason::QuantityMismatch { claimed, found: found_words, difference_pp, difference_ratio }
    }
}
