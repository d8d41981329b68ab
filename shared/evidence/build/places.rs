//! `data/places.toml`: the places, and every wording of one.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::error::Error;
use std::fmt::Write;

use serde::Deserialize;

use crate::Problems;
use crate::wording::{expand, plain, wordings};

/// More places than lie within one another: the limit only keeps a circle in the file from hanging.
const MOST_CONTAINERS: usize = 8;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    never_in_lower_case: HashSet<String>,
    also_names: HashSet<String>,
    offices: BTreeSet<String>,
    not_places: Vec<String>,
    groups: Vec<Entry>,
    shared: Vec<Entry>,
    countries: Vec<Entry>,
    states: Vec<Entry>,
    parts: Vec<Entry>,
}

#[derive(Deserialize)]
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

/// A place with the variant of `Kind` that its list stands for.
struct Place<'a> {
    kind: &'static str,
    entry: &'a Entry,
    /// What contains it, nearest first.
    within: Vec<&'a str>,
}

impl Place<'_> {
    /// The wordings as they are written.
    fn said(&self) -> Vec<String> {
        let name = &self.entry.name;
        let own = (!name.ends_with(')')).then_some(name);
        own.into_iter().chain(&self.entry.words).flat_map(|pattern| expand(pattern)).collect()
    }
}

pub(crate) fn compile(text: &str) -> Result<String, Box<dyn Error>> {
    let file: File = toml::from_str(text)?;
    let places = file.places();
    check(&file, &places).settle()?;
    let mut rust = String::from("pub(super) static PLACES: &[Place] = &[\n");
    for Place { kind, entry: Entry { name, members, may_be, .. }, within } in &places {
        write!(rust, "Place {{ name: {name:?}, kind: Kind::{kind}, within: &{within:?}, ")?;
        writeln!(rust, "members: &{members:?}, may_be: &{may_be:?} }},")?;
    }
    let by_name: BTreeMap<&str, usize> =
        places.iter().enumerate().map(|(index, place)| (place.entry.name.as_str(), index)).collect();
    let coded =
        places.iter().enumerate().filter_map(|(index, place)| Some((place.entry.code.as_deref()?, index)));
    let by_code: BTreeMap<&str, usize> = coded.collect();
    writeln!(rust, "];\nstatic BY_NAME: &[(&str, usize)] = &{:?};", pairs(&by_name))?;
    writeln!(rust, "static BY_CODE: &[(&str, usize)] = &{:?};", pairs(&by_code))?;
    writeln!(rust, "static OFFICES: &[&str] = &{:?};", file.offices.iter().collect::<Vec<_>>())?;
    let said = places
        .iter()
        .enumerate()
        .flat_map(|(index, place)| place.said().into_iter().map(move |cased| (Some(index), cased)));
    let others = file.not_places.iter().map(|name| (None, name.clone()));
    let said = said.chain(others).map(|(place, cased)| {
        let wording = plain(&cased);
        let small = !file.never_in_lower_case.contains(&wording);
        let name = file.also_names.contains(&cased);
        let value = format!(
            "Meaning {{ place: {place:?}, cased: {cased:?}, in_lower_case: {small}, also_name: {name} }}"
        );
        (wording, value)
    });
    writeln!(rust, "pub(super) static WORDINGS: Wordings<Meaning> = {};", wordings(said))?;
    Ok(rust)
}

fn pairs<'a>(table: &BTreeMap<&'a str, usize>) -> Vec<(&'a str, usize)> {
    table.iter().map(|(name, place)| (*name, *place)).collect()
}

impl File {
    fn places(&self) -> Vec<Place<'_>> {
        let lists = [
            ("Group", &self.groups),
            ("Shared", &self.shared),
            ("Country", &self.countries),
            ("State", &self.states),
            ("Part", &self.parts),
        ];
        let entries = || lists.iter().flat_map(|(kind, list)| list.iter().map(|entry| (*kind, entry)));
        let container = |kind: &str, entry: &'_ Entry| match kind {
            "State" => Some("United States".to_owned()),
            _ => entry.within.clone(),
        };
        let containers: HashMap<&str, String> = entries()
            .filter_map(|(kind, entry)| Some((entry.name.as_str(), container(kind, entry)?)))
            .collect();
        let names: HashMap<&str, &str> =
            entries().map(|(_, entry)| (entry.name.as_str(), entry.name.as_str())).collect();
        let next = |name: &str| containers.get(name).and_then(|within| names.get(within.as_str()).copied());
        entries()
            .map(|(kind, entry)| {
                let chain = std::iter::successors(next(&entry.name), |name| next(name));
                Place { kind, entry, within: chain.take(MOST_CONTAINERS).collect() }
            })
            .collect()
    }
}

fn check(file: &File, places: &[Place<'_>]) -> Problems {
    let mut problems = Problems::default();
    let names: HashSet<&str> = places.iter().map(|place| place.entry.name.as_str()).collect();
    if names.len() != places.len() {
        problems.add("two places have the same name");
    }
    let mut owners = HashMap::new();
    for place in places {
        let entry = place.entry;
        let links = entry.within.iter().chain(&entry.members).chain(&entry.may_be);
        for link in links.filter(|link| !names.contains(link.as_str())) {
            problems.add(format!("{:?} speaks of {link:?}, which is no place", entry.name));
        }
        if place.kind == "Part" && place.within.is_empty() {
            problems.add(format!("{:?} needs \"within\"", entry.name));
        }
        if place.within.len() == MOST_CONTAINERS {
            problems.add(format!("{:?} is within itself", entry.name));
        }
        for word in place.said().into_iter().chain([entry.name.clone()]) {
            problems.add_double(&mut owners, plain(&word), &entry.name);
        }
    }
    let states = file.states.iter().filter(|state| state.code.is_some()).count();
    if states != 50 {
        problems.add(format!("{states} states have a code, not 50"));
    }
    problems
}
