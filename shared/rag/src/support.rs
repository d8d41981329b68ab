//! Whether a passage bears out the statement that cites it.

use evidence::Alignment;
use evidence::alignment::{Reason, judge_text};
use evidence::claim::Claim;

use crate::chunk::Chunk;
use crate::wording::{numbers, words};

/// Part of the statement's words that the passage must have: a statement is a paraphrase, not a copy.
const LEAST_SHARED_WORDS: f64 = 0.4;
/// Part of the names in the statement that the passage must have.
const LEAST_SHARED_NAMES: f64 = 0.5;

/// Whether `chunk` has every figure, half of the names and much of the wording of `statement`, and does not
/// contradict it. A statement without any of them is borne out by nothing.
pub(crate) fn bears_out(statement: &str, chunk: &Chunk) -> bool {
    let passage = format!("{}\n{}", chunk.label(), chunk.text);
    let known = numbers(&passage);
    if !numbers(statement).iter().all(|number| known.contains(number)) {
        return false;
    }
    let (said, found) = (words(statement), words(&passage));
    if said.is_empty() || share(&said, |word| found.contains(word)) < LEAST_SHARED_WORDS {
        return false;
    }
    let lower = passage.to_lowercase();
    let names = names(statement);
    if share(&names, |name| lower.contains(&name.to_lowercase())) < LEAST_SHARED_NAMES {
        return false;
    }
    !is_contradicted(statement, &chunk.text)
}

/// Whether the passage denies the statement or says that it moves the other way. Its figures are known to be there.
fn is_contradicted(statement: &str, text: &str) -> bool {
    let judged = judge_text(&Claim::parse(statement), text, 1.0);
    let denial =
        |reason: &Reason| matches!(reason, Reason::NegationMismatch | Reason::DirectionMismatch { .. });
    judged.alignment == Alignment::Contradicts && judged.reasons.first().is_some_and(denial)
}

/// Words with a capital inside a sentence, and abbreviations.
fn names(statement: &str) -> Vec<&str> {
    let plain =
        statement.split_whitespace().map(|word| word.trim_matches(|edge: char| !edge.is_alphanumeric()));
    let is_name = |(place, word): &(usize, &str)| {
        let capitals = word.chars().filter(|letter| letter.is_uppercase()).count();
        capitals >= 2 || capitals == 1 && *place > 0 && word.starts_with(char::is_uppercase)
    };
    plain.enumerate().filter(is_name).map(|(_, word)| word).collect()
}

fn share<'a, T: 'a>(all: impl IntoIterator<Item = &'a T>, holds: impl Fn(&T) -> bool) -> f64 {
    let (mut count, mut held) = (0_usize, 0_usize);
    for one in all {
        count += 1;
        held += usize::from(holds(one));
    }
    if count == 0 { 1.0 } else { held as f64 / count as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::tests::chunk;

    #[test]
    fn figures_names_and_words_must_be_there() {
        let text = "Elements 1 to 8 must reach CBP at least 24 hours before the cargo is laden. A late filing can lead \
                    to liquidated damages of USD 5,000 per violation. Telephone bookings are not taken.";
        let chunk = chunk("Importer Security Filing", Some("Penalties"), text, 0.5);
        for (statement, expected) in [
            ("A late filing can cost USD 5,000 per violation.", true),
            ("CBP wants the elements 24 hours before the cargo is laden.", true),
            ("The penalties of the Importer Security Filing are liquidated damages of $5000.", true),
            ("A late filing can cost USD 10,000 per violation.", false),
            ("CBP wants the elements 48 hours before the cargo is laden.", false),
            ("Hamburg and Rotterdam take a late filing, says Reuters.", false),
            ("Vessels are painted red in spring.", false),
            ("Telephone bookings are taken.", false),
            ("", false),
        ] {
            assert_eq!(bears_out(statement, &chunk), expected, "{statement}");
        }
    }
}
