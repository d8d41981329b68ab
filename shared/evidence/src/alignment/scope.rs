//! Whether a sentence speaks of the same measure, place and period as the claim.
//!
//! Another scope is no contradiction: crime may fall in one city and rise in the next.

use jiff::civil::Date;

use super::{
    Reason,
    figures::{MOST_COMPARED, Side},
};
use crate::claim::{
    Claim,
    comparison::Comparison,
    location::Location,
    timeframe::{Interval, Period, Timeframe},
    words::Words,
};

/// The first way in which the scopes differ; none where they agree or one of them says nothing. `places` are those
/// the sentence stands under.
pub(super) fn mismatch(claim: &Side, sentence: &Side, places: &[Location]) -> Option<Reason> {
    measure(claim.claim, sentence.claim)
        .or_else(|| place(&claim.claim.locations, places))
        .or_else(|| period(claim, sentence))
        .or_else(|| base(claim.claim.comparison.as_ref(), sentence.claim.comparison.as_ref()))
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

/// Whether both name what they measure, and no family of the one is a family of the other's: the trade deficit is
/// not the federal deficit.
pub(super) fn is_of_another_family(claim: &Claim, sentence: &Claim) -> bool {
    let families = |side: &Claim| -> Vec<&'static str> {
        side.metrics.iter().take(MOST_COMPARED).map(|metric| metric.family).collect()
    };
    let (claimed, found) = (families(claim), families(sentence));
    !claimed.is_empty() && !found.is_empty() && !claimed.iter().any(|family| found.contains(family))
}

/// None of the sentence's places is one of the claim's.
fn place(claimed: &[Location], found: &[Location]) -> Option<Reason> {
    let (first, other) = (claimed.first()?, found.first()?);
    let shared = claimed
        .iter()
        .take(MOST_COMPARED)
        .any(|claimed| found.iter().any(|found| found.name == claimed.name));
    (!shared).then(|| Reason::LocationMismatch { claimed: first.name.clone(), found: other.name.clone() })
}

/// None of the sentence's periods can be one of the claim's.
pub(super) fn period(claim: &Side, sentence: &Side) -> Option<Reason> {
    let (first, other) = (dated(claim)?, dated(sentence)?);
    let stated = |timeframe: &&Timeframe| !is_base(sentence.words, timeframe);
    let any_stated = sentence.claim.timeframes.iter().any(|timeframe| stated(&timeframe));
    let found: Vec<Place> = sentence
        .claim
        .timeframes
        .iter()
        .filter(|timeframe| !any_stated || stated(timeframe))
        .map(|timeframe| lies(sentence.words, timeframe))
        .collect();
    let claimed: Vec<Place> = claim
        .claim
        .timeframes
        .iter()
        .take(MOST_COMPARED)
        .map(|timeframe| lies(claim.words, timeframe))
        .collect();
    // "Over the 12 months to June 2022" is placed by its date.
    let is_placed = |place: &Place| place.kind() != Kind::Nothing;
    let any_placed = claimed.iter().any(is_placed);
    let shared = claimed.iter().filter(|place| !any_placed || is_placed(place)).any(|claimed| {
        // A date is compared with dates and "this year" with "last year", where there are such.
        let same_kind = |found: &&Place| claimed.kind() == found.kind();
        let any_of_kind = found.iter().any(|found| same_kind(&found));
        found.iter().filter(|found| !any_of_kind || same_kind(found)).any(|found| may_meet(*claimed, *found))
    });
    (!shared).then(|| Reason::TimeframeMismatch { claimed: first.words.clone(), found: other.words.clone() })
}

/// The period that says most about when: of "the 12 months to June 2022" the date.
fn dated<'side>(side: &'side Side) -> Option<&'side Timeframe> {
    let timeframes = &side.claim.timeframes;
    let is_placed = |timeframe: &&Timeframe| lies(side.words, timeframe).kind() != Kind::Nothing;
    timeframes.iter().find(is_placed).or(timeframes.first())
}

/// Whether a period is only what another is compared with: "in 2024 compared with 2023".
fn is_base(words: &Words, timeframe: &Timeframe) -> bool {
    let at = words.token_from(timeframe.span.start);
    let before = at - at.min(usize::from(words.before(at, 1) == "in"));
    match words.before(before, 1) {
        "with" | "to" => words.before(before, 2) == "compared",
        "versus" | "vs" | "than" => true,
        _ => false,
    }
}

/// "0.3 % over the month" says nothing about "3 % over the year".
fn base(claimed: Option<&Comparison>, found: Option<&Comparison>) -> Option<Reason> {
    let cyclic = |comparison: &Comparison| {
        matches!(
            comparison,
            Comparison::YearOverYear | Comparison::MonthOverMonth | Comparison::QuarterOverQuarter
        )
    };
    let (claimed, found) = (claimed?, found?);
    (cyclic(claimed) && cyclic(found) && claimed != found).then_some(Reason::ComparisonMismatch)
}

/// Where a period lies without knowing today.
#[derive(Debug, Clone, Copy)]
enum Place {
    /// First and last day.
    Calendar(Date, Date),
    /// Now: this year, year to date, this month.
    Current,
    /// Before now: last year, last month.
    Previous,
    /// Anywhere.
    Open,
}

/// What a period is placed by.
#[derive(PartialEq, Eq)]
enum Kind {
    Dates,
    Speaker,
    Nothing,
}

impl Place {
    fn kind(self) -> Kind {
        match self {
            Self::Calendar(..) => Kind::Dates,
            Self::Current | Self::Previous => Kind::Speaker,
            Self::Open => Kind::Nothing,
        }
    }
}

/// Where a period lies, "before", "by" and "after" taken at their word.
fn lies(words: &Words, timeframe: &Timeframe) -> Place {
    match timeframe.period {
        Period::ThisYear | Period::YearToDate(None) | Period::Current(_) => return Place::Current,
        Period::LastYear | Period::Previous(_) => return Place::Previous,
        Period::Quarter { year: None, .. }
        | Period::Month { year: None, .. }
        | Period::Trailing { .. }
        | Period::Unresolved => {
            return Place::Open;
        }
        _ => {}
    }
    // Only "since" looks at today here, and it has no end.
    let Some(Interval { start, end }) = timeframe.resolve(Date::MAX) else { return Place::Open };
    let at = words.token_from(timeframe.span.start);
    let unless_edge = |day: Result<Date, jiff::Error>| day.unwrap_or(start);
    match words.before(at, 1) {
        "before" | "until" | "till" => Place::Calendar(Date::MIN, unless_edge(start.yesterday())),
        "by" | "through" => Place::Calendar(Date::MIN, end),
        "after" => Place::Calendar(unless_edge(end.tomorrow()), Date::MAX),
        "than" if matches!(words.before(at, 2), "earlier" | "sooner") => {
            Place::Calendar(Date::MIN, unless_edge(start.yesterday()))
        }
        "than" if words.before(at, 2) == "later" => Place::Calendar(unless_edge(end.tomorrow()), Date::MAX),
        _ => Place::Calendar(start, end),
    }
}

/// Whether two periods can be the same one.
fn may_meet(left: Place, right: Place) -> bool {
    match (left, right) {
        (Place::Calendar(from, to), Place::Calendar(other_from, other_to)) => {
            from <= other_to && other_from <= to
        }
        (Place::Current, Place::Previous) | (Place::Previous, Place::Current) => false,
        _ => true,
    }
}
