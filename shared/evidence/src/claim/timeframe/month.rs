//! Months and full dates, spoken ("March 14, 2024") and written ("2024-03-14").

use jiff::civil::Date;

use super::{Period, Reading, year};
use crate::claim::words::Words;

/// How surely a word names a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Name {
    /// "January": nothing else.
    Sure,
    /// "Jan", "August": needs a number, a full stop or a preposition beside it.
    Likely,
    /// "may", "march": a verb unless the words around say otherwise.
    Verb,
}

fn named(word: &str) -> Option<(i8, Name)> {
    Some(match word {
        "january" => (1, Name::Sure),
        "february" => (2, Name::Sure),
        "april" => (4, Name::Sure),
        "june" => (6, Name::Sure),
        "july" => (7, Name::Sure),
        "september" => (9, Name::Sure),
        "october" => (10, Name::Sure),
        "november" => (11, Name::Sure),
        "december" => (12, Name::Sure),
        "jan" => (1, Name::Likely),
        "feb" => (2, Name::Likely),
        "mar" => (3, Name::Likely),
        "apr" => (4, Name::Likely),
        "jun" => (6, Name::Likely),
        "jul" => (7, Name::Likely),
        "august" | "aug" => (8, Name::Likely),
        "sep" | "sept" => (9, Name::Likely),
        "oct" => (10, Name::Likely),
        "nov" => (11, Name::Likely),
        "dec" => (12, Name::Likely),
        "march" => (3, Name::Verb),
        "may" => (5, Name::Verb),
        _ => return None,
    })
}

/// "March 2024", "Jan. 20, 2021": month, year and the token after them.
pub(super) fn named_with_year(words: &Words, index: usize) -> Option<(i8, i16, usize)> {
    let (month, _) = named(words.word(index))?;
    let mut at = index + 1 + usize::from(words.sign(index + 1) == '.');
    if let Some((_, end)) = day_number(words, at) {
        at = end;
    }
    at += usize::from(words.sign(at) == ',' || words.word(at) == "of");
    let (year, end) = year::at(words, at)?;
    Some((month, year, end))
}

/// Month names with or without day and year, day first or month first.
pub(super) fn spoken(words: &Words, index: usize) -> Option<Reading> {
    if let Some((day, after)) = day_number(words, index) {
        let after = after + usize::from(words.word(after) == "of");
        let (month, name) = named(words.word(after))?;
        if name == Name::Verb && !words.capitalised(after) {
            return None;
        }
        return Some(dated(words, index, month, Some(day), after + 1));
    }
    let (month, name) = named(words.word(index))?;
    let after = index + 1 + usize::from(words.sign(index + 1) == '.' && words.glued(index + 1));
    let day = day_number(words, after);
    let has_year = named_with_year(words, index).is_some();
    let capitalised = words.capitalised(index);
    let known = match name {
        Name::Sure => true,
        Name::Likely => {
            has_year
                || day.is_some()
                || preposition(words, index, capitalised)
                || capitalised && words.word(index) == "august"
        }
        Name::Verb => has_year || capitalised && day.is_some() || preposition(words, index, capitalised),
    };
    if !known {
        return None;
    }
    // The full stop of "in Mar." belongs to the name only where something of the date follows it.
    let bare_end = if has_year || day.is_some() { after } else { index + 1 };
    Some(match day {
        Some((day, end)) => dated(words, index, month, Some(day), end),
        None => dated(words, index, month, None, bare_end),
    })
}

/// Whether the word before a month name makes it one. A capital allows the prepositions verbs follow too.
fn preposition(words: &Words, index: usize, capitalised: bool) -> bool {
    match words.before(index, 1) {
        "in" | "since" | "until" | "during" | "early" | "late" | "mid" | "last" => true,
        "of" | "this" | "by" | "from" | "through" | "before" | "after" | "between" | "for" | "next"
        | "to" => capitalised,
        _ => capitalised && words.before(index, 2) == "mid",
    }
}

/// The period of a month whose name and day, if any, end at `end`; takes the year along.
fn dated(words: &Words, start: usize, month: i8, day: Option<i8>, end: usize) -> Reading {
    let joint = end + usize::from(words.sign(end) == ',' || words.word(end) == "of" || words.is_dash(end));
    let year = year::at(words, joint);
    let (period, end) = match (year, day) {
        (Some((year, end)), Some(day)) => match Date::new(year, month, day) {
            Ok(date) => (Period::Day(date), end),
            Err(_) => (Period::Month { month, year: Some(year) }, end),
        },
        (Some((year, end)), None) => (Period::Month { month, year: Some(year) }, end),
        (None, _) => (Period::Month { month, year: None }, year::of_year(words, end).unwrap_or(end)),
    };
    Reading::new(period, start, end)
}

/// A day of the month, "14", "14th" or "14-16", that is not itself a figure ("14 %", "14 million").
fn day_number(words: &Words, index: usize) -> Option<(i8, usize)> {
    let digits = words.digits(index);
    let day: i8 = (digits.len() <= 2).then(|| digits.parse().ok())??;
    if !(1..=31).contains(&day) {
        return None;
    }
    let mut end = index + 1;
    if words.glued(end) && matches!(words.word(end), "st" | "nd" | "rd" | "th") {
        end += 1;
    } else if words.is_dash(end) && words.digits(end + 1).len() <= 2 && !words.digits(end + 1).is_empty() {
        end += 2;
    }
    let figure = matches!(words.sign(end), '%' | ':')
        || matches!(
            words.word(end),
            "percent" | "per" | "million" | "billion" | "thousand" | "people" | "percentage"
        );
    (!figure).then_some((day, end))
}

/// "2024-03-14", "2024-03", "3/14/2024", "14/3/2024".
pub(super) fn iso(words: &Words, index: usize) -> Option<Reading> {
    let first = words.digits(index);
    if first.len() == 4 && words.sign(index + 1) == '-' && words.glued(index + 1) && words.glued(index + 2) {
        let (year, _) = year::at(words, index)?;
        let month: i8 =
            (words.digits(index + 2).len() == 2).then(|| words.digits(index + 2).parse().ok())??;
        let day = (words.sign(index + 3) == '-' && words.glued(index + 3) && words.glued(index + 4))
            .then(|| words.digits(index + 4).parse::<i8>().ok())
            .flatten();
        return match day {
            Some(day) => Some(Reading::new(Period::Day(Date::new(year, month, day).ok()?), index, index + 5)),
            None => (1..=12)
                .contains(&month)
                .then(|| Reading::new(Period::Month { month, year: Some(year) }, index, index + 3)),
        };
    }
    let slashes = words.sign(index + 1) == '/' && words.sign(index + 3) == '/';
    if !slashes || first.is_empty() || first.len() > 2 || words.digits(index + 4).len() != 4 {
        return None;
    }
    let (year, end) = (words.digits(index + 4).parse().ok()?, index + 5);
    let (first, second): (i8, i8) = (first.parse().ok()?, words.digits(index + 2).parse().ok()?);
    // Both orders are in use; the American one is tried first.
    let date = Date::new(year, first, second).or_else(|_| Date::new(year, second, first)).ok()?;
    Some(Reading::new(Period::Day(date), index, end))
}
