//! The places of `data/places.toml`, read once.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;

use crate::claim::metric::wording::{Wordings, expand, plain};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    never_in_lower_case: HashSet<String>,
    also_names: HashSet<String>,
    offices: HashSet<String>,
    not_places: Vec<String>,
    groups: Vec<Entry>,
    shared: Vec<Entry>,
    countries: Vec<Entry>,
    states: Vec<Entry>,
    parts: Vec<Entry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    #[serde(default)]
    words: Vec<String>,
    within: Option<String>,
    code: Option<String>,
    #[serde(default)]
    members: Vec<String>,
    #[serde(default)]
    may_be: Vec<String>,
}

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
    pub(super) within: Vec<&'static str>,
    pub(super) members: &'static [String],
    pub(super) may_be: &'static [String],
}

/// What one wording stands for.
#[derive(Clone)]
pub(super) struct Meaning {
    /// The place; none for a longer name that only contains one.
    pub(super) place: Option<usize>,
    /// The wording with its capitals.
    pub(super) cased: String,
    /// Whether it may be read without its capital.
    pub(super) in_lower_case: bool,
    /// Whether people bear the same name.
    pub(super) also_name: bool,
}

/// All places, and how they are found.
pub(super) struct Table {
    pub(super) places: Vec<Place>,
    pub(super) wordings: Wordings<Meaning>,
    by_name: HashMap<&'static str, usize>,
    by_code: HashMap<&'static str, usize>,
    offices: &'static HashSet<String>,
}

impl Table {
    fn new(file: &'static File) -> Self {
        let lists = [
            (Kind::Group, &file.groups),
            (Kind::Shared, &file.shared),
            (Kind::Country, &file.countries),
            (Kind::State, &file.states),
            (Kind::Part, &file.parts),
        ];
        let entries = || lists.iter().flat_map(|(kind, list)| list.iter().map(|entry| (*kind, entry)));
        let containers: HashMap<&str, &str> = entries()
            .filter_map(|(kind, entry)| Some((entry.name.as_str(), container(kind, entry)?)))
            .collect();
        let mut places = Vec::new();
        let mut wordings = Vec::new();
        let mut by_code = HashMap::new();
        for (index, (kind, entry)) in entries().enumerate() {
            if let Some(code) = &entry.code {
                by_code.insert(code.as_str(), index);
            }
            let said = (!entry.name.ends_with(')')).then_some(&entry.name);
            let patterns = said.into_iter().chain(&entry.words).flat_map(|pattern| expand(pattern));
            wordings.extend(patterns.map(|cased| meaning(file, Some(index), cased)));
            let first = containers.get(entry.name.as_str()).copied();
            // No chain is this long: the limit only keeps a circle in the file from hanging.
            let within = std::iter::successors(first, |name| containers.get(name).copied()).take(8).collect();
            let place =
                Place { name: &entry.name, kind, within, members: &entry.members, may_be: &entry.may_be };
            places.push(place);
        }
        wordings.extend(file.not_places.iter().map(|name| meaning(file, None, name.clone())));
        let by_name = places.iter().enumerate().map(|(index, place)| (place.name, index)).collect();
        Self { places, wordings: Wordings::new(wordings), by_name, by_code, offices: &file.offices }
    }

    /// The place called `name` in the file.
    pub(super) fn named(&self, name: &str) -> Option<&Place> {
        self.by_name.get(name).map(|&index| &self.places[index])
    }

    /// The state with that two-letter code.
    pub(super) fn coded(&self, code: &str) -> Option<&Place> {
        self.by_code.get(code).map(|&index| &self.places[index])
    }

    /// Whether `word` after a name says that the name is a place's.
    pub(super) fn is_office(&self, word: &str) -> bool {
        self.offices.contains(word)
    }
}

/// What contains the entry directly.
fn container(kind: Kind, entry: &'static Entry) -> Option<&'static str> {
    match kind {
        Kind::State => Some("United States"),
        _ => entry.within.as_deref(),
    }
}

fn meaning(file: &File, place: Option<usize>, cased: String) -> (String, Meaning) {
    let wording = plain(&cased);
    let in_lower_case = !file.never_in_lower_case.contains(&wording);
    let also_name = file.also_names.contains(&cased);
    (wording, Meaning { place, cased, in_lower_case, also_name })
}

static FILE: LazyLock<File> = LazyLock::new(|| {
    serde_json::from_str(include_str!(concat!(env!("OUT_DIR"), "/places.json")))
        .expect("data/places.toml is checked by a test")
});

/// The places the crate was built with.
pub(super) static TABLE: LazyLock<Table> = LazyLock::new(|| Table::new(&FILE));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_well_formed() {
        let mut problems = Vec::new();
        let file = &*FILE;
        let names: HashSet<&str> = TABLE.places.iter().map(|place| place.name).collect();
        if names.len() != TABLE.places.len() {
            problems.push("two places have the same name".to_owned());
        }
        for place in &TABLE.places {
            let links = place.within.iter().copied();
            let links = links.chain(place.members.iter().chain(place.may_be).map(String::as_str));
            for link in links.filter(|link| !names.contains(link)) {
                problems.push(format!("{:?} speaks of {link:?}, which is no place", place.name));
            }
            if place.kind == Kind::Part && place.within.is_empty() {
                problems.push(format!("{:?} needs \"within\"", place.name));
            }
            if place.within.len() == 8 {
                problems.push(format!("{:?} is within itself", place.name));
            }
        }
        let mut owners: HashMap<String, &str> = HashMap::new();
        let lists = [&file.groups, &file.shared, &file.countries, &file.states, &file.parts];
        for entry in lists.into_iter().flatten() {
            for word in entry.words.iter().flat_map(|pattern| expand(pattern)).chain([entry.name.clone()]) {
                if let Some(other) = owners.insert(plain(&word), &entry.name)
                    && other != entry.name
                {
                    problems.push(format!("{word:?} stands under {other:?} and {:?}", entry.name));
                }
            }
        }
        assert!(problems.is_empty(), "data/places.toml:\n{}", problems.join("\n"));
        assert_eq!(file.states.iter().filter(|state| state.code.is_some()).count(), 50);
    }
}
