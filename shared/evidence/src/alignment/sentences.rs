//! A passage cut into sentences.

use unicode_segmentation::UnicodeSegmentation;

/// More of a passage than this is not read, in bytes.
const LONGEST_PASSAGE: usize = 32 * 1024;

/// The sentences of `text`, trimmed and not empty, by Unicode's rules (UAX #29) without its breaks behind
/// abbreviations.
pub(super) fn split(text: &str) -> Vec<&str> {
    let text = &text[..text.floor_char_boundary(LONGEST_PASSAGE)];
    let mut sentences = Vec::new();
    let mut start = 0;
    for (offset, piece) in text.split_sentence_bound_indices() {
        let end = offset + piece.len();
        let runs_on = !piece.ends_with(['\n', '\r']) && ends_with_abbreviation(&text[start..end]);
        if !runs_on || end == text.len() {
            let sentence = text[start..end].trim();
            if !sentence.is_empty() {
                sentences.push(sentence);
            }
            start = end;
        }
    }
    sentences
}

/// Whether the full stop at the end belongs to an abbreviation: "Oct.", "Dr.", "U.S.", "J.".
fn ends_with_abbreviation(piece: &str) -> bool {
    let Some(body) = piece.trim_end().strip_suffix('.') else { return false };
    let word = body.rsplit(|character: char| !character.is_alphanumeric() && character != '.').next().unwrap_or("");
    // One letter is an initial or the end of "U.S.".
    let last = word.rsplit('.').next().unwrap_or("");
    if last.len() == 1 && last.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return true;
    }
    const ABBREVIATIONS: [&str; 52] = [
        "dr", "mr", "mrs", "ms", "prof", "sen", "sens", "rep", "reps", "gov", "gen", "col", "lt", "sgt", "capt", "rev", "hon", "st",
        "mt", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "no", "nos", "vs", "inc", "co",
        "corp", "ltd", "dept", "univ", "jr", "sr", "fig", "al", "approx", "est", "ca", "cf", "vol", "pp", "ave", "natl",
    ];
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
            ("Did it? No. It fell 1.5%.", vec!["Did it?", "No. It fell 1.5%."]),
            ("First line\nSecond line", vec!["First line", "Second line"]),
            ("Ends in Oct.", vec!["Ends in Oct."]),
            ("", vec![]),
            (" \n ", vec![]),
        ] {
            assert_eq!(split(text), sentences, "{text:?}");
        }
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
