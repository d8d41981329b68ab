//! Answers without a model: the sentences of the passages that answer best, each with its citation.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::chunk::Chunk;
use crate::unit::units;
use crate::wording::{Weights, words};

/// Passages whose sentences are considered.
const MOST_CHUNKS: usize = 6;
/// Sentences of an answer.
const MOST_UNITS: usize = 4;
/// What a word counts that stands in the section's heading and not in the sentence.
const IN_SECTION: f64 = 0.4;
/// And one that stands in the document's title or among its keywords.
const IN_TITLE: f64 = 0.2;
/// A figure counts as much, where one is asked for.
const FIGURE: f64 = 0.1;
/// How much a place further down the list of passages counts against a sentence.
const PER_RANK: f64 = 0.12;
/// A further sentence must have this part of the question's weight that no chosen one has,
const LEAST_GAIN: f64 = 0.08;
/// or this part of what a word of the question weighs on average, whichever is less.
const LEAST_GAIN_IN_WORDS: f64 = 0.6;
/// And be worth this part of the best. One of another document is left out: it may be about something else.
const WORTH_OF_SAME: f64 = 0.4;
/// And this part where it is another row of a chosen one's table: what holds for another row may be wrong here.
const WORTH_OF_ROW: f64 = 0.8;
/// Part of the question's weight that the answer has, below which it says that there may be a gap.
const COVERED: f64 = 0.4;

/// Said where the sentences leave much of the question open.
const GAP_SENTENCE: &str = "The documents found may not answer every part of your question.";

/// A sentence that could be part of the answer.
struct Candidate<'chunks> {
    chunk: &'chunks Chunk,
    /// Its place among all of them: passages in the order they were found, sentences in that of the text.
    place: usize,
    /// The place of its passage.
    rank: usize,
    text: String,
    words: HashSet<String>,
    section: HashSet<String>,
    title: HashSet<String>,
}

/// The words of a question with their weights; a single digit is no word, because any text has some.
struct Asked {
    words: Vec<(String, f64)>,
    total: f64,
    /// The weight of those that some sentence or heading has.
    answerable: f64,
    figure: bool,
}

impl Asked {
    fn read(question: &str, candidates: &[Candidate<'_>]) -> Self {
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
        Self { words: words.into_iter().collect(), total, answerable, figure: asks_for_figure(question) }
    }

    /// Part of the weight that can be had at all that `candidate` has and none of `chosen`.
    fn gain(&self, candidate: &Candidate<'_>, chosen: &[&Candidate<'_>]) -> f64 {
        let share = |(word, weight): &(String, f64)| {
            let best = chosen.iter().map(|other| other.share(word)).fold(0.0, f64::max);
            weight * (candidate.share(word) - best).max(0.0)
        };
        self.words.iter().map(share).sum::<f64>() / self.answerable
    }

    /// Part of the question's weight that `chosen` have together.
    fn covered(&self, chosen: &[&Candidate<'_>]) -> f64 {
        let share = |(word, weight): &(String, f64)| {
            weight * chosen.iter().map(|candidate| candidate.share(word)).fold(0.0, f64::max)
        };
        self.words.iter().map(share).sum::<f64>() / self.total
    }

    /// The least that a further sentence must add.
    fn least_gain(&self) -> f64 {
        LEAST_GAIN.min(LEAST_GAIN_IN_WORDS / self.words.len().max(1) as f64)
    }

    /// How well `candidate` answers by itself.
    fn worth(&self, candidate: &Candidate<'_>) -> f64 {
        let has_figure = candidate.text.contains(|character: char| character.is_ascii_digit());
        let figure = if self.figure && has_figure { FIGURE } else { 0.0 };
        let rank = 1.0 - PER_RANK * candidate.rank as f64;
        (self.gain(candidate, &[]) + figure) * (0.2 + candidate.chunk.score) * rank
    }
}

impl Candidate<'_> {
    /// How much of `word` it has, 0..=1.
    fn share(&self, word: &str) -> f64 {
        if self.words.contains(word) {
            1.0
        } else if self.section.contains(word) {
            IN_SECTION
        } else if self.title.contains(word) {
            IN_TITLE
        } else {
            0.0
        }
    }

    /// Every word of it, and of what it stands under.
    fn everything(&self) -> HashSet<String> {
        [&self.words, &self.section, &self.title].into_iter().flatten().cloned().collect()
    }

    /// What its first cell is headed with, where it is a row of a table.
    fn row_of(&self) -> Option<&str> {
        let (header, rest) = self.text.split_once(": ")?;
        rest.contains("; ").then_some(header)
    }
}

fn env(name: &str, default: f64) -> f64 { std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default) }

/// The answer to `question` from `chunks`, best first; none where they have no sentence to quote.
pub(crate) fn compose(question: &str, chunks: &[Chunk], encoder: Option<&encoder::Encoder>) -> Option<String> {
    let candidates = candidates(chunks);
    let asked = Asked::read(question, &candidates);
    let mut worths: Vec<f64> = candidates.iter().map(|candidate| asked.worth(candidate)).collect();
    if let Some(encoder) = encoder {
        let started = std::time::Instant::now();
        let context = env("CTX", 1.0);
        let texts: Vec<String> = candidates.iter().map(|c| if context > 1.5 { format!("{}. {}", c.chunk.label(), c.text) } else if context > 0.5 { match &c.chunk.section { Some(s) => format!("{}: {}", s, c.text), None => c.text.clone() } } else { c.text.clone() }).collect();
        let mut order: Vec<usize> = (0..texts.len()).collect();
        order.sort_by_key(|at| texts[*at].len());
        let mut vectors = vec![Vec::new(); texts.len()];
        for batch in order.chunks(8) {
            let of: Vec<&str> = batch.iter().map(|at| texts[*at].as_str()).collect();
            for (at, vector) in batch.iter().zip(encoder.vectors(&of).ok()?) { vectors[*at] = vector; }
        }
        let asked_vector = encoder.vectors(&[question]).ok()?.remove(0);
        eprintln!("{} sentences {} ms", texts.len(), started.elapsed().as_millis());
        for (at, candidate) in candidates.iter().enumerate() {
            let cosine: f64 = vectors[at].iter().zip(&asked_vector).map(|(a, b)| f64::from(a * b)).sum();
            let has_figure = candidate.text.contains(|character: char| character.is_ascii_digit());
            let figure = if asked.figure && has_figure { FIGURE } else { 0.0 };
            let rank = 1.0 - env("RANK", PER_RANK) * candidate.rank as f64;
            worths[at] = (env("W", 1.0) * asked.gain(candidate, &[]) + env("M", 1.0) * cosine.max(0.0) + figure) * (env("S", 0.2) + candidate.chunk.score) * rank;
        }
    }
    let chosen = choose(&asked, &candidates, &worths)?;
    let covered = asked.covered(&chosen);
    let mut lines: Vec<String> = chosen
        .iter()
        .map(|candidate| format!("{} [{}]", quoted(&candidate.text), candidate.chunk.label()))
        .collect();
    if covered < COVERED {
        lines.push(GAP_SENTENCE.to_owned());
    }
    Some(lines.join("\n\n"))
}

fn candidates(chunks: &[Chunk]) -> Vec<Candidate<'_>> {
    let mut candidates = Vec::new();
    for (rank, chunk) in chunks.iter().take(MOST_CHUNKS).enumerate() {
        let section = chunk.section.as_deref().map(words).unwrap_or_default();
        let title = words(&format!("{} {}", chunk.title, chunk.keywords));
        for text in units(&chunk.text) {
            let place = candidates.len();
            let words = words(&text);
            candidates.push(Candidate {
                chunk,
                place,
                rank,
                text,
                words,
                section: section.clone(),
                title: title.clone(),
            });
        }
    }
    candidates
}

/// The best, and those that add most to it: the best first, then the others in their order.
fn choose<'a, 'chunks>(
    asked: &Asked,
    candidates: &'a [Candidate<'chunks>],
    worths: &[f64],
) -> Option<Vec<&'a Candidate<'chunks>>> {
    let first = (0..candidates.len())
        .max_by(|one, other| worths[*one].total_cmp(&worths[*other]).then(other.cmp(one)))?;
    let best = &candidates[first];
    let mut chosen = vec![best];
    while chosen.len() < MOST_UNITS {
        let adds = |place: &usize| {
            let candidate = &candidates[*place];
            let is_row =
                candidate.row_of().is_some_and(|row| chosen.iter().any(|other| other.row_of() == Some(row)));
            let least = if is_row { WORTH_OF_ROW } else { WORTH_OF_SAME };
            let is_same = candidate.chunk.document_id == best.chunk.document_id;
            is_same
                && worths[*place] >= least * worths[first]
                && asked.gain(candidate, &chosen) >= asked.least_gain()
        };
        let value = |place: &usize| asked.gain(&candidates[*place], &chosen) * worths[*place];
        let next = (0..candidates.len())
            .filter(adds)
            .max_by(|one, other| value(one).total_cmp(&value(other)).then(other.cmp(one)));
        let Some(next) = next else { break };
        chosen.push(&candidates[next]);
    }
    if chosen.len() == 1 {
        chosen.extend(beside(best, candidates, worths));
    }
    chosen[1..].sort_by_key(|candidate| candidate.place);
    Some(chosen)
}

/// The better of the sentences before and behind `best` in its passage: what one sentence leaves open, its neighbour
/// often says. Another row of a table is none.
fn beside<'a, 'chunks>(
    best: &Candidate<'chunks>,
    candidates: &'a [Candidate<'chunks>],
    worths: &[f64],
) -> Option<&'a Candidate<'chunks>> {
    if best.row_of().is_some() {
        return None;
    }
    let places = [best.place.checked_sub(1), Some(best.place + 1)].into_iter().flatten();
    let near = places.filter(|place| {
        candidates.get(*place).is_some_and(|other| other.rank == best.rank && other.row_of().is_none())
    });
    let better = near.max_by(|one, other| worths[*one].total_cmp(&worths[*other]).then(one.cmp(other)))?;
    Some(&candidates[better])
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

/// Brackets would read as a citation.
fn quoted(text: &str) -> String {
    text.replace('[', "(").replace(']', ")")
}

/// Whether the question is after a number, a date or a time.
fn asks_for_figure(question: &str) -> bool {
    const ASKING: [&str; 26] = [
        "how many",
        "how much",
        "how long",
        "how soon",
        "how fast",
        "how far",
        "how old",
        "how late",
        "how early",
        "when",
        "what time",
        "deadline",
        "cut-off",
        "cutoff",
        "limit",
        "maximum",
        "minimum",
        "max",
        "min",
        "fee",
        "rate",
        "temperature",
        "number",
        "days",
        "hours",
        "weight",
    ];
    let question = question.to_lowercase();
    ASKING.iter().any(|words| question.contains(words))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::tests::chunk;

    #[test]
    fn the_direct_answer_comes_first_with_its_citation() {
        let chunks = [
            chunk(
                "Booking Procedure",
                Some("Lead times"),
                "Notice depends on the service.\nService: FCL; Minimum notice: 7 working days\nService: LCL; Minimum notice: 5 working days",
                0.8,
            ),
            chunk("Pasta", None, "Boil the water for ten minutes.", 0.2),
        ];
        let answer = compose("What is the minimum notice for an FCL booking?", &chunks, None).expect("an answer");
        assert!(
            answer
                .starts_with("Service: FCL; Minimum notice: 7 working days [Booking Procedure > Lead times]"),
            "{answer}"
        );
        assert!(!answer.contains("Pasta"));
    }

    #[test]
    fn gaps_are_admitted_and_nothing_is_nothing() {
        let chunks = [chunk("Guide", None, "Parcels are weighed at the counter.", 0.3)];
        let answer = compose("What do zebras and antelopes cost when parcels fly to Mars?", &chunks, None)
            .expect("an answer");
        assert!(answer.ends_with(GAP_SENTENCE), "{answer}");
        assert_eq!(compose("Anything?", &[], None), None);
        assert_eq!(compose("Anything?", &[chunk("Guide", None, "", 0.9)], None), None);
    }
}
