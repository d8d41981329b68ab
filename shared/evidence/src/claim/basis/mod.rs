//! Per head, a rate, or an absolute count.

use super::{numeral, words::Words};

/// Per head, a rate, or an absolute count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Basis {
    /// "per capita", "per person", "per 100,000 residents".
    PerCapita,
    /// "rate", "share", "percentage of".
    Rate,
    /// "number of", "total", "more murders than".
    Count,
    /// The sentence does not say.
    #[default]
    Unspecified,
}

/// The basis `text` states. Per head wins over a rate ("rate per 100,000"), a rate over a count.
#[must_use]
pub fn find(text: &str) -> Basis {
    read(&Words::new(text))
}

/// The basis of a sentence already cut into words.
pub(crate) fn read(words: &Words) -> Basis {
    let mut basis = Basis::Unspecified;
    for index in 0..words.len() {
        match at(words, index) {
            Basis::PerCapita => return Basis::PerCapita,
            Basis::Rate => basis = Basis::Rate,
            Basis::Count if basis == Basis::Unspecified => basis = Basis::Count,
            Basis::Count | Basis::Unspecified => {}
        }
    }
    basis
}

/// Denominators from which "per" counts heads and not goods: "per 1,000", "per million".
const SMALLEST_DENOMINATOR: f64 = 100.0;

/// What the word at `index` says.
fn at(words: &Words, index: usize) -> Basis {
    let (before, next) = (words.before(index, 1), words.word(index + 1));
    match words.word(index) {
        "per" => {
            let heads = matches!(
                next,
                "capita"
                    | "person"
                    | "head"
                    | "inhabitant"
                    | "resident"
                    | "citizen"
                    | "people"
                    | "thousand"
                    | "million"
                    | "hundred"
                    | "american"
                    | "adult"
            );
            let many = numeral::read(words, index + 1, false)
                .is_some_and(|numeral| numeral.value > SMALLEST_DENOMINATOR);
            if heads || many { Basis::PerCapita } else { Basis::Unspecified }
        }
        "every" => {
            let many = before == "for"
                && numeral::read(words, index + 1, false)
                    .is_some_and(|numeral| numeral.value > SMALLEST_DENOMINATOR);
            if many { Basis::PerCapita } else { Basis::Unspecified }
        }
        "rate" | "rates" | "ratio" => match before {
            "any" | "first" | "second" | "third" | "this" => Basis::Unspecified,
            _ => Basis::Rate,
        },
        "share" | "proportion" | "fraction" if next == "of" || before != "to" => Basis::Rate,
        "percentage" | "percent" if next == "of" => Basis::Rate,
        "" if words.sign(index) == '%' && next == "of" => Basis::Rate,
        "in" | "out" => in_so_many(words, index),
        "number" | "numbers" if next == "of" => Basis::Count,
        "total" | "totals" | "count" | "tally" => Basis::Count,
        "how" if next == "many" => Basis::Count,
        "more" | "fewer" if compares_counts(words, index) => Basis::Count,
        _ => Basis::Unspecified,
    }
}

/// "one in five", "4 out of 10": a share said with small numbers.
fn in_so_many(words: &Words, index: usize) -> Basis {
    let after = index + 1 + usize::from(words.word(index + 1) == "of");
    let part =
        index.checked_sub(1).and_then(|at| numeral::count(words, at, 100)).filter(|(_, end)| *end == index);
    let whole = numeral::count(words, after, 1000);
    match (part, whole) {
        (Some((part, _)), Some((whole, _))) if part < whole => Basis::Rate,
        _ => Basis::Unspecified,
    }
}

/// How far "than" may stand from "more": "more people were murdered than".
const THAN_REACH: usize = 6;

/// "more murders than": a comparison of counts; "more than 5" is not.
fn compares_counts(words: &Words, index: usize) -> bool {
    let noun = words.word(index + 1);
    noun.len() > 3
        && (noun.ends_with('s') && !noun.ends_with("ss") || matches!(noun, "people" | "children" | "women"))
        && (index + 2..index + 2 + THAN_REACH).any(|at| words.word(at) == "than")
}

#[cfg(test)]
mod tests;
