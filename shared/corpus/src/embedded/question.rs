//! Reading a query: plain words, and quoted parts that must occur as they stand.
//!
//! There is no query language. `AND`, `OR`, brackets, colons and stars are text like any other; only
//! `site:example.org`, which people and models carry over from web search, is left out, since it names a
//! place and not a thing to look for.

use tantivy::tokenizer::{TextAnalyzer, TokenStream};

/// Characters of a query that are read; the interface refuses longer ones long before.
const READ_CHARACTERS: usize = 4_096;

/// Quoted parts that are required; more are read as plain words.
const MOST_PHRASES: usize = 8;

const QUOTES: [char; 7] = ['"', '\u{201c}', '\u{201d}', '\u{201e}', '\u{ab}', '\u{bb}', '\u{ff02}'];

/// What a query asks for, in the index's words.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Question {
    /// Each word once, in the order of the text, those of the phrases included.
    pub(crate) words: Vec<String>,
    /// Words that must stand together: each with its place, since left-out words leave a gap.
    pub(crate) phrases: Vec<Vec<(usize, String)>>,
}

impl Question {
    pub(crate) fn read(text: &str, analyzer: &mut TextAnalyzer) -> Self {
        let mut question = Self::default();
        let text: String = text.chars().take(READ_CHARACTERS).collect();
        let text = without_sites(&text);
        for (_, word) in placed_words(&text, analyzer) {
            if !question.words.contains(&word) {
                question.words.push(word);
            }
        }
        for quoted in quoted_parts(&text).into_iter().take(MOST_PHRASES) {
            let phrase = placed_words(quoted, analyzer);
            if !phrase.is_empty() {
                question.phrases.push(phrase);
            }
        }
        question
    }
}

fn without_sites(text: &str) -> String {
    let is_site = |word: &str| {
        let word = word.trim_start_matches(['-', '+', '(']);
        word.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("site:"))
    };
    text.split_whitespace().filter(|word| !is_site(word)).collect::<Vec<_>>().join(" ")
}

/// What stands between each two quotation marks. A last mark without a partner means nothing.
fn quoted_parts(text: &str) -> Vec<&str> {
    let pieces: Vec<&str> = text.split(QUOTES).collect();
    let last = pieces.len() - 1;
    pieces
        .into_iter()
        .enumerate()
        .filter(|&(place, _)| place % 2 == 1 && place < last)
        .map(|(_, part)| part)
        .collect()
}

fn placed_words(text: &str, analyzer: &mut TextAnalyzer) -> Vec<(usize, String)> {
    let mut words = Vec::new();
    let mut stream = analyzer.token_stream(text);
    while stream.advance() {
        words.push((stream.token().position, stream.token().text.clone()));
    }
    words
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::embedded::words::analyzer;

    fn read(text: &str) -> Question {
        Question::read(text, &mut analyzer())
    }

    #[test]
    fn operators_are_words_and_sites_are_left_out() {
        assert_eq!(read("inflation AND (jobs OR wages)").words, ["inflat", "job", "wage"]);
        assert_eq!(
            read("title:crime* -site:fbi.gov SITE:x chicago~2").words,
            ["titl", "crime", "chicago", "2"]
        );
        assert_eq!(read("a AND b]").phrases, [[]; 0]);
    }

    #[test]
    fn quoted_parts_are_phrases_with_gaps_where_words_are_left_out() {
        let question = read("he said \u{201c}rate of inflation\u{201d} and \"jobs\" and \"unfinished");
        let phrase = |words: &[(usize, &str)]| {
            words.iter().map(|&(at, word)| (at, word.to_owned())).collect::<Vec<_>>()
        };
        assert_eq!(question.phrases, [phrase(&[(0, "rate"), (2, "inflat")]), phrase(&[(0, "job")])]);
        assert_eq!(question.words, ["said", "rate", "inflat", "job", "unfinish"]);
    }

    #[test]
    fn a_quote_of_nothing_asks_nothing() {
        for text in ["\"\"", "\"", "\"the\"", "\" \" \"", ""] {
            assert_eq!(read(text).phrases, [[]; 0], "{text}");
        }
    }

    #[test]
    fn a_word_counts_once() {
        assert_eq!(read("taxes, taxes and tax").words, ["tax"]);
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "\\PC{0,300}", quoted in "[ \"a-z“”:()*~^\\\\]{0,60}") {
            prop_assert!(read(&text).phrases.len() <= MOST_PHRASES);
            prop_assert!(read(&quoted).phrases.iter().all(|phrase| !phrase.is_empty()));
        }
    }
}
