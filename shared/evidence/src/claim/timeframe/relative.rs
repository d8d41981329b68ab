//! Periods counted from today: "this year", "year to date", "last 12 months".

use super::{CalendarUnit, Period, Reading, year};
use crate::claim::{numeral, words::Words};

/// More of any unit than this is no period.
const LONGEST_TRAILING: u32 = 1000;

/// "YTD", "year-to-date", "so far this year", "this year so far", "2024 YTD", "since the beginning of the year".
pub(super) fn to_date(words: &Words, index: usize) -> Option<Reading> {
    if let Some(end) = marker(words, index) {
        let (year, end) = match year::at(words, end) {
            Some((year, end)) => (Some(year), end),
            None => (None, this_year(words, end).unwrap_or(end)),
        };
        return Some(Reading::new(Period::YearToDate(year), index, end));
    }
    if let Some(end) = this_year(words, index) {
        let end = marker(words, end)
            .or_else(|| words.phrase(end, &["so", "far"]))
            .or_else(|| words.phrase(end, &["to", "date"]))?;
        return Some(Reading::new(Period::YearToDate(None), index, end));
    }
    if let Some(after) = words.phrase(index, &["so", "far"]) {
        if let Some(end) = this_year(words, after) {
            return Some(Reading::new(Period::YearToDate(None), index, end));
        }
        let (year, end) = year::at(words, after + usize::from(words.word(after) == "in"))?;
        return Some(Reading::new(Period::YearToDate(Some(year)), index, end));
    }
    if words.word(index) == "since" {
        let after = words
            .phrase(index + 1, &["the", "beginning", "of"])
            .or_else(|| words.phrase(index + 1, &["the", "start", "of"]))?;
        let end = words.phrase(after, &["the", "year"]).or_else(|| this_year(words, after))?;
        return Some(Reading::new(Period::YearToDate(None), index, end));
    }
    let (year, after) = year::at(words, index)?;
    let end = marker(words, after).or_else(|| words.phrase(after, &["to", "date"]))?;
    Some(Reading::new(Period::YearToDate(Some(year)), index, end))
}

/// The end of "YTD" or "year-to-date" at `index`.
fn marker(words: &Words, index: usize) -> Option<usize> {
    (words.word(index) == "ytd").then_some(index + 1).or_else(|| words.phrase(index, &["year", "to", "date"]))
}

/// The end of "this year" or "the current year" at `index`.
fn this_year(words: &Words, index: usize) -> Option<usize> {
    let from = index + usize::from(words.word(index) == "the");
    matches!(words.word(from), "this" | "current").then_some(from + 1).and_then(|next| {
        let next = next + usize::from(words.word(next) == "calendar");
        (words.word(next) == "year").then_some(next + 1)
    })
}

/// Everything else that is counted from today.
pub(super) fn read(words: &Words, index: usize) -> Option<Reading> {
    match words.word(index) {
        "this" | "current" => current(words, index),
        "last" | "past" | "previous" | "prior" | "latest" => last(words, index),
        "trailing" | "rolling" => trailing(words, index, index + 1),
        "ttm" => {
            Some(Reading::new(Period::Trailing { count: 12, unit: CalendarUnit::Month }, index, index + 1))
        }
        "a" | "an" => ago(words, index, index + 1, 1),
        _ => {
            let (count, after) = numeral::count(words, index, LONGEST_TRAILING)?;
            ago(words, index, after, count).or_else(|| months_to(words, index, after, count))
        }
    }
}

/// A calendar word, as so many of a unit: "years" is (1, year), "fortnight" none.
fn unit(word: &str) -> Option<CalendarUnit> {
    Some(match word {
        "week" | "weeks" => CalendarUnit::Week,
        "month" | "months" => CalendarUnit::Month,
        "quarter" | "quarters" => CalendarUnit::Quarter,
        "year" | "years" => CalendarUnit::Year,
        "decade" | "decades" => CalendarUnit::Decade,
        _ => return None,
    })
}

fn current(words: &Words, index: usize) -> Option<Reading> {
    let after = index + 1 + usize::from(words.word(index + 1) == "calendar");
    let period = match unit(words.word(after))? {
        CalendarUnit::Year => Period::ThisYear,
        unit => Period::Current(unit),
    };
    Some(Reading::new(period, index, after + 1))
}

/// "last year", "the past 12 months", "last few years".
fn last(words: &Words, index: usize) -> Option<Reading> {
    let word = words.word(index);
    let after = index + 1 + usize::from(words.word(index + 1) == "calendar");
    if let Some(unit) = unit(words.word(after)) {
        let end = after + 1;
        if is_base(words, index) {
            return Some(Reading::passed_over(index, end));
        }
        let article = words.before(index, 1) == "the";
        let spans =
            matches!(words.before(index, 2), "in" | "over" | "during" | "within" | "for" | "throughout");
        let period = match unit {
            _ if word == "past" || article && spans && word == "last" => Period::Trailing { count: 1, unit },
            CalendarUnit::Decade if article => Period::Trailing { count: 1, unit },
            CalendarUnit::Year => Period::LastYear,
            unit => Period::Previous(unit),
        };
        return Some(Reading::new(period, index, end));
    }
    let vague = matches!(words.word(after), "few" | "several" | "many" | "couple");
    if vague {
        let after = after + 1 + usize::from(words.word(after + 1) == "of");
        unit(words.word(after))?;
        return Some(Reading::new(Period::Unresolved, index, after + 1));
    }
    trailing(words, index, after)
}

/// A count and a unit at `after`: "12 months", "four years", "30 days".
fn trailing(words: &Words, start: usize, after: usize) -> Option<Reading> {
    let (count, at) = numeral::count(words, after, LONGEST_TRAILING)?;
    let at = at + usize::from(words.is_dash(at));
    let period = match words.word(at) {
        "day" | "days" => match count {
            30 | 31 => Period::Trailing { count: 1, unit: CalendarUnit::Month },
            90 | 91 => Period::Trailing { count: 1, unit: CalendarUnit::Quarter },
            365 => Period::Trailing { count: 1, unit: CalendarUnit::Year },
            _ if count % 7 == 0 => Period::Trailing { count: count / 7, unit: CalendarUnit::Week },
            _ => Period::Unresolved,
        },
        word => Period::Trailing { count, unit: unit(word)? },
    };
    Some(Reading::new(period, start, at + 1))
}

/// "a year ago", "four years ago": a base of comparison, or a point only a person can place.
fn ago(words: &Words, index: usize, after: usize, count: u32) -> Option<Reading> {
    let unit = unit(words.word(after))?;
    match words.word(after + 1) {
        "ago" if !is_base(words, index) => {
            let period = match (count, unit) {
                (1, CalendarUnit::Year) => Period::LastYear,
                _ => Period::Unresolved,
            };
            Some(Reading::new(period, index, after + 2))
        }
        "ago" | "earlier" | "before" => Some(Reading::passed_over(index, after + 2)),
        _ => None,
    }
}

/// "12 months to September": trailing, though it ends before today.
fn months_to(words: &Words, index: usize, after: usize, count: u32) -> Option<Reading> {
    let unit =
        unit(words.word(after)).filter(|unit| matches!(unit, CalendarUnit::Month | CalendarUnit::Quarter))?;
    matches!(words.word(after + 1), "to" | "through" | "ending" | "ended")
        .then(|| Reading::new(Period::Trailing { count, unit }, index, after + 1))
}

/// Whether the period at `index` is only what a figure is compared with: "than last year", "from the previous month".
fn is_base(words: &Words, index: usize) -> bool {
    let article = usize::from(words.before(index, 1) == "the");
    match words.before(index, 1 + article) {
        "than" | "from" | "vs" | "versus" | "against" => true,
        "with" | "to" => matches!(words.before(index, 2 + article), "compared" | "relative" | "comparison"),
        // "over the last year" is a span, "over last year" and "over the previous year" a base.
        "over" | "on" => article == 0 || matches!(words.word(index), "previous" | "prior"),
        "in" | "at" => words.before(index, 2 + article) == "than",
        "." => matches!(words.before(index, 2 + article), "vs"),
        _ => false,
    }
}
