//! The rating at the end of a published fact check: "We rate this claim Mostly False."
//!
//! Whoever checked the claim says what came of it. That counts before anything that can be read from the sentences
//! between, which repeat the claim, its denials, and other claims.

use super::{
    Alignment, Reason,
    passage::Piece,
    statement::{Finding, LEAST_COVERAGE},
};
use crate::claim::words::Words;

/// How strong a rating is: more than any other finding.
const STRENGTH: f64 = 0.95;
/// Tokens behind "we rate" or "verdict" among which the label stands.
const NEAR: usize = 26;
/// Characters of the sentence that are quoted.
const QUOTED: usize = 120;

/// What somebody who checked does with a claim, behind "we" or "I".
const RATES: [&str; 8] = ["rate", "rated", "rule", "ruled", "find", "found", "conclude", "judge"];
/// Words that announce a rating at the head of a sentence, or behind "our".
const ANNOUNCES: [&str; 4] = ["verdict", "ruling", "conclusion", "rating"];

/// Ratings that say the claim holds in part, or that it cannot be told.
const HALF: [&[&str]; 16] = [
    &["half", "true"],
    &["half", "truth"],
    &["mixture"],
    &["mixed"],
    &["partly", "true"],
    &["partly", "false"],
    &["partially", "true"],
    &["partially", "false"],
    &["partially", "correct"],
    &["missing", "context"],
    &["lacks", "context"],
    &["needs", "context"],
    &["unproven"],
    &["exaggerated"],
    &["exaggerates"],
    &["misleading"],
];
const FALSE: [&[&str]; 15] = [
    &["mostly", "false"],
    &["barely", "true"],
    &["pants", "on", "fire"],
    &["false"],
    &["incorrect"],
    &["inaccurate"],
    &["wrong"],
    &["untrue"],
    &["fake"],
    &["fabricated"],
    &["hoax"],
    &["baseless"],
    &["unfounded"],
    &["no", "evidence"],
    &["no", "truth"],
];
const TRUE: [&[&str]; 7] = [
    &["mostly", "true"],
    &["mostly", "correct"],
    &["largely", "correct"],
    &["true"],
    &["correct"],
    &["accurate"],
    &["checks", "out"],
];
/// Before a label these turn it round.
const DENIES: [&str; 5] = ["not", "never", "isn", "wasn", "aren"];

/// The rating that a passage about the claim ends with, as the finding that decides; none where it has none.
///
/// `nearest` is the sentence nearest to the claim: where a text rates several claims differently, the rating behind
/// that sentence is the claim's.
pub(super) fn read(pieces: &[Piece], about: f64, nearest: usize) -> Option<Finding> {
    if about < LEAST_COVERAGE {
        return None;
    }
    let rated: Vec<(usize, Alignment)> =
        pieces.iter().enumerate().filter_map(|(place, piece)| Some((place, rating(&piece.words)?))).collect();
    let behind = rated.iter().find(|(place, _)| *place >= nearest);
    let last = rated.last()?;
    let agree = rated.iter().all(|(_, alignment)| *alignment == last.1);
    let (place, alignment) = if agree { last } else { behind.unwrap_or(last) };
    let words: String = pieces[*place].text.chars().take(QUOTED).collect();
    let reason = match alignment {
        Alignment::Supports => Reason::Affirmation { words },
        Alignment::Contradicts => Reason::Refutation { words },
        Alignment::Neutral => Reason::Conflict,
    };
    Some(Finding::new(*alignment, STRENGTH, 1.0, vec![reason]))
}

/// The rating that a sentence gives: neutral where it is neither true nor false.
fn rating(words: &Words) -> Option<Alignment> {
    let start = (0..words.len()).find(|index| announces(words, *index))?;
    (start..words.len().min(start + NEAR)).find_map(|index| {
        let is_one_of = |labels: &[&[&str]]| labels.iter().any(|label| words.phrase(index, label).is_some());
        let denied = (1..=2).any(|distance| DENIES.contains(&words.before(index, distance)));
        if is_one_of(&HALF) {
            Some(Alignment::Neutral)
        } else if is_one_of(&FALSE) {
            Some(if denied { Alignment::Supports } else { Alignment::Contradicts })
        } else if is_one_of(&TRUE) {
            Some(if denied { Alignment::Contradicts } else { Alignment::Supports })
        } else {
            None
        }
    })
}

fn announces(words: &Words, index: usize) -> bool {
    match words.word(index) {
        "we" | "i" => (1..=3).any(|distance| RATES.contains(&words.word(index + distance))),
        "call" => words.phrase(index, &["call", "this", "one"]).is_some(),
        word if ANNOUNCES.contains(&word) => index == 0 || words.before(index, 1) == "our",
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_read_as_they_are_given() {
        use Alignment::{Contradicts, Neutral, Supports};
        for (text, expected) in [
            ("We rate this claim False.", Some(Contradicts)),
            ("We therefore rate his statement as incorrect.", Some(Contradicts)),
            ("We rate it Mostly False", Some(Contradicts)),
            ("We rate the claim Half True.", Some(Neutral)),
            ("We rate this claim exaggerated.", Some(Neutral)),
            ("Verdict: The claim is not accurate.", Some(Contradicts)),
            ("Our ruling: the figures are correct.", Some(Supports)),
            ("We found the claim to be mostly true.", Some(Supports)),
            ("So, we’ll split the difference and call this one Half True.", Some(Neutral)),
            ("I rate this Pants on Fire!", Some(Contradicts)),
            ("Inflation rates were wrong for years.", None),
            ("The verdict of the jury was not read out.", None),
            ("We rate hotels.", None),
            ("", None),
        ] {
            assert_eq!(rating(&Words::new(text)), expected, "{text:?}");
        }
    }
}
