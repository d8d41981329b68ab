//! Whether a sentence speaks of the same measure, place and period as the claim.
//!
//! Another scope is no contradiction: crime may fall in one city and rise in the next.

use super::Reason;
use crate::claim::{
    Claim,
    comparison::Comparison,
    location::Location,
    timeframe::{Period, Timeframe},
};

/// The first way in which the scopes differ; none where they agree or one of them says nothing. `places` are those
/// the sentence stands under.
pub(super) fn mismatch(claim: &Claim, sentence: &Claim, places: &[Location]) -> Option<Reason> {
    measure(claim, sentence)
        .or_else(|| place(&claim.locations, places))
        .or_else(|| period(&claim.timeframes, &sentence.timeframes))
        .or_else(|| base(claim.comparison.as_ref(), sentence.comparison.as_ref()))
}

/// Another variant of a family the claim speaks of: overall for violent crime.
fn measure(claim: &Claim, sentence: &Claim) -> Option<Reason> {
    let claimed = claim.metrics.first()?;
    if sentence.metrics.iter().any(|metric| metric.variant == claimed.variant) {
        return None;
    }
    let found = sentence.metrics.iter().find(|metric| metric.family == claimed.family)?;
    (claimed.specific || found.specific).then(|| Reason::MetricMismatch {
        claimed: claimed.variant.to_owned(),
        found: found.variant.to_owned(),
    })
}

/// None of the sentence's places is one of the claim's.
fn place(claimed: &[Location], found: &[Location]) -> Option<Reason> {
    let (first, other) = (claimed.first()?, found.first()?);
    let shared = claimed.iter().any(|claimed| found.iter().any(|found| found.name == claimed.name));
    (!shared).then(|| Reason::LocationMismatch { claimed: first.name.clone(), found: other.name.clone() })
}

/// None of the sentence's periods can be one of the claim's.
fn period(claimed: &[Timeframe], found: &[Timeframe]) -> Option<Reason> {
    let (first, other) = (claimed.first()?, found.first()?);
    let shared = claimed.iter().any(|claimed| found.iter().any(|found| may_meet(&claimed.period, &found.period)));
    (!shared).then(|| Reason::TimeframeMismatch { claimed: first.words.clone(), found: other.words.clone() })
}

/// "0.3 % over the month" says nothing about "3 % over the year".
fn base(claimed: Option<&Comparison>, found: Option<&Comparison>) -> Option<Reason> {
    let cyclic = |comparison: &Comparison| {
        matches!(comparison, Comparison::YearOverYear | Comparison::MonthOverMonth | Comparison::QuarterOverQuarter)
    };
    let (claimed, found) = (claimed?, found?);
    (cyclic(claimed) && cyclic(found) && claimed != found).then_some(Reason::ComparisonMismatch)
}

/// Where a period lies without knowing today: on the calendar, in months since year 0, or relative to the speaker.
enum Place {
    /// First and last month.
    Calendar(i32, i32),
    /// Now: this year, year to date, this month.
    Current,
    /// Before now: last year, last month.
    Previous,
    /// Anywhere.
    Open,
}

fn lies(period: &Period) -> Place {
    let month = |year: i16, month: i8| i32::from(year) * 12 + i32::from(month) - 1;
    let years = |from: i16, to: i16| Place::Calendar(month(from, 1), month(to, 12));
    match *period {
        Period::Year(year) | Period::YearToDate(Some(year)) => years(year, year),
        Period::FiscalYear(year) => years(year.saturating_sub(1), year),
        Period::Quarter { quarter, year: Some(year) } => {
            let first = month(year, 1) + (i32::from(quarter) - 1) * 3;
            Place::Calendar(first, first + 2)
        }
        Period::Month { month: number, year: Some(year) } => Place::Calendar(month(year, number), month(year, number)),
        Period::Day(day) => Place::Calendar(month(day.year(), day.month()), month(day.year(), day.month())),
        Period::Since { year, month: start } => Place::Calendar(month(year, start.unwrap_or(1)), i32::MAX),
        Period::Between { from, to } => years(from, to),
        Period::Decade(year) => years(year, year.saturating_add(9)),
        Period::ThisYear | Period::YearToDate(None) | Period::Current(_) => Place::Current,
        Period::LastYear | Period::Previous(_) => Place::Previous,
        Period::Quarter { .. } | Period::Month { .. } | Period::Trailing { .. } | Period::Unresolved => Place::Open,
    }
}

/// Whether two periods can be the same one.
fn may_meet(left: &Period, right: &Period) -> bool {
    match (lies(left), lies(right)) {
        (Place::Calendar(from, to), Place::Calendar(other_from, other_to)) => from <= other_to && other_from <= to,
        (Place::Current, Place::Previous) | (Place::Previous, Place::Current) => false,
        _ => true,
    }
}
