//! What a question asks for, as its sentences are measured by it.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::candidate::Candidate;
use super::sought::Sought;
use crate::wording::{Weights, words};

/// What it counts that a sentence has the kind of thing that is asked for,
const OF_KIND: f64 = 0.15;
/// and that it has at least some figure.
const FIGURE: f64 = 0.05;

/// The words of a question with their weights; a single digit is no word, because any text has some.
pub(super) struct Asked {
    words: Vec<(String, f64)>,
    total: f64,
    /// The weight of those that some sentence or heading has.
    answerable: f64,
    sought: Option<Sought>,
}

impl Asked {
    pub(super) fn read(question: &str, candidates: &[Candidate<'_>]) -> Self {
        let all: Vec<HashSet<String>> = candidates.iter().map(Candidate::everything).collect();
        let weights = Weights::of(&all);
        let known: BTreeSet<&String> = all.iter().flatten().collect();
        let weighed = |word: String| {
            let word = if known.contains(&word) { word } else { nearest(&word, &known).unwrap_or(word) };
            let weight = weights.of_word(&word);
            (word, weight)
        };
        let digit = |word: &String| word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_digit());
        let meant = words(question).into_iter().filter(|word| !digit(word));
        let words: BTreeMap<String, f64> = meant.map(weighed).collect();
        let sum = |weights: &mut dyn Iterator<Item = (&String, &f64)>| {
            weights.map(|(_, weight)| weight).sum::<f64>().max(f64::MIN_POSITIVE)
        };
        let total = sum(&mut words.iter());
        let answerable = sum(&mut words.iter().filter(|(word, _)| known.contains(word)));
        Self { words: words.into_iter().collect(), total, answerable, sought: Sought::of(question) }
    }

    /// Part of the weight that can be had at all that `candidate` has and none of `chosen`.
    pub(super) fn gain(&self, candidate: &Candidate<'_>, chosen: &[&Candidate<'_>]) -> f64 {
        let share = |(word, weight): &(String, f64)| {
            let best = chosen.iter().map(|other| other.share(word)).fold(0.0, f64::max);
            weight * (candidate.share(word) - best).max(0.0)
        };
        self.words.iter().map(share).sum::<f64>() / self.answerable
    }

    /// Part of the question's weight that `chosen` have together.
    pub(super) fn covered(&self, chosen: &[&Candidate<'_>]) -> f64 {
        let share = |(word, weight): &(String, f64)| {
            weight * chosen.iter().map(|candidate| candidate.share(word)).fold(0.0, f64::max)
        };
        self.words.iter().map(share).sum::<f64>() / self.total
    }

    /// How many words it has that carry meaning, at least 1.
    pub(super) fn length(&self) -> usize {
        self.words.len().max(1)
    }

    /// What it counts that `candidate` has the kind of thing that is asked for.
    pub(super) fn kind(&self, candidate: &Candidate<'_>) -> f64 {
        match self.sought {
            Some(sought) if sought.is_in(&candidate.text) => OF_KIND,
            Some(_) if Sought::Number.is_in(&candidate.text) => FIGURE,
            _ => 0.0,
        }
    }
}

/// The word of `known` that `word` may be a misspelling of.
fn nearest(word: &str, known: &BTreeSet<&String>) -> Option<String> {
    let length = word.chars().count();
    let most = if length >= 8 { 2 } else { 1 };
    if length < 5 {
        return None;
    }
    let distances = known
        .iter()
        .filter(|other| other.chars().next() == word.chars().next())
        .filter_map(|other| corpus::edit_distance(word, other, most).map(|distance| (distance, *other)));
    distances.min().map(|(_, other)| other.clone())
}
