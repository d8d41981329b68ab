//! The claim's figures, how exactly they were said, and whether a table's value is what they say.
//!
//! A statement made from a table rounds to two or three digits: "140 tonnes" for 136.8. One made in speech is
//! rounded further: there the bands of `alignment::figures` hold, which are this project's verdict policy.

use super::statement::is_than;
use crate::claim::{
    Claim, direction,
    quantity::{Bound, Unit},
    words::{Kind, Words},
};

/// No more figures of a claim than this are compared.
const MOST_FIGURES: usize = 16;
/// The most that zeros at the end of a figure may stand for, as a part of it: "2,000" may be 2,047 but not 2,400.
/// Rounding to two digits moves a figure by 5 % at most. On 515 statements told from rows of official tables this
/// separates all that were altered from all that were not.
const ROUNDING_TO_TWO_DIGITS: f64 = 0.05;
/// What "about" leaves open, as a part of the figure (as in `alignment::figures`).
const ABOUT: f64 = 0.1;
/// The band of spoken percentages in percentage points, and the most of the figure it may be (verdict policy).
const SPOKEN_POINTS: f64 = 2.0;
const SPOKEN_PART_OF_PERCENTAGE: f64 = 0.15;
/// The band of spoken amounts, as a part of the figure (verdict policy).
const SPOKEN_PART_OF_AMOUNT: f64 = 0.05;

/// How far behind a figure the "than" of its comparative may stand, in tokens.
const COMPARED_REACH: usize = 18;
/// How far behind its comparative a figure in brackets may stand, in tokens.
const GIVEN_BEHIND: usize = 20;

/// What a figure of the claim is said to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// A change or difference: "by 320", "140 tonnes higher", "a rise of 5 %".
    Change,
    /// A level: "to 17 %", "was 3.6 %".
    Level,
    /// Either.
    Unknown,
}

/// A figure of the claim.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Figure {
    /// In the unit's base.
    pub(super) value: f64,
    /// The upper end of a range.
    pub(super) upper: Option<f64>,
    /// What it counts in.
    pub(super) unit: Unit,
    /// How it is bounded.
    pub(super) bound: Bound,
    /// Half of the last digit that is not a rounding zero.
    pub(super) precision: f64,
    /// What part it plays.
    pub(super) role: Role,
    /// Its tokens.
    pub(super) at: usize,
    pub(super) end: usize,
    /// As it was said.
    pub(super) said: String,
    /// Whether it was said with a minus.
    pub(super) negative: bool,
}

/// How far a table's value may be from what was said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slack {
    /// Rounding only.
    Written,
    /// The bands of speech.
    Spoken,
}

impl Figure {
    /// Whether the figure says `value`.
    pub(super) fn says(&self, value: f64, slack: Slack) -> bool {
        let tolerance = self.tolerance(slack);
        let (low, high) = match self.upper {
            Some(upper) => (self.value.min(upper), self.value.max(upper)),
            None => (self.value, self.value),
        };
        match self.bound {
            Bound::AtLeast => value >= low - tolerance.min(low.abs() * 0.02),
            Bound::AtMost => value <= high + tolerance.min(high.abs() * 0.02),
            Bound::Exactly | Bound::About => value >= low - tolerance && value <= high + tolerance,
        }
    }

    fn tolerance(&self, slack: Slack) -> f64 {
        let size = self.value.abs();
        let about = if self.bound == Bound::About { size * ABOUT } else { 0.0 };
        let band = match slack {
            Slack::Written => 0.0,
            Slack::Spoken if matches!(self.unit, Unit::Percent | Unit::PercentagePoints) => {
                SPOKEN_POINTS.min(size * SPOKEN_PART_OF_PERCENTAGE)
            }
            Slack::Spoken => size * SPOKEN_PART_OF_AMOUNT,
        };
        // A little more than half a digit: binary fractions are not decimal ones.
        self.precision.max(about).max(band) * 1.000_001 + 1e-12
    }

    /// Whether it is a percentage.
    pub(super) fn is_percent(&self) -> bool {
        matches!(self.unit, Unit::Percent | Unit::PercentagePoints)
    }
}

/// The figures of `claim`, those aside whose tokens are `taken` as years or ranks.
pub(super) fn figures(claim: &Claim, words: &Words, taken: &dyn Fn(usize) -> bool) -> Vec<Figure> {
    let mut found = Vec::new();
    for quantity in &claim.quantities {
        let (at, end) = (words.token_from(quantity.span.start), words.token_from(quantity.span.end));
        if found.len() == MOST_FIGURES {
            break;
        }
        // "per 1,000 dollars" is a base.
        if (at..end).any(taken) || matches!(words.before(at, 1), "per" | "every") {
            continue;
        }
        let role = role(words, at, end);
        let digit = precision(words, at, end, quantity.value.abs(), quantity.half_digit);
        // A difference may be that of two rounded values, each half a digit off.
        let precision = if role == Role::Change { digit * 2.0 } else { digit };
        let said = claim.text.get(quantity.span.clone()).unwrap_or_default().to_owned();
        found.push(Figure {
            value: quantity.value.abs(),
            upper: quantity.upper.map(f64::abs),
            unit: quantity.unit.clone(),
            bound: bound(words, at, quantity.bound),
            precision,
            role,
            at,
            end,
            said,
            negative: quantity.value < 0.0,
        });
    }
    found
}

/// The bound of a figure as a table is asked: "may be as high as 42 %" names the figure and no limit.
fn bound(words: &Words, at: usize, bound: Bound) -> Bound {
    let limit = words.before(at, 1) == "as" && words.before(at, 3) == "as"
        || words.before(at, 1) == "to" && words.before(at, 2) == "up";
    if limit {
        return Bound::About;
    }
    if bound != Bound::Exactly && bound != Bound::About {
        return bound;
    }
    // "lost more lives than in the war, 58,000": what is compared is given behind.
    let than =
        (at.saturating_sub(GIVEN_BEHIND)..at.saturating_sub(1)).rfind(|&index| words.word(index) == "than");
    let comparative = than.and_then(|than| {
        (than.saturating_sub(GIVEN_BEHIND)..than).rev().find_map(|index| match words.word(index) {
            "more" | "higher" => Some(Bound::AtLeast),
            "fewer" | "less" | "lower" => Some(Bound::AtMost),
            _ => None,
        })
    });
    let in_brackets = (at.saturating_sub(3)..at).any(|index| matches!(words.sign(index), '[' | '('));
    comparative.filter(|_| in_brackets).unwrap_or(bound)
}

/// Half of the last digit that carries meaning: zeros at the end of a whole number may be rounding.
fn precision(words: &Words, at: usize, end: usize, value: f64, half_digit: f64) -> f64 {
    let Some(number) = (at..end).find(|&index| words.kind(index) == Some(Kind::Number)) else {
        return half_digit;
    };
    let digits = words.digits(number);
    if digits.contains('.') {
        return half_digit;
    }
    let zeros = digits.bytes().rev().filter(|byte| *byte != b',').take_while(|byte| *byte == b'0').count();
    let rounded = half_digit * 10_f64.powi(i32::try_from(zeros).unwrap_or(0));
    half_digit.max(rounded.min(value * ROUNDING_TO_TWO_DIGITS))
}

/// What part the figure at `at..end` plays, by the words around it.
fn role(words: &Words, at: usize, end: usize) -> Role {
    let before = words.before(at, 1);
    let lead = if matches!(
        before,
        "about" | "around" | "nearly" | "almost" | "approximately" | "roughly" | "over"
    ) {
        words.before(at, 2)
    } else {
        before
    };
    let comparative = (end..end + 7)
        .take_while(|&index| words.kind(index).is_some() && !matches!(words.sign(index), ',' | ';' | '('))
        .any(|index| matches!(words.word(index), "higher" | "lower" | "fewer" | "more" | "less"))
        && (end..end + COMPARED_REACH).any(|index| is_than(words, index));
    match lead {
        "by" => Role::Change,
        // "an increase of 5 points".
        "of" if at > 1 && direction::at_word(words, at - 2).is_some() => Role::Change,
        "to" | "at" | "from" | "was" | "is" | "were" => {
            if comparative {
                Role::Change
            } else {
                Role::Level
            }
        }
        _ if comparative => Role::Change,
        _ => Role::Unknown,
    }
}
