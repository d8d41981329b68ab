//! Words of two texts compared without their endings.

use crate::claim::words::{Kind, Words};

/// Letters of a word that are compared: enough to tell "emission" from "employment", few enough for
/// "emissions" and "emitted" or "Lithuanian" and "Lithuania" to meet.
const COMPARED_LETTERS: usize = 6;
/// No more words of a text than this are compared.
const MOST_WORDS: usize = 400;

/// A content word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stem {
    /// Its first letters in lower case.
    pub(super) letters: String,
    /// The token it is.
    pub(super) at: usize,
}

/// The content words of `words`, in the order of mention.
pub(super) fn of(words: &Words) -> Vec<Stem> {
    (0..words.len())
        .filter(|&at| words.kind(at) == Some(Kind::Word) && !is_common(words.word(at)))
        .take(MOST_WORDS)
        .map(|at| Stem { letters: letters(words.raw(at)), at })
        .filter(|stem| stem.letters.chars().count() > 2)
        .collect()
}

/// The content words of `text` alone.
pub(super) fn of_text(text: &str) -> Vec<Stem> {
    of(&Words::new(text))
}

/// The part of `part` found in `whole`, 0..=1.
pub(super) fn share(part: &[Stem], whole: &[Stem]) -> f64 {
    if part.is_empty() {
        return 0.0;
    }
    shared(part, whole) as f64 / part.len() as f64
}

/// How many of `part` are found in `whole`.
pub(super) fn shared(part: &[Stem], whole: &[Stem]) -> usize {
    part.iter().filter(|stem| has(whole, stem)).count()
}

/// Whether `stem` is among `stems`.
pub(super) fn has(stems: &[Stem], stem: &Stem) -> bool {
    stems.iter().any(|other| other.letters == stem.letters)
}

fn letters(word: &str) -> String {
    let lower = word.to_lowercase();
    let singular =
        lower.strip_suffix('s').filter(|rest| rest.len() > 2 && !rest.ends_with('s')).unwrap_or(&lower);
    let cut: String = singular.chars().take(COMPARED_LETTERS).collect();
    match cut.as_str() {
        // One thing under two names, in tables and in speech.
        "jobles" => "unempl".to_owned(),
        "murder" => "homici".to_owned(),
        "doctor" | "physic" => "doctor".to_owned(),
        _ => cut,
    }
}

/// Words that name no subject: grammar, movement and what every table says.
fn is_common(word: &str) -> bool {
    matches!(
        word,
        "the"
            | "and"
            | "for"
            | "from"
            | "that"
            | "this"
            | "than"
            | "with"
            | "was"
            | "were"
            | "has"
            | "have"
            | "had"
            | "are"
            | "its"
            | "their"
            | "between"
            | "among"
            | "into"
            | "not"
            | "all"
            | "per"
            | "increased"
            | "decreased"
            | "increase"
            | "decrease"
            | "rose"
            | "fell"
            | "higher"
            | "lower"
            | "highest"
            | "lowest"
            | "more"
            | "less"
            | "fewer"
            | "most"
            | "least"
            | "top"
            | "rank"
            | "ranked"
            | "ranking"
            | "year"
            | "years"
            | "over"
            | "since"
            | "number"
            | "total"
            | "share"
            | "percent"
            | "percentage"
            | "million"
            | "billion"
            | "thousand"
            | "thousands"
            | "millions"
            | "value"
            | "country"
            | "countries"
            | "measure"
            | "measured"
            | "rate"
            | "unit"
            | "units"
            | "other"
            | "people"
            | "which"
            | "who"
            | "been"
            | "being"
            | "now"
            | "about"
            | "almost"
            | "nearly"
    )
}
