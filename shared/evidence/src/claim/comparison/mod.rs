//! What a figure is compared with.

use super::{
    numeral,
    words::{Kind, Words},
};

/// What a figure is compared with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Comparison {
    /// "year over year", "yoy", "from a year ago", "vs last year", "vs PY".
    YearOverYear,
    /// "month over month", "from the previous month".
    MonthOverMonth,
    /// "quarter over quarter".
    QuarterOverQuarter,
    /// "since 2019", "compared with 2019", "from 2019 levels": that year.
    SinceYear(i16),
    /// "than before the pandemic", "pre-pandemic levels": the words.
    Named(String),
    /// Against another place or group: "than Germany", "than men": the words.
    Other(String),
    /// The most or least ever: "record high", "highest in 40 years", "lowest since 1969": the words.
    Superlative(String),
}

/// The comparison of `text`, where it makes one: superlatives first, then the calendar's, then named bases.
#[must_use]
pub fn find(text: &str) -> Option<Comparison> {
    read(&Words::new(text))
}

/// The comparison of a sentence already cut into words.
pub(crate) fn read(words: &Words) -> Option<Comparison> {
    let mut best: Option<(u8, Comparison)> = None;
    for index in 0..words.len() {
        let rank = best.as_ref().map_or(0, |(rank, _)| *rank);
        let found = superlative(words, index)
            .map(|comparison| (4, comparison))
            .filter(|_| rank < 4)
            .or_else(|| calendar(words, index).map(|comparison| (3, comparison)).filter(|_| rank < 3))
            .or_else(|| named(words, index).map(|comparison| (2, comparison)).filter(|_| rank < 2))
            .or_else(|| other(words, index).map(|comparison| (1, comparison)).filter(|_| rank < 1));
        if let Some(found) = found {
            best = Some(found);
        }
        if rank == 4 {
            break;
        }
    }
    best.map(|(_, comparison)| comparison)
}

/// The words `first..end` as they were said.
fn said(words: &Words, first: usize, end: usize) -> String {
    words.text[words.span(first, end)].to_owned()
}

/// "record high", "highest in 40 years", "lowest since 1969", "40-year high".
fn superlative(words: &Words, index: usize) -> Option<Comparison> {
    let word = words.word(index);
    let extreme = |at: usize| {
        matches!(
            words.word(at),
            "high" | "low" | "highs" | "lows" | "level" | "levels" | "number" | "numbers"
        )
    };
    let end = match word {
        "record" | "historic" | "historical" if extreme(index + 1) => index + 2,
        "all" => words.phrase(index, &["all", "time"]).filter(|at| extreme(*at)).map(|at| at + 1)?,
        "highest" | "lowest" | "largest" | "biggest" | "smallest" | "greatest" | "fewest" | "fastest"
        | "slowest" | "hottest" | "warmest" | "coldest" | "driest" | "wettest" | "deadliest"
        | "costliest" | "safest" | "richest" | "poorest" | "youngest" | "oldest" | "longest" | "shortest"
        | "worst" | "best" | "strongest" | "weakest" | "most" | "least" => {
            return scope(words, index);
        }
        "year" | "month" | "decade" => {
            // "40-year high": the count stands before.
            let start = index.checked_sub(2).filter(|start| words.kind(*start) == Some(Kind::Number))?;
            matches!(words.word(index + 1), "high" | "low")
                .then(|| Comparison::Superlative(said(words, start, index + 2)))?;
            return Some(Comparison::Superlative(said(words, start, index + 2)));
        }
        _ => return None,
    };
    Some(Comparison::Superlative(said(words, index, end)))
}

/// How far a superlative's scope may stand from it: "highest unemployment rate … in 40 years".
const SCOPE_REACH: usize = 8;

/// A superlative with its scope; without one ("most people") it compares nothing.
fn scope(words: &Words, index: usize) -> Option<Comparison> {
    for at in index + 1..index + 1 + SCOPE_REACH {
        let end = match words.word(at) {
            "ever" => at + 1,
            "on" if words.word(at + 1) == "record" => at + 2,
            "in" if matches!(words.word(at + 1), "history" | "decades" | "years" | "generations") => at + 2,
            "in" if words.phrase(at + 1, &["a", "generation"]).is_some()
                || words.phrase(at + 1, &["a", "decade"]).is_some() =>
            {
                at + 3
            }
            "in" | "for" => {
                let from = at + 1;
                let from =
                    from + usize::from(matches!(words.word(from), "over" | "nearly" | "almost" | "about"));
                let from = if words.phrase(from, &["more", "than"]).is_some() { from + 2 } else { from };
                let Some((_, end)) = numeral::count(words, from, 10_000) else { continue };
                if !matches!(words.word(end), "years" | "year" | "months" | "decades") {
                    continue;
                }
                end + 1
            }
            "since" => {
                let from = at + 1 + usize::from(words.word(at + 1) == "the");
                if words.word(from).is_empty() && words.digits(from).is_empty() {
                    return None;
                }
                let day_or_month =
                    usize::from(words.digits(from).is_empty() && !words.digits(from + 1).is_empty());
                from + 1 + day_or_month
            }
            "of" if words.phrase(at, &["of", "all", "time"]).is_some() => at + 3,
            "" if words.kind(at) == Some(Kind::Sign) && !words.is_dash(at) => return None,
            _ => continue,
        };
        return Some(Comparison::Superlative(said(words, index, end)));
    }
    None
}

/// "year over year", "yoy", "from the previous month", "than a year ago", "since 2019", "from 2019 levels".
fn calendar(words: &Words, index: usize) -> Option<Comparison> {
    if let Some(comparison) = abbreviated(words, index) {
        return Some(comparison);
    }
    for (unit, comparison) in [
        ("year", Comparison::YearOverYear),
        ("month", Comparison::MonthOverMonth),
        ("quarter", Comparison::QuarterOverQuarter),
    ] {
        let over =
            ["over", "on", "to"].into_iter().any(|joint| words.phrase(index, &[unit, joint, unit]).is_some());
        if over {
            return Some(comparison);
        }
    }
    if words.word(index) == "since" {
        return year_of(words, index + 1).map(Comparison::SinceYear);
    }
    let base = base(words, index)?;
    period_base(words, base)
}

fn abbreviated(words: &Words, index: usize) -> Option<Comparison> {
    let slash = |letter| {
        words.word(index) == letter
            && matches!(words.sign(index + 1), '/' | '-')
            && matches!(words.word(index + 2), "y" | "m" | "q" | "o")
    };
    match words.word(index) {
        "yoy" => Some(Comparison::YearOverYear),
        // "mom" in lower case is a mother.
        "mom" if words.raw(index) == "MoM" || words.raw(index) == "MOM" => Some(Comparison::MonthOverMonth),
        "qoq" => Some(Comparison::QuarterOverQuarter),
        "y" if slash("y") => Some(Comparison::YearOverYear),
        "m" if slash("m") => Some(Comparison::MonthOverMonth),
        "q" if slash("q") => Some(Comparison::QuarterOverQuarter),
        _ => None,
    }
}

/// Where the base starts that a word of comparison at `index` announces.
fn base(words: &Words, index: usize) -> Option<usize> {
    let after = match words.word(index) {
        "than" | "versus" | "from" | "against" | "over" => index + 1,
        "vs" => index + 1 + usize::from(words.sign(index + 1) == '.'),
        "compared" | "relative" => index + 1 + usize::from(matches!(words.word(index + 1), "with" | "to")),
        "comparison" if matches!(words.word(index + 1), "with" | "to") => index + 2,
        _ => return None,
    };
    Some(after + usize::from(matches!(words.word(after), "in" | "at" | "with" | "during")))
}

/// A base on the calendar: "last year", "a year earlier", "the previous month", "PY", "2019 levels".
fn period_base(words: &Words, base: usize) -> Option<Comparison> {
    let opener = words.before(base, 1);
    let at = base + usize::from(matches!(words.word(base), "the" | "a" | "one" | "this"));
    if matches!(words.word(at), "py" | "ly") {
        return Some(Comparison::YearOverYear);
    }
    if words.phrase(at, &["same", "period"]).is_some() || words.phrase(at, &["same", "time"]).is_some() {
        return Some(Comparison::YearOverYear);
    }
    if words.phrase(at, &["same", "month"]).is_some() || words.phrase(at, &["same", "quarter"]).is_some() {
        return Some(Comparison::YearOverYear);
    }
    if matches!(words.word(at), "last" | "previous" | "prior" | "preceding") {
        // "over the last year" is a span of time, "over last year" a base.
        if opener == "over" && at > base && words.word(at) == "last" {
            return None;
        }
        return by_unit(words.word(at + 1));
    }
    if matches!(words.word(at + 1), "ago" | "earlier" | "before") {
        return by_unit(words.word(at));
    }
    if opener == "over" {
        return None;
    }
    // "from 2019 to 2023" is a period.
    let ranged = matches!(words.word(base + 1), "to" | "through" | "until") || words.is_dash(base + 1);
    year_of(words, base).filter(|_| opener != "from" || !ranged).map(Comparison::SinceYear)
}

fn by_unit(unit: &str) -> Option<Comparison> {
    Some(match unit {
        "year" => Comparison::YearOverYear,
        "month" => Comparison::MonthOverMonth,
        "quarter" => Comparison::QuarterOverQuarter,
        _ => return None,
    })
}

/// The year at `index`, up to three tokens in: "2019", "January 2021", "Jan. 20, 2021".
fn year_of(words: &Words, index: usize) -> Option<i16> {
    let at = (index..index + 4)
        .take_while(|at| words.kind(*at).is_some_and(|kind| kind != Kind::Clitic))
        .find(|at| {
            words.digits(*at).len() == 4 || matches!(words.word(*at), "we" | "he" | "she" | "they" | "i")
        })?;
    let year: i16 = words.digits(at).parse().ok()?;
    let dated = at == index || words.kind(index) == Some(Kind::Word);
    (dated && (1600..=2199).contains(&year)).then_some(year)
}

/// "pre-pandemic levels", "before the pandemic".
fn named(words: &Words, index: usize) -> Option<Comparison> {
    let event = |at: usize| {
        matches!(
            words.word(at),
            "pandemic" | "covid" | "war" | "crisis" | "recession" | "brexit" | "election" | "lockdown"
        )
    };
    match words.word(index) {
        "pre" => {
            let at = index + 1 + usize::from(words.is_dash(index + 1));
            event(at).then(|| {
                let level =
                    usize::from(matches!(words.word(at + 1), "level" | "levels" | "average" | "peak"));
                Comparison::Named(said(words, index, at + 1 + level))
            })
        }
        "prepandemic" => Some(Comparison::Named(said(words, index, index + 1))),
        "before" => {
            let at = index + 1 + usize::from(words.word(index + 1) == "the");
            event(at).then(|| Comparison::Named(said(words, index, at + 1)))
        }
        _ => None,
    }
}

/// The most words of "than the whole of the European Union" that are quoted.
const LONGEST_OTHER: usize = 6;

/// "than Germany", "compared with men": the words up to the next sign or verb.
fn other(words: &Words, index: usize) -> Option<Comparison> {
    let start = match words.word(index) {
        "than" if !matches!(words.before(index, 1), "rather" | "other" | "less" | "fewer") => index + 1,
        "compared" if matches!(words.word(index + 1), "with" | "to") => index + 2,
        _ => return None,
    };
    // "higher in Texas than in New York": the place is what it is compared with.
    let start = start + usize::from(words.word(start) == "in");
    // "more than 5 percent" is a bound.
    let amount = !words.digits(start).is_empty()
        || matches!(words.sign(start), '$' | '€' | '£')
        || words.word(start) != "one" && numeral::read(words, start, false).is_some()
        || matches!(words.word(start), "half" | "doubled" | "tripled" | "twice" | "quadrupled" | "expected");
    if amount {
        return None;
    }
    let end = (start..start + LONGEST_OTHER)
        .find(|at| {
            words.kind(*at).is_none_or(|kind| kind == Kind::Sign && !words.is_dash(*at))
                || matches!(
                    words.word(*at),
                    "in" | "since"
                        | "over"
                        | "is"
                        | "are"
                        | "was"
                        | "were"
                        | "did"
                        | "does"
                        | "do"
                        | "has"
                        | "have"
                        | "and"
                        | "because"
                ) && *at > start
        })
        .unwrap_or(start + LONGEST_OTHER);
    (end > start).then(|| Comparison::Other(said(words, start, end)))
}

#[cfg(test)]
mod tests;
