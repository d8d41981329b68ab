//! The fields of the index.

use std::collections::HashSet;

use tantivy::TantivyDocument;
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions, Value,
};

use super::words::ANALYZER;
use crate::record::{date_of_number, tier_of_number};
use crate::{Likeness, Passage};

/// Name of the fast column that holds the tier's number.
pub(crate) const TIER: &str = "tier";
/// Name of the fast column that holds the date as `yyyymmdd`.
pub(crate) const AS_OF: &str = "as_of";
/// Name of the fast column that holds the collection.
pub(crate) const COLLECTION: &str = "collection";
/// Name of the fast column that holds the category.
pub(crate) const CATEGORY: &str = "category";

/// The fields by name, and how a record becomes a document of the index and back.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(not(any(feature = "import", test)), expect(dead_code, reason = "an import reads all of them"))]
pub(crate) struct Fields {
    pub(crate) id: Field,
    pub(crate) revision: Field,
    pub(crate) collection: Field,
    pub(crate) source: Field,
    pub(crate) document: Field,
    pub(crate) publisher: Field,
    pub(super) url: Field,
    pub(super) title: Field,
    pub(super) text: Field,
    pub(crate) as_of: Field,
    pub(crate) tier: Field,
    pub(super) document_id: Field,
    pub(super) section: Field,
    pub(super) category: Field,
    /// One value for each address.
    pub(super) source_urls: Field,
    pub(super) keywords: Field,
    /// Title, text and keywords together: what is searched, not stored a second time.
    pub(crate) words: Field,
}

/// The schema and its fields. Every index of this version has exactly this schema.
pub(crate) fn schema() -> (Schema, Fields) {
    let searched = TextFieldIndexing::default()
        .set_tokenizer(ANALYZER)
        .set_index_option(IndexRecordOption::WithFreqsAndPositions);
    let mut builder = Schema::builder();
    let fields = Fields {
        id: builder.add_text_field("id", STRING | STORED),
        revision: builder.add_text_field("revision", STORED),
        collection: builder.add_text_field(COLLECTION, STRING | STORED | FAST),
        source: builder.add_text_field("source", STRING | STORED),
        document: builder.add_text_field("document", STRING | STORED),
        publisher: builder.add_text_field("publisher", STRING | STORED),
        url: builder.add_text_field("url", STORED),
        title: builder.add_text_field("title", STORED),
        text: builder.add_text_field("text", STORED),
        as_of: builder.add_i64_field(AS_OF, FAST | STORED),
        tier: builder.add_u64_field(TIER, FAST | INDEXED | STORED),
        document_id: builder.add_text_field("document_id", STORED),
        section: builder.add_text_field("section", STORED),
        category: builder.add_text_field(CATEGORY, STRING | STORED | FAST),
        source_urls: builder.add_text_field("source_urls", STORED),
        keywords: builder.add_text_field("keywords", STORED),
        words: builder.add_text_field("words", TextOptions::default().set_indexing_options(searched)),
    };
    (builder.build(), fields)
}

impl Fields {
    /// The stored passage; how relevant it is, the question decides.
    pub(crate) fn passage(self, document: &TantivyDocument) -> Passage {
        Passage {
            id: text(document, self.id),
            document: text(document, self.document),
            title: text(document, self.title),
            text: text(document, self.text),
            publisher: text(document, self.publisher),
            url: text(document, self.url),
            as_of: document.get_first(self.as_of).and_then(|value| value.as_i64()).and_then(date_of_number),
            tier: tier_of_number(
                document.get_first(self.tier).and_then(|value| value.as_u64()).unwrap_or_default(),
            ),
            collection: text(document, self.collection),
            document_id: text(document, self.document_id),
            section: text(document, self.section),
            category: text(document, self.category),
            source_urls: document
                .get_all(self.source_urls)
                .filter_map(|value| value.as_str().map(str::to_owned))
                .collect(),
            keywords: text(document, self.keywords),
            likeness: Likeness::default(),
            relevance: 0.0,
        }
    }

    /// The words of a passage's text, each once.
    pub(crate) fn distinct_words(self, document: &TantivyDocument) -> HashSet<String> {
        text(document, self.text).split_whitespace().map(str::to_lowercase).collect()
    }
}

/// The stored text of a field, empty where there is none.
pub(crate) fn text(document: &TantivyDocument, field: Field) -> String {
    document.get_first(field).and_then(|value| value.as_str()).unwrap_or_default().to_owned()
}
