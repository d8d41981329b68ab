//! Exa: `POST /search`.
//!
//! Protocol: `contracts/external.md` section 4.3. Its scores are similarities of no fixed range, and often
//! null: the order is used instead.

use async_trait::async_trait;
use jiff::civil::Date;
use outbound::{Deadline, Request};
use secrets::Secret;
use serde::{Deserialize, Serialize};

use crate::keyed::KeyedApi;
use crate::{Hit, Provider, Query, SearchError, lenient, published, push_down, relevance};

const NAME: &str = "exa";
/// Exa documents no limit for these two; the tool's other providers stop here.
const MAX_QUERY_CHARACTERS: usize = 400;
const MAX_DOMAINS: usize = 300;
/// 100 are allowed, but each page's highlights are paid for.
const MAX_RESULTS: usize = 20;
const MAX_HIGHLIGHT_CHARACTERS: usize = 600;

/// Web search by Exa.
#[derive(Debug)]
pub struct Exa {
    api: KeyedApi,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Body<'a> {
    query: String,
    r#type: &'static str,
    num_results: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    include_domains: Option<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_published_date: Option<String>,
    contents: Contents,
}

#[derive(Debug, Serialize)]
struct Contents {
    highlights: Highlights,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Highlights {
    max_characters: usize,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Answer {
    #[serde(deserialize_with = "lenient::list")]
    results: Vec<Entry>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Entry {
    #[serde(deserialize_with = "lenient::text")]
    title: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    url: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    published_date: Option<String>,
    #[serde(deserialize_with = "lenient::list")]
    highlights: Vec<String>,
}

impl Exa {
    /// A client for the service at `base_url`.
    #[must_use]
    pub fn new(base_url: impl Into<String>, key: Secret) -> Self {
        Self { api: KeyedApi::new(NAME, base_url, key) }
    }
}

#[async_trait]
impl Provider for Exa {
    fn name(&self) -> &'static str {
        NAME
    }

    async fn search(&self, query: &Query, deadline: Deadline) -> Result<Vec<Hit>, SearchError> {
        let include_domains = push_down::hosts(&query.allow_list, MAX_DOMAINS);
        let body = Body {
            query: push_down::shortened(&query.text, usize::MAX, MAX_QUERY_CHARACTERS),
            r#type: "auto",
            num_results: push_down::count(query, include_domains.is_some(), MAX_RESULTS),
            include_domains,
            start_published_date: query.not_before.map(|earliest| format!("{earliest}T00:00:00.000Z")),
            contents: Contents { highlights: Highlights { max_characters: MAX_HIGHLIGHT_CHARACTERS } },
        };
        let key = self.api.key(deadline).await?;
        let request = Request::post_json(self.api.base_url(), &body)
            .segments(["search"])
            .secret_header("x-api-key", &key);
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
    let title = entry.title.as_deref().unwrap_or_default();
    let snippet = entry.highlights.join(" … ");
    let hit = Hit::from_markup(entry.url.as_deref()?, title, &snippet, relevance::by_rank(rank))?;
    let published = entry.published_date.as_deref().and_then(|date| published::parse(date, today));
    Some(Hit { published, ..hit })
}

#[cfg(test)]
mod tests;
