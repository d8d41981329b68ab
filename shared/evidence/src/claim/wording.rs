//! Finding many fixed wordings in a sentence at once, whatever its case, hyphens and plurals.

use std::ops::Range;

use super::plain::push_plain;

/// A sentence as wordings are compared with it: lower case, one space for each run of spaces, hyphens,
/// dashes and brackets. It remembers where every byte came from.
pub(super) struct Plain<'a> {
    original: &'a str,
    text: String,
    /// For each byte of `text`, where in `original` the character starts that it came from.
    origins: Vec<usize>,
}

impl<'a> Plain<'a> {
    /// Makes `original` comparable.
    pub(super) fn new(original: &'a str) -> Self {
        let mut text = String::with_capacity(original.len());
        let mut origins = Vec::with_capacity(original.len());
        for (origin, character) in original.char_indices() {
            push_plain(&mut text, character);
            origins.resize(text.len(), origin);
        }
        Self { original, text, origins }
    }

    /// The bytes of the original that `range` of the comparable text came from.
    fn span(&self, range: &Range<usize>) -> Range<usize> {
        let origin = |index: usize| self.origins.get(index).copied().unwrap_or(self.original.len());
        let last = origin(range.end.saturating_sub(1));
        let width = self.original[last..].chars().next().map_or(0, char::len_utf8);
        origin(range.start)..last + width
    }
}

/// One wording found in a sentence.
pub(super) struct Found<T: 'static> {
    /// What the wording stands for.
    pub(super) value: &'static T,
    /// The bytes of the original sentence.
    pub(super) span: Range<usize>,
}

/// Wordings, each standing for a `T`, found at any word of a sentence by one binary search. The build script
/// writes them: `build/wording.rs`.
///
/// An Aho-Corasick automaton needs 1 µs a sentence instead of 4, but 2.5 ms to build: every cold start would pay
/// for it.
pub(super) struct Wordings<T: 'static> {
    /// The wordings of all entries, one behind the other.
    pub(super) text: &'static str,
    /// Sorted by their texts.
    pub(super) entries: &'static [Entry<T>],
}

pub(super) struct Entry<T> {
    /// Where in the common text this one's starts.
    pub(super) start: u32,
    /// Where it ends.
    pub(super) end: u32,
    /// The longest other entry that this one starts with.
    pub(super) shorter: Option<u16>,
    pub(super) value: T,
}

impl<T> Wordings<T> {
    /// The wordings in `sentence` that stand as whole words, singular or plural, and are `accepted`, in the
    /// order of mention; of overlapping ones the longest.
    pub(super) fn find(
        &'static self,
        sentence: &Plain<'_>,
        accepted: impl Fn(&T, &Range<usize>) -> bool,
    ) -> Vec<Found<T>> {
        let mut chosen: Vec<(Range<usize>, &'static T)> = Vec::new();
        for start in word_starts(&sentence.text) {
            let longest = self.prefixes(&sentence.text[start..]).find_map(|entry| {
                let range = whole_words(&sentence.text, start..start + self.text(entry).len())?;
                accepted(&entry.value, &sentence.span(&range)).then_some((range, &entry.value))
            });
            let Some(candidate) = longest else { continue };
            match chosen.last_mut() {
                Some(last) if candidate.0.start < last.0.end => {
                    if candidate.0.len() > last.0.len() {
                        *last = candidate;
                    }
                }
                _ => chosen.push(candidate),
            }
        }
        chosen.into_iter().map(|(range, value)| Found { value, span: sentence.span(&range) }).collect()
    }

    /// The entries that `text` starts with, longest first.
    fn prefixes(&'static self, text: &str) -> impl Iterator<Item = &'static Entry<T>> {
        // Whatever sorts between a prefix of the text and the text itself starts with that prefix too, so
        // the last entry not after the text leads to all of them.
        let last = self.entries.partition_point(|entry| self.text(entry) <= text).checked_sub(1);
        std::iter::successors(last, |&index| self.entries[index].shorter.map(usize::from))
            .map(|index| &self.entries[index])
            .filter(|entry| text.starts_with(self.text(entry)))
    }

    fn text(&self, entry: &Entry<T>) -> &'static str {
        &self.text[entry.start as usize..entry.end as usize]
    }
}

/// Where the words of `text` start.
fn word_starts(text: &str) -> impl Iterator<Item = usize> {
    let mut inside = false;
    text.char_indices().filter_map(move |(index, character)| {
        let starts = character.is_alphanumeric() && !inside;
        inside = character.is_alphanumeric();
        starts.then_some(index)
    })
}

/// `range` with a plural ending taken in, where it ends with a word of `text`.
fn whole_words(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let rest = &text[range.end..];
    let ends = |rest: &str| !rest.starts_with(char::is_alphanumeric);
    let ending = ["", "s", "es"].into_iter().find(|ending| rest.strip_prefix(ending).is_some_and(ends))?;
    Some(range.start..range.end + ending.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    static CRIMES: Wordings<()> = Wordings {
        text: "burglariesburglaryco₂crimecrime in chicagoviolent crime",
        entries: &[
            Entry { start: 0, end: 10, shorter: None, value: () },
            Entry { start: 10, end: 18, shorter: None, value: () },
            Entry { start: 18, end: 23, shorter: None, value: () },
            Entry { start: 23, end: 28, shorter: None, value: () },
            Entry { start: 28, end: 44, shorter: Some(3), value: () },
            Entry { start: 44, end: 57, shorter: None, value: () },
        ],
    };

    fn found(sentence: &str) -> Vec<String> {
        let found = CRIMES.find(&Plain::new(sentence), |(), _| true);
        found.into_iter().map(|found| sentence[found.span].to_owned()).collect()
    }

    #[test]
    fn whole_words_in_any_case_hyphenated_or_plural() {
        for (sentence, expected) in [
            ("Violent-crime rose", vec!["Violent-crime"]),
            ("violent   CRIMES, burglaries", vec!["violent   CRIMES", "burglaries"]),
            ("criminal crimean burglar", vec![]),
            ("İstanbul’s crime’s up", vec!["crime"]),
            ("Straße – CO₂ (crime)", vec!["CO₂", "crime"]),
            ("", vec![]),
        ] {
            assert_eq!(found(sentence), expected, "{sentence}");
        }
    }

    #[test]
    fn the_longest_of_overlapping_wordings_wins() {
        assert_eq!(found("violent crime in Chicago"), ["crime in Chicago"]);
        assert_eq!(found("crime and violent crime"), ["crime", "violent crime"]);
    }
}
