//! The starter corpus as people edit it: `data/starter.jsonl`.

use evidence::Tier;
use jiff::civil::Date;
use serde::Deserialize;

use crate::record::{CatalogEntry, Record};

/// The collection that the starter corpus is in.
pub(crate) const COLLECTION: &str = "starter";

pub(super) const LINES: &str = include_str!("../../data/starter.jsonl");

/// One line of `data/starter.jsonl`.
#[derive(Debug, Deserialize)]
pub(super) struct Line {
    pub(super) id: String,
    title: String,
    pub(super) text: String,
    pub(super) publisher: String,
    pub(super) url: String,
    as_of: Option<Date>,
    tier: Tier,
}

/// The passages of the starter corpus. That every line can be read is held by a test.
pub(crate) fn records() -> Vec<Record> {
    let lines = LINES.lines().filter(|line| !line.trim().is_empty());
    lines.filter_map(|line| serde_json::from_str::<Line>(line).ok()).map(Record::from).collect()
}

impl From<Line> for Record {
    fn from(line: Line) -> Self {
        let entry = CatalogEntry {
            document_id: line.id.clone(),
            source_urls: vec![line.url.clone()],
            ..CatalogEntry::default()
        };
        Self {
            collection: COLLECTION.to_owned(),
            source: COLLECTION.to_owned(),
            document: line.id,
            title: line.title,
            text: line.text,
            publisher: line.publisher,
            url: line.url,
            as_of: line.as_of,
            tier: line.tier,
            entry,
        }
    }
}
