//! Which rows the model was trained on: they say nothing about how right it is.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::rows::Row;

/// The claims that trained the model: those under `train` beside the sets, less the tenth that was kept aside.
#[derive(Debug, Default)]
pub(crate) struct Seen(HashSet<String>);

#[derive(Debug, Deserialize)]
struct Line {
    claim: String,
}

impl Seen {
    /// Reads `folder/train/*.jsonl`; nothing was seen of a folder without it.
    pub(crate) fn read(folder: &Path) -> Self {
        let files = fs::read_dir(folder.join("train")).into_iter().flatten().flatten();
        let texts = files.filter_map(|file| fs::read_to_string(file.path()).ok());
        let claims = texts.flat_map(|text| {
            let lines = text.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok());
            lines.map(|line| plain(&line.claim)).collect::<Vec<_>>()
        });
        Self(claims.filter(|claim| part(claim) != 0).collect())
    }

    /// The rows that were not trained on.
    pub(crate) fn unseen(&self, rows: Vec<Row>) -> Vec<Row> {
        rows.into_iter().filter(|row| !self.0.contains(&plain(&row.claim))).collect()
    }
}

/// As `plain` in `training/pairs.py`.
fn plain(claim: &str) -> String {
    claim.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// As `part` in `training/pairs.py`: 0 is kept aside for good.
fn part(plain_claim: &str) -> u32 {
    u32::from(Sha256::digest(plain_claim.as_bytes())[0]) * 10 / 256
}
