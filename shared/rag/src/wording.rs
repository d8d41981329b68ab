//! Words that carry meaning, and what each weighs among a set of texts.

use std::collections::{HashMap, HashSet};

/// The words of `text`, each once, as they are looked up; a number with its unit, such as `20ft`, is two of them.
pub(crate) fn words(text: &str) -> HashSet<String> {
    let mut words = HashSet::new();
    for word in corpus::terms(text) {
        let unit = word.trim_start_matches(|character: char| character.is_ascii_digit() || character == '.');
        let number = &word[..word.len() - unit.len()];
        if number.is_empty() || unit.is_empty() || !unit.chars().all(char::is_alphabetic) {
            words.insert(word);
        } else {
            words.extend([number.to_owned(), unit.to_owned()]);
        }
    }
    words
}

/// What words weigh: the rarer among the texts, the more.
#[derive(Debug, Default)]
pub(crate) struct Weights {
    texts: usize,
    counts: HashMap<String, usize>,
}

impl Weights {
    /// Weights by how many of `texts` have each word.
    pub(crate) fn of<'a>(texts: impl IntoIterator<Item = &'a HashSet<String>>) -> Self {
        let mut weights = Self::default();
        for text in texts {
            weights.texts += 1;
            for word in text {
                *weights.counts.entry(word.clone()).or_default() += 1;
            }
        }
        weights
    }

    /// `ln(1 + (N + 1) / (n + ½))`, over 0.
    pub(crate) fn of_word(&self, word: &str) -> f64 {
        let count = self.counts.get(word).copied().unwrap_or_default();
        (1.0 + (self.texts as f64 + 1.0) / (count as f64 + 0.5)).ln()
    }
}

/// The numbers of `text` as they are written, without thousands separators: `5,000` is `5000`.
pub(crate) fn numbers(text: &str) -> Vec<String> {
    let mut numbers = Vec::new();
    let mut open = String::new();
    let characters: Vec<char> = text.chars().collect();
    for (place, character) in characters.iter().enumerate() {
        let inside = || {
            let next = characters.get(place + 1).is_some_and(char::is_ascii_digit);
            !open.is_empty() && next
        };
        match character {
            digit if digit.is_ascii_digit() => open.push(*digit),
            '.' if inside() => open.push('.'),
            ',' | '\u{a0}' | '\u{202f}' if inside() => {}
            _ if !open.is_empty() => numbers.push(std::mem::take(&mut open)),
            _ => {}
        }
    }
    if !open.is_empty() {
        numbers.push(open);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        assert_eq!(
            numbers("USD 5,000 by 18:00, 2.5 kg, PI 965, 24 hours."),
            ["5000", "18", "00", "2.5", "965", "24"]
        );
        assert_eq!(numbers("none. at, all"), [""; 0]);
    }

    #[test]
    fn rare_words_weigh_more() {
        let texts = [words("fee export"), words("fee import"), words("fee")];
        let weights = Weights::of(&texts);
        assert!(weights.of_word("export") > weights.of_word("fee"));
        assert!(weights.of_word("unknown") > weights.of_word("export"));
    }
}
