//! Brave: `GET /res/v1/web/search`.
//!
//! Protocol: `contracts/external.md` section 4.2. Sites are restricted by operators in the query, which count
//! towards its 400 characters and 50 words.

use async_trait::async_trait;
use jiff::civil::Date;
use outbound::{Deadline, Request};
use secrets::Secret;
use serde::Deserialize;

use crate::keyed::KeyedApi;
use crate::{Hit, Provider, Query, SearchError, lenient, published, push_down, relevance};

const NAME: &str = "brave";
const MAX_QUERY_CHARACTERS: usize = 400;
const MAX_QUERY_WORDS: usize = 50;
const MAX_RESULTS: usize = 20;

/// Web search by Brave.
#[derive(Debug)]
pub struct Brave {
    api: KeyedApi,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Answer {
    #[serde(deserialize_with = "lenient::object")]
    web: Web,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Web {
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
    description: Option<String>,
    /// For people: `3 days ago`.
    #[serde(deserialize_with = "lenient::text")]
    age: Option<String>,
    /// ISO 8601 without a zone.
    #[serde(deserialize_with = "lenient::text")]
    page_age: Option<String>,
}

impl Brave {
    /// A client for the service at `base_url`.
    #[must_use]
    pub fn new(base_url: impl Into<String>, key: Secret) -> Self {
        Self { api: KeyedApi::new(NAME, base_url, key) }
    }
}

#[async_trait]
impl Provider for Brave {
    fn name(&self) -> &'static str {
        NAME
    }

    async fn search(&self, query: &Query, deadline: Deadline) -> Result<Vec<Hit>, SearchError> {
        let (text, pushed_down) = push_down::with_sites(query, MAX_QUERY_WORDS, MAX_QUERY_CHARACTERS);
        let count = push_down::count(query, pushed_down, MAX_RESULTS);
        let key = self.api.key(deadline).await?;
        let request = Request::get(self.api.base_url())
            .segments(["res", "v1", "web", "search"])
            .query("q", &text)
            .query("count", &count.to_string())
            .query("text_decorations", "false")
            .query("result_filter", "web")
            .secret_header("x-subscription-token", &key);
        let request = match query.not_before {
            Some(earliest) => {
                request.query("freshness", &format!("{}to{}", earliest.min(query.today), query.today))
            }
            None => request,
        };
        let answer: Answer = self.api.json(request, deadline).await?;
        let entries = answer.web.results.into_iter().enumerate();
        Ok(entries.filter_map(|(rank, entry)| hit(rank, &entry, query.today)).collect())
    }
}

fn hit(rank: usize, entry: &Entry, today: Date) -> Option<Hit> {
    let [title, description] =
        [&entry.title, &entry.description].map(|text| text.as_deref().unwrap_or_default());
    let hit = Hit::from_markup(entry.url.as_deref()?, title, description, relevance::by_rank(rank))?;
    let mut dates = [&entry.page_age, &entry.age].into_iter().flatten();
    Some(Hit { published: dates.find_map(|date| published::parse(date, today)), ..hit })
}

#[cfg(test)]
mod tests;
