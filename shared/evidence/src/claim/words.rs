//! A sentence cut into words, numbers and signs, once for all readers of it.
//!
//! Cutting by hand keeps parsing linear in the text's length and free of start-up cost; readers look up
//! lower-case words in plain `match` tables.

use std::ops::Range;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A run of letters.
    Word,
    /// What follows an apostrophe inside a word: "t" of "didn't", "s" of "1990's".
    Clitic,
    /// ASCII digits with inner points and commas: "1,234.5".
    Number,
    /// Any other visible character.
    Sign,
}

#[derive(Debug, Clone, Copy)]
struct Token {
    kind: Kind,
    start: usize,
    end: usize,
}

/// The tokens of one sentence. Every accessor answers for indices out of range too, with "nothing".
#[derive(Debug)]
pub(crate) struct Words<'text> {
    /// The sentence as it was said.
    pub(crate) text: &'text str,
    /// The sentence in ASCII lower case: same bytes, same offsets.
    lower: String,
    tokens: Vec<Token>,
}

impl<'text> Words<'text> {
    /// Cuts `text`.
    pub(crate) fn new(text: &'text str) -> Self {
        let mut tokens = Vec::with_capacity(text.len() / 4 + 4);
        let mut position = 0;
        while let Some(first) = text[position..].chars().next() {
            let after = position + first.len_utf8();
            if first.is_whitespace() || first.is_control() {
                position = after;
                continue;
            }
            let (kind, end) = if starts_number(text, position) {
                (Kind::Number, number_end(text, position))
            } else if first.is_alphabetic() {
                (Kind::Word, letters_end(text, after))
            } else if is_apostrophe(first) && joins_word(&tokens, text, position, after) {
                let end = letters_end(text, after);
                tokens.push(Token { kind: Kind::Clitic, start: after, end });
                position = end;
                continue;
            } else {
                (Kind::Sign, after)
            };
            tokens.push(Token { kind, start: position, end });
            position = end;
        }
        Self { text, lower: text.to_ascii_lowercase(), tokens }
    }

    /// How many tokens there are.
    pub(crate) fn len(&self) -> usize {
        self.tokens.len()
    }

    /// The kind of token `index`.
    pub(crate) fn kind(&self, index: usize) -> Option<Kind> {
        self.tokens.get(index).map(|token| token.kind)
    }

    /// The word at `index` in lower case; empty for anything that is not a word.
    pub(crate) fn word(&self, index: usize) -> &str {
        self.lower_of(index, Kind::Word)
    }

    /// The part of a word after its apostrophe, in lower case; empty for anything else.
    pub(crate) fn clitic(&self, index: usize) -> &str {
        self.lower_of(index, Kind::Clitic)
    }

    /// The digits at `index`, with points and commas as written; empty for anything that is not a number.
    pub(crate) fn digits(&self, index: usize) -> &str {
        self.lower_of(index, Kind::Number)
    }

    /// The sign at `index`; a space for anything that is not a sign.
    pub(crate) fn sign(&self, index: usize) -> char {
        match self.tokens.get(index) {
            Some(token) if token.kind == Kind::Sign => self.text[token.start..].chars().next().unwrap_or(' '),
            _ => ' ',
        }
    }

    /// Whether the sign at `index` is a hyphen or dash of any length.
    pub(crate) fn is_dash(&self, index: usize) -> bool {
        matches!(self.sign(index), '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
    }

    /// The token at `index` as it was written; empty out of range.
    pub(crate) fn raw(&self, index: usize) -> &'text str {
        self.tokens.get(index).map_or("", |token| &self.text[token.start..token.end])
    }

    /// Whether the token at `index` touches the one before it.
    pub(crate) fn glued(&self, index: usize) -> bool {
        index > 0 && self.tokens.get(index).is_some_and(|token| self.tokens[index - 1].end == token.start)
    }

    /// Whether the word at `index` starts with a capital.
    pub(crate) fn capitalised(&self, index: usize) -> bool {
        self.kind(index) == Some(Kind::Word) && self.raw(index).chars().next().is_some_and(char::is_uppercase)
    }

    /// The word before `index`; empty where there is none or it is no word.
    pub(crate) fn before(&self, index: usize, distance: usize) -> &str {
        index.checked_sub(distance).map_or("", |index| self.word(index))
    }

    /// Whether the words from `index` on are `phrase`, hyphens between them skipped; the index after it.
    pub(crate) fn phrase(&self, index: usize, phrase: &[&str]) -> Option<usize> {
        let mut index = index;
        for (position, word) in phrase.iter().enumerate() {
            if position > 0 && self.is_dash(index) {
                index += 1;
            }
            if self.word(index) != *word {
                return None;
            }
            index += 1;
        }
        Some(index)
    }

    /// The bytes from token `first` up to, not including, token `end`.
    pub(crate) fn span(&self, first: usize, end: usize) -> Range<usize> {
        let start = self.tokens.get(first).map_or(self.text.len(), |token| token.start);
        let last = end.checked_sub(1).and_then(|last| self.tokens.get(last));
        start..last.map_or(start, |token| token.end.max(start))
    }

    /// The first token that starts at or after byte `offset`.
    pub(crate) fn token_from(&self, offset: usize) -> usize {
        self.tokens.partition_point(|token| token.start < offset)
    }

    fn lower_of(&self, index: usize, kind: Kind) -> &str {
        match self.tokens.get(index) {
            Some(token) if token.kind == kind => &self.lower[token.start..token.end],
            _ => "",
        }
    }
}

/// Whether `character` is one of the apostrophes in use.
fn is_apostrophe(character: char) -> bool {
    matches!(character, '\'' | '\u{2019}' | '\u{02BC}')
}

/// Whether an apostrophe at `position` binds what follows it to the token before it.
fn joins_word(tokens: &[Token], text: &str, position: usize, after: usize) -> bool {
    tokens.last().is_some_and(|token| token.end == position && token.kind != Kind::Sign)
        && text[after..].chars().next().is_some_and(char::is_alphabetic)
}

fn starts_number(text: &str, position: usize) -> bool {
    let bytes = text.as_bytes();
    match bytes[position] {
        b'0'..=b'9' => true,
        // ".5" is a number, the point of "a.5" or "1..5" is not.
        b'.' => {
            bytes.get(position + 1).is_some_and(u8::is_ascii_digit)
                && !position.checked_sub(1).is_some_and(|before| {
                    bytes[before].is_ascii_alphanumeric()
                        || bytes[before] == b'.'
                        || !bytes[before].is_ascii()
                })
        }
        _ => false,
    }
}

/// The end of the digits that start at `position`, with separators that stand between two digits.
fn number_end(text: &str, position: usize) -> usize {
    let bytes = text.as_bytes();
    let mut end = position + 1;
    while let Some(byte) = bytes.get(end) {
        let separator = matches!(byte, b'.' | b',') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit);
        if !byte.is_ascii_digit() && !separator {
            break;
        }
        end += 1;
    }
    end
}

fn letters_end(text: &str, position: usize) -> usize {
    text[position..]
        .char_indices()
        .find(|(_, character)| !character.is_alphabetic())
        .map_or(text.len(), |(offset, _)| position + offset)
}

#[cfg(test)]
mod tests {
    use super::{Kind, Words};

    fn cut(text: &str) -> Vec<(Kind, &str)> {
        let words = Words::new(text);
        (0..words.len()).map(|index| (words.kind(index).unwrap(), words.raw(index))).collect()
    }

    #[test]
    fn a_sentence_is_cut_into_words_numbers_and_signs() {
        use Kind::{Clitic, Number, Sign, Word};
        assert_eq!(
            cut("It didn’t rise 1,234.5%."),
            [
                (Word, "It"),
                (Word, "didn"),
                (Clitic, "t"),
                (Word, "rise"),
                (Number, "1,234.5"),
                (Sign, "%"),
                (Sign, ".")
            ]
        );
        assert_eq!(
            cut("FY2024, '90s"),
            [(Word, "FY"), (Number, "2024"), (Sign, ","), (Sign, "'"), (Number, "90"), (Word, "s")]
        );
        assert_eq!(cut(" .5 "), [(Number, ".5")]);
        assert_eq!(cut(""), []);
    }

    #[test]
    fn indices_out_of_range_are_nothing() {
        let words = Words::new("one two");
        assert_eq!((words.word(9), words.digits(9), words.sign(9), words.raw(9)), ("", "", ' ', ""));
        assert_eq!(words.before(0, 1), "");
        assert_eq!(words.span(9, 12), 7..7);
        assert!(!words.glued(0) && !words.glued(9));
    }

    #[test]
    fn phrases_skip_hyphens() {
        let words = Words::new("year-over-year growth");
        assert_eq!(words.phrase(0, &["year", "over", "year"]), Some(5));
        assert_eq!(words.phrase(0, &["year", "on", "year"]), None);
    }
}
