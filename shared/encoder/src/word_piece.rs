//! Text as the model's word pieces: BERT's uncased tokenisation (Devlin et al. 2019).
//!
//! By hand, because the crate that does it for every model takes 114 ms to read this one's vocabulary, more than
//! the model takes to load and answer. That the pieces are the same is held by a file of real sentences.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

/// Starts every input.
pub(crate) const START: i32 = 101;
/// Ends every text of an input.
pub(crate) const END: i32 = 102;
/// What has no pieces.
const UNKNOWN: i32 = 100;
/// Longer words, in characters, are not taken apart.
const LONGEST_WORD: usize = 100;

/// The vocabulary, ready to be looked up.
#[derive(Debug)]
pub(crate) struct WordPieces {
    /// Pieces that start a word.
    starts: HashMap<Box<str>, i32>,
    /// Pieces that go on, without their `##`.
    ends: HashMap<Box<str>, i32>,
}

impl WordPieces {
    /// Reads a vocabulary: one piece a line, its number the line's.
    pub(crate) fn read(vocabulary: &str) -> Self {
        let mut pieces = Self { starts: HashMap::with_capacity(24_000), ends: HashMap::with_capacity(6_000) };
        for (number, piece) in (0_i32..).zip(vocabulary.lines()) {
            match piece.strip_prefix("##") {
                Some(rest) => pieces.ends.insert(rest.into(), number),
                None => pieces.starts.insert(piece.into(), number),
            };
        }
        pieces
    }

    /// The pieces of `text`, at most `limit`.
    pub(crate) fn split(&self, text: &str, limit: usize) -> Vec<i32> {
        let mut numbers = Vec::with_capacity(limit.min(text.len() / 3 + 2));
        let mut word = String::new();
        for character in text.chars() {
            if numbers.len() >= limit {
                break;
            }
            match sort_of(character) {
                Sort::Nothing => {}
                Sort::Space => self.finish(&mut word, &mut numbers),
                Sort::Alone => {
                    self.finish(&mut word, &mut numbers);
                    word.extend(folded(character));
                    self.finish(&mut word, &mut numbers);
                }
                Sort::Letter => word.extend(folded(character)),
            }
        }
        self.finish(&mut word, &mut numbers);
        numbers.truncate(limit);
        numbers
    }

    /// Adds the longest pieces that `word` is made of, and empties it.
    fn finish(&self, word: &mut String, numbers: &mut Vec<i32>) {
        if word.is_empty() {
            return;
        }
        let before = numbers.len();
        let mut start = 0;
        while start < word.len() && word.chars().count() <= LONGEST_WORD {
            let pieces = if start == 0 { &self.starts } else { &self.ends };
            let rest = &word[start..];
            let ends = rest.char_indices().map(|(at, character)| at + character.len_utf8());
            let longest = ends.rev().find_map(|end| Some((end, *pieces.get(&rest[..end])?)));
            let Some((end, number)) = longest else { break };
            numbers.push(number);
            start += end;
        }
        if start < word.len() {
            numbers.truncate(before);
            numbers.push(UNKNOWN);
        }
        word.clear();
    }
}

/// What a character is to the tokenisation.
enum Sort {
    /// Control characters and accents, which are left out.
    Nothing,
    Space,
    /// Punctuation, and ideographs: a word each.
    Alone,
    Letter,
}

fn sort_of(character: char) -> Sort {
    match character {
        '\t' | '\n' | '\r' => Sort::Space,
        '\0' | '\u{fffd}' => Sort::Nothing,
        _ if character.is_ascii_punctuation() => Sort::Alone,
        _ if character.is_ascii() && !character.is_ascii_control() => {
            if character == ' ' {
                Sort::Space
            } else {
                Sort::Letter
            }
        }
        _ if character.is_whitespace() => Sort::Space,
        '\u{4e00}'..='\u{9fff}'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{20000}'..='\u{2a6df}'
        | '\u{2a700}'..='\u{2ceaf}'
        | '\u{f900}'..='\u{faff}'
        | '\u{2f800}'..='\u{2fa1f}' => Sort::Alone,
        _ => match character.general_category_group() {
            GeneralCategoryGroup::Other => Sort::Nothing,
            GeneralCategoryGroup::Punctuation => Sort::Alone,
            _ if is_accent(character) => Sort::Nothing,
            _ => Sort::Letter,
        },
    }
}

/// Marks that stand over or under a letter; those that take a place of their own are letters.
fn is_accent(character: char) -> bool {
    character.general_category() == GeneralCategory::NonspacingMark
}

/// A character without accents, in lower case.
fn folded(character: char) -> impl Iterator<Item = char> {
    std::iter::once(character)
        .nfd()
        .filter(|part| !is_accent(*part))
        .flat_map(char::to_lowercase)
        .filter(|part| !is_accent(*part))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const VOCABULARY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/minilm-stance/vocab.txt");

    fn pieces() -> WordPieces {
        WordPieces::read(&std::fs::read_to_string(VOCABULARY).expect("the vocabulary"))
    }

    #[test]
    fn real_sentences_are_cut_as_the_published_tokeniser_cuts_them() {
        let pieces = pieces();
        for line in include_str!("../data/pieces.jsonl").lines() {
            let (text, expected): (String, Vec<i32>) = serde_json::from_str(line).expect("a line");
            assert_eq!(pieces.split(&text, usize::MAX), expected, "{text:?}");
        }
    }

    #[test]
    fn what_is_cut_off_is_the_end() {
        let pieces = pieces();
        let whole = pieces.split("Consumer prices rose 2.9 percent.", 100);
        assert_eq!(pieces.split("Consumer prices rose 2.9 percent.", 3), whole[..3]);
        assert!(pieces.split("Consumer prices", 0).is_empty());
    }

    #[test]
    fn marks_of_the_model_in_a_text_are_text() {
        let cut = pieces().split("[CLS] [SEP] [PAD]", 100);
        assert!(!cut.iter().any(|number| [0, START, END].contains(number)), "{cut:?}");
    }

    proptest! {
        #[test]
        fn any_text_is_cut(text in "\\PC{0,200}", limit in 0_usize..50) {
            let numbers = WordPieces::read("[PAD]\na\nb\n##a\n##b").split(&text, limit);
            prop_assert!(numbers.len() <= limit);
        }
    }
}
