//! Which phrases a claim says, and the words around a figure.

use std::ops::Range;

/// A claim's text, ready to be asked for phrases. Offsets are those of the claim.
pub(super) struct Said {
    lower: String,
}

impl Said {
    pub(super) fn new(text: &str) -> Self {
        Self { lower: text.to_ascii_lowercase() }
    }

    /// The first of `phrases`, in lower case, that is said as whole words.
    pub(super) fn first_of<'p>(&self, phrases: &[&'p str]) -> Option<&'p str> {
        phrases.iter().copied().find(|phrase| self.has(phrase))
    }

    /// Whether one of `phrases` is said.
    pub(super) fn any_of(&self, phrases: &[&str]) -> bool {
        self.first_of(phrases).is_some()
    }

    fn has(&self, phrase: &str) -> bool {
        self.lower.match_indices(phrase).any(|(start, _)| {
            !self.lower[..start].ends_with(char::is_alphanumeric)
                && !self.lower[start + phrase.len()..].starts_with(char::is_alphanumeric)
        })
    }

    /// The words before `span`, the last one first, up to the end of the sentence before.
    pub(super) fn before(&self, span: &Range<usize>) -> impl Iterator<Item = &str> {
        let before = self.lower.get(..span.start).unwrap_or_default();
        let sentence = before.rfind(['.', ';', '!', '?']).map_or(before, |end| &before[end..]);
        words(sentence).rev()
    }

    /// The words after `span`.
    pub(super) fn after(&self, span: &Range<usize>) -> impl Iterator<Item = &str> {
        words(self.lower.get(span.end..).unwrap_or_default())
    }

    /// What is said between the ends of two spans.
    pub(super) fn between(&self, first: &Range<usize>, second: &Range<usize>) -> &str {
        self.lower.get(first.end..second.start).unwrap_or_default().trim()
    }
}

/// The words of `text` that carry meaning, in lower case and roughly singular, to compare what no family knows.
pub(super) fn content_words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let mut found: Vec<String> = words(&lower)
        .filter(|word| {
            word.len() > 2 && !matches!(*word, "the" | "and" | "for" | "per" | "rate" | "number" | "total")
        })
        .map(|word| word.strip_suffix('s').unwrap_or(word).to_owned())
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether `claimed` has at least half of the content words of `expected`, and `expected` any at all.
pub(super) fn share_words(claimed: &str, expected: &str) -> bool {
    let (claimed, expected) = (content_words(claimed), content_words(expected));
    let common = expected.iter().filter(|word| claimed.binary_search(word).is_ok()).count();
    common > 0 && common * 2 >= expected.len()
}

fn words(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_whole_words() {
        let said = Said::new("Surreal wages, in REAL terms");
        assert_eq!(said.first_of(&["real wages", "real terms"]), Some("real terms"));
        assert!(!said.any_of(&["wage", ""]) || said.any_of(&["in"]));
        assert!(!said.any_of(&["real wages"]));
    }

    #[test]
    fn words_around_a_span() {
        let said = Said::new("Up. It fell by about 5 % in May");
        let span = 21..24;
        assert_eq!(said.before(&span).collect::<Vec<_>>(), ["about", "by", "fell", "it"]);
        assert_eq!(said.after(&span).next(), Some("in"));
        assert_eq!(said.before(&(900..901)).count(), 0);
    }

    #[test]
    fn unknown_metrics_are_compared_by_their_words() {
        assert!(share_words("Wolves killed 40 sheep", "sheep killed by wolves"));
        assert!(!share_words("Wolves killed 40 sheep", "bear sightings"));
        assert!(!share_words("anything", "the rate"));
    }
}
