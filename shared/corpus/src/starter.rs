//! The starter corpus: a few dozen official figures, so that there is something to ask on the first day.

#[cfg(any(test, feature = "import"))]
mod lines;

#[cfg(any(test, feature = "import"))]
pub(crate) use lines::{COLLECTION, records};

/// Its index, so that a cold start need not build it, which takes 10 ms. Made by the ignored test below.
pub(crate) const INDEX: &[u8] = include_bytes!("../data/starter.index.bin");

/// The vectors of its passages. Made by the ignored test below, where the model is.
pub(crate) const VECTORS: &[u8] = include_bytes!("../data/starter.vectors.bin");

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use encoder::Lazy;

    use super::lines::{LINES, Line};
    use super::*;
    use crate::Query;
    use crate::embedded::vectors::Vectors;
    use crate::embedded::{Embedded, built, packed};

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
        Some(packed::vectors_of(&records(), encoder()?.get()?))
    }

    #[test]
    #[ignore = "writes data/starter.index.bin; to be run where the corpus or the schema has changed"]
    fn starter_index_is_written() {
        let packed = packed::pack(&built::files(&records()).expect("an index"));
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/data/starter.index.bin"), packed)
            .expect("written");
    }

    #[test]
    fn the_index_as_it_is_kept_answers_like_one_made_now() {
        let (kept, made) = (Embedded::starter().expect("kept"), built::opened(&records(), None));
        let made = made.expect("made");
        let advice = "run `cargo test -p corpus --features import starter_index -- --ignored`";
        assert_eq!(kept.passages(), records().len() as u64, "{advice}");
        for record in records() {
            let query = Query::new(record.title_and_text(), 3);
            let found = |index: &Embedded| index.search(&query).expect("searched");
            assert_eq!(found(&kept), found(&made), "{}: {advice}", record.document);
        }
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
