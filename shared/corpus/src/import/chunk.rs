//! Cuts a section into passages: small enough to be evidence, large enough to be understood.

use super::sentence::sentences;

/// A passage that has as many words may end with a paragraph.
const ENOUGH_WORDS: usize = 60;
/// A passage never grows beyond this many words by a further sentence. The tools show 600 characters of a
/// passage, about 100 words: much more would be found for words that nobody gets to see.
const MOST_WORDS: usize = 120;
/// A last passage with fewer words goes to the one before it.
const FEW_WORDS: usize = 20;
/// A passage never grows beyond this many characters by a further sentence.
const MOST_CHARACTERS: usize = 2_000;
/// A sentence longer than this is none (a table, a list of names) and is cut between words.
const SENTENCE_CHARACTERS: usize = 1_000;

/// The passages of a section, in order. Nothing but white space is lost or added.
pub(crate) fn passages(paragraphs: &[String]) -> Vec<String> {
    let mut done: Vec<Passage> = Vec::new();
    let mut open = Passage::default();
    for paragraph in paragraphs {
        let mut begins_paragraph = true;
        for sentence in sentences(paragraph).into_iter().flat_map(bounded) {
            let sentence = Passage::of(sentence);
            let full = open.words + sentence.words > MOST_WORDS
                || open.characters + sentence.characters > MOST_CHARACTERS;
            if open.words > 0 && (full || begins_paragraph && open.words >= ENOUGH_WORDS) {
                done.push(std::mem::take(&mut open));
            }
            open.append(&sentence, if begins_paragraph { '\n' } else { ' ' });
            begins_paragraph = false;
        }
    }
    match done.last_mut() {
        Some(last) if open.is_few() && last.can_take(&open) => last.append(&open, '\n'),
        _ => done.push(open),
    }
    done.into_iter().map(|passage| passage.text).filter(|text| !text.is_empty()).collect()
}

#[derive(Default)]
struct Passage {
    text: String,
    words: usize,
    characters: usize,
}

impl Passage {
    fn of(sentence: &str) -> Self {
        let text = sentence.trim();
        Self {
            text: text.to_owned(),
            words: text.split_whitespace().count(),
            characters: text.chars().count(),
        }
    }

    fn is_few(&self) -> bool {
        self.words < FEW_WORDS
    }

    fn can_take(&self, rest: &Self) -> bool {
        self.words <= MOST_WORDS && self.characters + rest.characters < MOST_CHARACTERS
    }

    fn append(&mut self, next: &Self, between: char) {
        if !self.text.is_empty() && !next.text.is_empty() {
            self.text.push(between);
            self.characters += 1;
        }
        self.text.push_str(&next.text);
        self.words += next.words;
        self.characters += next.characters;
    }
}

/// A sentence, or its parts where it is too long: cut before the last word that still fits.
fn bounded(sentence: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = sentence;
    while let Some((limit, _)) = rest.char_indices().nth(SENTENCE_CHARACTERS) {
        let cut = rest[..limit].rfind(char::is_whitespace).filter(|&cut| cut > 0).unwrap_or(limit);
        let (part, after) = rest.split_at(cut);
        parts.push(part);
        rest = after;
    }
    parts.push(rest);
    parts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn words(count: usize, end: &str) -> String {
        format!("{}{end}", vec!["word"; count].join(" "))
    }

    fn counts(paragraphs: &[String]) -> Vec<usize> {
        passages(paragraphs).iter().map(|passage| passage.split_whitespace().count()).collect()
    }

    #[test]
    fn passages_end_with_sentences_and_prefer_paragraphs() {
        let sentence = format!("The {}", words(29, "."));
        let long = [vec![sentence.clone(); 9].join(" ")];
        assert_eq!(counts(&long), [120, 120, 30]);
        assert_eq!(
            counts(&[vec![sentence.clone(); 2].join(" "), vec![sentence.clone(); 3].join(" ")]),
            [60, 90]
        );
        assert_eq!(counts(&[sentence.clone(), sentence.clone()]), [60]);
        assert!(passages(&long).iter().all(|passage| passage.ends_with('.')));
    }

    #[test]
    fn a_short_rest_is_not_left_alone() {
        let sentence = format!("The {}", words(29, "."));
        assert_eq!(counts(&[vec![sentence; 3].join(" "), "The end.".to_owned()]), [92]);
    }

    #[test]
    fn a_long_sentence_is_whole_up_to_a_thousand_characters() {
        assert_eq!(counts(&[words(199, ".")]), [199]);
        let cut = passages(&[words(999, ".")]);
        assert!(
            cut.iter()
                .all(|passage| passage.chars().count() <= SENTENCE_CHARACTERS && !passage.ends_with("wor"))
        );
        assert_eq!(
            passages(&["é".repeat(2_500)]).iter().map(|passage| passage.chars().count()).collect::<Vec<_>>(),
            [2_001, 500]
        );
    }

    #[test]
    fn nothing_makes_no_passage() {
        assert_eq!(passages(&[]), [""; 0]);
        assert_eq!(passages(&[" \u{a0} ".to_owned()]), [""; 0]);
    }

    fn dense(texts: &[String]) -> String {
        texts.iter().flat_map(|text| text.chars()).filter(|character| !character.is_whitespace()).collect()
    }

    proptest! {
        #[test]
        fn only_white_space_is_lost_and_sizes_are_bounded(
            paragraphs in prop::collection::vec("([A-Za-zé0-9.!? ]|\\PC){0,900}", 0..6),
            long in prop::collection::vec("[a-z ]{900,2600}", 0..2),
        ) {
            let paragraphs = [paragraphs, long].concat();
            let passages = passages(&paragraphs);
            prop_assert_eq!(dense(&passages), dense(&paragraphs));
            for passage in &passages {
                prop_assert!(!passage.trim().is_empty());
                let (words, characters) = (passage.split_whitespace().count(), passage.chars().count());
                prop_assert!(words <= MOST_WORDS + FEW_WORDS || characters <= SENTENCE_CHARACTERS);
                prop_assert!(characters <= MOST_CHARACTERS + words);
            }
        }
    }
}
