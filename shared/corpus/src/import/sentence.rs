//! Where sentences end.
//!
//! Unicode's sentence boundaries, except after abbreviations and initials, where a full stop ends nothing.

use unicode_segmentation::UnicodeSegmentation;

/// Words that are written with a full stop in the middle of a sentence, lower case, without it.
const ABBREVIATIONS: &str = "mr mrs ms dr prof sen rep gov gen lt col capt st jr sr hon rev pres no nos vol \
    fig figs sec ch pp ed eds vs etc al inc ltd co corp dept est approx ca cf eg ie viz art para \
    jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun \
    e.g i.e u.s u.k u.n e.u d.c a.m p.m";

/// The sentences of one paragraph, in order; joined they are the paragraph.
pub(crate) fn sentences(paragraph: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut start = 0;
    let mut end = 0;
    for piece in paragraph.split_sentence_bounds() {
        end += piece.len();
        if !goes_on_after(piece) {
            sentences.push(&paragraph[start..end]);
            start = end;
        }
    }
    if start < end {
        sentences.push(&paragraph[start..end]);
    }
    sentences
}

/// Whether `piece` ends with a full stop that belongs to its last word.
fn goes_on_after(piece: &str) -> bool {
    let Some(stopped) = piece.trim_end().strip_suffix('.') else { return false };
    let word = stopped
        .rsplit(|character: char| character.is_whitespace() || "([\"'\u{201c}".contains(character))
        .next();
    let Some(word) = word.filter(|word| !word.is_empty()) else { return false };
    let mut letters = word.chars();
    let is_initial = letters.next().is_some_and(char::is_uppercase) && letters.next().is_none();
    let lower = word.to_lowercase();
    is_initial || ABBREVIATIONS.split_ascii_whitespace().any(|abbreviation| abbreviation == lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_where_a_reader_ends_them() {
        let cases: [(&str, &[&str]); 7] = [
            ("Prices rose. Wages fell.", &["Prices rose. ", "Wages fell."]),
            (
                "The U.S. Bureau counts jobs. It is in D.C. today.",
                &["The U.S. Bureau counts jobs. ", "It is in D.C. today."],
            ),
            ("Dr. J. Smith of No. 10 said so! Really?", &["Dr. J. Smith of No. 10 said so! ", "Really?"]),
            ("It rose 3.4 percent, e.g. Rents.", &["It rose 3.4 percent, e.g. Rents."]),
            ("In Dec. 2023 it fell", &["In Dec. 2023 it fell"]),
            ("He lives on Main St.", &["He lives on Main St."]),
            ("", &[]),
        ];
        for (paragraph, expected) in cases {
            assert_eq!(sentences(paragraph), expected, "{paragraph}");
        }
    }
}
