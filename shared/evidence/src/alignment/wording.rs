//! What two texts have in common, word by word.

use std::{collections::HashSet, ops::Range, sync::LazyLock};

use super::figures::MOST_COMPARED;
use crate::claim::{
    Claim,
    location::Location,
    words::{Kind, Words},
};

/// A content word: its stem as a hash, its weight, and where it stands.
#[derive(Debug, Clone)]
struct Word {
    stem: u64,
    weight: f64,
    start: usize,
    kind: Sort,
}

/// What a content word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// A word in lower case, or the first of its sentence.
    Common,
    /// A capitalised word.
    Name,
    /// A number.
    Number,
}

/// What of one text another has.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Overlap {
    /// The weighted part of its wording found, 0..=1.
    pub(super) coverage: f64,
    /// The part of its words found that are no numbers, 0..=1: whether the subject is the same, whatever the figures.
    pub(super) subject: f64,
    /// How many of its names are missing.
    pub(super) missing_names: usize,
    /// How many of its numbers are missing, years included.
    pub(super) missing_numbers: usize,
    /// How many of its common words are missing.
    pub(super) missing_words: usize,
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
/// Figures are compared apart; a number among the words says little.
const NUMBER_WEIGHT: f64 = 0.5;

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
            if !number && (text.len() < 2 || FUNCTION_WORDS.contains(text)) {
                continue;
            }
            let name = index > 0 && words.capitalised(index);
            let (kind, weight) = match (number, name) {
                (true, _) => (Sort::Number, NUMBER_WEIGHT),
                (_, true) => (Sort::Name, NAME_WEIGHT),
                _ => (Sort::Common, 1.0),
            };
            let start = words.span(index, index + 1).start;
            content.push(Word { stem: hash(synonym(stem(text))), weight, start, kind });
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

    /// What of this text's wording `other` has; words inside `known` count as found, and those of `context` too.
    pub(super) fn overlap(&self, other: &Self, context: Option<&Self>, known: &[Range<usize>]) -> Overlap {
        let (mut found, mut all) = (0.0, 0.0);
        let (mut found_words, mut all_words) = (0_u32, 0_u32);
        let mut missing = [0; 3];
        for word in &self.words {
            let spoken = u32::from(word.kind != Sort::Number);
            all += word.weight;
            all_words += spoken;
            let has = other.has(word.stem)
                || context.is_some_and(|context| context.has(word.stem))
                || known.iter().any(|span| span.contains(&word.start));
            if has {
                found += word.weight;
                found_words += spoken;
            } else {
                missing[word.kind as usize] += 1;
            }
        }
        let coverage = if all > 0.0 { found / all } else { 0.0 };
        let subject = if all_words > 0 { f64::from(found_words) / f64::from(all_words) } else { 0.0 };
        let [missing_words, missing_names, missing_numbers] = missing;
        Overlap { coverage, subject, missing_names, missing_numbers, missing_words }
    }

    /// The weighted part of this text's wording that `other` has, 0..=1.
    pub(super) fn coverage(&self, other: &Self) -> f64 {
        self.overlap(other, None, &[]).coverage
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

/// The parts of the claim whose measure or place the sentence names in other words ("U.S." for "United States"), or
/// stands under.
pub(super) fn known_spans(claim: &Claim, sentence: &Claim, places: &[Location]) -> Vec<Range<usize>> {
    let metrics = claim
        .metrics
        .iter()
        .take(MOST_COMPARED)
        .filter(|metric| sentence.metrics.iter().any(|other| other.variant == metric.variant))
        .map(|metric| metric.span.clone());
    let locations = claim
        .locations
        .iter()
        .take(MOST_COMPARED)
        .filter(|location| places.iter().any(|other| other.name == location.name))
        .map(|location| location.span.clone());
    metrics.chain(locations).collect()
}

/// FNV-1a, 64 bit: a stem only has to be told from a few hundred others.
fn hash(word: &str) -> u64 {
    word.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A word without its commonest English endings. It need not be a word, only the same for its forms.
fn stem(word: &str) -> &str {
    const ENDINGS: [(&str, usize); 16] = [
        ("ations", 4),
        ("ation", 4),
        ("ments", 4),
        ("ment", 4),
        ("ingly", 4),
        ("ings", 3),
        ("ing", 3),
        ("ies", 3),
        ("ied", 3),
        ("ers", 3),
        ("ed", 3),
        ("er", 3),
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
            && !(ending == "y" && rest.ends_with(['a', 'e', 'o', 'u']))
        {
            stem = rest;
            break;
        }
    }
    // "use" and "using", "run" and "running".
    let stem = stem.strip_suffix('e').filter(|rest| rest.len() > 2).unwrap_or(stem);
    let bytes = stem.as_bytes();
    let doubled = bytes.len() > 3
        && bytes[bytes.len() - 1] == bytes[bytes.len() - 2]
        && bytes[bytes.len() - 1].is_ascii_lowercase();
    if doubled { &stem[..stem.len() - 1] } else { stem }
}

/// One stem for names of one thing that evidence and claims use in turn.
fn synonym(stem: &str) -> &str {
    match stem {
        "coronavirus" | "sars" | "ncov" | "cov" => "covid",
        "murd" | "murder" => "homicid",
        "film" => "movi",
        "kid" => "children",
        "physician" => "doctor",
        "automobil" => "car",
        _ => stem,
    }
}

/// Words that carry grammar, or are compared apart: direction, negation, scale.
static FUNCTION_WORDS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("../../data/function_words.txt").lines().collect());

#[cfg(test)]
mod tests {
    use super::{Wording, stem};
    use crate::claim::words::Words;

    fn coverage(claim: &str, sentence: &str) -> f64 {
        Wording::new(&Words::new(claim)).coverage(&Wording::new(&Words::new(sentence)))
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
