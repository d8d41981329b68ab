//! Figures that start with a number, a sign or a currency, and the numbers that are no figures.

use super::{Bound, Dated, Quantity, Reading, Unit, bound, unit};
use crate::claim::{
    numeral::{self, Numeral},
    words::{Kind, Words},
};

/// The start of a figure: sign and currency, and where its number stands.
struct Opening {
    negative: bool,
    currency: Option<&'static str>,
    number_at: usize,
}

/// A number with its unit, before bounds and ranges are known.
struct Measured {
    value: f64,
    half_digit: f64,
    unit: Option<Unit>,
    numeral: Numeral,
    end: usize,
}

/// The figure that starts at token `index`; a reading without figures where a number is none.
pub(super) fn read(words: &Words, index: usize, dated: &Dated) -> Option<Reading> {
    let opening = opening(words, index)?;
    if dated.covers(opening.number_at) {
        return None;
    }
    let numeral = numeral::read(words, opening.number_at, opening.currency.is_some())?;
    let first = measured(words, &opening, numeral);
    let bare = first.unit.is_none();
    if bare && is_named(words, index, opening.number_at) {
        return Some(Reading::passed_over(first.end));
    }
    if let Some(reading) = range(words, index, &opening, &first, dated) {
        return Some(reading);
    }
    if bare && is_no_count(words, index, opening.number_at, numeral) {
        return Some(Reading::passed_over(first.end));
    }
    Some(single(words, index, first))
}

/// Sign and currency in either order: "-$3bn", "$-3", "minus 2 percent".
fn opening(words: &Words, index: usize) -> Option<Opening> {
    let mut opening = Opening { negative: false, currency: None, number_at: index };
    let signed = matches!(words.sign(index), '-' | '−' | '–' | '+')
        && words.glued(index + 1)
        && !follows_number(words, index);
    let named = matches!(words.word(index), "minus" | "negative");
    if signed || named {
        opening.negative = named || words.sign(index) != '+';
        opening.number_at += 1;
    }
    if let Some((code, number_at)) = unit::prefix_currency(words, opening.number_at) {
        opening.currency = Some(code);
        opening.number_at = number_at;
        if words.is_dash(number_at) && words.glued(number_at) && words.glued(number_at + 1) {
            opening.negative = true;
            opening.number_at += 1;
        }
    }
    matches!(words.kind(opening.number_at)?, Kind::Number | Kind::Word).then_some(opening)
}

/// Whether a dash at `index` joins what stands before it, as in "3-4" and "COVID-19".
fn follows_number(words: &Words, index: usize) -> bool {
    index > 0
        && words.glued(index)
        && matches!(words.kind(index - 1), Some(Kind::Number | Kind::Word | Kind::Clitic))
}

/// The number with the unit around it.
fn measured(words: &Words, opening: &Opening, numeral: Numeral) -> Measured {
    let sign = if opening.negative { -1.0 } else { 1.0 };
    let behind = unit::after(words, numeral.end);
    let (unit, factor, end) = match (opening.currency, behind) {
        (Some(code), behind) => {
            let end = behind
                .filter(|behind| matches!(behind.unit, Unit::Currency(_)))
                .map_or(numeral.end, |behind| behind.end);
            (Some(Unit::Currency(code.to_owned())), 1.0, end)
        }
        (None, Some(behind)) => (Some(behind.unit), behind.factor, behind.end),
        (None, None) => match unit::per(words, numeral.end) {
            // "45 per hundred" is percent; thousands and more are rates.
            Some((denominator, end)) if denominator > 100.0 => {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "a float cast saturates"
                )]
                let denominator = denominator as u64;
                (Some(Unit::Per(denominator)), 1.0, end)
            }
            Some((_, end)) => (Some(Unit::Percent), 1.0, end),
            None => (None, 1.0, numeral.end),
        },
    };
    Measured {
        value: sign * numeral.value * factor,
        half_digit: numeral.half_digit * factor,
        unit,
        numeral,
        end,
    }
}

fn single(words: &Words, index: usize, first: Measured) -> Reading {
    let (bound, end) = bound::around(words, index, first.end);
    let unit = first.unit.unwrap_or_else(|| Unit::Count(unit::counted_noun(words, end)));
    let span = words.span(index, first.end);
    let (value, half_digit) = (first.value, first.half_digit);
    Reading::one(Quantity { value, upper: None, unit, bound, half_digit, span }, end)
}

/// "3-4%", "between 3 and 4 percent", "$3 million to $4 million"; "from 3 to 5 percent" is two figures.
fn range(words: &Words, index: usize, opening: &Opening, first: &Measured, dated: &Dated) -> Option<Reading> {
    let joint = first.end;
    let opener = words.before(index, 1);
    let joined = match words.word(joint) {
        "to" => true,
        "and" => opener == "between",
        _ => words.is_dash(joint) && words.glued(joint) && words.glued(joint + 1),
    };
    if !joined || dated.covers(joint + 1) {
        return None;
    }
    let mut second = self::opening(words, joint + 1)?;
    second.currency = second.currency.or(opening.currency);
    second.negative |= opening.negative && words.is_dash(joint);
    let numeral = numeral::read(words, second.number_at, second.currency.is_some())?;
    if numeral.spelled != first.numeral.spelled {
        return None;
    }
    let last = measured(words, &second, numeral);
    if first.unit.is_some() && first.unit != last.unit {
        return None;
    }
    // "3 to 4 million": the scale of the second number is that of the first too.
    let shared = first.numeral.scale < numeral.scale
        && (first.numeral.value < 1000.0 || first.numeral.value < numeral.value / numeral.scale);
    let factor = if shared { numeral.scale } else { 1.0 };
    let points = if first.unit.is_none() && last.unit == Some(Unit::PercentagePoints) {
        last.value.abs() / numeral.value.max(f64::MIN_POSITIVE)
    } else {
        1.0
    };
    let (low, high) = (first.value * factor * points, last.value);
    let half_digit = first.half_digit.max(last.half_digit);
    let unit = last.unit.unwrap_or_else(|| Unit::Count(unit::counted_noun(words, last.end)));
    if opener == "from" {
        let span = words.span(index, first.end);
        let from =
            Quantity { value: low, upper: None, unit: unit.clone(), bound: Bound::Exactly, half_digit, span };
        let span = words.span(joint + 1, last.end);
        let to = Quantity { value: high, upper: None, unit, bound: Bound::Exactly, half_digit, span };
        return Some(Reading::two(from, to, last.end));
    }
    let ages = matches!(unit, Unit::Count(_)) && is_age(words, index, last.end);
    // "5-4 decision", "18-24 year olds", "50-50": scores and ages.
    if low >= high || ages {
        return words.is_dash(joint).then(|| Reading::passed_over(last.end));
    }
    let at = if opener == "between" { index - 1 } else { index };
    let (bound, end) = bound::around(words, at, last.end);
    let span = words.span(index, last.end);
    Some(Reading::one(Quantity { value: low, upper: Some(high), unit, bound, half_digit, span }, end))
}

/// Whether what stands before a number without unit makes it a name: "COVID-19", "section 230", "top 10", a footnote.
fn is_named(words: &Words, index: usize, number_at: usize) -> bool {
    if words.kind(number_at) == Some(Kind::Word) {
        return false;
    }
    let sign_before = words.sign(index.wrapping_sub(1));
    let glued = index > 0
        && words.glued(index)
        && (words.kind(index - 1) != Some(Kind::Sign)
            || matches!(sign_before, '/' | '_' | '@' | '.' | ':' | '[' | '\\' | '=')
            || words.is_dash(index - 1));
    glued
        || sign_before == '#'
        || names_a_thing(words.before(index, 1))
        || sign_before == '.' && words.before(index, 2) == "no"
}

/// Words that a number names and does not count: "section 230", "top 10".
fn names_a_thing(before: &str) -> bool {
    matches!(
        before,
        "section"
            | "sections"
            | "article"
            | "title"
            | "chapter"
            | "number"
            | "no"
            | "page"
            | "pages"
            | "line"
            | "room"
            | "route"
            | "highway"
            | "interstate"
            | "amendment"
            | "proposition"
            | "prop"
            | "measure"
            | "resolution"
            | "phase"
            | "type"
            | "class"
            | "category"
            | "figure"
            | "table"
            | "channel"
            | "flight"
            | "model"
            | "version"
            | "covid"
            | "apollo"
            | "district"
            | "precinct"
            | "ward"
            | "docket"
            | "top"
            | "ranked"
            | "rank"
            | "ranks"
            | "tier"
            | "level"
            | "grade"
            | "day"
            | "game"
            | "week"
            | "season"
            | "episode"
            | "volume"
            | "formula"
            | "act"
            | "rule"
            | "bill"
            | "house"
            | "step"
            | "zone"
            | "unit"
    )
}

/// Whether a number without unit counts nothing by what follows: an age, a time of day, "four years ago", "5G".
fn is_no_count(words: &Words, index: usize, number_at: usize, numeral: Numeral) -> bool {
    let end = numeral.end;
    if is_age(words, index, end) || is_ago(words, end) || is_span(words, index, end) {
        return true;
    }
    if words.kind(number_at) == Some(Kind::Word) {
        // "one of us", "no one": a count of one needs a unit.
        return numeral.value <= 1.0;
    }
    let word_after = words.word(end);
    let glued = words.glued(end)
        && (!word_after.is_empty() && !is_measure(word_after)
            || matches!(words.sign(end), ':' | '/' | '_' | '@' | ']')
            || words.is_dash(end) && words.glued(end + 1));
    let time = matches!(word_after, "am" | "pm" | "o" | "gmt" | "est" | "et")
        || matches!(word_after, "a" | "p") && words.sign(end + 1) == '.' && words.word(end + 2) == "m";
    let list_marker = number_at == 0 && matches!(words.sign(end), '.' | ')') && words.len() > end + 1;
    glued || time || list_marker
}

/// "65 years old", "18-year-olds", "aged 18 to 24".
fn is_age(words: &Words, index: usize, end: usize) -> bool {
    let year_at = end + usize::from(words.is_dash(end));
    let old_at = year_at + 1 + usize::from(words.is_dash(year_at + 1));
    let old = matches!(words.word(year_at), "year" | "years")
        && matches!(words.word(old_at), "old" | "olds" | "of")
        && (words.word(old_at) != "of" || words.word(old_at + 1) == "age");
    let reach = if matches!(words.before(index, 1), "to" | "and") { 3 } else { 2 };
    old || (1..=reach).any(|distance| matches!(words.before(index, distance), "age" | "aged" | "ages"))
}

/// "four years ago", "two years earlier".
fn is_ago(words: &Words, end: usize) -> bool {
    is_calendar_unit(words.word(end))
        && matches!(words.word(end + 1), "ago" | "earlier" | "later" | "before" | "prior")
}

/// How many words before "in 40 years" may hold the superlative it belongs to.
const SUPERLATIVE_REACH: usize = 8;

/// "the highest in 40 years", "first time in more than 20 years".
fn is_span(words: &Words, index: usize, end: usize) -> bool {
    if !is_calendar_unit(words.word(end)) {
        return false;
    }
    let Some(preposition) = (1..=3).find(|distance| words.before(index, *distance) == "in") else {
        return false;
    };
    (preposition..preposition + SUPERLATIVE_REACH).any(|distance| {
        let word = words.before(index, distance);
        matches!(word, "most" | "least" | "worst" | "best" | "first" | "record")
            || word.len() > 5 && word.ends_with("est")
    })
}

fn is_calendar_unit(word: &str) -> bool {
    matches!(
        word,
        "year" | "years" | "month" | "months" | "week" | "weeks" | "day" | "days" | "decades" | "hours"
    )
}

/// Units of measure that stand right behind their figure: "5kg", "70mph".
fn is_measure(word: &str) -> bool {
    matches!(
        word,
        "kg" | "mg"
            | "km"
            | "cm"
            | "mm"
            | "ft"
            | "lb"
            | "lbs"
            | "mph"
            | "kmh"
            | "kph"
            | "mw"
            | "gw"
            | "kw"
            | "gwh"
            | "twh"
            | "mwh"
            | "kwh"
            | "ml"
            | "ha"
            | "gb"
            | "mb"
            | "tb"
    )
}
