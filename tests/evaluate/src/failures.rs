//! Rows that come out wrong, and why: looked at one by one, by hand.

use serde::Deserialize;

/// One of them.
#[derive(Debug, Deserialize)]
pub(crate) struct Failure {
    pub(crate) set: String,
    pub(crate) id: String,
    /// What the product misses, in words.
    pub(crate) reason: String,
}

/// All of them, as `failures.jsonl` has them.
pub(crate) fn all() -> Vec<Failure> {
    let lines = include_str!("../failures.jsonl").lines().filter(|line| !line.trim().is_empty());
    lines.filter_map(|line| serde_json::from_str(line).ok()).collect()
}
