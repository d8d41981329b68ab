//! Whether the claim speaks of the period that is expected.

use jiff::civil::Date;

use super::few;
use super::said::Said;
use super::warning::{Severity, Warnings, quote};
use crate::claim::{
    Claim,
    comparison::Comparison,
    metric::Metric,
    quantity::Unit,
    timeframe::{CalendarUnit, Interval, Period, Timeframe},
};

pub(super) fn check(
    claim: &Claim,
    said: &Said,
    expected: Option<&Claim>,
    today: Date,
    warnings: &mut Warnings,
) {
    if let Some(expected) = expected {
        compare(claim, expected, today, warnings);
    } else {
        find_missing(claim, said, warnings);
    }
    unequal_periods(claim, warnings);
    for timeframe in &claim.timeframes {
        examine(claim, timeframe, today, warnings);
    }
}

/// The periods a claim speaks of: all it names, save a year that it only compares with.
pub(super) fn spoken_of(claim: &Claim) -> impl Iterator<Item = &Timeframe> {
    claim.timeframes.iter().filter(|timeframe| match (&timeframe.period, &claim.comparison) {
        (Period::Year(year), Some(Comparison::SinceYear(base))) => year != base,
        _ => true,
    })
}

/// The days that `timeframe` covers, no later than today where it has begun.
pub(super) fn until_today(timeframe: &Timeframe, today: Date) -> Option<Interval> {
    let interval = timeframe.resolve(today)?;
    let end = if interval.start <= today { interval.end.min(today) } else { interval.end };
    Some(Interval { start: interval.start, end })
}

/// "2026-01-01 to 2026-11-21".
pub(super) fn days(interval: Interval) -> String {
    if interval.start == interval.end {
        interval.start.to_string()
    } else {
        format!("{} to {}", interval.start, interval.end)
    }
}

fn compare(claim: &Claim, expected: &Claim, today: Date, warnings: &mut Warnings) {
    let wanted =
        expected.timeframes.iter().find_map(|timeframe| Some((timeframe, timeframe.resolve(today)?)));
    let Some((wanted, wanted_days)) = wanted else {
        let text = format!("the expected timeframe {} could not be placed", quote(&expected.text));
        return warnings.add(Severity::Mismatch, text);
    };
    let mut resolved =
        spoken_of(claim).filter_map(|timeframe| Some((timeframe, timeframe.resolve(today)?))).peekable();
    if resolved.peek().is_none() {
        if spoken_of(claim).next().is_none() {
            let text = format!("the claim names no period, expected {}", quote(&expected.text));
            warnings.add(Severity::Mismatch, text);
        }
        return;
    }
    let difference = |(timeframe, interval): &(&Timeframe, Interval)| {
        if same_kind(&timeframe.period, &wanted.period) && *interval == wanted_days {
            0
        } else if until_today(timeframe, today) == until_today(wanted, today) {
            1
        } else if interval.start <= wanted_days.end && wanted_days.start <= interval.end {
            2
        } else {
            3
        }
    };
    let Some(best) = resolved.min_by_key(difference) else { return };
    let (said, wanted_words) = (quote(&best.0.words), quote(&wanted.words));
    match difference(&best) {
        0 | 1 => {}
        2 => warnings.add(
            Severity::Mismatch,
            format!(
                "the claim says {said} ({}), expected {wanted_words} ({}): they overlap, but differ",
                days(best.1),
                days(wanted_days)
            ),
        ),
        _ => warnings.add(
            Severity::Conflict,
            format!(
                "the claim says {said} ({}), expected {wanted_words} ({})",
                days(best.1),
                days(wanted_days)
            ),
        ),
    }
}

/// Whether two periods are meant alike: "2026" and "this year" are, a fiscal and a calendar year are not.
fn same_kind(one: &Period, other: &Period) -> bool {
    matches!(one, Period::FiscalYear(_)) == matches!(other, Period::FiscalYear(_))
}

/// What one period of the claim leaves open, whatever is expected.
fn examine(claim: &Claim, timeframe: &Timeframe, today: Date, warnings: &mut Warnings) {
    let said = quote(&timeframe.words);
    match timeframe.period {
        Period::ThisYear => {
            warnings.add(
                Severity::Ambiguity,
                format!("{said} is read as year to date: full-year figures differ"),
            );
        }
        Period::Year(year) if year == today.year() => {
            warnings.add(
                Severity::Ambiguity,
                format!("{said} is not over: year-to-date and full-year figures differ"),
            );
        }
        Period::FiscalYear(_) => warnings.add(
            Severity::Ambiguity,
            format!(
                "{said} is a fiscal year: it is not the calendar year, and begins on other days elsewhere"
            ),
        ),
        Period::Unresolved => {
            warnings
                .add(Severity::Ambiguity, format!("{said} has no dates: name the first and the last month"));
        }
        Period::Quarter { year: None, .. } | Period::Month { year: None, .. } => {
            warnings.add(Severity::Ambiguity, format!("{said} names no year: the latest is assumed"));
        }
        _ => {}
    }
    if timeframe.resolve(today).is_some_and(|interval| interval.start > today) {
        warnings.add(
            Severity::Impossible,
            format!("{said} lies after today, {today}: it cannot be measured yet"),
        );
    }
    if claim.direction.is_some() && is_short(&timeframe.period) {
        warnings.add(
            Severity::Risk,
            format!("{said} is a short base for a change: look at the year before it too"),
        );
    }
    if let Some(event) = base_year(&timeframe.period).and_then(unusual_year) {
        warnings
            .add(Severity::Risk, format!("{said} starts from an unusual year ({event}): try another base"));
    }
}

/// Whether a change over the period may be noise or season: at most a quarter.
fn is_short(period: &Period) -> bool {
    match period {
        Period::Current(unit) | Period::Previous(unit) => {
            matches!(unit, CalendarUnit::Week | CalendarUnit::Month | CalendarUnit::Quarter)
        }
        Period::Trailing { count, unit } => match unit {
            CalendarUnit::Week => *count <= 13,
            CalendarUnit::Month => *count <= 3,
            CalendarUnit::Quarter => *count <= 1,
            CalendarUnit::Year | CalendarUnit::Decade => false,
        },
        Period::Day(_) => true,
        _ => false,
    }
}

fn base_year(period: &Period) -> Option<i16> {
    match *period {
        Period::Since { year, .. } => Some(year),
        Period::Between { from, .. } => Some(from),
        _ => None,
    }
}

/// Years whose figures are far off the trend nearly everywhere (IMF World Economic Outlook: world output fell in
/// 2009 and 2020 only).
fn unusual_year(year: i16) -> Option<&'static str> {
    match year {
        2009 => Some("the financial crisis"),
        2020 => Some("the pandemic"),
        _ => None,
    }
}

/// A figure that changes needs a period. Sums of money without a change are mostly of single acts ("gave 500
/// dollars"), and need none.
fn find_missing(claim: &Claim, said: &Said, warnings: &mut Warnings) {
    let moves = claim.direction.is_some() || claim.quantities.iter().any(|figure| !is_money(&figure.unit));
    let measured = few(&claim.metrics).iter().any(Metric::is_definite);
    let change_in_percent = claim.direction.is_some() && !claim.quantities.is_empty();
    let about_a_figure = (measured && moves) || change_in_percent;
    if about_a_figure && claim.timeframes.is_empty() && !has_base(claim) && !said.any_of(TIMED) {
        warnings.add(Severity::Missing, "the claim names no period: the figure changes over time");
    }
}

fn is_money(unit: &Unit) -> bool {
    matches!(unit, Unit::Currency(_))
}

/// "So far this year" against the whole of another year.
fn unequal_periods(claim: &Claim, warnings: &mut Warnings) {
    let part = claim.timeframes.iter().find(|timeframe| matches!(timeframe.period, Period::YearToDate(None)));
    let whole = claim.timeframes.iter().find(|timeframe| {
        matches!(timeframe.period, Period::Year(_) | Period::LastYear | Period::FiscalYear(_))
    });
    if let (Some(part), Some(whole)) = (part, whole) {
        let (part, whole) = (quote(&part.words), quote(&whole.words));
        let text = format!("{part} is part of a year, {whole} may be a whole one: compare the same months");
        warnings.add(Severity::Ambiguity, text);
    }
}

/// Whether the claim says what its figure is compared with in time.
fn has_base(claim: &Claim) -> bool {
    matches!(
        claim.comparison,
        Some(
            Comparison::YearOverYear
                | Comparison::MonthOverMonth
                | Comparison::QuarterOverQuarter
                | Comparison::SinceYear(_)
                | Comparison::Named(_)
                | Comparison::Superlative(_)
        )
    )
}

/// What gives a time without naming a period, or speaks of plans.
const TIMED: &[&str] = &[
    "years",
    "decades",
    "months",
    "school year",
    "would",
    "will",
    "could",
    "should",
    "proposed",
    "plan",
    "plans",
];
