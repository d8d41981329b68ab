//! Which series of a table the claim speaks of.

use crate::claim::{
    location::{Location, Relation},
    metric,
};
use crate::series::{
    places,
    statement::Statement,
    stems::{self, Stem},
    table::Series,
};

/// A series with what ties it to the claim.
pub(in crate::series) struct Candidate<'table> {
    pub(in crate::series) series: &'table Series,
    /// Its place, where its label names one.
    pub(super) place: Option<Location>,
    /// The words of its name and unit.
    pub(super) stems: Vec<Stem>,
    /// How many of the words of its name the claim has.
    pub(super) shared: usize,
    /// Whether the claim names its row: a label that is no place.
    pub(super) row_named: bool,
}

impl Candidate<'_> {
    /// Whether the claim's word at token `at` is one of the series' name: "growth" of "GDP growth" moves nothing.
    pub(in crate::series) fn names(&self, statement: &Statement, at: usize) -> bool {
        statement.stems.iter().any(|stem| stem.at == at && stems::has(&self.stems, stem))
            || stems::of_text(statement.words.raw(at)).iter().any(|stem| stems::has(&self.stems, stem))
    }
}

/// How the claim's place lies to those of the series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Placing {
    /// The claim names no place, or the series have none.
    Open,
    /// The series are of the claim's place.
    Same,
    /// The series are of a larger place: the world for Kenya.
    Larger { claimed: String, found: String },
    /// The series are of other places.
    Other { claimed: String, found: String },
}

/// The series that the claim speaks of, nearest by name first, and how its place lies to theirs.
pub(super) fn relevant<'table>(
    statement: &Statement,
    series: &'table [Series],
) -> (Vec<Candidate<'table>>, Placing) {
    let mut candidates: Vec<Candidate> = series
        .iter()
        .filter(|series| !series.points.is_empty())
        .map(|series| {
            let stems = stems::of_text(&format!("{} {}", series.name, series.unit));
            let row = stems::of_text(&series.place);
            let place = places::read(&series.place);
            let row_named = place.is_none()
                && !row.is_empty()
                && row.iter().all(|stem| stems::has(&statement.stems, stem));
            // "GDP" for "gross domestic product".
            let same_measure = metric::find(&series.name)
                .iter()
                .any(|found| statement.claim.metrics.iter().any(|claimed| claimed.family == found.family));
            let shared = stems::shared(&stems, &statement.stems) + usize::from(same_measure);
            Candidate { series, place, stems, shared, row_named }
        })
        .collect();
    let placing = placing(statement, &candidates);
    if placing == Placing::Same {
        candidates.retain(|candidate| candidate.place.as_ref().is_some_and(|place| names(statement, place)));
    } else if candidates.iter().any(|candidate| candidate.row_named) {
        candidates.retain(|candidate| candidate.row_named);
    }
    candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.shared));
    (candidates, placing)
}

fn names(statement: &Statement, place: &Location) -> bool {
    statement
        .claim
        .locations
        .iter()
        .any(|claimed| matches!(claimed.relation_to(place), Relation::Same | Relation::Perhaps))
}

fn placing(statement: &Statement, candidates: &[Candidate]) -> Placing {
    let placed: Vec<&Location> = candidates.iter().filter_map(|candidate| candidate.place.as_ref()).collect();
    let (Some(claimed), Some(found)) = (statement.claim.locations.first(), placed.first()) else {
        return Placing::Open;
    };
    if placed.iter().any(|place| names(statement, place)) {
        return Placing::Same;
    }
    let within =
        |claimed: &Location, place: &Location| matches!(claimed.relation_to(place), Relation::Within);
    let (claimed_name, found_name) = (claimed.name.clone(), found.name.clone());
    if statement.claim.locations.iter().any(|claimed| placed.iter().any(|place| within(claimed, place))) {
        Placing::Larger { claimed: claimed_name, found: found_name }
    } else {
        Placing::Other { claimed: claimed_name, found: found_name }
    }
}
