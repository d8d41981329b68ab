//! A passage cut into sentences.

use unicode_segmentation::UnicodeSegmentation;

/// More of a passage than this is not read, in bytes.
const LONGEST_PASSAGE: usize = 32 * 1024;

/// More than this without an end is a list or a table, and is cut, in bytes.
const LONGEST_SENTENCE: usize = 2000;

/// The sentences of `text`, trimmed and not empty, by Unicode's rules (UAX #29) without its breaks behind
/// abbreviations.
#[must_use]
pub fn split(text: &str) -> Vec<&str> {
    let text = &text[..text.floor_char_boundary(LONGEST_PASSAGE)];
    let mut sentences = Vec::new();
    let mut start = 0;
    for (offset, piece) in text.split_sentence_bound_indices() {
        let end = offset + piece.len();
        let runs_on =
            !piece.ends_with(['\n', '\r']) && ends_with_abbreviation(&text[start..end], &text[end..]);
        if !runs_on || end == text.len() {
            push(&mut sentences, text[start..end].trim());
            start = end;
        }
    }
    sentences
}

/// Adds `sentence` in pieces of at most [`LONGEST_SENTENCE`] bytes, cut at a space where there is one.
fn push<'text>(sentences: &mut Vec<&'text str>, mut sentence: &'text str) {
    while sentence.len() > LONGEST_SENTENCE {
        let limit = sentence.floor_char_boundary(LONGEST_SENTENCE);
        let cut = sentence[..limit].rfind(char::is_whitespace).filter(|cut| *cut > 0).unwrap_or(limit);
        sentences.push(sentence[..cut].trim_end());
        sentence = sentence[cut..].trim_start();
    }
    if !sentence.is_empty() {
        sentences.push(sentence);
    }
}

/// Words that end in a full stop inside a sentence.
const ABBREVIATIONS: [&str; 50] = [
    "dr", "mr", "mrs", "ms", "prof", "sen", "sens", "rep", "reps", "gov", "gen", "col", "lt", "sgt", "capt",
    "rev", "hon", "st", "mt", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov",
    "dec", "vs", "inc", "co", "corp", "ltd", "dept", "univ", "jr", "sr", "fig", "al", "approx", "est", "ca",
    "cf", "vol", "pp", "ave", "natl",
];

/// Whether the full stop at the end belongs to an abbreviation: "Oct.", "Dr.", "U.S.", "J.", but "No." only before a
/// number.
fn ends_with_abbreviation(piece: &str, next: &str) -> bool {
    let Some(body) = piece.trim_end().strip_suffix('.') else { return false };
    let word =
        body.rsplit(|character: char| !character.is_alphanumeric() && character != '.').next().unwrap_or("");
    // One letter is an initial or the end of "U.S.".
    let last = word.rsplit('.').next().unwrap_or("");
    if last.len() == 1 && last.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return true;
    }
    if ["no", "nos"].iter().any(|number| number.eq_ignore_ascii_case(word)) {
        return next.starts_with(|character: char| character.is_ascii_digit());
    }
    word.len() <= 6 && ABBREVIATIONS.iter().any(|abbreviation| abbreviation.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::split;

    #[test]
    fn sentences_end_at_full_stops_but_not_behind_abbreviations() {
        for (text, sentences) in [
            ("Crime fell. Jobs rose.", vec!["Crime fell.", "Jobs rose."]),
            ("It fell on Oct. 3. Dr. Smith knew.", vec!["It fell on Oct. 3.", "Dr. Smith knew."]),
            ("The U.S. Senate met. J. Doe spoke.", vec!["The U.S. Senate met.", "J. Doe spoke."]),
            ("Did it? No. It fell 1.5%.", vec!["Did it?", "No.", "It fell 1.5%."]),
            ("It is No. 1. No. 2 fell.", vec!["It is No. 1.", "No. 2 fell."]),
            ("First line\nSecond line", vec!["First line", "Second line"]),
            ("Ends in Oct.", vec!["Ends in Oct."]),
            ("", vec![]),
            (" \n ", vec![]),
        ] {
            assert_eq!(split(text), sentences, "{text:?}");
        }
    }

    #[test]
    fn what_never_ends_is_cut_at_a_space() {
        let text = "word ".repeat(1000);
        let sentences = split(&text);
        assert_eq!(sentences.len(), 3);
        assert!(sentences.iter().all(|sentence| sentence.len() <= 2000 && sentence.ends_with("word")));
        assert_eq!(split(&"é".repeat(1500)).len(), 2);
    }

    proptest! {
        #[test]
        fn nothing_but_space_is_lost(text in "(Oct\\.|Dr\\.|U\\.S\\.| |\\n|[a-z]{1,5}|[A-Z]|\\.|\\?|é|😀){0,60}") {
            let kept: String = split(&text).concat();
            let visible = |text: &str| text.chars().filter(|character| !character.is_whitespace()).collect::<String>();
            prop_assert_eq!(visible(&kept), visible(&text));
        }
    }
}
