//! What questions are answered from: the user's own collections, and beside them the one that is compiled in.

use std::sync::Arc;

use async_trait::async_trait;
use encoder::Lazy;
use outbound::Deadline;
use settings::{Settings, names};

use crate::embedded::{Embedded, EmbeddedCorpus};
use crate::{CollectionSettings, Corpus, CorpusError, Passage, Query, freight};

/// Variables that [`documents_from_settings`] reads, beside those of the corpus itself.
pub const DOCUMENT_SETTINGS: &[&str] = &[names::TRUTHY_QUERY_COLLECTION];

/// The corpus of the settings, and the freight collection wherever that corpus has none of this name.
#[derive(Debug)]
pub struct Documents {
    own: Arc<dyn Corpus>,
    shipped: EmbeddedCorpus,
    /// The collection of a question that names none.
    collection: Option<String>,
}

/// The documents that questions are answered from. A question that names no collection is answered from
/// `TRUTHY_QUERY_COLLECTION`; without it from the freight collection, or with Vectara from the whole corpus.
///
/// Nothing is opened or reached yet.
#[must_use]
pub fn documents_from_settings(settings: &Settings, encoder: Arc<Lazy>) -> Documents {
    let own = crate::from_settings(settings, Arc::clone(&encoder));
    let default = (own.name() == "embedded").then_some(freight::COLLECTION);
    let collection = settings.text(names::TRUTHY_QUERY_COLLECTION).or(default).map(str::to_owned);
    Documents { own, shipped: EmbeddedCorpus::built_in(Embedded::freight).with_encoder(encoder), collection }
}

#[async_trait]
impl Corpus for Documents {
    fn name(&self) -> &'static str {
        self.own.name()
    }

    async fn search(&self, query: &Query, deadline: Deadline) -> Result<Vec<Passage>, CorpusError> {
        let Some(name) = query.collection.as_ref().or(self.collection.as_ref()) else {
            return self.own.search(query, deadline).await;
        };
        let query = Query { collection: Some(name.clone()), ..query.clone() };
        if self.own.holds(name).await? {
            self.own.search(&query, deadline).await
        } else if name == freight::COLLECTION {
            self.shipped.search(&query, deadline).await
        } else {
            Err(CorpusError::UnknownCollection { name: name.clone() })
        }
    }

    async fn warm(&self) {
        match &self.collection {
            Some(name) if name == freight::COLLECTION => self.shipped.warm().await,
            _ => self.own.warm().await,
        }
    }

    async fn holds(&self, collection: &str) -> Result<bool, CorpusError> {
        Ok(collection == freight::COLLECTION || self.own.holds(collection).await?)
    }

    async fn settings(&self, collection: Option<&str>) -> CollectionSettings {
        self.own.settings(collection.or(self.collection.as_deref())).await
    }

    async fn check(&self, deadline: Deadline) -> Result<(), CorpusError> {
        self.own.check(deadline).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn documents(pairs: &[(&'static str, &'static str)]) -> Documents {
        documents_from_settings(&Settings::from_pairs(pairs.iter().copied()), Arc::new(Lazy::none()))
    }

    #[tokio::test]
    async fn the_freight_collection_answers_unless_another_is_asked_for() {
        let deadline = Deadline::after_ms(60_000);
        let freight = documents(&[]);
        let query = Query::new("verified gross mass of a container", 3);
        let found = freight.search(&query, deadline).await.expect("passages");
        assert!(found.iter().all(|passage| passage.collection == freight::COLLECTION));
        assert!(!found.is_empty());
        let starter =
            Query { collection: Some("starter".to_owned()), ..Query::new("inflation in the US", 3) };
        let found = freight.search(&starter, deadline).await.expect("passages");
        assert!(found.iter().all(|passage| passage.collection == "starter"), "{found:?}");
        let unknown = Query { collection: Some("manuals".to_owned()), ..query.clone() };
        let refused = freight.search(&unknown, deadline).await;
        assert!(matches!(refused, Err(CorpusError::UnknownCollection { name }) if name == "manuals"));
        let chosen = documents(&[(names::TRUTHY_QUERY_COLLECTION, "starter")]);
        let found = chosen.search(&Query::new("inflation in the US", 3), deadline).await.expect("passages");
        assert!(!found.is_empty() && found.iter().all(|passage| passage.collection == "starter"));
    }
}
