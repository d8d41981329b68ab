//! What is asked of a corpus, and what comes back.

use std::error::Error;
use std::fmt::Debug;

use async_trait::async_trait;
use evidence::{Candidate, Tier};
use jiff::civil::Date;
use outbound::Deadline;
use secrets::SecretError;

use crate::CollectionSettings;

/// What to look for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// Plain language, typically a whole spoken sentence. Quoted parts must occur as they stand.
    pub text: String,
    /// At most this many passages.
    pub limit: usize,
    /// Only passages of this tier; any where absent.
    pub tier: Option<Tier>,
    /// Leaves out passages that speak for an earlier date. Passages without a date stay: that nobody
    /// dated them says nothing about their age, and the caller sees that `as_of` is missing.
    pub not_before: Option<Date>,
    /// Only passages of this collection; any where absent.
    pub collection: Option<String>,
    /// Only passages of this category; any where absent.
    pub category: Option<String>,
    /// At most this many passages of one document: of a claim's source a second passage may add what the first lacks, a
    /// third only hides other sources.
    pub most_of_one_document: usize,
    /// Whether a word that no passage has is taken for the nearest one that some passage has. For questions that are
    /// typed in haste; a claim means what it says.
    pub forgives_spelling: bool,
}

impl Query {
    /// The `limit` best passages for `text`, of any tier and age.
    pub fn new(text: impl Into<String>, limit: usize) -> Self {
        Self {
            text: text.into(),
            limit,
            tier: None,
            not_before: None,
            collection: None,
            category: None,
            most_of_one_document: 2,
            forgives_spelling: false,
        }
    }
}

/// A piece of a document, small enough to be read at once.
#[derive(Debug, Clone, PartialEq)]
pub struct Passage {
    /// Stable as long as the passage's document and words are.
    pub id: String,
    /// The document that the passage is part of.
    pub document: String,
    /// Title of the document and heading of the section, empty where there is none.
    pub title: String,
    /// The passage's words.
    pub text: String,
    /// Who says so.
    pub publisher: String,
    /// Where it can be read.
    pub url: String,
    /// The date that the passage speaks for.
    pub as_of: Option<Date>,
    /// How close the publisher is to the fact.
    pub tier: Tier,
    /// The collection it was imported into; `starter` for the corpus that is built in.
    pub collection: String,
    /// A short name for the document, unique within its collection; empty where it has none.
    pub document_id: String,
    /// The heading that the passage stands under, with those above it; empty where there is none.
    pub section: String,
    /// The shelf that the document stands on, such as `regulatory`; empty where there is none.
    pub category: String,
    /// Every web address that the document names as its source, best first.
    pub source_urls: Vec<String>,
    /// Words that the document is to be found by and that are not part of its text; empty where it names none.
    pub keywords: String,
    /// What [`Passage::relevance`] is made of.
    pub likeness: Likeness,
    /// How much of the query the passage answers, 0..=1.
    pub relevance: f64,
}

/// How like a passage is to a query, in words and in meaning.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Likeness {
    /// Part of the weight of the query's words that the passage has, 0..=1.
    pub words: f64,
    /// Cosine of the query's vector and the passage's; none where there is no model, or where the passage is not
    /// among the nearest.
    pub cosine: Option<f64>,
}

impl Passage {
    /// The document's own title: [`Passage::title`] without the section.
    #[must_use]
    pub fn document_title(&self) -> &str {
        let before = self.title.strip_suffix(self.section.as_str()).filter(|_| !self.section.is_empty());
        before.and_then(|before| before.strip_suffix(" > ")).unwrap_or(&self.title)
    }
}

impl From<Passage> for Candidate {
    fn from(passage: Passage) -> Self {
        Self {
            publisher: passage.publisher,
            url: passage.url,
            as_of: passage.as_of,
            title: passage.title,
            text: passage.text,
            tier: passage.tier,
            relevance: passage.relevance,
        }
    }
}

/// Something that finds passages.
#[async_trait]
pub trait Corpus: Send + Sync + Debug {
    /// What it is called in logs and health reports.
    fn name(&self) -> &'static str;

    /// The passages that answer `query` best, most relevant first, at most `query.limit`.
    async fn search(&self, query: &Query, deadline: Deadline) -> Result<Vec<Passage>, CorpusError>;

    /// Does ahead of the first search what can be done ahead of it without asking anybody.
    ///
    /// What fails is left to that search, which can report it.
    async fn warm(&self) {}

    /// Whether there is a collection of this name. False where a corpus knows no collections.
    async fn holds(&self, collection: &str) -> Result<bool, CorpusError> {
        let _ = collection;
        Ok(false)
    }

    /// What the collection of this name says of itself, or the one that is asked where none is named. Nothing where a
    /// corpus knows no such settings.
    async fn settings(&self, collection: Option<&str>) -> CollectionSettings {
        let _ = collection;
        CollectionSettings::default()
    }

    /// Whether a search could be answered now.
    async fn check(&self, deadline: Deadline) -> Result<(), CorpusError>;
}

/// Why a corpus gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// The deadline passed first.
    #[error("the corpus did not answer in time")]
    Timeout,
    /// It cannot be reached, or cannot be read.
    #[error("the corpus is not available")]
    Unavailable {
        /// How long it asks to be left alone, where it says so.
        retry_after_ms: Option<u64>,
        /// What happened.
        #[source]
        source: Box<dyn Error + Send + Sync>,
    },
    /// The key to it is kept elsewhere, and could not be read there.
    #[error(transparent)]
    KeyUnreadable(SecretError),
    /// There is no such collection.
    #[error("there is no collection of this name")]
    UnknownCollection {
        /// The name that was asked for.
        name: String,
    },
    /// Settings that it needs are missing.
    #[error("the corpus is not configured: set {}", missing.join(" and "))]
    NotConfigured {
        /// Names of the variables to set.
        missing: Vec<&'static str>,
    },
}
