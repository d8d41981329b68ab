//! What is answered, in the contract's own shape.

use schemars::JsonSchema;
use serde::Serialize;

/// An answer with everything it rests on.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "QueryAnswer")]
pub struct Answer {
    /// The answer in Markdown, with its citations as `[Document Title > Section]`.
    pub answer: String,
    /// Where the cited documents can be read: one entry for each address.
    pub sources: Vec<Source>,
    /// The documents that were found, cited or not, most relevant first.
    pub related_docs: Vec<RelatedDocument>,
    /// The citations of the answer that its documents bear out.
    pub citations: Vec<Citation>,
    /// How much to rely on it.
    pub confidence: Confidence,
    /// How it came about.
    pub metadata: Metadata,
}

/// An address where a cited document can be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "QuerySource")]
pub struct Source {
    /// Title of the document.
    pub title: String,
    /// Who published it.
    pub org: String,
    /// The address.
    #[schemars(extend("format" = "uri"))]
    pub url: String,
    /// The section that is cited; null where the document has none.
    pub section: Option<String>,
}

/// A document that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RelatedDocument {
    /// Its title.
    pub title: String,
    /// Its shelf: `regulatory`, `carrier`, `reference`, `internal`, or a name of the collection's own.
    pub category: String,
    /// Its id, unique within the collection.
    pub doc_id: String,
    /// Where it can be read; null where nobody says.
    #[schemars(extend("format" = "uri"))]
    pub url: Option<String>,
}

/// A citation of the answer, matched to a passage.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Citation {
    /// The text in brackets, brackets included.
    pub raw: String,
    /// The title in it.
    pub title: String,
    /// The section in it, else the passage's; null where there is neither.
    pub section: Option<String>,
    /// Always true: what matches no passage is left out.
    pub matched: bool,
    /// Where the document can be read.
    pub source_urls: Vec<String>,
    /// The document.
    pub doc_id: String,
    /// How well the passage answers the question, 0..=1.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub score: f64,
}

/// How much to rely on an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "QueryConfidence")]
pub struct Confidence {
    /// In a word.
    pub level: Level,
    /// Why.
    pub reason: String,
}

/// A level of confidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub enum Level {
    /// Everything else.
    Low,
    /// At least 2 passages, scoring 0.3 on average.
    Medium,
    /// At least 3 passages, scoring 0.5 on average.
    High,
}

/// How an answer came about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Metadata {
    /// The question, without white space around it.
    pub query: String,
    /// Passages that were relevant enough.
    pub chunks_retrieved: usize,
    /// Citations that were matched to passages.
    pub chunks_used: usize,
    /// How long it took, in milliseconds.
    pub latency_ms: u64,
    /// The model that wrote the answer; `extractive` where the documents' own sentences are the answer, null where
    /// there was nothing to answer from.
    pub model: Option<String>,
}
