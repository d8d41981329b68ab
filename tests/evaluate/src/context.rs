//! Whether a claim means what it seems to mean.

use std::time::Instant;

use evidence::claim::Claim;
use evidence::context::{self, Expected};
use jiff::civil::Date;

use crate::metrics::Answer;
use crate::rows::Row;

/// The day the sets were made: periods such as "this year" are read by it.
const TODAY: Date = Date::constant(2026, 11, 21);

/// Whether claim and expected metric are found to be different ones.
pub(crate) fn metric(rows: &[Row]) -> (Vec<Answer>, f64) {
    answers(rows, "metric-match", "metric-mismatch", |row, claim| {
        let metric = row.meta["metric"].as_str().unwrap_or_default().replace('_', " ");
        let expected = Expected { metric: Some(&metric), ..Expected::default() };
        !context::check(claim, &expected, TODAY).ok
    })
}

/// Whether claim and expectation are found to be of different metrics, places or periods.
pub(crate) fn expected(rows: &[Row]) -> (Vec<Answer>, f64) {
    answers(rows, "match", "mismatch", |row, claim| {
        let part = |name: &str| row.meta["expected"][name].as_str();
        let expected =
            Expected { metric: part("metric"), location: part("location"), timeframe: part("timeframe") };
        !context::check(claim, &expected, TODAY).ok
    })
}

/// The sentences written for this, in `data/debate-context.jsonl`: every second claim, with all that is expected of it.
pub(crate) fn debate_sentences(name: &str) -> Vec<Row> {
    let lines = include_str!("../data/debate-context.jsonl").lines();
    let rows: Vec<Row> = lines.filter_map(|line| serde_json::from_str(line).ok()).collect();
    let mut claims: Vec<&str> = rows.iter().map(|row| row.claim.as_str()).collect();
    claims.dedup();
    let odd = name.ends_with("odd");
    let is_wanted = |row: &&Row| {
        claims.iter().position(|claim| *claim == row.claim).is_some_and(|place| (place % 2 == 1) == odd)
    };
    rows.iter().filter(is_wanted).cloned().collect()
}

/// Whether a claim is found to be risky by itself.
pub(crate) fn risk(rows: &[Row]) -> (Vec<Answer>, f64) {
    answers(rows, "no-issue", "context-issue", |_, claim| {
        !context::check(claim, &Expected::default(), TODAY).warnings.is_empty()
    })
}

fn answers(
    rows: &[Row],
    clear: &'static str,
    found: &'static str,
    is_found: impl Fn(&Row, &Claim) -> bool,
) -> (Vec<Answer>, f64) {
    let started = Instant::now();
    let answer = |row: &Row| {
        let truth = [clear, found].into_iter().find(|label| row.label == *label)?;
        let said = if is_found(row, &Claim::parse(&row.claim)) { found } else { clear };
        Some(Answer { truth, said, confidence: 1.0 })
    };
    let answers: Vec<Answer> = rows.iter().filter_map(answer).collect();
    let micros = started.elapsed().as_secs_f64() * 1e6 / rows.len().max(1) as f64;
    (answers, micros)
}
