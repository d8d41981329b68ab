//! Claim and passage: supports, contradicts or neutral.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use encoder::Encoder;
use evidence::alignment::{self, Decision, Stance};
use evidence::claim::Claim;
use evidence::{Alignment, alignment::features::Features};

use crate::metrics::Answer;
use crate::rows::Row;

/// How relevant the product takes a given passage to be: the sets say it is the one to look at.
const RELEVANCE: f64 = 0.8;

/// What each layer said of one row.
#[derive(Debug, Clone)]
pub(crate) struct Judged {
    /// Its place among the rows.
    pub(crate) row: usize,
    pub(crate) truth: &'static str,
    pub(crate) exact: (Alignment, f64),
    pub(crate) features: Features,
    /// The reader's raw scores, where there is one.
    pub(crate) stance: Option<Stance>,
    pub(crate) combined: Option<(Alignment, f64)>,
    /// What both decide, before it is calibrated.
    pub(crate) decision: Option<Decision>,
    pub(crate) exact_micros: f64,
    pub(crate) reader_micros: f64,
}

impl Judged {
    /// What the product answers.
    pub(crate) fn answer(&self) -> Answer {
        let (alignment, confidence) = self.combined.unwrap_or(self.exact);
        Answer { truth: self.truth, said: label(alignment), confidence }
    }

    /// What the exact layer answers by itself.
    pub(crate) fn exact_answer(&self) -> Answer {
        Answer { truth: self.truth, said: label(self.exact.0), confidence: self.exact.1 }
    }

    /// What the reader answers by itself.
    pub(crate) fn reader_answer(&self) -> Option<Answer> {
        let stance = self.stance?;
        let scores = [stance.supports, stance.contradicts, stance.neutral].map(f64::from);
        let whole: f64 = scores.iter().map(|score| score.exp()).sum();
        let labels = [Alignment::Supports, Alignment::Contradicts, Alignment::Neutral];
        let best = scores.iter().zip(labels).max_by(|one, other| one.0.total_cmp(other.0))?;
        Some(Answer { truth: self.truth, said: label(best.1), confidence: best.0.exp() / whole })
    }
}

/// The data's names of the product's alignments.
pub(crate) fn label(alignment: Alignment) -> &'static str {
    match alignment {
        Alignment::Supports => "supports",
        Alignment::Contradicts => "refutes",
        Alignment::Neutral => "neutral",
    }
}

fn truth(name: &str) -> Option<&'static str> {
    match name {
        "supports" => Some("supports"),
        "refutes" | "contradicts" => Some("refutes"),
        "neutral" => Some("neutral"),
        _ => None,
    }
}

/// Judges every row, on as many threads as there are cores.
pub(crate) fn judge(rows: &[Row], encoder: Option<&Encoder>) -> Vec<Judged> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let mut judged: Vec<Judged> = std::thread::scope(|scope| {
        let work = || {
            let mut done = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(row) = rows.get(index) else { return done };
                done.extend(one(index, row, encoder));
            }
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    judged.sort_by_key(|judged| judged.row);
    judged
}

fn one(index: usize, row: &Row, encoder: Option<&Encoder>) -> Option<Judged> {
    let truth = truth(&row.label)?;
    let passage = row.evidence.as_deref()?;
    let started = Instant::now();
    let claim = Claim::parse(&row.claim);
    let observation = alignment::observe(&claim, passage, RELEVANCE);
    let exact_micros = started.elapsed().as_secs_f64() * 1e6;
    let started = Instant::now();
    let scores = encoder.and_then(|encoder| encoder.scores(&[(&row.claim, observation.window)]).ok());
    let stance = scores.and_then(|scores| scores.first().copied());
    let stance = stance.map(|[supports, contradicts, neutral]| Stance { supports, contradicts, neutral });
    let combined =
        stance.map(|stance| observation.conclude(stance)).map(|judged| (judged.alignment, judged.confidence));
    let decision = stance.map(|stance| observation.decide(stance));
    let reader_micros = started.elapsed().as_secs_f64() * 1e6;
    let exact = observation.exact();
    Some(Judged {
        row: index,
        truth,
        exact: (exact.alignment, exact.confidence),
        features: *observation.features(),
        stance,
        combined,
        decision,
        exact_micros,
        reader_micros,
    })
}
