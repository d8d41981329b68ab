//! How records get into an index: nothing that a function needs.

use tantivy::TantivyDocument;
use tantivy::tokenizer::TokenizerManager;

use super::schema::Fields;
use super::words::{ANALYZER, analyzer};
use crate::record::{CatalogEntry, Record, date_number, tier_number};

/// The analysers that an index of ours needs.
pub(crate) fn tokenizers() -> TokenizerManager {
    let tokenizers = TokenizerManager::default();
    tokenizers.register(ANALYZER, analyzer());
    tokenizers
}

impl Fields {
    /// The document of the index that `record` becomes.
    pub(crate) fn document(self, record: &Record) -> TantivyDocument {
        let mut document = TantivyDocument::default();
        document.add_text(self.id, record.id());
        document.add_text(self.revision, record.revision());
        document.add_text(self.collection, &record.collection);
        document.add_text(self.source, &record.source);
        document.add_text(self.document, &record.document);
        document.add_text(self.publisher, &record.publisher);
        document.add_text(self.url, &record.url);
        document.add_text(self.title, &record.title);
        document.add_text(self.text, &record.text);
        if let Some(date) = record.as_of {
            document.add_i64(self.as_of, date_number(date));
        }
        document.add_u64(self.tier, u64::from(tier_number(record.tier)));
        let CatalogEntry { document_id, section, category, source_urls, keywords } = &record.entry;
        document.add_text(self.document_id, document_id);
        document.add_text(self.section, section);
        document.add_text(self.category, category);
        for url in source_urls {
            document.add_text(self.source_urls, url);
        }
        document.add_text(self.words, &record.title);
        document.add_text(self.words, &record.text);
        if !keywords.is_empty() {
            document.add_text(self.keywords, keywords);
            document.add_text(self.words, keywords);
        }
        document
    }
}
