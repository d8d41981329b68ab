//! Whether the claim speaks of the place that is expected.

use super::few;
use super::said::{Said, share_words};
use super::warning::{Severity, Warnings, list, quote};
use crate::claim::{
    Claim,
    location::{Location, Relation},
    metric::Metric,
};

/// Places that only the speaker's audience can name.
const POINTING: &[&str] = &[
    "this state",
    "our state",
    "my state",
    "the state",
    "this city",
    "our city",
    "my city",
    "the city",
    "this county",
    "our county",
    "our district",
    "my district",
    "our region",
    "our town",
];

/// Words that say which country is meant without naming it.
const NATIONAL: &[&str] = &[
    "we",
    "we're",
    "we've",
    "our",
    "federal",
    "national",
    "nation",
    "country",
    "congress",
    "president",
    "medicare",
    "medicaid",
    "social security",
];

pub(super) fn check(claim: &Claim, said: &Said, expected: Option<&Claim>, warnings: &mut Warnings) {
    match expected {
        Some(expected) => compare(claim, expected, warnings),
        None => examine(claim, said, warnings),
    }
}

fn compare(claim: &Claim, expected: &Claim, warnings: &mut Warnings) {
    if expected.locations.is_empty() {
        if !share_words(&claim.text, &expected.text) {
            let text = format!("the expected place {} could not be placed", quote(&expected.text));
            warnings.add(Severity::Mismatch, text);
        }
        return;
    }
    let Some((place, wanted, relation)) = nearest(claim, expected) else {
        let text = format!("the claim names no place, expected {}", expected.locations[0].name);
        return warnings.add(Severity::Mismatch, text);
    };
    let (name, wanted_name) = (naming(claim, place), &wanted.name);
    match relation {
        Relation::Same => {}
        Relation::Perhaps => {
            let shared = if place.may_be().is_empty() { wanted } else { place };
            let text = format!("{} may be {}, expected {wanted_name}", shared.name, one_of(shared.may_be()));
            warnings.add(Severity::Ambiguity, text);
        }
        Relation::Within => {
            let text = format!("the claim says {name}, only a part of {wanted_name}, which is expected");
            warnings.add(Severity::Mismatch, text);
        }
        Relation::Contains => {
            let text = format!("the claim says {name}, expected {wanted_name}, which is only a part of it");
            warnings.add(Severity::Mismatch, text);
        }
        Relation::Apart => {
            warnings.add(Severity::Conflict, format!("the claim says {name}, expected {wanted_name}"));
        }
    }
}

/// The pair of a claimed and an expected place that lie closest to each other.
///
/// "The highest in the world" is said of a place inside it: unions count only where they are expected or alone.
fn nearest<'c>(claim: &'c Claim, expected: &'c Claim) -> Option<(&'c Location, &'c Location, Relation)> {
    let only_unions = claim.locations.iter().all(Location::is_group);
    let union_wanted = expected.locations.iter().any(Location::is_group);
    let wanted = few(&expected.locations);
    few(&claim.locations)
        .iter()
        .filter(|place| only_unions || union_wanted || !place.is_group())
        .flat_map(|place| wanted.iter().map(move |wanted| (place, wanted, place.relation_to(wanted))))
        .min_by_key(|(_, _, relation)| match relation {
            Relation::Same => 0,
            Relation::Perhaps => 1,
            Relation::Within => 2,
            Relation::Contains => 3,
            Relation::Apart => 4,
        })
}

fn examine(claim: &Claim, said: &Said, warnings: &mut Warnings) {
    for place in few(&claim.locations) {
        if !place.may_be().is_empty() {
            let text = format!("{} may be {}", quote(words(claim, place)), one_of(place.may_be()));
            warnings.add(Severity::Ambiguity, text);
        }
    }
    if !claim.locations.is_empty() || claim.metrics.is_empty() {
        return;
    }
    if let Some(pointing) = said.first_of(POINTING) {
        warnings.add(Severity::Missing, format!("the claim says only {}: name the place", quote(pointing)));
    } else if few(&claim.metrics).iter().any(Metric::is_definite)
        && says_a_figure(claim)
        && !said.any_of(NATIONAL)
    {
        warnings.add(Severity::Missing, "the claim names no place");
    }
}

fn says_a_figure(claim: &Claim) -> bool {
    !claim.quantities.is_empty() || claim.direction.is_some()
}

fn one_of(names: &[&str]) -> String {
    list(names).replace(" and ", " or ")
}

fn words<'c>(claim: &'c Claim, place: &'c Location) -> &'c str {
    claim.text.get(place.span.clone()).unwrap_or(&place.name)
}

/// "Chicago", or "\"Americans\" (United States)" where the words say it otherwise.
fn naming(claim: &Claim, place: &Location) -> String {
    let words = words(claim, place);
    if words.contains(place.name.as_str()) {
        place.name.clone()
    } else {
        format!("{} ({})", quote(words), place.name)
    }
}
