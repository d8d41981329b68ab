//! The places of `data/places.toml`, as the build script writes them.

use crate::claim::wording::{Entry, Wordings};

/// What sort of place it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The world, a continent, a union of countries.
    Group,
    /// A name that several places share.
    Shared,
    Country,
    /// One of the fifty United States.
    State,
    /// A city, a county, a part of another country.
    Part,
}

/// A place of the file.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    /// What contains it, nearest first.
    pub(super) within: &'static [&'static str],
    pub(super) members: &'static [&'static str],
    pub(super) may_be: &'static [&'static str],
}

/// What one wording stands for.
pub(super) struct Meaning {
    /// The place in [`PLACES`]; none for a longer name that only contains one.
    pub(super) place: Option<u16>,
    /// The wording with its capitals.
    pub(super) cased: &'static str,
    /// Whether it may be read without its capital.
    pub(super) in_lower_case: bool,
    /// Whether people bear the same name.
    pub(super) also_name: bool,
}

include!(concat!(env!("OUT_DIR"), "/places.rs"));

/// The place called `name` in the file.
pub(super) fn named(name: &str) -> Option<&'static Place> {
    looked_up(BY_NAME, name)
}

/// The state with that two-letter code.
pub(super) fn coded(code: &str) -> Option<&'static Place> {
    looked_up(BY_CODE, code)
}

/// Whether `word` after a name says that the name is a place's.
pub(super) fn is_office(word: &str) -> bool {
    OFFICES.binary_search(&word).is_ok()
}

/// `table` is sorted.
fn looked_up(table: &[(&str, usize)], name: &str) -> Option<&'static Place> {
    let row = table.binary_search_by(|(other, _)| other.cmp(&name)).ok()?;
    Some(&PLACES[table[row].1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_found_by_its_name_and_every_wording_leads_to_one() {
        assert!(PLACES.len() > 300 && WORDINGS.entries.len() > 800);
        for place in PLACES {
            assert_eq!(named(place.name).map(|found| found.name), Some(place.name));
        }
        for entry in WORDINGS.entries {
            assert!(entry.value.place.is_none_or(|place| usize::from(place) < PLACES.len()));
        }
        assert_eq!(coded("OK").map(|place| place.name), Some("Oklahoma"));
        assert!(is_office("Governor") && !is_office("Tuesday") && named("Atlantis").is_none());
    }
}
