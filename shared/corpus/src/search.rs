//! What is asked of a corpus, and what comes back.

use std::error::Error;
use std::fmt::Debug;

use async_trait::async_trait;
use evidence::{Candidate, Tier};
use jiff::civil::Date;
use outbound::Deadline;
use secrets::SecretError;

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
}

impl Query {
    /// The `limit` best passages for `text`, of any tier and age.
    pub fn new(text: impl Into<String>, limit: usize) -> Self {
        Self { text: text.into(), limit, tier: None, not_before: None }
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
    /// How much of the query the passage answers, 0..=1.
    pub relevance: f64,
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
    /// Settings that it needs are missing.
    #[error("the corpus is not configured: set {}", missing.join(" and "))]
    NotConfigured {
        /// Names of the variables to set.
        missing: Vec<&'static str>,
    },
}
