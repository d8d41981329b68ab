//! An index that is open for searching.

use std::borrow::Cow;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use encoder::Lazy;
use tantivy::directory::{Directory, MmapDirectory, OwnedBytes};
use tantivy::tokenizer::TextAnalyzer;
use tantivy::{Index, IndexReader, ReloadPolicy, TantivyError, Term};

use super::packed;
use super::read_only::ReadOnlyDirectory;
use super::schema::{Fields, schema};
use super::vectors::{VECTORS_FILE, Vectors};
use super::words::{ANALYZER, analyzer};
use super::{question::Question, retrieval, retrieval::Asked, spelling};
use crate::{Passage, Query, freight, starter};

/// Decompressed blocks of stored text (16 KB each) that are kept.
const STORE_CACHE_BLOCKS: usize = 64;

/// Passages that are looked at because their vectors are near the question's: conditions on tier and date are
/// checked on these.
const MOST_NEAR: usize = 200;

/// Why an index cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// The folder, or a file in it, is damaged or may not be read.
    #[error("the index in {} cannot be read", folder.display())]
    NotReadable {
        /// The index's folder.
        folder: PathBuf,
        /// What the engine says.
        #[source]
        source: TantivyError,
    },
    /// The folder holds an index that this version did not write.
    #[error("the folder {} holds an index of another kind or version: import into a new folder", folder.display())]
    OtherFormat {
        /// The index's folder.
        folder: PathBuf,
    },
    /// A damaged index made the engine give up half-way.
    #[error("the index is damaged: remove its folder and import again")]
    Damaged,
    /// The engine failed while searching.
    #[error("the index cannot be searched")]
    Engine(#[from] TantivyError),
}

/// An open index.
///
/// It shows the state at the moment of opening, whatever is imported afterwards.
pub struct Embedded {
    reader: IndexReader,
    fields: Fields,
    analyzer: TextAnalyzer,
    /// The passages' vectors, where they were imported with a model.
    vectors: Option<Vectors<OwnedBytes>>,
}

impl fmt::Debug for Embedded {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Embedded").field("passages", &self.passages()).finish_non_exhaustive()
    }
}

impl Embedded {
    /// Opens the index in `folder` without writing to it.
    pub fn open(folder: &Path) -> Result<Self, IndexError> {
        let not_readable = |source| IndexError::NotReadable { folder: folder.to_owned(), source };
        contained(|| {
            let directory = MmapDirectory::open(folder).map_err(|error| not_readable(error.into()))?;
            let index = Index::open(ReadOnlyDirectory(directory)).map_err(not_readable)?;
            if index.schema() != schema().0 {
                return Err(IndexError::OtherFormat { folder: folder.to_owned() });
            }
            let vectors = MmapDirectory::open(folder).ok().and_then(|directory| vectors_in(&directory));
            Self::over(&index, vectors).map_err(not_readable)
        })
    }

    /// Opens the starter corpus, which is compiled in.
    pub fn starter() -> Result<Self, IndexError> {
        Self::compiled_in(starter::INDEX, starter::VECTORS)
    }

    /// Opens the freight collection, which is compiled in.
    pub fn freight() -> Result<Self, IndexError> {
        Self::compiled_in(freight::INDEX, freight::VECTORS)
    }

    fn compiled_in(index: &'static [u8], vectors: &'static [u8]) -> Result<Self, IndexError> {
        let index = Index::open(packed::unpack(index)?)?;
        Ok(Self::over(&index, Vectors::read(OwnedBytes::new(vectors)))?)
    }

    pub(super) fn over(index: &Index, vectors: Option<Vectors<OwnedBytes>>) -> Result<Self, TantivyError> {
        let analyzer = analyzer();
        index.tokenizers().register(ANALYZER, analyzer.clone());
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .doc_store_cache_num_blocks(STORE_CACHE_BLOCKS)
            .try_into()?;
        Ok(Self { reader, fields: schema().1, analyzer, vectors })
    }

    /// The best passages for `query`, most relevant first: see [`Passage::relevance`].
    ///
    /// Takes about a millisecond with 100,000 passages, so it may be called where blocking is not wanted.
    pub fn search(&self, query: &Query) -> Result<Vec<Passage>, IndexError> {
        let query = self.spelled(query)?;
        self.search_with(&query, None)
    }

    /// The same, where words and meaning both count: costs one run of the model more.
    pub fn search_by_meaning(&self, query: &Query, encoder: &Lazy) -> Result<Vec<Passage>, IndexError> {
        let query = self.spelled(query)?;
        let encoder = self.vectors.as_ref().and_then(|_| encoder.get());
        let vector = encoder.and_then(|encoder| {
            let vectors = encoder.vectors(&[&query.text]).inspect_err(|error| {
                tracing::error!(error = error as &dyn std::error::Error, "searching by words alone");
            });
            vectors.ok()?.into_iter().next()
        });
        self.search_with(&query, vector.as_deref())
    }

    /// `query` as it would be spelled here, where its spelling may be wrong.
    fn spelled<'a>(&self, query: &'a Query) -> Result<Cow<'a, Query>, IndexError> {
        if !query.forgives_spelling {
            return Ok(Cow::Borrowed(query));
        }
        let mut analyzer = self.analyzer.clone();
        let mut correct =
            || spelling::corrected(&query.text, &self.reader.searcher(), self.fields, &mut analyzer);
        let text = contained(|| Ok(correct()?))?;
        Ok(Cow::Owned(Query { text, ..query.clone() }))
    }

    fn search_with(&self, query: &Query, vector: Option<&[f32]>) -> Result<Vec<Passage>, IndexError> {
        contained(|| {
            let mut analyzer = self.analyzer.clone();
            let question = Question::read(&query.text, &mut analyzer);
            let searcher = self.reader.searcher();
            let near =
                vector.zip(self.vectors.as_ref()).map(|(vector, vectors)| vectors.nearest(vector, MOST_NEAR));
            let asked = Asked { query, question: &question, near: near.as_deref().unwrap_or_default() };
            Ok(retrieval::retrieve(&searcher, self.fields, &asked, &mut analyzer)?)
        })
    }

    /// Whether any passage is of this collection.
    pub fn holds(&self, collection: &str) -> Result<bool, IndexError> {
        let term = Term::from_field_text(self.fields.collection, collection);
        contained(|| Ok(self.reader.searcher().doc_freq(&term)? > 0))
    }

    /// How many passages there are.
    #[must_use]
    pub fn passages(&self) -> u64 {
        self.reader.searcher().num_docs()
    }
}

/// The vectors beside an index, mapped; none where there is no such file, or another version's.
pub(crate) fn vectors_in(directory: &MmapDirectory) -> Option<Vectors<OwnedBytes>> {
    let bytes = directory.open_read(Path::new(VECTORS_FILE)).ok()?.read_bytes().ok()?;
    Vectors::read(bytes)
}

/// Runs `work` on files that may be damaged: the engine panics on some damage instead of reporting it.
pub(crate) fn contained<T>(work: impl FnOnce() -> Result<T, IndexError>) -> Result<T, IndexError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(Err(IndexError::Damaged))
}
