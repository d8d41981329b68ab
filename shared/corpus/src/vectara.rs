//! A corpus kept by Vectara, asked through its API v2 (`POST /v2/corpora/{key}/query`).
//!
//! The documents must carry what an item of evidence needs as metadata, for Vectara has no such fields of its
//! own: `url`, and if possible `publisher`, `title`, `tier` (text) and `pub_epoch` (integer, seconds since
//! 1970). To be filtered by, `tier` and `pub_epoch` must be declared as filter attributes of the corpus.

mod answer;
#[cfg(test)]
mod tests;

use async_trait::async_trait;
use evidence::Tier;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use outbound::{Client, Deadline, OutboundError, Request, is_base_url};
use secrets::{Secret, SecretError};
use serde_json::{Map, Value, json};
use settings::{Settings, names};

use crate::{Corpus, CorpusError, Passage, Query};

const DEFAULT_BASE_URL: &str = "https://api.vectara.io";
/// Longest query that Vectara takes, in characters.
const QUERY_CHARACTERS: usize = 5_000;
/// Longest corpus key.
const CORPUS_KEY_CHARACTERS: usize = 50;
/// Share of exact words in the relevance, beside meaning: the value of Vectara's own hybrid-search examples.
const LEXICAL_INTERPOLATION: f64 = 0.025;
/// Most passages asked for at once.
const MAX_LIMIT: usize = 50;

/// The client of one corpus in one Vectara account.
#[derive(Debug)]
pub struct VectaraCorpus {
    client: Client,
    base_url: String,
    /// The account, or the names of the settings that are missing.
    account: Result<Account, Vec<&'static str>>,
    reranker: Option<String>,
}

#[derive(Debug)]
struct Account {
    api_key: Secret,
    corpus_key: String,
}

impl VectaraCorpus {
    /// The corpus that `VECTARA_CORPUS_KEY` names, with the key in `VECTARA_API_KEY`.
    ///
    /// A malformed value is noted as a problem of the settings. Without a key every search answers
    /// [`CorpusError::NotConfigured`].
    #[must_use]
    pub fn from_settings(settings: &Settings) -> Self {
        let base_url = settings.text_or(names::VECTARA_BASE_URL, DEFAULT_BASE_URL);
        if !is_base_url(base_url) {
            settings.problem(names::VECTARA_BASE_URL, &"must be an http or https URL");
        }
        Self {
            client: Client::new("vectara"),
            base_url: base_url.to_owned(),
            account: Account::from_settings(settings),
            reranker: settings.text(names::VECTARA_RERANKER).map(str::to_owned),
        }
    }

    fn account(&self) -> Result<&Account, CorpusError> {
        self.account.as_ref().map_err(|missing| CorpusError::NotConfigured { missing: missing.clone() })
    }

    async fn ask(
        &self,
        query: &Query,
        limit: usize,
        deadline: Deadline,
    ) -> Result<Map<String, Value>, CorpusError> {
        let account = self.account()?;
        let api_key = account.api_key.reveal(deadline).await?;
        let request = Request::post_json(&self.base_url, &self.body(query, limit))
            .segments(["v2", "corpora", &account.corpus_key, "query"])
            .secret_header("x-api-key", &api_key)
            .timeout_header("Request-Timeout-Millis");
        let outcome = self.client.json(request, deadline).await;
        if let Err(OutboundError::Unauthorized { .. }) = &outcome {
            account.api_key.forget();
        }
        outcome.map_err(CorpusError::from)
    }

    /// The request's body. Without `generation` Vectara only retrieves.
    fn body(&self, query: &Query, limit: usize) -> Value {
        // Without a reranker named, Vectara picks its slowest, whose scores are on another scale.
        let reranker = match &self.reranker {
            Some(name) => json!({"type": "customer_reranker", "reranker_name": name}),
            None => json!({"type": "none"}),
        };
        let mut search = json!({
            "offset": 0,
            "limit": limit,
            "lexical_interpolation": LEXICAL_INTERPOLATION,
            "context_configuration": {"sentences_before": 1, "sentences_after": 1},
            "reranker": reranker,
        });
        if let Some(filter) = metadata_filter(query.tier, query.not_before) {
            search["metadata_filter"] = filter.into();
        }
        json!({
            "query": beginning(&query.text, QUERY_CHARACTERS),
            "search": search,
            "stream_response": false,
            "save_history": false,
        })
    }
}

impl Account {
    fn from_settings(settings: &Settings) -> Result<Self, Vec<&'static str>> {
        let corpus_key = settings.text(names::VECTARA_CORPUS_KEY);
        if corpus_key.is_some_and(|key| !is_corpus_key(key)) {
            let reason = "must have 1 to 50 letters, digits, `_`, `=` or `-`";
            settings.problem(names::VECTARA_CORPUS_KEY, &reason);
        }
        match (Secret::from_settings(settings, names::VECTARA_API_KEY), corpus_key) {
            (Some(api_key), Some(corpus_key)) => Ok(Self { api_key, corpus_key: corpus_key.to_owned() }),
            (api_key, corpus_key) => {
                let missing = [
                    (names::VECTARA_API_KEY, api_key.is_none()),
                    (names::VECTARA_CORPUS_KEY, corpus_key.is_none()),
                ];
                Err(missing.into_iter().filter_map(|(name, is_missing)| is_missing.then_some(name)).collect())
            }
        }
    }
}

#[async_trait]
impl Corpus for VectaraCorpus {
    fn name(&self) -> &'static str {
        "vectara"
    }

    async fn search(&self, query: &Query, deadline: Deadline) -> Result<Vec<Passage>, CorpusError> {
        let account = self.account()?;
        if query.limit == 0 {
            return Ok(Vec::new());
        }
        // Some of what comes back has no address, or is there twice.
        let asked_for = query.limit.saturating_mul(2).min(MAX_LIMIT).max(query.limit);
        let answer = self.ask(query, asked_for, deadline).await?;
        Ok(answer::passages(&answer, &account.corpus_key, query))
    }

    /// Asks for one passage: with a query-only key nothing else is allowed.
    async fn check(&self, deadline: Deadline) -> Result<(), CorpusError> {
        self.ask(&Query::new("status", 1), 1, deadline).await.map(drop)
    }
}

impl From<OutboundError> for CorpusError {
    /// A refused key is unavailability too: the caller's own token was fine.
    fn from(error: OutboundError) -> Self {
        let retry_after_ms = match error {
            OutboundError::Timeout => return Self::Timeout,
            OutboundError::RateLimited { retry_after_ms } => retry_after_ms,
            _ => None,
        };
        Self::Unavailable { retry_after_ms, source: Box::new(error) }
    }
}

impl From<SecretError> for CorpusError {
    fn from(error: SecretError) -> Self {
        match error {
            SecretError::Timeout { .. } => Self::Timeout,
            error => Self::KeyUnreadable(error),
        }
    }
}

/// The condition on metadata, built from an enum and a number alone: no text from outside is in it.
fn metadata_filter(tier: Option<Tier>, not_before: Option<Date>) -> Option<String> {
    let tier = tier.map(|tier| format!("doc.tier = '{tier}'"));
    // A document without the attribute has NULL there, which no comparison holds for.
    let freshness = not_before
        .and_then(|date| date.to_zoned(TimeZone::UTC).ok())
        .map(|midnight| midnight.timestamp().as_second())
        .map(|epoch| format!("(doc.pub_epoch IS NULL OR doc.pub_epoch >= {epoch})"));
    let conditions: Vec<String> = tier.into_iter().chain(freshness).collect();
    (!conditions.is_empty()).then(|| conditions.join(" AND "))
}

fn is_corpus_key(key: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'=' | b'-');
    (1..=CORPUS_KEY_CHARACTERS).contains(&key.len()) && key.bytes().all(allowed)
}

/// The first `limit` characters of `text`, ending at a word where there is one.
fn beginning(text: &str, limit: usize) -> &str {
    let Some((end, _)) = text.char_indices().nth(limit) else { return text };
    let cut = &text[..end];
    cut.rfind(char::is_whitespace).map_or(cut, |space| &cut[..space])
}
