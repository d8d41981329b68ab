//! Figures of agreement between what is true and what was said.

use std::collections::BTreeMap;

use serde::Serialize;

/// Bins of the calibration error.
const BINS: usize = 10;

/// One answer, beside the truth.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) truth: &'static str,
    pub(crate) said: &'static str,
    /// The probability given to what was said.
    pub(crate) confidence: f64,
}

/// Figures of a classification.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Classification {
    pub(crate) n: usize,
    pub(crate) accuracy: f64,
    pub(crate) macro_f1: f64,
    pub(crate) f1: BTreeMap<&'static str, f64>,
    pub(crate) ece: f64,
}

/// The figures of `answers`. Macro-F1 is over the labels that occur in the truth.
pub(crate) fn classification(answers: &[Answer]) -> Classification {
    let mut f1 = BTreeMap::new();
    for label in answers.iter().map(|answer| answer.truth) {
        f1.entry(label).or_insert_with(|| f1_of(answers, label));
    }
    let right = answers.iter().filter(|answer| answer.truth == answer.said).count();
    Classification {
        n: answers.len(),
        accuracy: ratio(right as f64, answers.len() as f64),
        macro_f1: ratio(f1.values().sum(), f1.len() as f64),
        f1,
        ece: calibration_error(answers),
    }
}

/// F1 of one label: 2 · hits / (times true + times said).
pub(crate) fn f1_of(answers: &[Answer], label: &str) -> f64 {
    let count = |is: &dyn Fn(&Answer) -> bool| answers.iter().filter(|answer| is(answer)).count() as f64;
    let hits = count(&|answer| answer.truth == label && answer.said == label);
    ratio(2.0 * hits, count(&|answer| answer.truth == label) + count(&|answer| answer.said == label))
}

/// One bin of a reliability curve.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct Bin {
    pub(crate) n: usize,
    pub(crate) confidence: f64,
    pub(crate) accuracy: f64,
}

/// Mean confidence against accuracy, in ten bins of equal width.
pub(crate) fn reliability(answers: &[Answer]) -> Vec<Bin> {
    let mut bins = vec![(0_usize, 0.0, 0.0); BINS];
    for answer in answers {
        let place = (1..BINS).filter(|edge| answer.confidence >= *edge as f64 / BINS as f64).count();
        bins[place].0 += 1;
        bins[place].1 += answer.confidence;
        bins[place].2 += f64::from(u8::from(answer.truth == answer.said));
    }
    let mean = |(n, confidence, right): (usize, f64, f64)| Bin {
        n,
        confidence: ratio(confidence, n as f64),
        accuracy: ratio(right, n as f64),
    };
    bins.into_iter().map(mean).collect()
}

/// Expected calibration error: the bins' gaps between confidence and accuracy, weighed by their size (Guo et al.,
/// *On Calibration of Modern Neural Networks*, 2017).
pub(crate) fn calibration_error(answers: &[Answer]) -> f64 {
    let gaps =
        reliability(answers).into_iter().map(|bin| bin.n as f64 * (bin.confidence - bin.accuracy).abs());
    ratio(gaps.sum(), answers.len() as f64)
}

/// Figures of a retrieval.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Retrieval {
    pub(crate) n: usize,
    pub(crate) recall_at_5: f64,
    pub(crate) recall_at_10: f64,
    pub(crate) recall_at_20: f64,
    pub(crate) mrr: f64,
}

/// The figures of ranked ids against the relevant ones, query by query.
pub(crate) fn retrieval(queries: &[(Vec<String>, Vec<String>)]) -> Retrieval {
    let recall = |limit: usize| {
        let share = |(ranked, relevant): &(Vec<String>, Vec<String>)| {
            let found =
                relevant.iter().filter(|id| ranked.iter().take(limit).any(|other| other == *id)).count();
            ratio(found as f64, relevant.len() as f64)
        };
        ratio(queries.iter().map(share).sum(), queries.len() as f64)
    };
    let reciprocal = |(ranked, relevant): &(Vec<String>, Vec<String>)| {
        ranked.iter().position(|id| relevant.contains(id)).map_or(0.0, |place| 1.0 / (place as f64 + 1.0))
    };
    Retrieval {
        n: queries.len(),
        recall_at_5: recall(5),
        recall_at_10: recall(10),
        recall_at_20: recall(20),
        mrr: ratio(queries.iter().map(reciprocal).sum(), queries.len() as f64),
    }
}

/// `part / whole`, 0 where there is nothing.
pub(crate) fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(truth: &'static str, said: &'static str, confidence: f64) -> Answer {
        Answer { truth, said, confidence }
    }

    #[test]
    fn figures_of_a_small_table() {
        let answers =
            [answer("a", "a", 0.9), answer("a", "b", 0.6), answer("b", "b", 0.8), answer("b", "b", 0.7)];
        let figures = classification(&answers);
        assert_eq!((figures.n, figures.accuracy), (4, 0.75));
        assert!((figures.f1["a"] - 2.0 / 3.0).abs() < 1e-9);
        assert!((figures.f1["b"] - 0.8).abs() < 1e-9);
        assert!((figures.macro_f1 - 11.0 / 15.0).abs() < 1e-9);
        assert!((figures.ece - (0.1 + 0.6 + 0.2 + 0.3) / 4.0).abs() < 1e-9);
    }

    #[test]
    fn figures_of_ranks() {
        let ids = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
        let figures = retrieval(&[(ids(&["x", "y"]), ids(&["y", "z"])), (ids(&[]), ids(&["q"]))]);
        assert!((figures.recall_at_5 - 0.25).abs() < 1e-9);
        assert!((figures.mrr - 0.25).abs() < 1e-9);
    }

    #[test]
    fn nothing_gives_zeros() {
        assert!(classification(&[]).macro_f1.abs() < 1e-9);
        assert!(retrieval(&[]).mrr.abs() < 1e-9);
    }
}
