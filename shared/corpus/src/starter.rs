//! The starter corpus: a few dozen official figures, so that there is something to ask on the first day.

use evidence::Tier;
use jiff::civil::Date;
use serde::Deserialize;

use crate::record::Record;

/// The collection that the starter corpus is in.
pub(crate) const COLLECTION: &str = "starter";

const LINES: &str = include_str!("../data/starter.jsonl");

/// One line of `data/starter.jsonl`.
#[derive(Debug, Deserialize)]
struct Line {
    id: String,
    title: String,
    text: String,
    publisher: String,
    url: String,
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
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_line_is_a_passage_with_a_source() {
        for (number, line) in LINES.lines().enumerate() {
            let line: Line =
                serde_json::from_str(line).unwrap_or_else(|error| panic!("line {}: {error}", number + 1));
            assert!(line.url.starts_with("https://"), "{}", line.id);
            assert!(!line.publisher.is_empty() && !line.text.is_empty(), "{}", line.id);
        }
    }

    #[test]
    fn no_identifier_is_used_twice() {
        let records = records();
        let documents: HashSet<_> = records.iter().map(|record| &record.document).collect();
        assert_eq!(documents.len(), records.len());
    }
}
