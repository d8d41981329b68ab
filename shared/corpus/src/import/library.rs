//! The index as its owner sees it: what is in it, what goes in, what goes out.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use encoder::Lazy;
use evidence::Tier;
use jiff::civil::Date;
use tantivy::collector::{Count, DocSetCollector};
use tantivy::indexer::{LogMergePolicy, NoMergePolicy};
use tantivy::query::{BooleanQuery, Occur, Query as EngineQuery, TermQuery};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{Index, IndexReader, IndexWriter, ReloadPolicy, TantivyDocument, TantivyError, Term};

use super::meaning;
use crate::embedded::schema::{Fields, schema, text};
use crate::embedded::vectors::{self, VECTORS_FILE, Vectors};
use crate::embedded::{Embedded, IndexError, tokenizers};
use crate::record::{ID_BYTES, Record};
use crate::{CollectionSettings, Passage, Query, collection, starter};

/// Memory in which new passages are gathered before they are written, in bytes.
const WRITER_BYTES: usize = 50_000_000;

/// As many segments of like size are merged into one. A search visits every segment, and opening an index
/// takes about 0.1 ms for each.
const MERGED_SEGMENTS: usize = 4;

/// A segment with a larger share of removed passages is rewritten without them.
const REMOVED_SHARE: f32 = 0.3;

/// Why the index cannot be changed or read.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// Another process is writing.
    #[error("another import into {} is running", folder.display())]
    Locked {
        /// The index's folder.
        folder: PathBuf,
    },
    /// The folder cannot be created.
    #[error("the folder {} cannot be created", folder.display())]
    Folder {
        /// The index's folder.
        folder: PathBuf,
        /// What the system says.
        #[source]
        source: std::io::Error,
    },
    /// The settings of the collections cannot be read or written.
    #[error("the settings of the collections in {} cannot be written", folder.display())]
    Settings {
        /// The index's folder.
        folder: PathBuf,
        /// What the system says.
        #[source]
        source: std::io::Error,
    },
    /// The index cannot be read.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// The engine cannot write, for instance because the disk is full.
    #[error("the index cannot be written")]
    Engine(#[from] TantivyError),
}

/// An index on disk that can be changed.
///
/// There is one writer at a time, over all processes; readers are never blocked, and see each change as a
/// whole.
pub struct Library {
    folder: PathBuf,
    index: Index,
    reader: IndexReader,
    fields: Fields,
    encoder: Arc<Lazy>,
}

impl std::fmt::Debug for Library {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Library").field("folder", &self.folder).finish_non_exhaustive()
    }
}

/// What can be removed at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Selection {
    /// Everything of a file or page, by its path or URL, or a single row of one.
    Document(String),
    /// A whole collection.
    Collection(String),
    /// Everything by a publisher, by its exact name.
    Publisher(String),
}

/// An imported file or page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its path or URL.
    pub document: String,
    /// Its collection.
    pub collection: String,
    /// Its publishers: several where a file lists the work of many.
    pub publishers: BTreeSet<String>,
    /// How many passages it has.
    pub passages: u64,
    /// The latest date that one of them speaks for.
    pub as_of: Option<Date>,
}

/// How much there is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stats {
    /// Passages.
    pub passages: u64,
    /// Documents: files, pages, and rows of tables.
    pub documents: u64,
    /// Size of the folder on disk.
    pub bytes: u64,
    /// Parts that the index is made of.
    pub segments: usize,
    /// Passages by tier, heaviest first.
    pub by_tier: [(Tier, u64); 3],
}

impl Library {
    /// Opens the index in `folder`, or makes one with the starter corpus in it.
    ///
    /// The starter corpus is put in once: who removes it does not meet it again.
    pub fn create(folder: &Path) -> Result<Self, LibraryError> {
        fs::create_dir_all(folder)
            .map_err(|source| LibraryError::Folder { folder: folder.to_owned(), source })?;
        let not_readable = |source| IndexError::NotReadable { folder: folder.to_owned(), source };
        let (expected, fields) = schema();
        let mut index = match Index::builder().schema(expected).create_in_dir(folder) {
            Err(TantivyError::IndexAlreadyExists) => {
                // Opened for reading first: that finds damage without a panic.
                drop(Embedded::open(folder)?);
                Index::open_in_dir(folder).map_err(not_readable)?
            }
            created => created.map_err(not_readable)?,
        };
        index.set_tokenizers(tokenizers());
        let reader =
            index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into().map_err(not_readable)?;
        let encoder = Arc::new(Lazy::none());
        let mut library = Self { folder: folder.to_owned(), index, reader, fields, encoder };
        if library.index.load_metas()?.opstamp == 0 {
            let mut writing = library.writing()?;
            writing.put(starter::COLLECTION, starter::COLLECTION, &starter::records())?;
            writing.finish()?;
        }
        Ok(library)
    }

    /// The same, where passages that are put in get a vector by the model that `encoder` loads, so that they are
    /// found by meaning, too: one run of the model for each.
    #[must_use]
    pub fn with_encoder(self, encoder: Arc<Lazy>) -> Self {
        Self { encoder, ..self }
    }

    /// The best passages for `query`, as whoever asks the corpus gets them.
    pub fn search(&self, query: &Query) -> Result<Vec<Passage>, LibraryError> {
        Ok(Embedded::open(&self.folder)?.search_by_meaning(query, &self.encoder)?)
    }

    /// Everything that was imported, by collection and document.
    pub fn list(&self) -> Result<Vec<Listed>, LibraryError> {
        let mut listed: BTreeMap<(String, String), Listed> = BTreeMap::new();
        self.each(|document| {
            let source = text(document, self.fields.source);
            let passage = self.fields.passage(document);
            let entry =
                listed.entry((passage.collection.clone(), source.clone())).or_insert_with(|| Listed {
                    document: source,
                    collection: passage.collection,
                    publishers: BTreeSet::new(),
                    passages: 0,
                    as_of: None,
                });
            entry.publishers.insert(passage.publisher);
            entry.passages += 1;
            entry.as_of = entry.as_of.max(passage.as_of);
        })?;
        Ok(listed.into_values().collect())
    }

    /// How much there is.
    pub fn stats(&self) -> Result<Stats, LibraryError> {
        let mut documents = BTreeSet::new();
        let mut by_tier = [Tier::Primary, Tier::Secondary, Tier::Analysis].map(|tier| (tier, 0));
        self.each(|document| {
            let passage = self.fields.passage(document);
            documents.insert((passage.collection, passage.document));
            by_tier.iter_mut().filter(|(tier, _)| *tier == passage.tier).for_each(|(_, count)| *count += 1);
        })?;
        let files = fs::read_dir(&self.folder).map_err(TantivyError::from)?;
        let bytes = files
            .filter_map(|file| file.and_then(|file| file.metadata()).ok())
            .map(|about| about.len())
            .sum();
        let searcher = self.reader.searcher();
        Ok(Stats {
            passages: searcher.num_docs(),
            documents: documents.len() as u64,
            bytes,
            segments: searcher.segment_readers().len(),
            by_tier,
        })
    }

    /// Removes what is selected; says how many passages that were.
    pub fn remove(&mut self, selection: &Selection) -> Result<u64, LibraryError> {
        let terms: Vec<Term> = match selection {
            Selection::Document(name) => {
                vec![
                    Term::from_field_text(self.fields.source, name),
                    Term::from_field_text(self.fields.document, name),
                ]
            }
            Selection::Collection(name) => vec![Term::from_field_text(self.fields.collection, name)],
            Selection::Publisher(name) => vec![Term::from_field_text(self.fields.publisher, name)],
        };
        let selected =
            BooleanQuery::new(terms.into_iter().map(|term| (Occur::Should, exactly(term))).collect());
        let mut writing = self.writing()?;
        let count = writing.library.reader.searcher().search(&selected, &Count)? as u64;
        if count > 0 {
            writing.writer.delete_query(Box::new(selected))?;
            writing.changed = true;
        }
        writing.finish()?;
        if let Selection::Collection(name) = selection {
            self.write_settings(name, None)?;
        }
        Ok(count)
    }

    /// Keeps what `collection` says of itself, in place of what it said before.
    pub(crate) fn keep_settings(
        &self,
        collection: &str,
        settings: CollectionSettings,
    ) -> Result<(), LibraryError> {
        self.write_settings(collection, Some(settings))
    }

    fn write_settings(&self, name: &str, settings: Option<CollectionSettings>) -> Result<(), LibraryError> {
        collection::keep(&self.folder, name, settings)
            .map_err(|source| LibraryError::Settings { folder: self.folder.clone(), source })
    }

    /// Begins to write; nobody else can until it is finished or dropped.
    pub(crate) fn writing(&mut self) -> Result<Writing<'_>, LibraryError> {
        let writer = self.index.writer_with_num_threads(1, WRITER_BYTES).map_err(|error| match error {
            TantivyError::LockFailure(..) => LibraryError::Locked { folder: self.folder.clone() },
            error => LibraryError::Engine(error),
        })?;
        // While passages are gathered there is nothing to merge yet; `finish` merges once.
        writer.set_merge_policy(Box::new(NoMergePolicy));
        // What another process has committed since the index was opened counts.
        self.reader.reload()?;
        Ok(Writing { library: self, writer, changed: false, unread: Vec::new() })
    }

    fn each(&self, mut visit: impl FnMut(&TantivyDocument)) -> Result<(), LibraryError> {
        for segment in self.reader.searcher().segment_readers() {
            let store = segment.get_store_reader(1).map_err(TantivyError::from)?;
            for document in store.iter::<TantivyDocument>(segment.alive_bitset()) {
                visit(&document?);
            }
        }
        Ok(())
    }
}

fn exactly(term: Term) -> Box<dyn EngineQuery> {
    Box::new(TermQuery::new(term, IndexRecordOption::Basic))
}

/// What putting in a document changed, in passages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Change {
    /// Written, because they were not there or something about them was different.
    pub(crate) added: usize,
    /// Left as they were.
    pub(crate) unchanged: usize,
    /// Taken out, because the document no longer has them.
    pub(crate) removed: usize,
}

/// A change of the index that is under way. Dropped before it is finished, it never happened.
pub(crate) struct Writing<'library> {
    library: &'library mut Library,
    writer: IndexWriter,
    changed: bool,
    /// Identifiers and words of passages that have no vector yet.
    unread: Vec<(String, String)>,
}

impl Writing<'_> {
    /// Makes `records` the passages of `source`: new ones go in, those it no longer has go out, and what
    /// is there already is not touched.
    pub(crate) fn put(
        &mut self,
        collection: &str,
        source: &str,
        records: &[Record],
    ) -> Result<Change, LibraryError> {
        let fields = self.library.fields;
        let mut before = self.passages_of(collection, source)?;
        let mut seen = BTreeSet::new();
        let mut change = Change::default();
        for record in records {
            let id = record.id();
            if !seen.insert(id.clone()) {
                continue;
            }
            let revision = before.remove(&id);
            if revision.as_ref() == Some(&record.revision()) {
                change.unchanged += 1;
                continue;
            }
            if revision.is_some() {
                self.writer.delete_term(Term::from_field_text(fields.id, &id));
            }
            self.writer.add_document(fields.document(record))?;
            self.unread.push((id, record.title_and_text()));
            change.added += 1;
        }
        change.removed = before.len();
        for id in before.keys() {
            self.writer.delete_term(Term::from_field_text(fields.id, id));
        }
        self.changed |= change.added + change.removed > 0;
        Ok(change)
    }

    /// Takes out what was imported into `collection` from files below `folder` that are not among `found` any more;
    /// says how many passages that were.
    pub(crate) fn remove_missing(
        &mut self,
        collection: &str,
        folder: &str,
        found: &BTreeSet<String>,
    ) -> Result<usize, LibraryError> {
        let below = |source: &str| Path::new(source).starts_with(folder) && !super::is_url(source);
        let gone: Vec<Listed> = self.library.list()?;
        let gone = gone.into_iter().filter(|listed| listed.collection == collection);
        let mut removed = 0;
        for listed in gone.filter(|listed| below(&listed.document) && !found.contains(&listed.document)) {
            removed += self.put(collection, &listed.document, &[])?.removed;
        }
        Ok(removed)
    }

    /// The passages of `source` that are committed: revisions by identifier.
    fn passages_of(&self, collection: &str, source: &str) -> Result<HashMap<String, String>, LibraryError> {
        let fields = self.library.fields;
        let is = |field: Field, value: &str| (Occur::Must, exactly(Term::from_field_text(field, value)));
        let query = BooleanQuery::new(vec![is(fields.collection, collection), is(fields.source, source)]);
        let searcher = self.library.reader.searcher();
        let mut found: Vec<_> = searcher.search(&query, &DocSetCollector)?.into_iter().collect();
        found.sort_unstable();
        let mut passages = HashMap::with_capacity(found.len());
        for at in found {
            let document: TantivyDocument = searcher.doc(at)?;
            passages.insert(text(&document, fields.id), text(&document, fields.revision));
        }
        Ok(passages)
    }

    /// Writes the vectors of what is there and what is new.
    fn write_vectors(&mut self) -> Result<(), LibraryError> {
        let folder = &self.library.folder;
        let failed = |source| LibraryError::Folder { folder: folder.clone(), source };
        let mut rows = Vectors::read(starter::VECTORS).map(|vectors| vectors.all()).unwrap_or_default();
        if let Ok(bytes) = fs::read(folder.join(VECTORS_FILE)) {
            rows.extend(Vectors::read(bytes).map(|vectors| vectors.all()).unwrap_or_default());
        }
        let unread: BTreeSet<&str> = self.unread.iter().map(|(id, _)| id.as_str()).collect();
        let searcher = self.library.reader.searcher();
        let fields = self.library.fields;
        rows.retain(|id, _| {
            let id = hex::encode(id);
            let known =
                searcher.doc_freq(&Term::from_field_text(fields.id, &id)).is_ok_and(|count| count > 0);
            known || unread.contains(id.as_str())
        });
        if let Some(encoder) = self.library.encoder.get() {
            let missing = |(id, words): &(String, String)| {
                let mut bytes = [0; ID_BYTES];
                hex::decode_to_slice(id, &mut bytes).ok()?;
                (!rows.contains_key(&bytes)).then(|| (bytes, words.clone()))
            };
            let missing: Vec<_> = self.unread.iter().filter_map(missing).collect();
            let vectors =
                meaning::vectors(encoder, missing).map_err(|error| failed(std::io::Error::other(error)))?;
            rows.extend(vectors);
        }
        if rows.is_empty() {
            return Ok(());
        }
        let unfinished = folder.join("vectors.new");
        fs::write(&unfinished, vectors::write(&rows)).map_err(failed)?;
        fs::rename(unfinished, folder.join(VECTORS_FILE)).map_err(failed)
    }

    /// Makes everything visible at once. Where nothing changed, nothing is written.
    pub(crate) fn finish(mut self) -> Result<(), LibraryError> {
        if !self.changed {
            return Ok(());
        }
        let mut policy = LogMergePolicy::default();
        policy.set_min_num_segments(MERGED_SEGMENTS);
        policy.set_del_docs_ratio_before_merge(REMOVED_SHARE);
        self.writer.set_merge_policy(Box::new(policy));
        // Before the commit: a row without a passage is passed over, a passage without a row is not found by meaning.
        self.write_vectors()?;
        self.writer.commit()?;
        self.writer.wait_merging_threads()?;
        self.library.reader.reload()?;
        Ok(())
    }
}
