//! What two texts have in common, word by word.

use std::ops::Range;

use crate::claim::{
    Claim,
    words::{Kind, Words},
};

/// A content word: its stem as a hash, its weight, and where it stands.
#[derive(Debug, Clone)]
struct Word {
    stem: u64,
    weight: f64,
    start: usize,
}

/// The content words of a text.
#[derive(Debug, Clone)]
pub(super) struct Wording {
    words: Vec<Word>,
    /// The stems, sorted, for look-up.
    stems: Vec<u64>,
}

/// A name says more about what a sentence is about than a common word.
const NAME_WEIGHT: f64 = 1.5;

impl Wording {
    /// The content words of `words`: no function words, no figures, no words of direction or negation.
    pub(super) fn new(words: &Words) -> Self {
        let mut content = Vec::new();
        for index in 0..words.len() {
            let text = match words.kind(index) {
                Some(Kind::Word) => words.word(index),
                Some(Kind::Number) => words.digits(index),
                _ => continue,
            };
            let number = words.kind(index) == Some(Kind::Number);
            if !number && (text.len() < 2 || is_function_word(text)) {
                continue;
            }
            let name = index > 0 && words.capitalised(index);
            let weight = if name { NAME_WEIGHT } else if number { 0.5 } else { 1.0 };
            content.push(Word { stem: hash(stem(text)), weight, start: words.span(index, index + 1).start });
        }
        let mut stems: Vec<u64> = content.iter().map(|word| word.stem).collect();
        stems.sort_unstable();
        stems.dedup();
        Self { words: content, stems }
    }

    /// Whether a word with this one's stem occurs.
    fn has(&self, stem: u64) -> bool {
        self.stems.binary_search(&stem).is_ok()
    }

    /// The part of this text's wording that `other` has, 0..=1; words inside `known` count as found.
    pub(super) fn coverage(&self, other: &Self, known: &[Range<usize>]) -> f64 {
        let (mut found, mut all) = (0.0, 0.0);
        for word in &self.words {
            all += word.weight;
            if other.has(word.stem) || known.iter().any(|span| span.contains(&word.start)) {
                found += word.weight;
            }
        }
        if all > 0.0 { found / all } else { 0.0 }
    }

    /// How many of the words within `reach` bytes of `span` occur in `other`.
    pub(super) fn shared_near(&self, span: &Range<usize>, reach: usize, other: &Self) -> usize {
        let near = span.start.saturating_sub(reach)..span.end.saturating_add(reach);
        self.words
            .iter()
            .filter(|word| near.contains(&word.start) && !span.contains(&word.start) && other.has(word.stem))
            .count()
    }

    /// How many content words there are.
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }
}

/// The parts of the claim whose measure or place the sentence names in other words ("U.S." for "United States").
pub(super) fn known_spans(claim: &Claim, sentence: &Claim) -> Vec<Range<usize>> {
    let metrics = claim
        .metrics
        .iter()
        .filter(|metric| sentence.metrics.iter().any(|other| other.variant == metric.variant))
        .map(|metric| metric.span.clone());
    let locations = claim
        .locations
        .iter()
        .filter(|location| sentence.locations.iter().any(|other| other.name == location.name))
        .map(|location| location.span.clone());
    metrics.chain(locations).collect()
}

/// FNV-1a, 64 bit: a stem only has to be told from a few hundred others.
fn hash(word: &str) -> u64 {
    word.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A word without its commonest English endings. It need not be a word, only the same for its forms.
fn stem(word: &str) -> &str {
    const ENDINGS: [(&str, usize); 16] = [
        ("ations", 4),
        ("ation", 4),
        ("ments", 4),
        ("ment", 4),
        ("ingly", 4),
        ("ings", 4),
        ("ing", 4),
        ("ies", 3),
        ("ied", 3),
        ("ers", 4),
        ("ed", 3),
        ("er", 4),
        ("es", 3),
        ("ly", 4),
        ("s", 3),
        ("y", 3),
    ];
    let mut stem = word;
    for (ending, shortest) in ENDINGS {
        if let Some(rest) = stem.strip_suffix(ending)
            && rest.len() >= shortest
            && !(ending == "s" && rest.ends_with('s'))
        {
            stem = rest;
            break;
        }
    }
    // "use" and "using", "run" and "running".
    let stem = stem.strip_suffix('e').filter(|rest| rest.len() > 2).unwrap_or(stem);
    let bytes = stem.as_bytes();
    let doubled = bytes.len() > 3 && bytes[bytes.len() - 1] == bytes[bytes.len() - 2] && bytes[bytes.len() - 1].is_ascii_lowercase();
    if doubled { &stem[..stem.len() - 1] } else { stem }
}

fn is_function_word(word: &str) -> bool {
    matches!(
        word,
        "a" | "an" | "the" | "of" | "in" | "on" | "at" | "by" | "to" | "from" | "for" | "with" | "and" | "or" | "but" | "than"
            | "as" | "that" | "which" | "who" | "whom" | "whose" | "was" | "were" | "is" | "are" | "be" | "been" | "being" | "has"
            | "have" | "had" | "having" | "will" | "would" | "can" | "could" | "may" | "might" | "should" | "shall" | "must"
            | "it" | "he" | "she" | "they" | "we" | "you" | "me" | "him" | "them" | "us" | "this" | "these" | "those" | "there"
            | "his" | "her" | "its" | "their" | "our" | "my" | "your" | "do" | "does" | "did" | "done" | "not" | "no" | "never"
            | "if" | "when" | "while" | "because" | "so" | "into" | "out" | "up" | "down" | "over" | "under" | "about" | "also"
            | "more" | "less" | "most" | "least" | "very" | "just" | "only" | "then" | "what" | "how" | "why" | "where" | "any"
            | "some" | "such" | "other" | "during" | "after" | "before" | "between" | "per" | "percent" | "million" | "billion"
            | "trillion" | "thousand" | "hundred" | "rose" | "fell" | "rise" | "fall" | "increased" | "increase" | "increases"
            | "decreased" | "decrease" | "decreases" | "dropped" | "drop" | "declined" | "decline" | "grew" | "risen" | "fallen"
            | "said" | "says" | "say" | "according" | "year" | "years" | "all" | "both" | "each" | "through" | "am"
            | "too" | "now" | "here" | "even" | "like" | "well" | "much" | "many" | "since" | "until" | "among"
    )
}

#[cfg(test)]
mod tests {
    use super::{Wording, stem};
    use crate::claim::words::Words;

    fn coverage(claim: &str, sentence: &str) -> f64 {
        Wording::new(&Words::new(claim)).coverage(&Wording::new(&Words::new(sentence)), &[])
    }

    #[test]
    fn forms_of_a_word_have_one_stem() {
        for forms in [
            &["homicide", "homicides"][..],
            &["vote", "votes", "voted", "voting", "voter", "voters"],
            &["run", "running"],
            &["city", "cities"],
            &["vaccine", "vaccines"],
            &["employ", "employs", "employed", "employment"],
        ] {
            for form in forms {
                assert_eq!(stem(form), stem(forms[0]), "{form}");
            }
        }
        assert_ne!(stem("business"), stem("busy"));
        assert_eq!(stem("s"), "s");
    }

    #[test]
    fn coverage_is_the_claims_part_found() {
        assert!((coverage("Violent crime in cities", "violent crimes in the city") - 1.0).abs() < 1e-9);
        assert!((coverage("violent crime", "violent weather") - 0.5).abs() < 1e-9);
        assert!(coverage("violent crime", "").abs() < 1e-9);
        assert!(coverage("of the and", "of the and").abs() < 1e-9);
    }
}
