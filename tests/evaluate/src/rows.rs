//! The labelled rows on disk.

use std::path::Path;

use anyhow::Context;
use serde::Deserialize;
use serde_json::Value;

/// One line of a set.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Row {
    /// Some name of it.
    #[serde(default)]
    pub(crate) id: String,
    /// What was said.
    pub(crate) claim: String,
    /// What it is held against, where the set has that.
    #[serde(default)]
    pub(crate) evidence: Option<String>,
    /// The truth, in the set's words.
    #[serde(default)]
    pub(crate) label: String,
    /// Ids of the right documents, in a retrieval set.
    #[serde(default)]
    pub(crate) relevant: Vec<String>,
    /// Whatever else is known.
    #[serde(default)]
    pub(crate) meta: Value,
}

/// The rows of `folder/name.jsonl`; none where there is no such file.
pub(crate) fn read(folder: &Path, name: &str) -> anyhow::Result<Option<Vec<Row>>> {
    let path = folder.join(format!("{name}.jsonl"));
    if !path.is_file() {
        return Ok(None);
    }
    let text =
        std::fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    let rows = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(|(number, line)| {
        serde_json::from_str(line).with_context(|| format!("{}, line {}", path.display(), number + 1))
    });
    Ok(Some(rows.collect::<anyhow::Result<_>>()?))
}
