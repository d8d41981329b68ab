//! SearXNG, self-hosted: `GET /search?format=json`.
//!
//! Protocol: `contracts/external.md` section 4.6. Its scores add up over engines without a bound: the order is
//! used instead. Dates are narrowed to a `time_range` at least as wide as asked for.

use async_trait::async_trait;
use jiff::civil::Date;
use outbound::{Client, Deadline, OutboundError, Request};
use serde::Deserialize;
use serde_json::Value;

use crate::{Cause, Hit, Provider, Query, SearchError, lenient, published, push_down, relevance};

const NAME: &str = "searxng";
/// What the strictest of the usual engines behind it takes.
const MAX_QUERY_CHARACTERS: usize = 400;
const MAX_QUERY_WORDS: usize = 50;
/// It has no way to ask for a number of results: a page holds what the engines give. The rest is not read.
const MAX_RESULTS: usize = 20;

/// Web search by one's own SearXNG.
#[derive(Debug)]
pub struct SearXng {
    base_url: String,
    client: Client,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Answer {
    #[serde(deserialize_with = "lenient::list")]
    results: Vec<Entry>,
    /// Pairs of an engine and what is wrong with it.
    #[serde(deserialize_with = "lenient::list")]
    unresponsive_engines: Vec<Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Entry {
    #[serde(deserialize_with = "lenient::text")]
    title: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    url: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    content: Option<String>,
    #[serde(rename = "publishedDate", deserialize_with = "lenient::text")]
    published_date: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    pubdate: Option<String>,
}

impl SearXng {
    /// A client for the instance at `base_url`.
    #[must_use]
    pub fn new(base_url: impl Into<String>) -> Self {
        Self { base_url: base_url.into(), client: Client::new(NAME) }
    }
}

#[async_trait]
impl Provider for SearXng {
    fn name(&self) -> &'static str {
        NAME
    }

    async fn search(&self, query: &Query, deadline: Deadline) -> Result<Vec<Hit>, SearchError> {
        let (text, pushed_down) = push_down::with_sites(query, MAX_QUERY_WORDS, MAX_QUERY_CHARACTERS);
        let request = Request::get(&self.base_url)
            .segments(["search"])
            .query("q", &text)
            .query("format", "json")
            .query("categories", "general");
        let request = match time_range(query) {
            Some(range) => request.query("time_range", range),
            None => request,
        };
        let answer: Answer = self.client.json(request, deadline).await.map_err(failure)?;
        if answer.results.is_empty() && !answer.unresponsive_engines.is_empty() {
            return Err(SearchError::unavailable(NAME, Cause::EnginesFailed));
        }
        let entries = answer.results.into_iter().enumerate();
        let hits = entries.filter_map(|(rank, entry)| hit(rank, &entry, query.today));
        Ok(hits.take(push_down::count(query, pushed_down, MAX_RESULTS)).collect())
    }
}

/// 403 is what an instance answers whose `search.formats` lacks JSON, or whose limiter takes us for a robot.
fn failure(error: OutboundError) -> SearchError {
    match error {
        OutboundError::Unauthorized { status: 403 } => {
            SearchError::unavailable(NAME, Cause::JsonDisabled { source: error })
        }
        error => SearchError::from_call(NAME, error),
    }
}

/// The shortest range that covers everything since `not_before`, if one does.
fn time_range(query: &Query) -> Option<&'static str> {
    let days = query.not_before?.until(query.today).ok()?.get_days();
    match days {
        ..=1 => Some("day"),
        // The shortest month and year, so that the range is never narrower than what was asked for.
        2..=28 => Some("month"),
        29..=365 => Some("year"),
        _ => None,
    }
}

fn hit(rank: usize, entry: &Entry, today: Date) -> Option<Hit> {
    let [title, content] = [&entry.title, &entry.content].map(|text| text.as_deref().unwrap_or_default());
    let hit = Hit::from_markup(entry.url.as_deref()?, title, content, relevance::by_rank(rank))?;
    let mut dates = [&entry.published_date, &entry.pubdate].into_iter().flatten();
    Some(Hit { published: dates.find_map(|date| published::parse(date, today)), ..hit })
}

#[cfg(test)]
mod tests;
