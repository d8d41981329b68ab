//! From a question to its answer.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use corpus::{CollectionSettings, Corpus, CorpusError, Query};
use encoder::{Encoder, Lazy};
use evidence::Tier;
use futures_util::StreamExt;
use models::{ChatModel, ModelError, Piece, Reply, Request, Unusable};
use outbound::Deadline;

use crate::answer::{Answer, Citation, Confidence, Level, Metadata};
use crate::chunk::Chunk;
use crate::listener::Listener;
use crate::{abbreviation, calibration, citation, composer, confidence, context, guard, prompt, question};

/// Passages that are looked up.
const MOST_PASSAGES: usize = 12;
/// Of one document: what is asked for may stand in a section that the question's words do not lead to.
const MOST_OF_ONE_DOCUMENT: usize = 4;
/// Passages that score less are left out.
const LEAST_SCORE: f64 = 0.15;
/// Where the best scores less, nothing answers: set on F-01 to F-40 and `near-questions.yaml`, by the share of either
/// that is lost.
const LEAST_BEST: f64 = 0.21;
/// And where the best sentence is read together with the question before that is decided: what is read counts, too.
const LEAST_TO_READ: f64 = 0.12;
/// And those that score less than this part of the best: beside it they are about something else.
const LEAST_OF_BEST: f64 = 0.35;
/// What stands for the model where the documents' own sentences are the answer.
const EXTRACTIVE: &str = "extractive";

/// Why an answer that declines is no answer.
const DECLINED: &str = "The question asks for something that documents cannot give";

/// Said where nothing was found; the contract's own words.
const NO_RESULTS: &str = "I don't have specific information about that topic in my knowledge base. Please try \
                          rephrasing your question or contact our customer service team for assistance.";

/// A question, and from what it is to be answered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ask {
    /// The question, as it was sent.
    pub question: String,
    /// The collection; the deployment's own where absent.
    pub collection: Option<String>,
    /// Only documents of this shelf.
    pub category: Option<String>,
    /// Only documents of this tier.
    pub tier: Option<Tier>,
    /// At most this many documents; as many as are relevant where absent.
    pub most_documents: Option<usize>,
}

/// Answers questions.
#[derive(Clone)]
pub struct Pipeline {
    documents: Arc<dyn Corpus>,
    model: Option<Arc<dyn ChatModel>>,
    /// Chooses sentences by their meaning, where it is there.
    encoder: Arc<Lazy>,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum PipelineError {
    /// There is no such collection.
    #[error("no such collection")]
    UnknownCollection {
        /// The name that was asked for.
        name: String,
    },
    /// The documents cannot be searched.
    #[error("retrieval failed")]
    Retrieval(#[source] CorpusError),
    /// Every model failed.
    #[error("the language model failed")]
    Model(#[source] ModelError),
}

impl Pipeline {
    /// Answers from `documents`: by `model`, or without one by the documents' own sentences.
    #[must_use]
    pub fn new(documents: Arc<dyn Corpus>, model: Option<Arc<dyn ChatModel>>) -> Self {
        Self { documents, model, encoder: Arc::new(Lazy::none()) }
    }

    /// The same, with sentences chosen by their meaning, too.
    #[must_use]
    pub fn with_encoder(self, encoder: Arc<Lazy>) -> Self {
        Self { encoder, ..self }
    }

    /// The passages that `ask` would be answered from, best first, before the threshold.
    pub async fn retrieve(&self, ask: &Ask, deadline: Deadline) -> Result<Vec<Chunk>, PipelineError> {
        self.find(&question::plain(&ask.question), ask, deadline).await
    }

    /// The passages for `question`, in its own words and with its abbreviations spelt out.
    async fn find(&self, question: &str, ask: &Ask, deadline: Deadline) -> Result<Vec<Chunk>, PipelineError> {
        if question.is_empty() {
            return Ok(Vec::new());
        }
        let mut chunks = self.search(question, ask, deadline).await?;
        let texts: Vec<&str> = chunks.iter().map(|chunk| chunk.text.as_str()).collect();
        if let Some(spelt_out) = abbreviation::spelt_out(question, &texts) {
            let others = self.search(&spelt_out, ask, deadline).await?;
            chunks = better_of_both(chunks, others);
        }
        Ok(chunks)
    }

    /// The passages that are found for `question`, in these words.
    async fn search(
        &self,
        question: &str,
        ask: &Ask,
        deadline: Deadline,
    ) -> Result<Vec<Chunk>, PipelineError> {
        let query = Query {
            tier: ask.tier,
            collection: ask.collection.clone(),
            category: ask.category.clone(),
            most_of_one_document: MOST_OF_ONE_DOCUMENT,
            forgives_spelling: true,
            ..Query::new(question.to_owned(), MOST_PASSAGES)
        };
        let passages = self.documents.search(&query, deadline).await.map_err(|error| match error {
            CorpusError::UnknownCollection { name } => PipelineError::UnknownCollection { name },
            error => PipelineError::Retrieval(error),
        })?;
        Ok(Chunk::of(passages, question))
    }

    /// The answer to `ask`, before `deadline`.
    pub async fn answer(&self, ask: &Ask, deadline: Deadline) -> Result<Answer, PipelineError> {
        self.answer_aloud(ask, deadline, &()).await
    }

    /// The answer to `ask`, before `deadline`; `listener` hears it while it is made.
    pub async fn answer_aloud(
        &self,
        ask: &Ask,
        deadline: Deadline,
        listener: &dyn Listener,
    ) -> Result<Answer, PipelineError> {
        let started = Instant::now();
        let question = question::plain(&ask.question);
        let mut chunks = self.find(&question, ask, deadline).await?;
        let settings = self.documents.settings(ask.collection.as_deref()).await;
        let words = guard::intent(&question).and_then(|intent| intent.declined(&settings));
        let extracts = self.model.is_none() && words.is_none();
        let encoder = self.encoder.get().filter(|_| extracts);
        let reads = encoder.is_some_and(Encoder::reads_answers);
        keep(&mut chunks, if reads { LEAST_TO_READ } else { LEAST_BEST });
        if let Some(most) = ask.most_documents {
            keep_documents(&mut chunks, most);
        }
        let composed = if extracts { composer::compose(&question, &chunks, encoder) } else { None };
        let reading = composed.as_ref().and_then(|composed| composed.reading);
        let best = best_score(&chunks);
        if reading.map_or(best, |reading| calibration::after_reading(best, reading)) < LEAST_BEST {
            chunks.clear();
        }
        if let Some(reading) = reading {
            for chunk in &mut chunks {
                chunk.score = calibration::doubted(chunk.score, reading);
            }
        }
        let listens = listener.listens();
        if listens {
            listener.sources(&citation::readable(&chunks), &citation::related(&chunks));
        }
        let mut written = false;
        let mut answer = if let Some(words) = words {
            declined(words, &chunks)
        } else if chunks.is_empty() {
            nothing(&settings)
        } else if let Some(model) = &self.model {
            let request = prompt::request(&question, &context::pack(&chunks));
            let reply = write(&**model, &request, deadline, listener).await;
            let reply = reply.map_err(PipelineError::Model)?;
            written = true;
            answered(reply.text, &chunks, reply.model)
        } else {
            match composed {
                Some(composed) => answered(composed.text, &chunks, EXTRACTIVE.to_owned()),
                None => nothing(&settings),
            }
        };
        if listens && !written {
            answer.answer.split_inclusive('\n').for_each(|line| listener.token(line));
        }
        ask.question.trim().clone_into(&mut answer.metadata.query);
        answer.metadata.latency_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        Ok(answer)
    }
}

/// What two searches for the same found, each passage once with its better score, best first; as many as the first.
fn better_of_both(first: Vec<Chunk>, second: Vec<Chunk>) -> Vec<Chunk> {
    let most = first.len();
    let mut both = first;
    for chunk in second {
        let is_same = |known: &&mut Chunk| known.document_id == chunk.document_id && known.text == chunk.text;
        match both.iter_mut().find(is_same) {
            Some(known) if known.score < chunk.score => *known = chunk,
            Some(_) => {}
            None => both.push(chunk),
        }
    }
    both.sort_by(|one, other| other.score.total_cmp(&one.score));
    both.truncate(most);
    both
}

/// What `model` answers, heard by `listener` as it is written where it listens.
async fn write(
    model: &dyn ChatModel,
    request: &Request,
    deadline: Deadline,
    listener: &dyn Listener,
) -> Result<Reply, ModelError> {
    if !listener.listens() {
        return model.complete(request, deadline).await;
    }
    let mut pieces = model.stream(request, deadline).await?;
    while let Some(piece) = pieces.next().await {
        match piece? {
            Piece::Text(text) => listener.token(&text),
            Piece::End(reply) => return Ok(*reply),
        }
    }
    Err(ModelError::Unusable { provider: model.name(), source: Unusable::BrokenOff })
}

/// Keeps the passages that may answer; none where the best scores less than `least_best`.
fn keep(chunks: &mut Vec<Chunk>, least_best: f64) {
    let best = best_score(chunks);
    let least = LEAST_SCORE.min(best).max(best * LEAST_OF_BEST);
    chunks.retain(|chunk| best >= least_best && chunk.score >= least);
}

fn best_score(chunks: &[Chunk]) -> f64 {
    chunks.iter().map(|chunk| chunk.score).fold(0.0, f64::max)
}

/// Keeps the passages of the first `most` documents.
fn keep_documents(chunks: &mut Vec<Chunk>, most: usize) {
    let mut kept = BTreeSet::new();
    chunks.retain(|chunk| {
        kept.contains(&chunk.document_id) || kept.len() < most && kept.insert(chunk.document_id.clone())
    });
}

fn answered(text: String, chunks: &[Chunk], model: String) -> Answer {
    let cited = citation::resolve(&text, chunks);
    let scores: Vec<f64> = chunks.iter().map(|chunk| chunk.score).collect();
    let sources = citation::sources(&cited);
    let citations: Vec<Citation> = cited.citations.into_iter().map(|(citation, _)| citation).collect();
    Answer {
        answer: text,
        sources,
        related_docs: citation::related(chunks),
        confidence: confidence::assess(&scores, citations.len(), cited.dropped),
        metadata: Metadata {
            query: String::new(),
            chunks_retrieved: chunks.len(),
            chunks_used: citations.len(),
            latency_ms: 0,
            model: Some(model),
        },
        citations,
    }
}

/// The answer to what no document can give: no model is asked, and the documents found are named for what they
/// can explain.
fn declined(words: String, chunks: &[Chunk]) -> Answer {
    let mut answer = nothing(&CollectionSettings::default());
    answer.answer = words;
    answer.related_docs = citation::related(chunks);
    answer.metadata.chunks_retrieved = chunks.len();
    DECLINED.clone_into(&mut answer.confidence.reason);
    answer
}

fn nothing(settings: &CollectionSettings) -> Answer {
    let confidence: Confidence = confidence::assess(&[], 0, 0);
    debug_assert_eq!(confidence.level, Level::Low);
    Answer {
        answer: settings.nothing_found.as_deref().unwrap_or(NO_RESULTS).to_owned(),
        sources: Vec::new(),
        related_docs: Vec::new(),
        citations: Vec::new(),
        confidence,
        metadata: Metadata {
            query: String::new(),
            chunks_retrieved: 0,
            chunks_used: 0,
            latency_ms: 0,
            model: None,
        },
    }
}

impl std::fmt::Debug for Pipeline {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let model = self.model.as_ref().map(|model| model.name());
        formatter
            .debug_struct("Pipeline")
            .field("documents", &self.documents)
            .field("model", &model)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
