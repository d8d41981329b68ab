//! Places named in a sentence, by `data/places.toml`.

use std::ops::Range;

mod reading;
mod table;
#[cfg(test)]
mod tests;

/// A place, normalised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// Canonical name: "United States", "Chicago", "European Union". A name that several places share and
    /// that the sentence does not decide is that name: "Georgia", see [`Location::may_be`].
    pub name: String,
    /// Canonical names of what contains it, nearest first: Illinois and United States for Chicago.
    pub within: Vec<String>,
    /// The bytes of the sentence it was read from.
    pub span: Range<usize>,
}

/// How one place lies to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// The same place.
    Same,
    /// Perhaps the same place: several share the name.
    Perhaps,
    /// The first contains the second.
    Contains,
    /// The first is part of the second.
    Within,
    /// Neither contains the other.
    Apart,
}

impl Location {
    /// The places that share this name; empty where the name is one place's.
    #[must_use]
    pub fn may_be(&self) -> &'static [&'static str] {
        table::named(&self.name).map_or(&[], |place| place.may_be)
    }

    /// How this place lies to `other`.
    #[must_use]
    pub fn relation_to(&self, other: &Self) -> Relation {
        if self.name == other.name {
            Relation::Same
        } else if self.may_be().contains(&other.name.as_str()) || other.may_be().contains(&self.name.as_str())
        {
            Relation::Perhaps
        } else if contains(self, other) {
            Relation::Contains
        } else if contains(other, self) {
            Relation::Within
        } else {
            Relation::Apart
        }
    }

    /// Whether it is the world, a continent or a union: a place that claims are compared with.
    #[must_use]
    pub fn is_group(&self) -> bool {
        table::named(&self.name).is_some_and(|place| place.kind == table::Kind::Group)
    }
}

/// The places of `text`, in the order of mention.
///
/// Names are read only where they are capitalised, unless the whole text is in lower case, as transcripts
/// often are. A city followed by what contains it is one place: "Chicago, Illinois", "Chicago, IL".
#[must_use]
pub fn find(text: &str) -> Vec<Location> {
    reading::read(text)
}

/// Whether `outer`, or a place that shares its name, contains `inner` or one that shares its.
fn contains(outer: &Location, inner: &Location) -> bool {
    let within: Vec<&str> = inner.within.iter().map(String::as_str).collect();
    let outer_names = || std::iter::once(outer.name.as_str()).chain(outer.may_be().iter().copied());
    let candidates = || inner.may_be().iter().filter_map(|name| table::named(name));
    outer_names().any(|name| {
        covers(name, &inner.name, &within) || candidates().any(|place| covers(name, place.name, place.within))
    })
}

/// Whether the place called `outer` contains the place called `name` that lies `within`.
fn covers(outer: &str, name: &str, within: &[&str]) -> bool {
    let members = table::named(outer).map_or(&[][..], |place| place.members);
    within.contains(&outer)
        || (outer == "World" && name != "World")
        || members.iter().any(|member| *member == name || covers(member, name, within))
}
