//! Shares: "a third", "two thirds of", "half of", "one in five", "4 out of 10".

use super::{Dated, Quantity, Reading, Unit, bound};
use crate::claim::{
    numeral::{self, vulgar_fraction},
    words::{Kind, Words},
};

/// Half of the last "digit" of a share in words, in percent: "a third" may be 32.4 or 34.2.
const SPOKEN_HALF_DIGIT: f64 = 1.0;

/// A share that starts at token `index`.
pub(super) fn read(words: &Words, index: usize, dated: &Dated) -> Option<Reading> {
    fraction(words, index).or_else(|| ratio(words, index, dated))
}

/// "a third", "two-thirds", "half", "⅔", each as a share or as a part of a unit ("half a percentage point").
fn fraction(words: &Words, index: usize) -> Option<Reading> {
    let (value, end) = match vulgar_fraction(words.sign(index)) {
        Some(value) => (value, index + 1),
        None => spoken_fraction(words, index)?,
    };
    if let Some(reading) = part_of_unit(words, index, end, value) {
        return Some(reading);
    }
    let next = words.word(end);
    if next == "as" && words.word(index) == "half" {
        return Some(Reading::one(quantity(words, index, end, value, Unit::Multiple), end));
    }
    if words.word(index) == "half" {
        return half(words, index, end);
    }
    // "a third party", "a quarter ago": an ordinal or a period, unless the next word lets it be a share.
    let plural = words.word(end - 1).ends_with('s');
    let period = words.word(end - 1) == "quarter" && matches!(next, "ago" | "earlier" | "later" | "before");
    let share = plural || words.kind(end) != Some(Kind::Word) || follows_share(next);
    if period || !share {
        return Some(Reading::passed_over(end));
    }
    Some(Reading::one(quantity(words, index, end, value * 100.0, Unit::Percent), end))
}

/// "half" alone: a share of something, or what "cut in half" left.
fn half(words: &Words, index: usize, end: usize) -> Option<Reading> {
    let before = words.before(index, 1);
    let cut = matches!(
        words.before(index, 2),
        "cut" | "cuts" | "cutting" | "slashed" | "it" | "reduced" | "fell" | "dropped"
    );
    if before == "in" && (cut || index + 1 >= words.len()) {
        return Some(Reading::one(quantity(words, index, end, 0.5, Unit::Multiple), end));
    }
    let of_something = matches!(
        words.word(end),
        "of" | "the" | "our" | "their" | "its" | "his" | "her" | "all" | "that" | "those" | "these"
    );
    let bounded = matches!(
        before,
        "nearly"
            | "almost"
            | "about"
            | "over"
            | "than"
            | "by"
            | "under"
            | "roughly"
            | "around"
            | "one"
            | "a"
            | "least"
    );
    let ordinal = matches!(before, "first" | "second" | "other" | "better" | "latter" | "and");
    (!ordinal && (of_something || bounded))
        .then(|| Reading::one(quantity(words, index, end, 50.0, Unit::Percent), end))
}

/// The value of a fraction in words at `index`, and the token after it.
fn spoken_fraction(words: &Words, index: usize) -> Option<(f64, usize)> {
    if words.word(index) == "half" {
        return Some((0.5, index + 1));
    }
    let numerator = match words.word(index) {
        "a" | "an" | "one" => 1.0,
        "two" => 2.0,
        "three" => 3.0,
        "four" => 4.0,
        "five" => 5.0,
        "seven" => 7.0,
        "nine" => 9.0,
        _ => return None,
    };
    let at = index + 1 + usize::from(words.is_dash(index + 1) && words.glued(index + 2));
    let word = words.word(at);
    let singular = if numerator > 1.0 { word.strip_suffix('s')? } else { word };
    let denominator = match singular {
        "half" if numerator < 2.0 => 2.0,
        "third" => 3.0,
        "quarter" | "fourth" => 4.0,
        "fifth" => 5.0,
        "sixth" => 6.0,
        "seventh" => 7.0,
        "eighth" => 8.0,
        "ninth" => 9.0,
        "tenth" => 10.0,
        _ => return None,
    };
    (numerator < denominator).then_some((numerator / denominator, at + 1))
}

fn follows_share(next: &str) -> bool {
    matches!(
        next,
        "of" | "fewer"
            | "more"
            | "less"
            | "lower"
            | "higher"
            | "since"
            | "from"
            | "in"
            | "to"
            | "this"
            | "last"
            | "over"
            | "on"
            | "compared"
            | "was"
            | "were"
            | "is"
            | "are"
            | "have"
            | "had"
            | "has"
            | "and"
            | "or"
            | "by"
            | "than"
            | "off"
            | "between"
            | "during"
            | "after"
            | "before"
            | "at"
            | "smaller"
            | "larger"
            | "bigger"
            | "but"
            | "under"
    )
}

/// "half a percentage point", "a quarter of a percent", "half a million".
fn part_of_unit(words: &Words, index: usize, end: usize, value: f64) -> Option<Reading> {
    let mut at = end + usize::from(words.word(end) == "of");
    let article = matches!(words.word(at), "a" | "one");
    at += usize::from(article);
    at += usize::from(words.is_dash(at));
    if !article && words.word(at) != "percentage" && words.word(at) != "percent" {
        return None;
    }
    let (factor, unit, end) = match words.word(at) {
        "percentage" | "percent" if matches!(words.word(at + 1), "point" | "points") => {
            (1.0, Unit::PercentagePoints, at + 2)
        }
        "percent" => (1.0, Unit::Percent, at + 1),
        "per" if words.word(at + 1) == "cent" => (1.0, Unit::Percent, at + 2),
        "point" => (1.0, Unit::PercentagePoints, at + 1),
        scale => {
            let factor = match scale {
                "million" => 1e6,
                "billion" => 1e9,
                "trillion" => 1e12,
                _ => return None,
            };
            match super::unit::after(words, at + 1) {
                Some(measured) => (factor * measured.factor, measured.unit, measured.end),
                None => (factor, Unit::Count(super::unit::counted_noun(words, at + 1)), at + 1),
            }
        }
    };
    let mut quantity = quantity(words, index, end, value * factor, unit);
    quantity.half_digit = 0.05 * factor;
    Some(Reading::one(quantity, end))
}

/// "one in five", "1 in 5", "4 out of 10", "nine out of every ten".
fn ratio(words: &Words, index: usize, dated: &Dated) -> Option<Reading> {
    if !matches!(words.kind(index), Some(Kind::Number | Kind::Word)) || index > 0 && words.glued(index) {
        return None;
    }
    let (part, after) = numeral::count(words, index, 1_000_000)?;
    let (out_of, at) = match (words.word(after), words.word(after + 1)) {
        ("in", "every") => (false, after + 2),
        ("in", _) => (false, after + 1),
        ("out", "of") => (true, after + 2 + usize::from(matches!(words.word(after + 2), "every" | "the"))),
        _ => return None,
    };
    if dated.covers(at) {
        return None;
    }
    let (whole, end) = numeral::count(words, at, 1_000_000_000)?;
    let round = part == 1 || matches!(whole, 3..=20 | 25 | 50 | 100 | 1000);
    let duration = matches!(
        words.word(end),
        "years"
            | "months"
            | "days"
            | "weeks"
            | "hours"
            | "minutes"
            | "decades"
            | "year"
            | "month"
            | "states"
            | "countries"
            | "cities"
    );
    let measured = words.sign(end) == '%' || words.word(end) == "percent";
    if part >= whole || measured || !out_of && (!round || duration) {
        return None;
    }
    let share = f64::from(part) / f64::from(whole) * 100.0;
    Some(Reading::one(quantity(words, index, end, share, Unit::Percent), end))
}

/// A share at `index..end`; rounded as people round in speech, at most a twentieth of its value.
fn quantity(words: &Words, index: usize, end: usize, value: f64, unit: Unit) -> Quantity {
    Quantity {
        value,
        upper: None,
        unit,
        bound: bound::before(words, index),
        half_digit: (value * 0.05).min(SPOKEN_HALF_DIGIT),
        span: words.span(index, end),
    }
}
