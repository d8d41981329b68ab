//! The full-text index on this machine.
//!
//! It is opened read-only, by the first search or ahead of it. An import by another process is seen by the next
//! search: every search reads the index's table of contents (a few hundred bytes) and opens the index anew
//! where it has changed, which takes under a millisecond. There is no watching thread to keep alive inside
//! a sandbox that may be frozen at any time.

#[cfg(test)]
pub(crate) mod built;
mod opened;
pub(crate) mod packed;
mod question;
mod read_only;
mod retrieval;
pub(crate) mod schema;
pub(crate) mod spelling;
pub(crate) mod vectors;
mod weight;
pub(crate) mod words;
#[cfg(any(feature = "import", test))]
mod written;

#[cfg(test)]
mod tests;

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use encoder::Lazy;
use outbound::Deadline;

pub use opened::{Embedded, IndexError};
#[cfg(any(feature = "import", test))]
pub(crate) use written::tokenizers;

use crate::{CollectionSettings, Corpus, CorpusError, Passage, Query, collection};

/// The index's table of contents, replaced as a whole by each import.
const CONTENTS_FILE: &str = "meta.json";

/// The index in a folder, opened when it is first asked and again whenever it has changed.
///
/// Where no folder is given, or the folder holds no index yet, the starter corpus answers alone.
#[derive(Debug)]
pub struct EmbeddedCorpus {
    folder: Option<PathBuf>,
    /// Makes the question's vector, where there is a model.
    encoder: Arc<Lazy>,
    /// Opens what answers where there is no folder.
    built_in: fn() -> Result<Embedded, IndexError>,
    current: Mutex<Current>,
}

#[derive(Debug, Default)]
struct Current {
    index: Option<Arc<Embedded>>,
    /// The table of contents that `index` was opened from, or that could not be opened. Absent for the
    /// starter corpus.
    contents: Option<Vec<u8>>,
}

impl EmbeddedCorpus {
    /// The index in `folder`. Nothing is opened yet.
    #[must_use]
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()), ..Self::starter() }
    }

    /// The starter corpus alone.
    #[must_use]
    pub fn starter() -> Self {
        Self::built_in(Embedded::starter)
    }

    /// What `open` opens, alone.
    pub(crate) fn built_in(open: fn() -> Result<Embedded, IndexError>) -> Self {
        Self { folder: None, encoder: Arc::new(Lazy::none()), built_in: open, current: Mutex::default() }
    }

    /// The same, searched by meaning, too: with the model that `encoder` loads, where it is there and the passages
    /// were imported with it.
    #[must_use]
    pub fn with_encoder(self, encoder: Arc<Lazy>) -> Self {
        Self { encoder, ..self }
    }

    /// The index as it is on disk now.
    fn current(&self) -> Result<Arc<Embedded>, IndexError> {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        match (self.contents(), current.index.clone()) {
            (Ok(Some(contents)), Some(index)) if current.contents.as_ref() == Some(&contents) => Ok(index),
            (Ok(Some(contents)), opened_before) => {
                let opened = self.open();
                current.contents = Some(contents);
                match (opened, opened_before) {
                    (Ok(index), _) => {
                        let index = Arc::new(index);
                        current.index = Some(Arc::clone(&index));
                        Ok(index)
                    }
                    (Err(error), Some(index)) => {
                        tracing::warn!(error = %error, "the changed index cannot be opened, the one before stays in use");
                        Ok(index)
                    }
                    (Err(error), None) => Err(error),
                }
            }
            (_, Some(index)) => Ok(index),
            (Ok(None), None) => {
                let index = Arc::new((self.built_in)()?);
                current.index = Some(Arc::clone(&index));
                Ok(index)
            }
            (Err(error), None) => Err(error),
        }
    }

    fn open(&self) -> Result<Embedded, IndexError> {
        match &self.folder {
            Some(folder) => Embedded::open(folder),
            None => (self.built_in)(),
        }
    }

    /// The table of contents on disk; none where there is no index.
    fn contents(&self) -> Result<Option<Vec<u8>>, IndexError> {
        let Some(folder) = &self.folder else { return Ok(None) };
        match std::fs::read(folder.join(CONTENTS_FILE)) {
            Ok(contents) => Ok(Some(contents)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(IndexError::NotReadable { folder: folder.clone(), source: source.into() }),
        }
    }
}

#[async_trait]
impl Corpus for EmbeddedCorpus {
    fn name(&self) -> &'static str {
        "embedded"
    }

    async fn search(&self, query: &Query, deadline: Deadline) -> Result<Vec<Passage>, CorpusError> {
        if deadline.expired() {
            return Err(CorpusError::Timeout);
        }
        let index = self.current()?;
        Ok(index.search_by_meaning(query, &self.encoder)?)
    }

    async fn warm(&self) {
        if let Ok(index) = self.current() {
            std::hint::black_box(index.search_by_meaning(&Query::new("rehearsal", 1), &self.encoder).ok());
        }
    }

    async fn holds(&self, collection: &str) -> Result<bool, CorpusError> {
        Ok(self.current()?.holds(collection)?)
    }

    async fn settings(&self, collection: Option<&str>) -> CollectionSettings {
        let (Some(folder), Some(name)) = (&self.folder, collection) else {
            return CollectionSettings::default();
        };
        let kept = collection::kept_in(folder).inspect_err(|error| {
            tracing::error!(
                error = error as &dyn std::error::Error,
                "the collections' settings cannot be read"
            );
        });
        kept.ok().and_then(|mut kept| kept.remove(name)).unwrap_or_default()
    }

    async fn check(&self, _deadline: Deadline) -> Result<(), CorpusError> {
        self.current()?;
        Ok(())
    }
}

impl From<IndexError> for CorpusError {
    fn from(error: IndexError) -> Self {
        Self::Unavailable { retry_after_ms: None, source: Box::new(error) }
    }
}
