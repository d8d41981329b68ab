//! Comparisons of places or of measures: "more than Germany", "has overtaken coal".

use super::{Findings, figures, relevance::Candidate};
use crate::claim::location::Relation;
use crate::series::{
    places,
    statement::{Statement, end},
    stems,
    table::{End, Point, Series},
};

/// Of no more measures than this the two compared are looked for, the nearest by name.
const MOST_MEASURES: usize = 12;
/// From so many times the world's value on, a place has "one of the highest" values in it.
const FAR_ABOVE: f64 = 1.5;

/// "one of the highest rates in the world": against the world's own value; whether the table has it.
pub(super) fn with_world(
    statement: &Statement,
    series: &[Candidate],
    all: &[Series],
    findings: &mut Findings,
) -> bool {
    let Some(candidate) = series.first() else { return false };
    let words = &statement.words;
    let end = (0..words.len()).find_map(|at| end(words.word(at)));
    let worldwide = statement.claim.locations.iter().any(|place| place.name == "World");
    let (Some(end), true, None) = (end, worldwide, statement.extreme) else { return false };
    let is_world = |series: &&Series| places::read(&series.place).is_some_and(|place| place.name == "World");
    let same_name = all.iter().filter(|other| other.name == candidate.series.name);
    let Some(world) = same_name.filter(|other| other.place != candidate.series.place).find(is_world) else {
        return false;
    };
    let Some((own, world)) = common(statement, candidate.series, world) else { return false };
    let holds = match end {
        End::Highest => own.value >= world.value * FAR_ABOVE,
        End::Lowest => own.value * FAR_ABOVE <= world.value,
    };
    let percent = candidate.series.is_percent();
    findings.add(holds, figures(holds, super::end_word(end), own.value, world.value, percent));
    true
}

/// Compares the two things the claim compares, where the table has both; whether it had.
pub(super) fn compare(statement: &Statement, candidates: &[Candidate], findings: &mut Findings) -> bool {
    let Some((more, at)) = comparator(statement) else { return false };
    let Some((subject, base)) = operands(statement, candidates, at) else { return false };
    let Some((left, right)) = common(statement, subject, base) else { return false };
    let (left, right) = (left.value, right.value);
    let heads = counts_heads(statement) && subject.is_percent();
    let population = |series: &Series| population(series, candidates).unwrap_or(f64::NAN);
    let (left, right) =
        if heads { (left * population(subject), right * population(base)) } else { (left, right) };
    if left.is_nan() || right.is_nan() {
        return false;
    }
    let holds = if more { left > right } else { left < right };
    let said = statement.words.raw(at).to_owned();
    let percent = subject.is_percent();
    findings.add(holds != statement.claim.negated, figures(holds, &said, left, right, percent && !heads));
    true
}

/// "more people live in poverty": heads are compared, not shares of them.
fn counts_heads(statement: &Statement) -> bool {
    (1..statement.words.len()).any(|at| {
        matches!(statement.words.word(at), "people" | "persons" | "citizens" | "women" | "men" | "children")
            && matches!(statement.words.before(at, 1), "more" | "fewer")
    })
}

/// The newest population of the place of `series`, where the table gives it.
fn population(series: &Series, candidates: &[Candidate]) -> Option<f64> {
    let of_place =
        candidates.iter().map(|candidate| candidate.series).filter(|other| other.place == series.place);
    let counted = of_place
        .into_iter()
        .find(|other| !other.is_percent() && other.name.to_lowercase().contains("population"));
    counted?.last().map(|point| point.value)
}

/// Whether the claim says that its subject is more or less than something, and where.
fn comparator(statement: &Statement) -> Option<(bool, usize)> {
    let words = &statement.words;
    (0..words.len()).find_map(|at| {
        let more = match words.word(at) {
            "overtake" | "overtaken" | "overtook" | "overtakes" | "exceed" | "exceeds" | "exceeded"
            | "surpass" | "surpassed" | "surpasses" | "outnumber" | "outnumbers" => {
                // "is about to overtake": not yet.
                return (words.before(at, 1) != "to").then_some((true, at));
            }
            "more" | "higher" | "larger" | "greater" | "bigger" => true,
            "less" | "fewer" | "lower" | "smaller" => false,
            _ => return None,
        };
        let than = (at + 1..at + 14).find(|&index| words.word(index) == "than")?;
        let amount = !words.digits(than + 1).is_empty();
        (!amount).then_some((more, than))
    })
}

/// The series before and behind the comparator.
fn operands<'a>(
    statement: &Statement,
    candidates: &[Candidate<'a>],
    at: usize,
) -> Option<(&'a Series, &'a Series)> {
    let offset = statement.words.span(at, at + 1).start;
    // The same measure on both sides.
    let of_place = |before: bool, name: Option<&str>| {
        let mentioned =
            statement.claim.locations.iter().filter(|place| (place.span.start < offset) == before);
        mentioned.into_iter().find_map(|place| {
            candidates.iter().find(|candidate| {
                name.is_none_or(|name| candidate.series.name == name)
                    && candidate
                        .place
                        .as_ref()
                        .is_some_and(|found| found.relation_to(place) == Relation::Same)
            })
        })
    };
    if let Some(subject) = of_place(true, None)
        && let Some(base) = of_place(false, Some(&subject.series.name))
        && !std::ptr::eq(subject.series, base.series)
    {
        // "more homeless people than the whole population of Iceland" measures its sides differently.
        let shared: Vec<bool> = statement
            .stems
            .iter()
            .filter(|stem| stems::has(&subject.stems, stem))
            .map(|stem| stem.at < at)
            .collect();
        if !shared.is_empty() && !shared.contains(&true) {
            return None;
        }
        return Some((subject.series, base.series));
    }
    let candidates = &candidates[..candidates.len().min(MOST_MEASURES)];
    // Two measures of one place: each by the words only its own name has.
    let first = candidates.first()?;
    let others: Vec<&Candidate> =
        candidates.iter().filter(|candidate| candidate.series.place == first.series.place).collect();
    let position = |candidate: &Candidate| {
        statement
            .stems
            .iter()
            .filter(|stem| stems::has(&candidate.stems, stem))
            .find(|stem| others.iter().filter(|other| stems::has(&other.stems, stem)).count() == 1)
            .map(|stem| stem.at)
    };
    let subject = others.iter().find(|candidate| position(candidate).is_some_and(|found| found < at))?;
    let base = others.iter().find(|candidate| position(candidate).is_some_and(|found| found > at))?;
    Some((subject.series, base.series))
}

/// Their values in the year named, or in the newest that both have.
fn common<'a>(statement: &Statement, left: &'a Series, right: &'a Series) -> Option<(&'a Point, &'a Point)> {
    let named = statement.years.iter().map(|year| year.value);
    let years = named.chain(left.points.iter().rev().filter_map(|point| point.year));
    for year in years {
        if let (Some(left), Some(right)) = (left.at(year), right.at(year)) {
            return Some((left, right));
        }
    }
    Some((left.last()?, right.last()?))
}
