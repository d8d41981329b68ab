//! Levels: "14 % are unemployed", "one doctor for 2,500 people", "3,000 deaths a day".

use super::{Findings, change, figures, relevance::Candidate};
use crate::alignment::Reason;
use crate::claim::quantity::{Bound, Unit};
use crate::series::{
    change_words,
    spoken::{Figure, Role, Slack},
    statement::Statement,
    table::Point,
};

/// How far before a ratio "falls short of" may stand, in tokens.
const SHORT_REACH: usize = 16;

/// No more measures than this are parts of one whole.
const MOST_PARTS: usize = 8;
/// A figure so many times a value, or so small a part of it, is of something else: an age, a number of days.
const OTHER_THING: f64 = 1000.0;

/// Compares every figure of the claim that is a level.
pub(super) fn compare(statement: &Statement, candidates: &[Candidate], findings: &mut Findings) {
    let Some(nearest) = candidates.first() else { return };
    let mut inverse_done = false;
    if let Some(figure) = inverse(statement) {
        inverse_done = per_head(statement, &figure, candidates, findings);
    }
    for figure in statement.figures.iter().filter(|_| !inverse_done) {
        if figure.unit == Unit::Multiple || change_words::is_change(statement, figure, nearest) {
            continue;
        }
        one(statement, figure, candidates, findings);
    }
}

/// Compares one level with what the table has for it.
fn one(statement: &Statement, figure: &Figure, candidates: &[Candidate], findings: &mut Findings) {
    let percent = figure.is_percent();
    let comparable: Vec<&Candidate> =
        candidates.iter().filter(|candidate| is_comparable(figure, candidate)).collect();
    let mut values = Vec::new();
    let mut outside = None;
    for candidate in &comparable {
        match points(statement, figure, candidate) {
            Ok(_) if averaged(statement) => values.extend(change::mean(statement, candidate.series)),
            Ok(points) => values.extend(points.iter().map(|point| point.value)),
            Err(reason) => outside = Some(reason),
        }
    }
    if percent && values.is_empty() {
        values.extend(shares(statement, figure, candidates));
    }
    values.extend(together(statement, figure, &comparable));
    if !percent {
        values.extend(added_up(statement, &comparable));
        if let Some(times) = times_a_year(statement, figure) {
            for value in &mut values {
                *value /= times;
            }
        }
    }
    // "not a steady 3 %": the figure is denied, and one year that has it is not enough.
    let denied = (1..=3).any(|distance| statement.words.before(figure.at, distance) == "not")
        && matches!(figure.bound, Bound::Exactly | Bound::About);
    let says = |value: &f64| figure.says(value.abs(), Slack::Spoken);
    let matched = values.iter().copied().find(says).filter(|_| !denied || values.iter().all(says));
    let distance = |value: f64| (value.abs() - figure.value).abs();
    let nearest = values.iter().copied().min_by(|left, right| distance(*left).total_cmp(&distance(*right)));
    let Some(value) = matched.or(nearest) else {
        findings.open.extend(outside);
        return;
    };
    let ratio = figure.value / value.abs();
    if matched.is_none() && !percent && !(1.0 / OTHER_THING..=OTHER_THING).contains(&ratio) {
        let (claimed, found) = (figure.said.clone(), super::written(value));
        findings.open.push(Reason::UnitMismatch { claimed, found });
        return;
    }
    let holds = matched.is_some();
    findings.add(holds != denied, figures(holds, &figure.said, figure.value, value, percent));
}

/// Whether a figure and a series count in the same: percent, money, or something else.
fn is_comparable(figure: &Figure, candidate: &Candidate) -> bool {
    let series = candidate.series;
    let money = {
        let unit = format!("{} {}", series.unit, series.name).to_lowercase();
        ["$", "dollar", "usd", "euro", "eur", "gdp", "currency", "expenditure", "spending", "price", "subsid"]
            .iter()
            .any(|word| unit.contains(word))
    };
    let in_money = matches!(figure.unit, Unit::Currency(_));
    series.is_percent() == figure.is_percent() && (!in_money || money)
}

/// The newest values of several measures added up: "wind and solar power make 12 %".
fn together(statement: &Statement, figure: &Figure, comparable: &[&Candidate]) -> Option<f64> {
    let newest =
        |candidate: &&Candidate| points(statement, figure, candidate).ok()?.last().map(|point| point.value);
    let values: Vec<f64> = comparable.iter().filter_map(newest).collect();
    (2..=MOST_PARTS).contains(&values.len()).then(|| values.iter().sum())
}

/// What is counted by year, added up over the years the claim spans: "in the last two years".
fn added_up(statement: &Statement, comparable: &[&Candidate]) -> Vec<f64> {
    let Some(span) = statement.span_of_years().and_then(|span| usize::try_from(span).ok()) else {
        return Vec::new();
    };
    let newest = |candidate: &&Candidate| {
        let points = &candidate.series.points;
        let sum = || points[points.len() - span..].iter().map(|point| point.value).sum();
        (2..=points.len()).contains(&span).then(sum)
    };
    comparable.iter().filter_map(newest).collect()
}

/// Whether the claim speaks of a mean over years.
fn averaged(statement: &Statement) -> bool {
    (0..statement.words.len())
        .any(|at| matches!(statement.words.word(at), "average" | "averaged" | "averaging" | "mean"))
        && (statement.years.iter().any(|year| statement.words.before(year.at, 1) == "since")
            || statement.years.len() > 1
            || statement.span_of_years().is_some())
}

/// The points a figure is of: those of the years named, else the newest.
fn points<'a>(
    statement: &Statement,
    figure: &Figure,
    candidate: &Candidate<'a>,
) -> Result<Vec<&'a Point>, Reason> {
    let series = candidate.series;
    let Some((first, last)) = series.years() else { return Ok(series.points.iter().collect()) };
    // "610,000 in 2000, 612,000 in 2003": each figure has its own year.
    let own = statement.years.iter().find(|year| {
        (figure.end + 1..figure.end + 3).contains(&year.at) && statement.words.before(year.at, 1) == "in"
    });
    if let Some(point) = own.and_then(|year| series.at(year.value)) {
        return Ok(vec![point]);
    }
    let named: Vec<i32> = statement.years.iter().map(|year| year.value).collect();
    let found: Vec<&Point> = named.iter().filter_map(|year| series.at(*year)).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    if let Some(year) = named.iter().find(|year| !(first..=last).contains(*year)) {
        let found = if first == last { first.to_string() } else { format!("{first}-{last}") };
        return Err(Reason::TimeframeMismatch { claimed: year.to_string(), found });
    }
    let newest = series.points.len().saturating_sub(2);
    Ok(series.points[newest..].iter().collect())
}

/// Percentages that follow from counts: one series as a part of another, or several of one that is the whole.
fn shares(statement: &Statement, figure: &Figure, candidates: &[Candidate]) -> Vec<f64> {
    let newest = |candidate: &Candidate| {
        points(statement, figure, candidate).ok().and_then(|points| points.last().map(|point| point.value))
    };
    let counts: Vec<f64> =
        candidates.iter().filter(|candidate| !candidate.series.is_percent()).filter_map(newest).collect();
    if !(2..=MOST_PARTS).contains(&counts.len()) {
        return Vec::new();
    }
    let whole = counts.iter().copied().fold(f64::MIN, f64::max);
    let sum: f64 = counts.iter().sum::<f64>() - whole;
    let mut shares: Vec<f64> =
        counts.iter().filter(|value| **value < whole).map(|value| value / whole * 100.0).collect();
    shares.push(sum / whole * 100.0);
    shares.retain(|share| share.is_finite() && (0.0..=100.0).contains(share));
    shares
}

/// How often a year what the figure counts happens: 365 for "3,000 a day".
fn times_a_year(statement: &Statement, figure: &Figure) -> Option<f64> {
    let words = &statement.words;
    (figure.end..figure.end + 9).find_map(|at| {
        let lead = matches!(words.word(at), "a" | "an" | "per" | "every" | "each");
        let times = match words.word(at + 1) {
            "month" => 12.0,
            "week" => 52.0,
            "day" => 365.0,
            "hour" => 8760.0,
            "minute" => 525_600.0,
            _ => return None,
        };
        lead.then_some(times)
    })
}

/// "one doctor for 2,500 people", "1:600": how many people there are to one.
fn inverse(statement: &Statement) -> Option<Figure> {
    let words = &statement.words;
    for at in 0..words.len() {
        let one = words.word(at) == "one" || words.digits(at) == "1";
        if !one {
            continue;
        }
        let colon = words.sign(at + 1) == ':' && words.glued(at + 1);
        let number = if colon {
            Some(at + 2)
        } else {
            (at + 2..at + 8).find(|&index| !words.digits(index).is_empty()).filter(|&index| {
                (at + 1..index).any(|index| matches!(words.word(index), "for" | "per" | "to" | "every"))
            })
        };
        let Some(number) = number else { continue };
        let Ok(people) = words.digits(number).replace(',', "").parse::<f64>() else { continue };
        if people < 20.0 || words.sign(number + 1) == '%' {
            continue;
        }
        let reach = at.saturating_sub(SHORT_REACH)..at;
        let short =
            reach.clone().any(|index| matches!(words.word(index), "short" | "below" | "under" | "less"));
        let figure = Figure {
            value: people,
            upper: None,
            unit: Unit::Count(String::new()),
            bound: if short { Bound::AtLeast } else { Bound::Exactly },
            precision: people * 0.02,
            role: Role::Level,
            at,
            end: number + 1,
            said: statement.said(at, number + 1),
            negative: false,
        };
        return Some(figure);
    }
    None
}

/// Compares people to one with a series that counts for so many people.
fn per_head(
    statement: &Statement,
    figure: &Figure,
    candidates: &[Candidate],
    findings: &mut Findings,
) -> bool {
    for candidate in candidates {
        let Some(base) = per(&candidate.series.unit).or_else(|| per(&candidate.series.name)) else {
            continue;
        };
        let points = match points(statement, figure, candidate) {
            Ok(points) => points,
            Err(reason) => {
                findings.open.push(reason);
                return true;
            }
        };
        let Some(point) = points.last().filter(|point| point.value > 0.0) else { continue };
        let people = base / point.value;
        let holds = figure.says(people, Slack::Spoken);
        findings.add(holds, figures(holds, &figure.said, figure.value, people, false));
        return true;
    }
    false
}

/// The base of "Per 1,000 people": 1000.
fn per(text: &str) -> Option<f64> {
    let lower = text.to_lowercase();
    let rest = &lower[lower.find("per ")? + 4..];
    let number: String = rest
        .chars()
        .take_while(|character| character.is_ascii_digit() || matches!(character, ',' | ' ' | '\u{a0}'))
        .collect();
    let number: String = number.chars().filter(char::is_ascii_digit).collect();
    number.parse().ok().filter(|base: &f64| *base >= 10.0)
}
