//! Evidence from every source at once, as much as comes in time.

use corpus::Corpus;
use evidence::Candidate;
use jiff::civil::Date;
use outbound::Deadline;
use schemars::JsonSchema;
use serde::Serialize;
use web::{ErrorCode, Failure};
use websearch::Query as WebQuery;

use crate::Deps;
use crate::aloud::Aloud;

/// Candidates of each source, before judging: more than are shown, since judging reorders them.
const CANDIDATES_OF_EACH: usize = 10;

/// A source that gave nothing, and why.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "MissingSource")]
pub struct Missing {
    /// `corpus`, `web`, or the provider's name.
    pub source: String,
    /// What happened, one of the codes of errors.
    pub code: &'static str,
    /// What to do about it.
    pub message: String,
}

/// What came, and what did not.
pub(crate) struct Gathered {
    pub(crate) candidates: Vec<Candidate>,
    pub(crate) missing: Vec<Missing>,
    /// How many sources answered, with or without a result.
    pub(crate) answered: usize,
}

/// What to look for.
pub(crate) struct Search {
    pub(crate) text: String,
    pub(crate) today: Date,
    pub(crate) not_before: Date,
    pub(crate) deadline: Deadline,
}

/// Asks the corpus and the web at once, and says what each found as soon as it answers. A source that fails or is
/// late leaves the others' answers standing.
pub(crate) async fn gather(deps: &Deps, search: &Search, aloud: &Aloud<'_>) -> Gathered {
    let corpus = async { heard("corpus", from_corpus(&*deps.corpus, search).await, aloud) };
    let web = async { heard("web", from_web(deps, search).await, aloud) };
    let (mut gathered, others) = tokio::join!(corpus, web);
    gathered.candidates.extend(others.candidates);
    gathered.missing.extend(others.missing);
    gathered.answered += others.answered;
    gathered
}

/// What a source gave: its candidates, and the providers in it that did not answer.
type Given = (Vec<Candidate>, Vec<&'static str>);

fn heard(source: &str, given: Result<Given, Failure>, aloud: &Aloud<'_>) -> Gathered {
    let gathered = match given {
        Ok((candidates, incomplete)) => {
            aloud.found(source, &candidates);
            Gathered { candidates, missing: incomplete.into_iter().map(late).collect(), answered: 1 }
        }
        Err(failure) => {
            Gathered { candidates: Vec::new(), missing: vec![missing(source, failure)], answered: 0 }
        }
    };
    gathered.missing.iter().for_each(|missing| aloud.missing(missing));
    gathered
}

async fn from_corpus(corpus: &dyn Corpus, search: &Search) -> Result<Given, Failure> {
    let query = corpus::Query {
        not_before: Some(search.not_before),
        ..corpus::Query::new(search.text.clone(), CANDIDATES_OF_EACH)
    };
    let passages = telemetry::upstream(corpus.search(&query, search.deadline)).await?;
    Ok((passages.into_iter().map(Candidate::from).collect(), Vec::new()))
}

async fn from_web(deps: &Deps, search: &Search) -> Result<Given, Failure> {
    let allow_list = deps.allowance.for_request(&[])?;
    let query = WebQuery {
        text: search.text.clone(),
        limit: CANDIDATES_OF_EACH,
        allow_list: allow_list.clone(),
        not_before: Some(search.not_before),
        today: search.today,
    };
    let found = deps.search.search(&query, search.deadline).await?;
    let incomplete = found.incomplete.clone();
    Ok((found.candidates(&allow_list, search.not_before, deps.keep_undated), incomplete))
}

fn missing(source: &str, failure: Failure) -> Missing {
    Missing { source: source.to_owned(), code: failure.code.as_str(), message: failure.message }
}

fn late(provider: &str) -> Missing {
    Missing {
        source: provider.to_owned(),
        code: ErrorCode::Timeout.as_str(),
        message: "did not answer in time".to_owned(),
    }
}
