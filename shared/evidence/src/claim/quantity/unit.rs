//! Units: percent, points, money, per so many, multiples, counts of things.

use super::{Quantity, Reading, Unit, bound};
use crate::claim::{
    numeral,
    words::{Kind, Words},
};

/// A unit read behind a number: the factor to its base, and the token after it.
pub(super) struct Measured {
    pub(super) unit: Unit,
    pub(super) factor: f64,
    pub(super) end: usize,
}

/// The unit that follows a number which ends at `index`; none for a bare count.
pub(super) fn after(words: &Words, index: usize) -> Option<Measured> {
    let hyphen = usize::from(words.is_dash(index) && words.glued(index) && words.glued(index + 1));
    let at = index + hyphen;
    percent(words, at).or_else(|| suffix_currency(words, at)).or_else(|| fold(words, at)).filter(|_| {
        // "17 - percent" is a list, "17-percent" a unit.
        hyphen == 0 || words.kind(at) == Some(Kind::Word)
    })
}

fn percent(words: &Words, at: usize) -> Option<Measured> {
    let measured = |unit, factor, end| Some(Measured { unit, factor, end });
    let points = |end: usize| {
        let end = end + usize::from(words.is_dash(end));
        matches!(words.word(end), "point" | "points" | "pts").then_some(end + 1)
    };
    if words.sign(at) == '%' {
        return match points(at + 1) {
            Some(end) => measured(Unit::PercentagePoints, 1.0, end),
            None => measured(Unit::Percent, 1.0, at + 1),
        };
    }
    match words.word(at) {
        "percent" | "percentage" | "pct" => match points(at + 1) {
            Some(end) => measured(Unit::PercentagePoints, 1.0, end),
            None if words.word(at) == "percentage" => None,
            None => measured(Unit::Percent, 1.0, at + 1),
        },
        "per" if matches!(words.word(at + 1), "cent" | "cents") => match points(at + 2) {
            Some(end) => measured(Unit::PercentagePoints, 1.0, end),
            None => measured(Unit::Percent, 1.0, at + 2),
        },
        "pp" | "ppt" | "ppts" | "pps" => measured(Unit::PercentagePoints, 1.0, at + 1),
        "basis" if matches!(words.word(at + 1), "point" | "points") => {
            measured(Unit::PercentagePoints, 0.01, at + 2)
        }
        "bps" | "bp" => measured(Unit::PercentagePoints, 0.01, at + 1),
        "point" | "points" if speaks_of_percent(words, at) => measured(Unit::PercentagePoints, 1.0, at + 1),
        _ => None,
    }
}

/// How many tokens before "points" a percent sign makes them percentage points.
const PERCENT_REACH: usize = 30;

fn speaks_of_percent(words: &Words, at: usize) -> bool {
    (at.saturating_sub(PERCENT_REACH)..at).any(|index| {
        words.sign(index) == '%' || matches!(words.word(index), "percent" | "percentage" | "rate" | "share")
    })
}

/// "dollars", "euros", "US dollars", "USD".
fn suffix_currency(words: &Words, at: usize) -> Option<Measured> {
    let (nation, noun) = match words.word(at) {
        "us" | "american" | "canadian" | "australian" => (words.word(at), at + 1),
        _ => ("", at),
    };
    let (code, factor) = match words.word(noun) {
        "dollar" | "dollars" => (
            match nation {
                "canadian" => "CAD",
                "australian" => "AUD",
                _ => "USD",
            },
            1.0,
        ),
        _ if !nation.is_empty() => return None,
        "euro" | "euros" => ("EUR", 1.0),
        // Pounds are also a weight: money only with "sterling" or behind millions.
        "pound" | "pounds" if words.word(noun + 1) == "sterling" => ("GBP", 1.0),
        "pounds" if matches!(words.before(noun, 1), "million" | "billion" | "trillion" | "bn" | "mn") => {
            ("GBP", 1.0)
        }
        "yen" => ("JPY", 1.0),
        "yuan" | "renminbi" => ("CNY", 1.0),
        "rupees" | "rupee" => ("INR", 1.0),
        "rand" => ("ZAR", 1.0),
        "naira" => ("NGN", 1.0),
        "cents" => ("USD", 0.01),
        _ => (iso_code(words.raw(noun))?, 1.0),
    };
    let end = noun + 1 + usize::from(words.word(noun + 1) == "sterling");
    Some(Measured { unit: Unit::Currency(code.to_owned()), factor, end })
}

/// ISO 4217 codes as they are written, in capitals.
fn iso_code(raw: &str) -> Option<&'static str> {
    const CODES: [&str; 18] = [
        "USD", "EUR", "GBP", "JPY", "CNY", "INR", "CAD", "AUD", "NZD", "CHF", "SEK", "NOK", "DKK", "BRL",
        "MXN", "ZAR", "KRW", "NGN",
    ];
    CODES.into_iter().find(|code| *code == raw)
}

/// A currency before its figure, from token `index`: the code and where the figure starts.
pub(super) fn prefix_currency(words: &Words, index: usize) -> Option<(&'static str, usize)> {
    if let Some(code) = iso_code(words.raw(index)) {
        return Some((code, index + 1));
    }
    if words.sign(index + 1) == '$' && words.glued(index + 1) {
        let code = match words.word(index) {
            "us" => "USD",
            "a" | "au" => "AUD",
            "c" | "ca" => "CAD",
            "nz" => "NZD",
            "hk" => "HKD",
            "s" => "SGD",
            "r" => "BRL",
            _ => return None,
        };
        return Some((code, index + 2));
    }
    if let Some(prefix) = letter_currency(words, index) {
        return Some(prefix);
    }
    let code = match words.sign(index) {
        '$' => "USD",
        '€' => "EUR",
        '£' => "GBP",
        '¥' => "JPY",
        '₹' => "INR",
        '₩' => "KRW",
        '₽' => "RUB",
        '₦' => "NGN",
        _ => return None,
    };
    Some((code, index + 1))
}

/// Currencies written as letters: "Rs 500", "R1.3 trillion", "N943 billion". One letter alone needs a large figure:
/// "N95" is a mask.
fn letter_currency(words: &Words, index: usize) -> Option<(&'static str, usize)> {
    let (code, smallest) = match words.word(index) {
        "rs" => ("INR", 0.0),
        "ksh" | "kshs" => ("KES", 0.0),
        "r" => ("ZAR", 1e3),
        "n" => ("NGN", 1e3),
        _ => return None,
    };
    let at = index + 1 + usize::from(words.sign(index + 1) == '.');
    if smallest > 0.0 && !words.glued(at) {
        return None;
    }
    let amount = (words.kind(at) == Some(Kind::Number)).then(|| numeral::read(words, at, true))??;
    (amount.value >= smallest).then_some((code, at))
}

/// "10x", "threefold", "three times as many".
fn fold(words: &Words, at: usize) -> Option<Measured> {
    let multiple = |end| Some(Measured { unit: Unit::Multiple, factor: 1.0, end });
    match words.word(at) {
        "x" if words.glued(at) => multiple(at + 1),
        "fold" => multiple(at + 1),
        "times" => matches!(
            words.word(at + 1),
            "as" | "more"
                | "higher"
                | "the"
                | "larger"
                | "bigger"
                | "greater"
                | "faster"
                | "lower"
                | "less"
                | "fewer"
                | "what"
                | "that"
                | "its"
                | "their"
                | "our"
                | "likelier"
                | "worse"
                | "better"
                | "smaller"
                | "over"
        )
        .then(|| multiple(at + 1))
        .flatten(),
        _ => None,
    }
}

/// Multiples in one word: "doubled", "halved", "twice as", "threefold".
pub(super) fn multiple(words: &Words, index: usize) -> Option<Reading> {
    let word = words.word(index);
    let value = match word {
        "doubled" | "doubling" | "doubles" | "double" => 2.0,
        "tripled" | "tripling" | "triples" | "triple" | "trebled" | "trebling" => 3.0,
        "quadrupled" | "quadrupling" | "quadruples" => 4.0,
        "quintupled" | "quintupling" => 5.0,
        "halved" | "halving" | "halves" | "halve" => 0.5,
        "twice" | "thrice" => {
            if !matches!(words.word(index + 1), "as" | "the" | "that" | "what" | "its" | "their" | "our") {
                return None;
            }
            if word == "twice" { 2.0 } else { 3.0 }
        }
        _ => word.strip_suffix("fold").and_then(small_number)?,
    };
    let next = words.word(index + 1);
    let other_sense = match word {
        "double" | "triple" => {
            words.is_dash(index + 1)
                || !matches!(
                    next,
                    "the"
                        | "what"
                        | "that"
                        | "its"
                        | "our"
                        | "their"
                        | "in"
                        | "by"
                        | "since"
                        | "over"
                        | "from"
                        | "to"
                        | ""
                )
        }
        "doubled" | "doubling" | "doubles" => next == "down",
        "halves" => true,
        _ => false,
    };
    if other_sense {
        return Some(Reading::passed_over(index + 1));
    }
    let quantity = Quantity {
        value,
        upper: None,
        unit: Unit::Multiple,
        bound: bound::before(words, index),
        half_digit: value * 0.05,
        span: words.span(index, index + 1),
    };
    Some(Reading::one(quantity, index + 1))
}

/// "two" of "twofold" … "ten" of "tenfold".
fn small_number(word: &str) -> Option<f64> {
    let position = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
        .into_iter()
        .position(|name| name == word)?;
    Some(position as f64 + 2.0)
}

/// "per 100,000", "for every 1,000", "out of every million", from up to four words behind the number: the
/// denominator and the token after it.
pub(super) fn per(words: &Words, index: usize) -> Option<(f64, usize)> {
    for at in index..index + 5 {
        let denominator = match words.word(at) {
            "per" => at + 1 + usize::from(words.word(at + 1) == "every"),
            "every" | "each" if matches!(words.before(at, 1), "for" | "of" | "in") => at + 1,
            "" if words.sign(at) == '/' && at == index => at + 1,
            "" => return None,
            _ => continue,
        };
        let lone_scale = match words.word(denominator) {
            "hundred" => Some(1e2),
            "thousand" => Some(1e3),
            "million" => Some(1e6),
            _ => None,
        };
        if let Some(value) = lone_scale {
            // "per hundred thousand".
            let twice = value < 1e3 && words.word(denominator + 1) == "thousand";
            return Some(if twice { (1e5, denominator + 2) } else { (value, denominator + 1) });
        }
        let numeral = numeral::read(words, denominator, false)?;
        return (numeral.value >= 100.0 && numeral.value.fract() == 0.0)
            .then_some((numeral.value, numeral.end));
    }
    None
}

/// The noun counted by a number that ends at `index`: the first plural of the next few words, else the first.
pub(super) fn counted_noun(words: &Words, index: usize) -> String {
    let mut first = "";
    for at in index..index + 7 {
        let word = words.word(at);
        // The letters of "U.S." are an adjective.
        if word.len() == 1 && words.sign(at + 1) == '.'
            || words.sign(at) == '.' && words.before(at, 1).len() == 1
        {
            continue;
        }
        if word.is_empty() || is_function_word(word) {
            // "13 million-strong" and "27-member" are no counts of things; other signs end the phrase.
            if words.is_dash(at) && at > index {
                continue;
            }
            break;
        }
        if is_plural(word) {
            return word.to_owned();
        }
        if first.is_empty() && !is_adjective(word) {
            first = word;
        }
    }
    first.to_owned()
}

fn is_plural(word: &str) -> bool {
    (word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us"))
        || matches!(
            word,
            "people" | "children" | "men" | "women" | "police" | "staff" | "personnel" | "km" | "kg" | "mph"
        )
}

fn is_adjective(word: &str) -> bool {
    matches!(
        word,
        "new"
            | "more"
            | "additional"
            | "extra"
            | "other"
            | "different"
            | "total"
            | "registered"
            | "undocumented"
            | "illegal"
            | "net"
            | "further"
            | "full"
            | "whole"
    )
}

fn is_function_word(word: &str) -> bool {
    matches!(
        word,
        "a" | "an"
            | "the"
            | "of"
            | "in"
            | "on"
            | "at"
            | "by"
            | "to"
            | "from"
            | "for"
            | "with"
            | "and"
            | "or"
            | "but"
            | "than"
            | "since"
            | "as"
            | "that"
            | "which"
            | "who"
            | "was"
            | "were"
            | "is"
            | "are"
            | "be"
            | "been"
            | "has"
            | "have"
            | "had"
            | "will"
            | "would"
            | "can"
            | "could"
            | "it"
            | "he"
            | "she"
            | "they"
            | "we"
            | "i"
            | "you"
            | "this"
            | "these"
            | "those"
            | "his"
            | "her"
            | "its"
            | "their"
            | "our"
            | "my"
            | "during"
            | "after"
            | "before"
            | "over"
            | "under"
            | "per"
            | "up"
            | "down"
            | "not"
            | "if"
            | "when"
            | "while"
            | "because"
            | "last"
            | "compared"
            | "into"
            | "out"
            | "about"
            | "so"
    )
}
