//! `POST /api/query`: a question, answered from documents with citations and a confidence.
//!
//! The contract is its own: camel case, `{"error", "message"}` for failures, and its own words in them.

mod question;

use std::sync::Arc;

use encoder::Lazy;
use evidence::Tier;
use models::{ChatModel, Models};
use outbound::Deadline;
use rag::{Answer, Ask, Listener, Pipeline, PipelineError, RelatedDocument, Source};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use settings::Settings;
use web::field::{Integer, Object, Text};
use web::{Endpoint, ErrorCode, EventKind, Failure, FailureShape, Needs, Principal, Progress, Render};

pub use question::Question;

/// Time for an answer, in milliseconds: a model that writes 500 tokens, its retries, and a second model.
const ANSWER_BUDGET_MS: u64 = 25_000;
/// Longest piece of a collection's name that an error repeats, in characters.
const MOST_ECHOED_CHARACTERS: usize = 80;

/// What the handler needs.
#[derive(Debug)]
pub struct Deps {
    /// Answers questions.
    pub pipeline: Pipeline,
    /// What documents are found by their meaning with, where it is there.
    pub encoder: Arc<Lazy>,
    /// The same documents, to be opened ahead of the first question.
    pub documents: Arc<dyn corpus::Corpus>,
}

impl Deps {
    /// Reads the settings of the documents and the models. Nothing is opened or connected yet.
    #[must_use]
    pub fn from_settings(settings: &Settings) -> Self {
        let encoder = Arc::new(Lazy::from_settings(settings));
        let documents = corpus::documents_from_settings(settings, Arc::clone(&encoder));
        let documents: Arc<dyn corpus::Corpus> = Arc::new(documents);
        let model = Models::from_settings(settings).map(|models| Arc::new(models) as Arc<dyn ChatModel>);
        let pipeline = Pipeline::new(Arc::clone(&documents), model).with_encoder(Arc::clone(&encoder));
        Self { pipeline, encoder, documents }
    }
}

/// A question to answer.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "QueryInput")]
pub struct Input {
    /// The question, in plain language.
    pub query: Question,
    /// The collection of documents to answer from; the deployment's own where absent.
    #[serde(default)]
    pub collection: Option<Text<300>>,
    /// What else the documents must be.
    #[serde(default)]
    pub filters: Object<Filters>,
    /// How many documents to answer from at most; as many as are relevant where absent.
    #[serde(default)]
    pub max_sources: Option<Integer<1, 10>>,
}

/// What else the documents must be.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "QueryFilters")]
pub struct Filters {
    /// The shelf they stand on, such as `regulatory`, `carrier`, `reference` or `internal`.
    #[serde(default)]
    pub category: Option<Text<100>>,
    /// How close to the fact their publisher is.
    #[serde(default)]
    pub publisher_tier: PublisherTier,
}

/// How close a publisher must be to the fact: one tier, or any.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "QueryPublisherTier")]
pub enum PublisherTier {
    /// Whoever decided it: a regulator, a carrier, the house itself.
    Primary,
    /// Reference works.
    Secondary,
    /// Commentary and analysis.
    Analysis,
    /// All of them.
    #[default]
    Any,
}

impl PublisherTier {
    fn tier(self) -> Option<Tier> {
        match self {
            Self::Primary => Some(Tier::Primary),
            Self::Secondary => Some(Tier::Secondary),
            Self::Analysis => Some(Tier::Analysis),
            Self::Any => None,
        }
    }
}

impl web::Input for Input {
    fn refused(failure: Failure) -> Failure {
        question::reworded(failure)
    }

    fn spoken(&self) -> Option<&str> {
        Some(self.query.as_str())
    }
}

/// The answer.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Output(Answer);

impl Render for Output {
    fn items(&self) -> Option<usize> {
        Some(self.0.citations.len())
    }
}

const SOURCES: &str = "sources";
const TOKEN: &str = "token";

/// What is sent before the answer.
const EVENTS: &[EventKind] = &[
    EventKind {
        name: SOURCES,
        description: "`{\"sources\", \"relatedDocs\"}`: where what was found can be read, once, before the first token",
    },
    EventKind {
        name: TOKEN,
        description: "`{\"text\"}`: the next piece of the answer; all of them are its text",
    },
];

/// Sends the answer while it is made.
struct Aloud(Progress);

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Sources<'answer> {
    sources: &'answer [Source],
    related_docs: &'answer [RelatedDocument],
}

#[derive(Serialize)]
struct Token<'answer> {
    text: &'answer str,
}

impl Listener for Aloud {
    fn listens(&self) -> bool {
        self.0.is_watched()
    }

    fn sources(&self, sources: &[Source], related_docs: &[RelatedDocument]) {
        self.0.send(SOURCES, &Sources { sources, related_docs });
    }

    fn token(&self, text: &str) {
        self.0.send(TOKEN, &Token { text });
    }
}

/// The endpoint.
#[must_use]
pub fn endpoint() -> Endpoint {
    Endpoint::post("query", "/api/query")
        .summary("Answer a question from documents, with citations and a confidence")
        .description(
            "Every statement of the answer carries a citation, `[Document Title > Section]`; only those are listed under \
             `citations` that the document bears out. Without the key of a chat model the answer is made of the \
             documents' own sentences (`metadata.model` is `extractive`).\n\n\
             What documents cannot give (an action, an account's data, a live position, a price of today) is declined; \
             where nothing relevant is found the answer says so. Instructions in a question or a document change nothing.",
        )
        .failure_shape(FailureShape::Named)
        .body_limit_kib(10)
        .fails_with(&[ErrorCode::NotFound])
        .needs(
            Needs::memory_mb(1024, "the question is read by two models: half a second of a whole core")
                .timeout_seconds(28)
                .settings(corpus::SETTINGS)
                .settings(corpus::DOCUMENT_SETTINGS)
                .settings(encoder::SETTINGS)
                .settings(models::SETTINGS),
        )
        .streaming_handler(EVENTS, Deps::from_settings, |deps| Box::pin(warm(deps)), handle)
}

/// What every call needs, while a whole core is there for it.
async fn warm(deps: &Deps) {
    deps.encoder.get();
    deps.documents.warm().await;
}

/// Answers the question.
pub async fn handle(deps: &Deps, _: Principal, input: Input, progress: Progress) -> Result<Output, Failure> {
    let Input { query, collection, filters: Object(filters), max_sources } = input;
    let ask = Ask {
        question: query.as_str().to_owned(),
        collection: collection.map(|name| name.as_str().to_owned()),
        category: filters.category.map(|name| name.as_str().to_owned()),
        tier: filters.publisher_tier.tier(),
        most_documents: max_sources.map(|most| most.get() as usize),
    };
    let answer =
        deps.pipeline.answer_aloud(&ask, Deadline::after_ms(ANSWER_BUDGET_MS), &Aloud(progress)).await;
    answer.map(Output).map_err(failed)
}

/// The failure in the contract's words. What happened inside goes to the log alone.
fn failed(error: PipelineError) -> Failure {
    let message = match &error {
        PipelineError::UnknownCollection { name } => {
            let name: String = name
                .chars()
                .filter(|character| !character.is_control())
                .take(MOST_ECHOED_CHARACTERS)
                .collect();
            return Failure::new(ErrorCode::NotFound, format!("Collection {name} not found"));
        }
        PipelineError::Retrieval(cause) => format!("Pipeline error: Retrieval failed: {cause}"),
        PipelineError::Model(cause) => format!("Pipeline error: LLM request failed: {cause}"),
    };
    Failure::new(ErrorCode::Internal, message).caused_by(error)
}
