//! Tavily: `POST /search`.
//!
//! Protocol: `contracts/external.md` section 4.1; lengths from Tavily's API reference (400 characters of query,
//! 300 domains, 20 results). Dates are sent instead of `time_range`: both together are refused.

use async_trait::async_trait;
use jiff::civil::Date;
use outbound::{Deadline, Request};
use secrets::Secret;
use serde::{Deserialize, Serialize};

use crate::keyed::KeyedApi;
use crate::{Hit, Provider, Query, SearchError, lenient, published, push_down, relevance};

const NAME: &str = "tavily";
const MAX_QUERY_CHARACTERS: usize = 400;
const MAX_DOMAINS: usize = 300;
const MAX_RESULTS: usize = 20;

/// Web search by Tavily.
#[derive(Debug)]
pub struct Tavily {
    api: KeyedApi,
}

#[derive(Debug, Serialize)]
struct Body<'a> {
    query: String,
    search_depth: &'static str,
    topic: &'static str,
    max_results: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    include_domains: Option<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_date: Option<Date>,
    include_answer: bool,
    include_raw_content: bool,
    include_images: bool,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Answer {
    #[serde(deserialize_with = "lenient::list")]
    results: Vec<Entry>,
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
    #[serde(deserialize_with = "lenient::number")]
    score: Option<f64>,
    #[serde(deserialize_with = "lenient::text")]
    published_date: Option<String>,
}

impl Tavily {
    /// A client for the service at `base_url`.
    #[must_use]
    pub fn new(base_url: impl Into<String>, key: Secret) -> Self {
        Self { api: KeyedApi::new(NAME, base_url, key) }
    }
}

#[async_trait]
impl Provider for Tavily {
    fn name(&self) -> &'static str {
        NAME
    }

    async fn search(&self, query: &Query, deadline: Deadline) -> Result<Vec<Hit>, SearchError> {
        let include_domains = push_down::hosts(&query.allow_list, MAX_DOMAINS);
        let body = Body {
            query: push_down::shortened(&query.text, usize::MAX, MAX_QUERY_CHARACTERS),
            search_depth: "basic",
            topic: "general",
            max_results: push_down::count(query, include_domains.is_some(), MAX_RESULTS),
            include_domains,
            start_date: query.not_before,
            include_answer: false,
            include_raw_content: false,
            include_images: false,
        };
        let key = self.api.key(deadline).await?;
        let request = Request::post_json(self.api.base_url(), &body).segments(["search"]).bearer(&key);
        let answer: Answer = self.api.json(request, deadline).await?;
        Ok(answer
            .results
            .into_iter()
            .enumerate()
            .filter_map(|(rank, entry)| hit(rank, &entry, query.today))
            .collect())
    }
}

fn hit(rank: usize, entry: &Entry, today: Date) -> Option<Hit> {
    let [title, content] = [&entry.title, &entry.content].map(|text| text.as_deref().unwrap_or_default());
    let hit = Hit::from_markup(entry.url.as_deref()?, title, content, relevance::scored(entry.score, rank))?;
    let published = entry.published_date.as_deref().and_then(|date| published::parse(date, today));
    Some(Hit { published, ..hit })
}

#[cfg(test)]
mod tests;
