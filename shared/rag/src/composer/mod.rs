//! Answers without a model: the sentences of the passages that answer best, each with its citation.
//!
//! First the document is chosen whose sentences together answer all parts of the question best, then of its sentences
//! the best for each part, and those that add to them.

mod asked;
mod candidate;
mod meaning;
mod reading;
mod sought;

use std::collections::BTreeMap;

use encoder::Encoder;

use crate::chunk::Chunk;
use crate::parts::parts;
use asked::Asked;
use candidate::{Candidate, candidates};

/// Sentences of an answer.
const MOST_UNITS: usize = 4;
/// How much a place further down the list of passages counts against a sentence.
const PER_RANK: f64 = 0.08;
/// What a passage's place among all counts, where its score of 1 counts 1.
const BASE: f64 = 0.5;
/// Sentences whose meaning is read, those with the best words first: each costs some milliseconds.
const MOST_READ: usize = 12;
/// What the whole question counts beside one of its parts: it names what the part is about.
const WHOLE: f64 = 1.0;
/// What a cosine of 1 counts, where having all words counts 1.
const MEANING: f64 = 2.0;
/// Sentences that are read together with the question, the best first: each costs several times as much.
const MOST_PAIRED: usize = 12;
/// What a logit more of a sentence answering the whole question counts; each part of the question gets its share of it. Set on F-01 to
/// F-40 and `more-questions.yaml`: with less the document is chosen worse, with more the sentence.
const READING: f64 = 0.4;
/// A logit that counts nothing, and that of the sentences that are not read.
const LEAST_READING: f64 = -6.0;
/// A further sentence must have this part of the question's weight that no chosen one has,
const LEAST_GAIN: f64 = 0.08;
/// or this part of what a word of the question weighs on average, whichever is less.
const LEAST_GAIN_IN_WORDS: f64 = 0.6;
/// And be worth this part of the best.
const WORTH_OF_SAME: f64 = 0.4;
/// And this part where it is another row of a chosen one's table: what holds for another row may be wrong here.
const WORTH_OF_ROW: f64 = 0.8;
/// Part of the question's weight that the answer has, below which it says that there may be a gap.
const COVERED: f64 = 0.4;

/// Said where the sentences leave much of the question open.
const GAP_SENTENCE: &str = "The documents found may not answer every part of your question.";

/// An answer put together.
#[derive(Debug, PartialEq)]
pub(crate) struct Composed {
    /// Sentences, each with its citation.
    pub(crate) text: String,
    /// The logit of the best sentence answering the question; none where no model has read them together.
    pub(crate) reading: Option<f64>,
}

/// The answer to `question` from `chunks`, best first; none where they have no sentence to quote. With an `encoder`
/// sentences are chosen by their meaning, too, and the best are read together with the question.
pub(crate) fn compose(question: &str, chunks: &[Chunk], encoder: Option<&Encoder>) -> Option<Composed> {
    let candidates = candidates(chunks);
    let asked = Asked::read(question, &candidates);
    let parts = parts(question);
    let alike = worths(question, &parts, &asked, &candidates, encoder);
    let paired = best(&candidates, &alike, MOST_PAIRED);
    let logits = encoder.and_then(|encoder| reading::logits(question, &paired, encoder));
    let read = paired.iter().map(|candidate| candidate.place).zip(logits.iter().flatten().copied());
    let worths = with_reading(&alike, read);
    let chosen = choose(&asked, &candidates, &worths, &alike)?;
    let mut lines: Vec<String> = chosen
        .iter()
        .map(|candidate| format!("{} [{}]", quoted(&candidate.text), candidate.chunk.label()))
        .collect();
    if asked.covered(&chosen) < COVERED {
        lines.push(GAP_SENTENCE.to_owned());
    }
    let reading = logits.and_then(|logits| logits.into_iter().reduce(f64::max));
    Some(Composed { text: lines.join("\n\n"), reading })
}

/// `alike` with what was `read`: places of candidates, each with the logit of it answering the whole question.
fn with_reading(alike: &[Vec<f64>], read: impl Iterator<Item = (usize, f64)>) -> Vec<Vec<f64>> {
    let of_each_part = READING / alike.len().max(1) as f64;
    let mut worths = alike.to_vec();
    for (place, logit) in read {
        for worths in &mut worths {
            worths[place] += of_each_part * (logit - LEAST_READING).max(0.0);
        }
    }
    worths
}

/// What the candidate in `place` is worth for the part of the question that it answers best.
fn most(worths: &[Vec<f64>], place: usize) -> f64 {
    worths.iter().map(|worths| worths[place]).fold(0.0, f64::max)
}

/// What a sentence's passage, and its place among the passages, make of its worth.
fn weight(candidate: &Candidate<'_>) -> f64 {
    (BASE + candidate.chunk.score) * (1.0 - PER_RANK * candidate.rank as f64)
}

/// The `count` candidates that are worth most for some part of the question, best first.
fn best<'a, 'chunks>(
    candidates: &'a [Candidate<'chunks>],
    worths: &[Vec<f64>],
    count: usize,
) -> Vec<&'a Candidate<'chunks>> {
    let mut best: Vec<&Candidate<'_>> = candidates.iter().collect();
    best.sort_by(|one, other| {
        most(worths, other.place).total_cmp(&most(worths, one.place)).then(one.place.cmp(&other.place))
    });
    best.truncate(count);
    best
}

/// How well each candidate answers each part of the question by itself: a row for each part.
fn worths(
    question: &str,
    parts: &[String],
    whole: &Asked,
    candidates: &[Candidate<'_>],
    encoder: Option<&Encoder>,
) -> Vec<Vec<f64>> {
    let of_parts: Vec<Asked> = parts.iter().map(|part| Asked::read(part, candidates)).collect();
    let by_words = |part: &Asked, candidate: &Candidate<'_>| {
        let words = (part.gain(candidate, &[]) + WHOLE * whole.gain(candidate, &[])) / (1.0 + WHOLE);
        words + part.kind(candidate)
    };
    let mut worths: Vec<Vec<f64>> = of_parts
        .iter()
        .map(|part| {
            candidates.iter().map(|candidate| by_words(part, candidate) * weight(candidate)).collect()
        })
        .collect();
    let read = best(candidates, &worths, MOST_READ);
    let cosines = encoder.and_then(|encoder| meaning::cosines(question, parts, &read, encoder));
    for (worths, cosines) in worths.iter_mut().zip(cosines.unwrap_or_default()) {
        for (candidate, cosine) in read.iter().zip(cosines) {
            worths[candidate.place] += MEANING * cosine * weight(candidate);
        }
    }
    worths
}

/// The best candidate of each part in the document that is best for all parts together, and those that add most to
/// them: the best first, then the others in their order. What adds is measured by how `alike` it is to the question alone: read by
/// itself it need not answer.
fn choose<'a, 'chunks>(
    asked: &Asked,
    candidates: &'a [Candidate<'chunks>],
    worths: &[Vec<f64>],
    alike: &[Vec<f64>],
) -> Option<Vec<&'a Candidate<'chunks>>> {
    let mut documents: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for candidate in candidates {
        documents.entry(&candidate.chunk.document_id).or_default().push(candidate.place);
    }
    let best = |places: &[usize], worths: &[f64]| {
        let better =
            |one: &&usize, other: &&usize| worths[**one].total_cmp(&worths[**other]).then(other.cmp(one));
        places.iter().max_by(better).copied()
    };
    let together = |places: &[usize]| -> f64 {
        worths.iter().filter_map(|worths| best(places, worths).map(|place| worths[place])).sum()
    };
    let better = |one: &&Vec<usize>, other: &&Vec<usize>| {
        together(one).total_cmp(&together(other)).then(other[0].cmp(&one[0]))
    };
    let places = documents.values().max_by(better)?;
    let mut firsts: Vec<usize> = Vec::new();
    for place in worths.iter().filter_map(|worths| best(places, worths)) {
        if !firsts.contains(&place) {
            firsts.push(place);
        }
    }
    firsts.sort_by(|one, other| most(worths, *other).total_cmp(&most(worths, *one)).then(one.cmp(other)));
    firsts.truncate(MOST_UNITS);
    let most = |place: usize| most(alike, place);
    let mut chosen: Vec<&Candidate<'_>> = firsts.iter().map(|place| &candidates[*place]).collect();
    let least_gain = LEAST_GAIN.min(LEAST_GAIN_IN_WORDS / asked.length() as f64);
    while chosen.len() < MOST_UNITS {
        let adds = |place: &&usize| {
            let candidate = &candidates[**place];
            let is_row = chosen.iter().any(|other| candidate.is_row_beside(other));
            let least = if is_row { WORTH_OF_ROW } else { WORTH_OF_SAME };
            most(**place) >= least * most(firsts[0]) && asked.gain(candidate, &chosen) >= least_gain
        };
        let value = |place: usize| asked.gain(&candidates[place], &chosen) * most(place);
        let next = places
            .iter()
            .filter(adds)
            .max_by(|one, other| value(**one).total_cmp(&value(**other)).then(other.cmp(one)));
        let Some(next) = next else { break };
        chosen.push(&candidates[*next]);
    }
    if chosen.len() == 1 {
        chosen.extend(beside(chosen[0], candidates, &most));
    }
    chosen[1..].sort_by_key(|candidate| candidate.place);
    Some(chosen)
}

/// The better of the sentences before and behind `best` in its passage: what one sentence leaves open, its neighbour
/// often says. Another row of a table is none.
fn beside<'a, 'chunks>(
    best: &Candidate<'chunks>,
    candidates: &'a [Candidate<'chunks>],
    most: &dyn Fn(usize) -> f64,
) -> Option<&'a Candidate<'chunks>> {
    if best.row_of().is_some() {
        return None;
    }
    let places = [best.place.checked_sub(1), Some(best.place + 1)].into_iter().flatten();
    let near = places.filter(|place| {
        candidates.get(*place).is_some_and(|other| other.rank == best.rank && other.row_of().is_none())
    });
    let better = near.max_by(|one, other| most(*one).total_cmp(&most(*other)).then(one.cmp(other)))?;
    Some(&candidates[better])
}

/// Brackets would read as a citation.
fn quoted(text: &str) -> String {
    text.replace('[', "(").replace(']', ")")
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
        let answer =
            compose("What is the minimum notice for an FCL booking?", &chunks, None).expect("an answer").text;
        assert!(
            answer
                .starts_with("Service: FCL; Minimum notice: 7 working days [Booking Procedure > Lead times]"),
            "{answer}"
        );
        assert!(!answer.contains("Pasta"));
    }

    #[test]
    fn what_is_read_as_an_answer_is_quoted_and_each_part_has_its_share() {
        let chunks = [
            chunk("Import Guide", None, "Papers are kept for 5 years.", 0.5),
            chunk("Export Guide", None, "Files stay with the firm for 7 years.", 0.5),
        ];
        let candidates = candidates(&chunks);
        let asked = Asked::read("How long are papers kept after an export?", &candidates);
        let alike = vec![vec![1.5, 1.0]];
        let first = |read: &[(usize, f64)]| {
            let worths = with_reading(&alike, read.iter().copied());
            choose(&asked, &candidates, &worths, &alike).expect("an answer")[0].place
        };
        assert_eq!(first(&[]), 0);
        assert_eq!(first(&[(0, -2.0), (1, 2.0)]), 1);
        assert_eq!(first(&[(0, 2.0), (1, -2.0)]), 0);
        assert_eq!(first(&[(1, LEAST_READING - 20.0)]), 0, "a sentence that answers nothing loses nothing");
        let of_two = with_reading(&[vec![0.0], vec![1.0]], [(0, LEAST_READING + 1.0)].into_iter());
        assert_eq!(of_two, [[READING / 2.0], [1.0 + READING / 2.0]]);
    }

    #[test]
    fn gaps_are_admitted_and_nothing_is_nothing() {
        let chunks = [chunk("Guide", None, "Parcels are weighed at the counter.", 0.3)];
        let answer = compose("What do zebras and antelopes cost when parcels fly to Mars?", &chunks, None)
            .expect("an answer");
        assert!(answer.text.ends_with(GAP_SENTENCE), "{answer:?}");
        assert_eq!(answer.reading, None);
        assert_eq!(compose("Anything?", &[], None), None);
        assert_eq!(compose("Anything?", &[chunk("Guide", None, "", 0.9)], None), None);
    }
}
