//! One search over everything that is configured.

use std::collections::HashSet;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

use outbound::{Deadline, is_base_url};
use secrets::Secret;
use settings::{Settings, names};

use crate::{Brave, Exa, FactCheck, Hit, Provider, Query, SearXng, SearchError, Tavily};

/// Variables that [`WebSearch::from_settings`] reads.
pub const SETTINGS: &[&str] = &[
    names::TAVILY_API_KEY,
    names::TAVILY_BASE_URL,
    names::BRAVE_API_KEY,
    names::BRAVE_BASE_URL,
    names::EXA_API_KEY,
    names::EXA_BASE_URL,
    names::SEARXNG_BASE_URL,
    names::GOOGLE_FACT_CHECK_API_KEY,
    names::GOOGLE_FACT_CHECK_BASE_URL,
];

/// Share of the time left that a web provider may use while another stands behind it: enough for a slow
/// answer of the first, and still a usual one of the second.
const SHARE_BEFORE_FALLBACK: f64 = 0.6;

/// Searches the web by the first provider that answers, and published fact checks beside it.
#[derive(Clone)]
pub struct WebSearch {
    web: Vec<Arc<dyn Provider>>,
    fact_checks: Option<Arc<dyn Provider>>,
}

/// What was found, and what is missing from it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Found {
    /// Web pages in their provider's order, then fact checks; each address once. None is dated before the
    /// query's `not_before`; undated ones are kept. Not yet checked against the allow-list.
    pub hits: Vec<Hit>,
    /// Names of the sources that failed or were late.
    pub incomplete: Vec<&'static str>,
}

/// What one kind of source came to.
#[derive(Default)]
struct Outcome {
    /// `None` if no source of this kind answered.
    hits: Option<Vec<Hit>>,
    failures: Vec<SearchError>,
}

impl WebSearch {
    /// Searches by `web`, first one first, and by `fact_checks`.
    #[must_use]
    pub fn new(web: Vec<Arc<dyn Provider>>, fact_checks: Option<Arc<dyn Provider>>) -> Self {
        Self { web, fact_checks }
    }

    /// Searches by what has a key or an address: Tavily, Brave, Exa, SearXNG in this order, and Google Fact
    /// Check Tools. An address that is no http or https URL, or a malformed ARN, is noted as a problem of the
    /// settings.
    #[must_use]
    pub fn from_settings(settings: &Settings) -> Self {
        let keyed = |key: &'static str, base_name: &str, default: &str| -> Option<(String, Secret)> {
            let key = Secret::from_settings(settings, key)?;
            Some((base_url(settings, base_name, default), key))
        };
        let tavily = keyed(names::TAVILY_API_KEY, names::TAVILY_BASE_URL, "https://api.tavily.com")
            .map(|(base, key)| Arc::new(Tavily::new(base, key)) as Arc<dyn Provider>);
        let brave = keyed(names::BRAVE_API_KEY, names::BRAVE_BASE_URL, "https://api.search.brave.com")
            .map(|(base, key)| Arc::new(Brave::new(base, key)) as Arc<dyn Provider>);
        let exa = keyed(names::EXA_API_KEY, names::EXA_BASE_URL, "https://api.exa.ai")
            .map(|(base, key)| Arc::new(Exa::new(base, key)) as Arc<dyn Provider>);
        let searxng = settings.text(names::SEARXNG_BASE_URL).map(|default| {
            Arc::new(SearXng::new(base_url(settings, names::SEARXNG_BASE_URL, default))) as Arc<dyn Provider>
        });
        let fact_checks = keyed(
            names::GOOGLE_FACT_CHECK_API_KEY,
            names::GOOGLE_FACT_CHECK_BASE_URL,
            "https://factchecktools.googleapis.com",
        )
        .map(|(base, key)| Arc::new(FactCheck::new(base, key)) as Arc<dyn Provider>);
        Self::new([tavily, brave, exa, searxng].into_iter().flatten().collect(), fact_checks)
    }

    /// Names of the configured providers, in the order they are asked.
    #[must_use]
    pub fn configured(&self) -> Vec<&'static str> {
        self.web.iter().chain(&self.fact_checks).map(|provider| provider.name()).collect()
    }

    /// Whether there is a provider to ask. Says nothing about whether it answers: every provider charges for
    /// a call, so a health check makes none.
    pub fn check(&self) -> Result<(), SearchError> {
        if self.configured().is_empty() { Err(SearchError::NotConfigured) } else { Ok(()) }
    }

    /// Searches the web and the fact checks at the same time.
    ///
    /// Partial evidence beats none: what one source found is returned although another failed. It is an error
    /// only if nothing was found and the web (or, without a web provider, the fact checks) gave no answer:
    /// [`SearchError::Timeout`] if every failure was one, else [`SearchError::Unavailable`].
    pub async fn search(&self, query: &Query, deadline: Deadline) -> Result<Found, SearchError> {
        self.check()?;
        let (web, fact_checks) = tokio::join!(
            first_answer(&self.web, query, deadline),
            first_answer(self.fact_checks.as_slice(), query, deadline)
        );
        let main_answered = if self.web.is_empty() { fact_checks.hits.is_some() } else { web.hits.is_some() };
        let failures: Vec<_> = web.failures.into_iter().chain(fact_checks.failures).collect();
        let hits = merged(web.hits.unwrap_or_default(), fact_checks.hits.unwrap_or_default(), query);
        if hits.is_empty() && !main_answered {
            return Err(worst(failures));
        }
        Ok(Found { hits, incomplete: failures.iter().filter_map(SearchError::provider).collect() })
    }
}

impl fmt::Debug for WebSearch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("WebSearch").field("configured", &self.configured()).finish()
    }
}

fn base_url(settings: &Settings, name: &str, default: &str) -> String {
    let base_url = settings.text_or(name, default);
    if !is_base_url(base_url) {
        settings.problem(name, &"must be an http or https URL");
    }
    base_url.to_owned()
}

/// Asks `providers` in order until one answers, whatever it finds.
async fn first_answer(providers: &[Arc<dyn Provider>], query: &Query, deadline: Deadline) -> Outcome {
    let mut outcome = Outcome::default();
    for (position, provider) in providers.iter().enumerate() {
        let is_last = position + 1 == providers.len();
        let own = if is_last { deadline } else { deadline.share(SHARE_BEFORE_FALLBACK) };
        let late = |_| Err(SearchError::Timeout { provider: provider.name() });
        match own.run(provider.search(query, own)).await.unwrap_or_else(late) {
            Ok(hits) => {
                outcome.hits = Some(hits);
                break;
            }
            Err(error) => {
                tracing::warn!(provider = provider.name(), reason = reason(&error), "search provider failed");
                outcome.failures.push(error);
            }
        }
    }
    outcome
}

/// The chain of messages, none of which holds text from outside.
fn reason(error: &SearchError) -> String {
    let first: &(dyn Error + 'static) = error;
    let errors = std::iter::successors(Some(first), |&error| error.source());
    errors.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// Both lists without pages that are too old; a page that a fact check names too is left to the fact check.
fn merged(web: Vec<Hit>, fact_checks: Vec<Hit>, query: &Query) -> Vec<Hit> {
    let recent = |hit: &Hit| {
        hit.published.zip(query.not_before).is_none_or(|(published, earliest)| published >= earliest)
    };
    let rated: HashSet<&str> = fact_checks.iter().map(|hit| hit.url.as_str()).collect();
    let mut hits: Vec<Hit> = web.into_iter().filter(|hit| !rated.contains(hit.url.as_str())).collect();
    hits.extend(fact_checks);
    let mut seen = HashSet::new();
    // A fact check's address may carry several ratings.
    hits.retain(|hit| recent(hit) && seen.insert((hit.url.clone(), hit.rating.clone())));
    hits
}

/// The failure to report: lateness only if there was nothing else.
fn worst(failures: Vec<SearchError>) -> SearchError {
    let is_late = |error: &SearchError| matches!(error, SearchError::Timeout { .. });
    let position = failures.iter().position(|error| !is_late(error)).unwrap_or_default();
    failures.into_iter().nth(position).unwrap_or(SearchError::NotConfigured)
}

#[cfg(test)]
mod tests;
