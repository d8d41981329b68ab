//! Reading places out of a sentence: case, people's names, "city, state", names that places share.

use std::ops::Range;

use super::Location;
use super::table::{self, Kind, Meaning, PLACES, Place, WORDINGS};
use crate::claim::wording::Plain;

/// A place where the sentence names it.
struct Mention {
    place: &'static Place,
    span: Range<usize>,
    /// "Texas" for the Paris that lies there.
    elsewhere: Option<&'static Place>,
}

/// The places of `text`, in the order of mention.
pub(super) fn read(text: &str) -> Vec<Location> {
    let letters = Letters::of(text);
    let accepted = |meaning: &Meaning, span: &Range<usize>| letters.allow(text, meaning, span);
    let mut mentions: Vec<Mention> = WORDINGS
        .find(&Plain::new(text), accepted)
        .into_iter()
        .filter_map(|found| {
            let place = &PLACES[usize::from(found.value.place?)];
            Some(Mention { place, span: found.span, elsewhere: None })
        })
        .collect();
    if letters != Letters::AllCapitals {
        add_state_codes(text, &mut mentions);
    }
    join_city_and_state(text, &mut mentions);
    settle_shared_names(text, &mut mentions);
    mentions.into_iter().map(Mention::into_location).collect()
}

impl Mention {
    fn into_location(self) -> Location {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        match self.elsewhere {
            Some(state) => Location {
                name: format!("{}, {}", self.place.name, state.name),
                within: [vec![state.name.to_owned()], owned(state.within)].concat(),
                span: self.span,
            },
            None => Location {
                name: self.place.name.to_owned(),
                within: owned(&containers(self.place)),
                span: self.span,
            },
        }
    }
}

/// What contains `place`; for a shared name what contains every place of that name.
fn containers(place: &Place) -> Vec<&'static str> {
    let mut candidates = place.may_be.iter().filter_map(|name| table::named(name));
    let Some(first) = candidates.next() else { return place.within.to_vec() };
    let mut common = first.within.to_vec();
    candidates.for_each(|candidate| common.retain(|name| candidate.within.contains(name)));
    common
}

/// How a sentence uses capitals, which decides what they tell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Letters {
    /// No capital but the first letter and "I": names are written small too.
    Small,
    /// Capitals mark names.
    Mixed,
    /// Every Longer Word Starts With One, as in a Headline: they mark no names of people.
    Headline,
    /// NOTHING BUT CAPITALS: "US" is a pronoun as likely as not.
    AllCapitals,
}

impl Letters {
    fn of(text: &str) -> Self {
        let first = text.find(char::is_alphabetic).unwrap_or(0);
        let is_capital = |(index, character): (usize, char)| {
            character.is_uppercase() && index != first && !(character == 'I' && stands_alone(text, index))
        };
        if !text.char_indices().any(is_capital) {
            return Self::Small;
        }
        if !text.contains(char::is_lowercase) && text.split_whitespace().count() > 3 {
            return Self::AllCapitals;
        }
        let words = || text.split_whitespace().filter(|word| word.starts_with(char::is_alphabetic));
        let capitalised = words().filter(|word| word.starts_with(char::is_uppercase)).count();
        if words().count() > 4 && capitalised * 3 > words().count() * 2 {
            Self::Headline
        } else {
            Self::Mixed
        }
    }

    /// Whether the wording that was found at `span` may be the place it stands for.
    fn allow(self, text: &str, meaning: &Meaning, span: &Range<usize>) -> bool {
        let said = &text[span.clone()];
        match self {
            Self::Small if !said.contains(char::is_uppercase) => meaning.in_lower_case,
            Self::AllCapitals if meaning.cased == "US" => {
                matches!(word_before(text, span.start), None | Some((_, "THE")))
            }
            Self::Headline | Self::AllCapitals => capitals_fit(meaning.cased, said),
            Self::Small | Self::Mixed => {
                capitals_fit(meaning.cased, said) && !(meaning.also_name && is_person(text, span))
            }
        }
    }
}

fn stands_alone(text: &str, index: usize) -> bool {
    let after = &text[index..];
    !text[..index].ends_with(char::is_alphanumeric) && !after[1..].starts_with(char::is_alphanumeric)
}

/// Whether what was `said` has the capitals that the wording `cased` has.
fn capitals_fit(cased: &str, said: &str) -> bool {
    let words = |text| str::split(text, |character: char| !character.is_alphanumeric());
    words(cased).zip(words(said)).all(|(cased, said)| {
        let letters = cased.chars().filter(|character| character.is_alphabetic()).count();
        if letters > 1 && !cased.contains(char::is_lowercase) {
            said.starts_with(cased)
        } else {
            !cased.starts_with(char::is_uppercase) || said.starts_with(char::is_uppercase)
        }
    })
}

/// Whether a name after `word` is a place's ("of", "to" and "for" go before people too).
fn leads_to_place(word: &str) -> bool {
    matches!(
        word.to_lowercase().as_str(),
        "in" | "from" | "across" | "throughout" | "near" | "around" | "outside" | "inside" | "within"
    )
}

/// Whether `word`, capitalised before a place's name, may be a first name.
#[rustfmt::skip]
fn may_be_first_name(word: &str) -> bool {
    !matches!(
        word.to_lowercase().as_str(),
        "the" | "and" | "or" | "but" | "not" | "both" | "only" | "even" | "about" | "so" | "like" | "unlike"
            | "now" | "today" | "because" | "although" | "though" | "despite" | "until" | "whereas" | "compared"
            | "while" | "since" | "when" | "if" | "does" | "did" | "is" | "are" | "was" | "has" | "have" | "says"
            | "under" | "after" | "before" | "as" | "with" | "why" | "how" | "what" | "that" | "of" | "to" | "for"
            | "north" | "south" | "east" | "west" | "northern" | "southern" | "eastern" | "western" | "central"
            | "greater" | "downtown" | "metro"
    )
}

/// Whether the name at `span` is part of a person's name: beside another capitalised word that no preposition
/// or office explains.
fn is_person(text: &str, span: &Range<usize>) -> bool {
    let before = word_before(text, span.start)
        .filter(|(start, word)| text[start + word.len()..span.start].chars().all(char::is_whitespace));
    if let Some((_, word)) = before {
        if leads_to_place(word) {
            return false;
        }
        if word.starts_with(char::is_uppercase) && may_be_first_name(word) {
            return true;
        }
    }
    let after = &text[span.end..];
    let next = after.trim_start();
    if next.len() == after.len() || !next.starts_with(char::is_uppercase) {
        return false;
    }
    let next = next.split(|character: char| !character.is_alphanumeric()).next().unwrap_or_default();
    !table::is_office(next)
}

/// The word that ends last before byte `end`, with where it starts.
fn word_before(text: &str, end: usize) -> Option<(usize, &str)> {
    let before = text[..end].trim_end_matches(|character: char| !character.is_alphanumeric());
    let word = before.rsplit(|character: char| !character.is_alphanumeric()).next()?;
    (!word.is_empty()).then_some((before.len() - word.len(), word))
}

/// Adds the states that stand as two capitals after a comma: "Tulsa, OK".
fn add_state_codes(text: &str, mentions: &mut Vec<Mention>) {
    for (comma, _) in text.match_indices(',') {
        let after = &text[comma + 1..];
        let start = text.len() - after.trim_start().len();
        let Some(code) = text.get(start..start + 2) else { continue };
        let Some(place) = table::coded(code) else { continue };
        let ends = !text[start + 2..].starts_with(char::is_alphanumeric);
        let taken = mentions.iter().any(|mention| mention.span.contains(&start));
        if ends && !taken && names_a_town(text, comma, mentions) {
            mentions.push(Mention { place, span: start..start + 2, elsewhere: None });
        }
    }
    mentions.sort_by_key(|mention| mention.span.start);
}

/// Whether what ends at `comma` can be a town's name: a known place, or a capitalised word inside the
/// sentence ("Well, OK" is none).
fn names_a_town(text: &str, comma: usize, mentions: &[Mention]) -> bool {
    let known = mentions.iter().any(|mention| mention.span.end == comma);
    let capitalised = word_before(text, comma).is_some_and(|(start, word)| {
        word.starts_with(char::is_uppercase) && text[..start].contains(char::is_alphanumeric)
    });
    known || capitalised
}

/// Makes one place of "Chicago, Illinois" and of "Paris, Texas".
fn join_city_and_state(text: &str, mentions: &mut Vec<Mention>) {
    let mut index = 0;
    while index + 1 < mentions.len() {
        let (city, container) = (&mentions[index], &mentions[index + 1]);
        let gap = text.get(city.span.end..container.span.start).unwrap_or_default();
        let together = gap.strip_prefix(',').is_some_and(|rest| rest.trim().is_empty());
        let (container, end) = (container.place, container.span.end);
        let within = |place: &Place| place.within.contains(&container.name);
        let of_that_name =
            || city.place.may_be.iter().filter_map(|name| table::named(name)).find(|p| within(p));
        if together && (within(city.place) || city.place.may_be.contains(&container.name)) {
            remove_container(mentions, index, end);
        } else if together && let Some(place) = of_that_name() {
            mentions[index].place = place;
            remove_container(mentions, index, end);
        } else if together && container.kind == Kind::State && is_namesake(text, city, end) {
            mentions[index].elsewhere = Some(container);
            remove_container(mentions, index, end);
        }
        index += 1;
    }
}

fn remove_container(mentions: &mut Vec<Mention>, index: usize, end: usize) {
    mentions[index].span.end = end;
    mentions.remove(index + 1);
}

/// Whether the state that ends at byte `end` tells a smaller town from the place of the same name, and does
/// not go on with the sentence ("Unlike Paris, Texas has no metro") or with a list.
fn is_namesake(text: &str, city: &Mention, end: usize) -> bool {
    if !matches!(city.place.kind, Kind::Part | Kind::Country | Kind::Shared) {
        return false;
    }
    let rest = &text[end..];
    let next = rest.trim_start_matches([',', ' ']);
    if next.starts_with("and ") || next.starts_with("or ") {
        return false;
    }
    let located = || {
        word_before(text, city.span.start).is_some_and(|(_, word)| leads_to_place(word))
            && next.starts_with(char::is_lowercase)
    };
    !rest.starts_with(char::is_whitespace) || located()
}

/// Decides names that several places share by the other places of the sentence, else by its politics.
fn settle_shared_names(text: &str, mentions: &mut [Mention]) {
    if mentions.iter().all(|mention| mention.place.kind != Kind::Shared) {
        return;
    }
    let others: Vec<&Place> = mentions
        .iter()
        .map(|mention| mention.place)
        .filter(|place| place.kind != Kind::Shared)
        .take(MOST_HINTS)
        .collect();
    let american = speaks_of_american_politics(text);
    for mention in mentions {
        if mention.place.kind != Kind::Shared || mention.elsewhere.is_some() {
            continue;
        }
        let only = |fits: &dyn Fn(&Place) -> bool| {
            let candidates = mention.place.may_be.iter().filter_map(|name| table::named(name));
            let mut fitting = candidates.filter(|candidate| fits(candidate));
            fitting.next().filter(|_| fitting.next().is_none())
        };
        let settled = only(&|candidate| others.iter().any(|other| share_a_country(other, candidate)))
            .or_else(|| only(&|candidate| others.iter().any(|other| are_countries(other, candidate))))
            .or_else(|| only(&|candidate| american && is_american(candidate)));
        if let Some(place) = settled {
            mention.place = place;
        }
    }
}

/// How many other places are asked which of several is meant: no sentence names more.
const MOST_HINTS: usize = 24;

fn are_countries(other: &Place, candidate: &Place) -> bool {
    other.kind == Kind::Country && candidate.kind == Kind::Country
}

fn is_american(place: &Place) -> bool {
    place.within.contains(&"United States")
}

/// Whether `text` names an institution that only one country calls so.
fn speaks_of_american_politics(text: &str) -> bool {
    text.split(|character: char| !character.is_alphabetic()).any(|word| {
        matches!(
            word,
            "Federal"
                | "federal"
                | "Governor"
                | "Gov"
                | "Congress"
                | "Republican"
                | "Republicans"
                | "Democrat"
                | "Democrats"
                | "GOP"
                | "Medicaid"
                | "Medicare"
                | "Senator"
                | "Sen"
                | "statewide"
        )
    })
}

/// Whether one of two places contains the other, or one country contains both.
fn share_a_country(other: &Place, candidate: &Place) -> bool {
    other.within.contains(&candidate.name)
        || candidate.within.contains(&other.name)
        || other.within.last().is_some_and(|outermost| candidate.within.contains(outermost))
}
