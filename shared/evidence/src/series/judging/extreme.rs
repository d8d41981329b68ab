//! Extremes in time: "the highest since 2008", "a record low".

use super::{Findings, end_word, relevance::Candidate};
use crate::alignment::Reason;
use crate::series::{
    statement::Statement,
    table::{End, Point},
};

/// How far the newest value may be from the extreme and still be said to reach it, as a part of it.
const REACHES: f64 = 0.005;

/// From so many years on a series is taken for all of history.
const WHOLE_HISTORY: i32 = 50;

/// Whether more of the measure is worse.
fn is_bad(name: &str) -> bool {
    const BAD: [&str; 16] = [
        "unemploy",
        "death",
        "homicide",
        "murder",
        "emission",
        "poverty",
        "inequality",
        "crime",
        "inflation",
        "mortality",
        "debt",
        "deficit",
        "suicide",
        "cases",
        "accident",
        "hunger",
    ];
    let name = name.to_lowercase();
    BAD.iter().any(|word| name.contains(word))
}

/// Compares the extreme the claim states with the values of the time it speaks of.
pub(super) fn compare(statement: &Statement, candidates: &[Candidate], findings: &mut Findings) {
    let (Some(claimed), Some(candidate)) = (statement.extreme, candidates.first()) else { return };
    let series = candidate.series;
    let Some((first, newest)) = series.years() else { return };
    let since = statement
        .years
        .iter()
        .find(|year| statement.words.before(year.at, 1) == "since")
        .map(|year| year.value);
    let target = statement
        .years
        .iter()
        .map(|year| year.value)
        .find(|year| Some(*year) != since && series.at(*year).is_some())
        .unwrap_or(newest);
    let start = since
        .or_else(|| claimed.years.and_then(|years| i32::try_from(years).ok()).map(|years| target - years))
        .unwrap_or(first);
    let Some(value) = series.at(target).map(|point| point.value) else { return };
    let others: Vec<&Point> = series
        .points
        .iter()
        .filter(|point| point.year.is_some_and(|year| (start..=target).contains(&year) && year != target))
        .collect();
    if others.is_empty() {
        return;
    }
    let (most, least) = others
        .iter()
        .fold((f64::MIN, f64::MAX), |(most, least), point| (most.max(point.value), least.min(point.value)));
    let slack = value.abs() * REACHES;
    let end = match claimed.end {
        End::Highest if claimed.by_worth && !is_bad(&series.name) => End::Lowest,
        End::Lowest if claimed.by_worth && !is_bad(&series.name) => End::Highest,
        end => end,
    };
    let holds = match end {
        End::Highest => value >= most - slack,
        End::Lowest => value <= least + slack,
    };
    if !holds {
        let found = match end {
            End::Highest => most,
            End::Lowest => least,
        };
        findings.contradicting.push(super::figures(false, end_word(end), value, found, series.is_percent()));
    } else if first > start || claimed.ever && target - first < WHOLE_HISTORY {
        // The series starts later than what the claim speaks of: it can only disprove it.
        let (claimed, found) = (start.to_string(), first.to_string());
        findings.open.push(Reason::TimeframeMismatch { claimed, found });
    } else {
        findings.supporting.push(super::counts(true, end_word(end).to_owned(), super::written(value)));
    }
}
