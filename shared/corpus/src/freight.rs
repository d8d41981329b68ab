//! The freight collection: sixty documents of `collections/freight`, so that `POST /api/query` has something to answer
//! from on the first day.

/// Its name.
pub(crate) const COLLECTION: &str = "freight";

/// Its index. Made by the ignored test below.
pub(crate) const INDEX: &[u8] = include_bytes!("../data/freight.index.bin");

/// The vectors of its passages. Made by the ignored test below, where the model is.
pub(crate) const VECTORS: &[u8] = include_bytes!("../data/freight.vectors.bin");

#[cfg(all(test, feature = "import"))]
mod tests {
    use encoder::Lazy;

    use super::*;
    use crate::Query;
    use crate::embedded::{Embedded, built, packed};
    use crate::import::{Options, records_of_folder};
    use crate::record::Record;

    const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../collections/freight");

    /// The passages, named by their place in the repository and not in this machine.
    fn records() -> Vec<Record> {
        let mut records = records_of_folder(FOLDER, COLLECTION, &Options::default()).expect("documents");
        for record in &mut records {
            let place = |path: &str| path.replacen(FOLDER, "collections/freight", 1);
            (record.source, record.document) = (place(&record.source), place(&record.document));
            record.url = place(&record.url);
        }
        records
    }

    #[test]
    #[ignore = "writes data/freight.*.bin; to be run where the collection, the schema or the model has changed"]
    fn freight_index_is_written() {
        let data = concat!(env!("CARGO_MANIFEST_DIR"), "/data");
        let records = records();
        let index = packed::pack(&built::files(&records).expect("an index"));
        std::fs::write(format!("{data}/freight.index.bin"), index).expect("written");
        let encoder = Lazy::in_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/minilm-stance"));
        let vectors = packed::vectors_of(&records, encoder.get().expect("the model in models/minilm-stance"));
        std::fs::write(format!("{data}/freight.vectors.bin"), vectors).expect("written");
    }

    #[test]
    fn the_index_as_it_is_kept_answers_like_one_made_now() {
        let advice = "run `cargo test -p corpus --features import freight_index -- --ignored`";
        let records = records();
        let (kept, made) = (Embedded::freight().expect("kept"), built::opened(&records, None).expect("made"));
        assert_eq!(kept.passages(), made.passages(), "{advice}");
        for record in records.iter().step_by(7) {
            let query = Query::new(record.title_and_text(), 3);
            let found = |index: &Embedded| index.search(&query).expect("searched");
            assert_eq!(found(&kept), found(&made), "{}: {advice}", record.document);
        }
    }
}
