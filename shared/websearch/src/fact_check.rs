//! Google Fact Check Tools: `GET /v1alpha1/claims:search`.
//!
//! Protocol: `contracts/external.md` section 5. No match is the empty object. One claim may have been rated by
//! several publishers: each rating is a hit.

use async_trait::async_trait;
use jiff::civil::Date;
use outbound::{Deadline, Request};
use secrets::Secret;
use serde::Deserialize;

use crate::keyed::KeyedApi;
use crate::plain_text::plain_text;
use crate::{Hit, Provider, Query, SearchError, lenient, published, push_down, relevance};

const NAME: &str = "google_fact_check";
/// Matching is by keyword, and every further word makes a match less likely; it also bounds the URL.
const MAX_QUERY_WORDS: usize = 50;
const MAX_QUERY_CHARACTERS: usize = 400;
const MAX_RESULTS: usize = 20;

/// Published fact checks by Google's index of ClaimReview.
#[derive(Debug)]
pub struct FactCheck {
    api: KeyedApi,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Answer {
    #[serde(deserialize_with = "lenient::list")]
    claims: Vec<Claim>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Claim {
    #[serde(deserialize_with = "lenient::text")]
    text: Option<String>,
    #[serde(rename = "claimDate", deserialize_with = "lenient::text")]
    made: Option<String>,
    #[serde(rename = "claimReview", deserialize_with = "lenient::list")]
    reviews: Vec<Review>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Review {
    #[serde(deserialize_with = "lenient::object")]
    publisher: Publisher,
    #[serde(deserialize_with = "lenient::text")]
    url: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    title: Option<String>,
    #[serde(rename = "reviewDate", deserialize_with = "lenient::text")]
    date: Option<String>,
    #[serde(rename = "textualRating", deserialize_with = "lenient::text")]
    rating: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Publisher {
    #[serde(deserialize_with = "lenient::text")]
    name: Option<String>,
    #[serde(deserialize_with = "lenient::text")]
    site: Option<String>,
}

impl FactCheck {
    /// A client for the service at `base_url`.
    #[must_use]
    pub fn new(base_url: impl Into<String>, key: Secret) -> Self {
        Self { api: KeyedApi::new(NAME, base_url, key) }
    }
}

#[async_trait]
impl Provider for FactCheck {
    fn name(&self) -> &'static str {
        NAME
    }

    async fn search(&self, query: &Query, deadline: Deadline) -> Result<Vec<Hit>, SearchError> {
        // The filter takes one site.
        let site = push_down::hosts(&query.allow_list, 1).and_then(|hosts| hosts.first().copied());
        let count = push_down::count(query, site.is_some(), MAX_RESULTS);
        let key = self.api.key(deadline).await?;
        let mut request = Request::get(self.api.base_url())
            .segments(["v1alpha1", "claims:search"])
            .query("query", &keywords(&query.text))
            .query("pageSize", &count.to_string())
            .secret_header("x-goog-api-key", &key);
        if let Some(site) = site {
            request = request.query("reviewPublisherSiteFilter", site);
        }
        if let Some(days) = max_age_days(query) {
            request = request.query("maxAgeDays", &days.to_string());
        }
        let answer: Answer = self.api.json(request, deadline).await?;
        let claims = answer.claims.iter().enumerate();
        let hits = claims.flat_map(|(rank, claim)| {
            claim.reviews.iter().filter_map(move |review| hit(rank, claim, review, query.today))
        });
        Ok(hits.collect())
    }
}

/// The text without search operators such as `site:fbi.gov`, which would be taken for words of the claim.
fn keywords(text: &str) -> String {
    let is_operator = |word: &&str| !word.starts_with("site:") && !word.starts_with("-site:");
    let words: Vec<_> = text.split_whitespace().filter(is_operator).collect();
    push_down::shortened(&words.join(" "), MAX_QUERY_WORDS, MAX_QUERY_CHARACTERS)
}

fn max_age_days(query: &Query) -> Option<i32> {
    let days = query.not_before?.until(query.today).ok()?.get_days();
    Some(days.max(1))
}

fn hit(rank: usize, claim: &Claim, review: &Review, today: Date) -> Option<Hit> {
    let publisher = stated(review.publisher.name.as_deref()).or(stated(review.publisher.site.as_deref()));
    let rating = stated(review.rating.as_deref());
    let title = stated(review.title.as_deref());
    let rated = stated(claim.text.as_deref()).or(title)?;
    let snippet = match rating {
        Some(rating) => format!("{} rated \"{rated}\": {rating}", publisher.unwrap_or("A fact check")),
        None => rated.to_owned(),
    };
    let url = review.url.as_deref()?;
    let hit = Hit::from_markup(url, title.unwrap_or_default(), &snippet, relevance::by_rank(rank))?;
    let mut dates = [&review.date, &claim.made].into_iter().flatten();
    Some(Hit {
        published: dates.find_map(|date| published::parse(date, today)),
        publisher: publisher.map(plain_text),
        rating: rating.map(plain_text),
        ..hit
    })
}

/// A text that is there and not blank.
fn stated(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests;
