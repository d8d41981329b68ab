//! Changes over time: "fell 44 % in 30 years", "more than doubled", "is going down".

use super::{Findings, figures, relevance::Candidate};
use crate::alignment::Reason;
use crate::claim::{direction::Direction, quantity::Unit};
use crate::series::{
    change_words,
    spoken::{Figure, Slack},
    statement::{Movement, Statement},
    table::{Point, Series},
};

/// A change smaller than this part is none: statistics are revised by as much.
const NO_CHANGE: f64 = 0.003;

/// Compares every change the claim states with its size.
pub(super) fn compare(statement: &Statement, candidates: &[Candidate], findings: &mut Findings) {
    let Some(nearest) = candidates.first() else { return };
    for figure in &statement.figures {
        if change_words::is_change(statement, figure, nearest) {
            amount(statement, figure, nearest, candidates, findings);
        }
    }
}

/// How many years before it the newest value is compared with where it is said to be like theirs.
const YEARS_BEFORE: usize = 5;
/// Up to this part apart, values are alike: the band of spoken amounts.
const ALIKE: f64 = 0.05;
/// How far behind a figure its own span of years may stand, in tokens: "down 31 % in the last 10 years".
const SPAN_REACH: usize = 8;

/// The mean of the values in the time the claim speaks of.
pub(super) fn mean(statement: &Statement, series: &Series) -> Option<f64> {
    let (from, to) = window(statement, series, None)?;
    let within = series.points.iter().filter(|point| from.year <= point.year && point.year <= to.year);
    let values: Vec<f64> = within.map(|point| point.value).collect();
    Some(values.iter().sum::<f64>() / values.len() as f64).filter(|mean| mean.is_finite())
}

/// The first and last point of the time the claim, or its `figure`, speaks of.
fn window<'a>(
    statement: &Statement,
    series: &'a Series,
    figure: Option<&Figure>,
) -> Option<(&'a Point, &'a Point)> {
    let (_, newest) = series.years()?;
    let mut named: Vec<i32> =
        statement.years.iter().map(|year| year.value).filter(|year| series.at(*year).is_some()).collect();
    named.sort_unstable();
    if let Some((first, last)) = figure.and_then(|figure| years_behind(statement, figure))
        && let (Some(from), Some(to)) = (series.at(first), series.at(last))
    {
        return (from.year < to.year).then_some((from, to));
    }
    let own_span =
        figure.and_then(|figure| statement.span_of_years_from(figure.end, figure.end + SPAN_REACH));
    let (from, to) = match named.as_slice() {
        [] => match own_span.or_else(|| statement.span_of_years()) {
            Some(span) => (nearest(series, newest - span)?, series.last()?),
            None => (series.points.first()?, series.last()?),
        },
        [year] if *year == newest => (series.points.first()?, series.last()?),
        [year] => (series.at(*year)?, series.last()?),
        [first, .., last] => (series.at(*first)?, series.at(*last)?),
    };
    (from.year < to.year).then_some((from, to))
}

/// "by 2 years between 2019 and 2020": the two years behind a figure.
fn years_behind(statement: &Statement, figure: &Figure) -> Option<(i32, i32)> {
    let mut behind =
        statement.years.iter().filter(|year| (figure.end..figure.end + SPAN_REACH).contains(&year.at));
    let (first, second) = (behind.next()?, behind.next()?);
    (second.at <= first.at + 3).then_some((first.value, second.value))
}

/// The point nearest to a year.
fn nearest(series: &Series, year: i32) -> Option<&Point> {
    series.points.iter().min_by_key(|point| point.year.map_or(i32::MAX, |found| (found - year).abs()))
}

/// Compares a change that is said with its size.
fn amount(
    statement: &Statement,
    figure: &Figure,
    named: &Candidate,
    candidates: &[Candidate],
    findings: &mut Findings,
) {
    let direction = change_words::movement(statement, figure, named).map(|movement| movement.direction);
    let mut nearest: Option<(f64, f64)> = None;
    let mut matched = None;
    for candidate in candidates {
        let Some((from, to)) = window(statement, candidate.series, Some(figure)) else { continue };
        for change in changes(figure, candidate.series, from, to) {
            let signed_right = match direction {
                Some(Direction::Decrease) if figure.unit != Unit::Multiple => change <= 0.0,
                Some(Direction::Increase) if figure.unit != Unit::Multiple => change >= 0.0,
                _ => true,
            };
            if signed_right && figure.says(change.abs(), Slack::Spoken) {
                matched = matched.or(Some(change));
            }
            let distance = (change.abs() - figure.value).abs();
            if nearest.is_none_or(|(other, _)| distance < other) {
                nearest = Some((distance, change));
            }
        }
    }
    let Some(change) = matched.or(nearest.map(|(_, change)| change)) else { return };
    let holds = matched.is_some();
    findings.add(holds, figures(holds, &figure.said, figure.value, change, figure.is_percent()));
}

/// The change from one point to another, in what the figure counts in.
fn changes(figure: &Figure, series: &Series, from: &Point, to: &Point) -> Vec<f64> {
    let difference = to.value - from.value;
    let relative = difference / from.value.abs() * 100.0;
    let found = match figure.unit {
        Unit::Multiple => vec![to.value / from.value],
        Unit::Percent if series.is_percent() => vec![difference, relative],
        Unit::Percent => vec![relative],
        _ => vec![difference],
    };
    found.into_iter().filter(|value| value.is_finite()).collect()
}

/// Compares a change said without its size, by all series that are named alike.
pub(super) fn compare_direction(statement: &Statement, candidates: &[Candidate], findings: &mut Findings) {
    let Some(nearest) = candidates.first() else { return };
    let with_size =
        statement.figures.iter().any(|figure| change_words::is_change(statement, figure, nearest));
    if change_words::as_in_other_years(statement) {
        like_before(nearest.series, findings);
        return;
    }
    let movement = statement.movements.iter().find(|movement| {
        !movement.of_rank && is_over_time(statement, movement) && !nearest.names(statement, movement.at)
    });
    let Some(movement) = movement else { return };
    let level_only =
        !statement.figures.is_empty() && findings.supporting.is_empty() && findings.contradicting.is_empty();
    if with_size || level_only {
        return;
    }
    let moved: Vec<Direction> = candidates
        .iter()
        .take_while(|candidate| candidate.shared == nearest.shared)
        .filter_map(|candidate| window(statement, candidate.series, None))
        .map(|(from, to)| way(from, to))
        .collect();
    let agree = moved.iter().filter(|found| **found == movement.direction).count() * 2;
    let Some(found) =
        moved.iter().copied().find(|found| (*found == movement.direction) == (agree > moved.len()))
    else {
        return;
    };
    let holds = (found == movement.direction) != statement.claim.negated;
    if agree == moved.len() {
        findings.open.push(Reason::Conflict);
    } else if holds {
        findings.supporting.push(Reason::DirectionMatch { direction: found });
    } else {
        findings.contradicting.push(Reason::DirectionMismatch { claimed: movement.direction, found });
    }
}

/// Compares the newest value with the mean of the years before it, where both are said to be alike.
fn like_before(series: &Series, findings: &mut Findings) {
    let Some((newest, before)) = series.points.split_last() else { return };
    let before = &before[before.len().saturating_sub(YEARS_BEFORE)..];
    if before.is_empty() {
        return;
    }
    let mean = before.iter().map(|point| point.value).sum::<f64>() / before.len() as f64;
    let holds = (newest.value - mean).abs() <= mean.abs() * ALIKE;
    findings
        .add(holds, figures(holds, &super::written(newest.value), newest.value, mean, series.is_percent()));
}

/// Whether a movement is one in time: "fell", "higher than when they took office", not "higher than France".
fn is_over_time(statement: &Statement, movement: &Movement) -> bool {
    movement.than.is_none_or(|than| {
        let next = statement.words.word(than + 1);
        matches!(next, "when" | "before" | "in" | "at" | "during" | "it" | "they" | "ever" | "last" | "a")
            || statement.years.iter().any(|year| year.at == than + 1)
    })
}

fn way(from: &Point, to: &Point) -> Direction {
    let change = (to.value - from.value) / from.value.abs().max(f64::MIN_POSITIVE);
    if change > NO_CHANGE {
        Direction::Increase
    } else if change < -NO_CHANGE {
        Direction::Decrease
    } else {
        Direction::Unchanged
    }
}
