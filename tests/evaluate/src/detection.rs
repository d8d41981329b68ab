//! Which sentences are worth checking.

use std::time::Instant;

use evidence::detection::{self, Line};

use crate::metrics::Answer;
use crate::rows::Row;

/// From this priority on a sentence is worth checking, as the module says.
const WORTH_IT: f64 = 0.5;

/// Whether each row's sentence is found to be worth checking, by itself.
pub(crate) fn worth(rows: &[Row]) -> (Vec<Answer>, f64) {
    let started = Instant::now();
    let answer = |row: &Row| {
        let truth = ["checkworthy", "not-checkworthy"].into_iter().find(|label| row.label == *label)?;
        let found = detection::detect(&Line { speaker: None, text: &row.claim }, &[], 0.0);
        let priority = found.claims.iter().map(|claim| claim.priority).fold(0.0, f64::max);
        let said = if priority >= WORTH_IT { "checkworthy" } else { "not-checkworthy" };
        Some(Answer { truth, said, confidence: priority.max(1.0 - priority) })
    };
    let answers: Vec<Answer> = rows.iter().filter_map(answer).collect();
    let micros = started.elapsed().as_secs_f64() * 1e6 / rows.len().max(1) as f64;
    (answers, micros)
}
