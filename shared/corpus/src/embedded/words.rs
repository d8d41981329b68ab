//! How text becomes words that can be looked up.
//!
//! Made for spoken claims about figures: `16.7` and `1,234` stay one word, `U.S.` and `US` are the country
//! and not the pronoun, and words that carry no meaning in a spoken sentence are left out.

use tantivy::tokenizer::{
    AsciiFoldingFilter, Language, LowerCaser, RemoveLongFilter, Stemmer, StopWordFilter, TextAnalyzer, Token,
    TokenStream, Tokenizer,
};
use unicode_segmentation::{UnicodeSegmentation, UnicodeWordIndices};

/// The analyser's name in the index. The name is part of the format: a change of what this module does
/// needs a new one, so that an old index is refused instead of being searched with other words.
pub(crate) const ANALYZER: &str = "claims_en_1";

/// Words longer than this, in bytes, are not words (encoded images, hashes).
const LONGEST_WORD: usize = 60;

/// Function words and fillers of spoken English. They are in every third passage, so they say nothing
/// about which passage is meant and cost the most to look up. Negations, quantities and comparisons
/// ("no", "more", "all", "under") are not among them.
pub(super) const STOP_WORDS: &str = "a an and are as at be because been being but by can could did do does doing for \
    from had has have having he her hers him his how i if in into is it its just let may me might mine my \
    of oh ok okay on or our ours shall she should so such than that the their theirs them then there these \
    they this those to uh um until was we well were what when where which while who whom why will with \
    would yeah you your yours i'm i've i'll it's that's there's we're we've we'll you're you've they're \
    they've he's she's let's don't doesn't didn't isn't aren't wasn't weren't";

/// The analyser of titles, texts and queries.
pub(crate) fn analyzer() -> TextAnalyzer {
    TextAnalyzer::builder(ClaimTokenizer)
        .filter(RemoveLongFilter::limit(LONGEST_WORD))
        .filter(LowerCaser)
        .filter(AsciiFoldingFilter)
        .filter(StopWordFilter::remove(STOP_WORDS.split_ascii_whitespace().map(str::to_owned)))
        .filter(Stemmer::new(Language::English))
        .build()
}

/// The words of `text` as they are looked up: stemmed, in lower case, without those that carry no meaning.
#[must_use]
pub fn terms(text: &str) -> Vec<String> {
    let mut analyzer = analyzer();
    let mut stream = analyzer.token_stream(text);
    let mut terms = Vec::new();
    while stream.advance() {
        terms.push(stream.token().text.clone());
    }
    terms
}

/// Splits at Unicode word boundaries and writes each word in one way.
#[derive(Debug, Clone)]
struct ClaimTokenizer;

impl Tokenizer for ClaimTokenizer {
    type TokenStream<'a> = ClaimTokenStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> ClaimTokenStream<'a> {
        ClaimTokenStream { words: text.unicode_word_indices(), rest: None, token: Token::default() }
    }
}

struct ClaimTokenStream<'a> {
    words: UnicodeWordIndices<'a>,
    /// What is left of a word that was split once more.
    rest: Option<(usize, &'a str)>,
    token: Token,
}

impl<'a> ClaimTokenStream<'a> {
    /// The next word. Unicode keeps `title:crime` and `crime_rate` together; here they are two words.
    fn next_word(&mut self) -> Option<(usize, &'a str)> {
        loop {
            let (start, word) = self.rest.take().or_else(|| self.words.next())?;
            let end = word.find([':', '_']).unwrap_or(word.len());
            if end < word.len() {
                self.rest = Some((start + end + 1, &word[end + 1..]));
            }
            if end > 0 {
                return Some((start, &word[..end]));
            }
        }
    }
}

impl TokenStream for ClaimTokenStream<'_> {
    fn advance(&mut self) -> bool {
        let Some((start, word)) = self.next_word() else { return false };
        self.token.offset_from = start;
        self.token.offset_to = start + word.len();
        self.token.position = self.token.position.wrapping_add(1);
        self.token.text.clear();
        write_one_way(word, &mut self.token.text);
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

/// Writes `word` as every other spelling of it is written.
fn write_one_way(word: &str, written: &mut String) {
    if word.starts_with(|first: char| first.is_ascii_digit()) && has_thousands_separators(word) {
        written.extend(word.chars().filter(|&letter| letter != ','));
    } else if is_dotted_initials(word) {
        written.extend(word.chars().filter(|&letter| letter != '.'));
    } else {
        written.extend(word.chars().map(|letter| if letter == '\u{2019}' { '\'' } else { letter }));
    }
    if written == "US" {
        written.push('A');
    }
}

/// `1,234` and `1,234,567.8`, but not `16,7`.
fn has_thousands_separators(word: &str) -> bool {
    let whole = word.split_once('.').map_or(word, |(whole, _)| whole);
    let mut groups = whole.split(',');
    let first_is_short = groups.next().is_some_and(|first| (1..=3).contains(&first.len()));
    let mut others = groups.peekable();
    first_is_short
        && others.peek().is_some()
        && others.all(|group| group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit()))
}

/// `U.S` and `e.g`: letters one by one, a dot between each two.
fn is_dotted_initials(word: &str) -> bool {
    word.contains('.')
        && word.split('.').all(|part| {
            let mut letters = part.chars();
            letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none()
        })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn words(text: &str) -> Vec<String> {
        let mut analyzer = analyzer();
        let mut stream = analyzer.token_stream(text);
        let mut words = Vec::new();
        while stream.advance() {
            words.push(stream.token().text.clone());
        }
        words
    }

    #[test]
    fn one_thing_is_written_one_way() {
        let cases: [(&str, &[&str]); 11] = [
            ("Crime fell 16.7%", &["crime", "fell", "16.7"]),
            ("1,234 and 1234", &["1234", "1234"]),
            ("1,234,567.8 dollars", &["1234567.8", "dollar"]),
            ("16,7 Prozent", &["16,7", "prozent"]),
            ("the U.S. economy", &["usa", "economi"]),
            ("the US economy, the USA", &["usa", "economi", "usa"]),
            ("told us", &["told", "us"]),
            ("Chicago\u{2019}s mayor", &["chicago", "mayor"]),
            ("It's the café, you know", &["cafe", "know"]),
            ("crime_rate:high __x_", &["crime", "rate", "high", "x"]),
            ("to be or is it", &[]),
        ];
        for (text, expected) in cases {
            assert_eq!(words(text), expected, "{text}");
        }
    }

    #[test]
    fn negations_and_quantities_are_words() {
        assert_eq!(words("no more than all under five").len(), 5);
    }

    #[test]
    fn what_is_too_long_to_be_a_word_is_left_out() {
        assert_eq!(words(&format!("short {} end", "x".repeat(61))), ["short", "end"]);
    }

    proptest! {
        #[test]
        fn any_text_becomes_words(text in "\\PC{0,200}") {
            prop_assert!(words(&text).iter().all(|word| !word.is_empty()));
        }
    }
}
