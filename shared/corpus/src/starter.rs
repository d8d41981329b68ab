//! The starter corpus: a few dozen official figures, so that there is something to ask on the first day.

use evidence::Tier;
use jiff::civil::Date;
use serde::Deserialize;

use crate::record::Record;

/// The collection that the starter corpus is in.
pub(crate) const COLLECTION: &str = "starter";

/// The vectors of its passages. Made by the ignored test below, where the model is.
pub(crate) const VECTORS: &[u8] = include_bytes!("../data/starter.vectors.bin");

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

    use encoder::Lazy;

    use super::*;
    use crate::embedded::vectors::{self, Small, Vectors};
    use crate::record::ID_BYTES;

    #[test]
    fn every_line_is_a_passage_with_a_source() {
        for (number, line) in LINES.lines().enumerate() {
            let line: Line =
                serde_json::from_str(line).unwrap_or_else(|error| panic!("line {}: {error}", number + 1));
            assert!(line.url.starts_with("https://"), "{}", line.id);
            assert!(!line.publisher.is_empty() && !line.text.is_empty(), "{}", line.id);
        }
    }

    fn encoder() -> Option<Lazy> {
        let lazy = Lazy::in_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/minilm-stance"));
        lazy.get().is_some().then_some(lazy)
    }

    fn vectors_now() -> Option<Vec<u8>> {
        let records = records();
        let texts: Vec<String> = records.iter().map(Record::title_and_text).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let made = encoder()?.get()?.vectors(&texts).expect("vectors");
        let id = |record: &Record| {
            let mut bytes = [0; ID_BYTES];
            hex::decode_to_slice(record.id(), &mut bytes).expect("an identifier");
            bytes
        };
        let rows = records.iter().map(id).zip(made.iter().map(|vector| Small::new(vector)));
        Some(vectors::write(&rows.collect()))
    }

    #[test]
    #[ignore = "writes data/starter.vectors.bin; to be run where the model or the corpus has changed"]
    fn starter_vectors_are_written() {
        let bytes = vectors_now().expect("the model in models/minilm-stance");
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/data/starter.vectors.bin"), bytes)
            .expect("written");
    }

    #[test]
    fn every_passage_has_its_vector_and_each_is_nearest_to_itself() {
        let kept = Vectors::read(VECTORS).expect("data/starter.vectors.bin");
        let all = kept.all();
        let advice = "run `cargo test -p corpus --features import starter_vectors -- --ignored`";
        assert_eq!(all.len(), records().len(), "{advice}");
        let Some(encoder) = encoder() else { return };
        for record in records().iter().step_by(9) {
            let vector =
                encoder.get().expect("loaded").vectors(&[&record.title_and_text()]).expect("a vector");
            let nearest = kept.nearest(&vector[0], 1);
            assert_eq!(hex::encode(nearest[0].0), record.id(), "{advice}");
            assert!(nearest[0].1 > 0.98, "{}: {advice}", record.document);
        }
    }

    #[test]
    fn no_identifier_is_used_twice() {
        let records = records();
        let documents: HashSet<_> = records.iter().map(|record| &record.document).collect();
        assert_eq!(documents.len(), records.len());
    }
}
