//! Questions answered from documents: does retrieval find the document, is it cited, is the rest declined?

mod measure;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use corpus::Corpus;
use corpus::embedded::EmbeddedCorpus;
use corpus::import::{self, Library};
use encoder::Lazy;
use outbound::{Client, Deadline};
use rag::{Answer, Ask, Pipeline};
use serde::Deserialize;
use settings::Settings;

use measure::Figures;

/// Time for one answer, in milliseconds: ample, because time is measured and not limited here.
const DEADLINE_MS: u64 = 60_000;
/// The collection that the documents are imported into.
const COLLECTION: &str = "measured";
/// Passages that are looked at for the retrieval figures, in the order they were found.
const LOOKED_AT: usize = 10;

/// Which questions, and from which documents.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The questions, as YAML: see `tests/evaluate/data/freight-questions.yaml`.
    #[arg(long, default_value = "tests/evaluate/data/freight-questions.yaml")]
    questions: PathBuf,
    /// Folder with the documents; without it, the freight collection that is compiled in.
    #[arg(long)]
    documents: Option<PathBuf>,
    /// Leave out so many questions at the beginning.
    #[arg(long, default_value_t = 0)]
    skip: usize,
    /// Ask at most so many.
    #[arg(long)]
    take: Option<usize>,
    /// Print each question that went wrong.
    #[arg(long)]
    verbose: bool,
    /// Write the likeness of each passage found, one JSON object a line, for fitting the scores.
    #[arg(long)]
    likenesses: Option<PathBuf>,
}

/// A labelled question.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Question {
    pub(crate) id: String,
    #[serde(rename = "question")]
    pub(crate) text: String,
    pub(crate) in_scope: bool,
    /// Ends of the ids of documents that answer it.
    pub(crate) expected_documents: Vec<String>,
    pub(crate) must_contain: Vec<String>,
    #[serde(default)]
    pub(crate) should_contain: Vec<String>,
    #[serde(default)]
    pub(crate) must_not_contain: Vec<String>,
}

impl Question {
    /// Whether `document_id` answers it.
    pub(crate) fn expects(&self, document_id: &str) -> bool {
        self.expected_documents.iter().any(|expected| document_id.contains(expected.as_str()))
    }
}

/// What became of a question.
pub(crate) struct Asked {
    pub(crate) question: Question,
    /// Documents in the order they were found, each once, whatever their score.
    pub(crate) found: Vec<String>,
    pub(crate) answer: Answer,
    pub(crate) latency_ms: f64,
}

/// Asks every question and prints the figures.
#[expect(clippy::print_stdout, reason = "a command line program")]
pub(crate) async fn run(options: &Options, encoder: &Arc<Lazy>, json: bool) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(&options.questions)
        .with_context(|| format!("{} cannot be read", options.questions.display()))?;
    let questions: Vec<Question> = yaml_serde::from_str(&text)?;
    let take = options.take.unwrap_or(questions.len());
    let (documents, collection, _folder) = documents(options, encoder).await?;
    documents.warm().await;
    let pipeline = Pipeline::new(Arc::clone(&documents), None).with_encoder(Arc::clone(encoder));
    let mut all = Vec::new();
    let mut likenesses = Vec::new();
    for question in questions.into_iter().skip(options.skip).take(take) {
        let deadline = Deadline::after_ms(DEADLINE_MS);
        let query = corpus::Query {
            collection: collection.clone(),
            forgives_spelling: true,
            ..corpus::Query::new(question.text.clone(), LOOKED_AT)
        };
        let mut found: Vec<String> = Vec::new();
        for passage in documents.search(&query, deadline).await? {
            likenesses.push(serde_json::json!({
                "id": question.id, "in_scope": question.in_scope, "hit": question.expects(&passage.document_id),
                "words": passage.likeness.words, "cosine": passage.likeness.cosine,
            }));
            if !found.contains(&passage.document_id) {
                found.push(passage.document_id);
            }
        }
        let ask = Ask { question: question.text.clone(), collection: collection.clone(), ..Ask::default() };
        let started = Instant::now();
        let answer = pipeline.answer(&ask, deadline).await?;
        let latency_ms = started.elapsed().as_secs_f64() * 1_000.0;
        all.push(Asked { question, found, answer, latency_ms });
    }
    if let Some(path) = &options.likenesses {
        let lines: Vec<String> = likenesses.iter().map(|row| format!("{row}\n")).collect();
        std::fs::write(path, lines.concat())?;
    }
    if options.verbose {
        all.iter().filter_map(measure::complaint).for_each(|complaint| println!("{complaint}"));
    }
    let figures = Figures::of(&all);
    if json {
        println!("{:#}", figures.json());
    } else {
        println!("{figures}");
    }
    Ok(())
}

/// What to ask, the collection in it, and the folder that it lives in while it is asked.
type Documents = (Arc<dyn Corpus>, Option<String>, Option<tempfile::TempDir>);

async fn documents(options: &Options, encoder: &Arc<Lazy>) -> anyhow::Result<Documents> {
    let Some(documents) = &options.documents else {
        let shipped = corpus::documents_from_settings(&Settings::default(), Arc::clone(encoder));
        return Ok((Arc::new(shipped), None, None));
    };
    let folder = tempfile::tempdir()?;
    let index = folder.path().join("index");
    let mut library = Library::create(&index)?.with_encoder(Arc::clone(encoder));
    // Its passages would count among those that make a word common.
    library.remove(&import::Selection::Collection("starter".to_owned()))?;
    let options = import::Options { collection: Some(COLLECTION.to_owned()), ..import::Options::default() };
    let sources = [documents.display().to_string()];
    import::add(&mut library, &sources, &options, &Client::for_pages("evaluate"), |_| {}).await?;
    let corpus = EmbeddedCorpus::in_folder(index).with_encoder(Arc::clone(encoder));
    Ok((Arc::new(corpus), Some(COLLECTION.to_owned()), Some(folder)))
}
