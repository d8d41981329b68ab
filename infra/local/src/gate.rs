//! Proves who calls, as the gateway does on AWS: it asks the authorizer, and uses an answer again until it is old.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use lambda_http::http::HeaderMap;
use lambda_http::http::header::AUTHORIZATION;
use serde_json::json;
use settings::{Clock, Settings, SettingsError, names};
use store::Store;
use web::{Credential, Endpoint, Failure, OpenAuthorizer, Principal, TokenDigest};

/// How long it is remembered whether there is any token: then one that was just made is asked for.
const OPENNESS_KEPT_FOR: Duration = Duration::from_secs(1);

/// Who may call.
pub(crate) struct Gate {
    authorizer: OpenAuthorizer,
    store: Store,
    /// Whether the settings name tokens.
    has_tokens: bool,
    openness: Mutex<Option<(Instant, bool)>>,
    answers: Mutex<HashMap<TokenDigest, (Instant, Caller)>>,
    answers_kept_for: Duration,
}

/// Who calls, and what counts the calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Caller {
    pub(crate) principal: Principal,
    pub(crate) usage_key: Option<String>,
}

impl Gate {
    /// Opens the authorizer, whose answers are used again for `answers_kept_for`.
    pub(crate) fn open(settings: &Settings, answers_kept_for: Duration) -> Result<Self, SettingsError> {
        Ok(Self {
            authorizer: authorizer::authorizer().open(settings)?,
            store: Store::from_settings(settings, Clock::System),
            has_tokens: settings.text(names::TRUTHY_TOKENS).is_some(),
            openness: Mutex::default(),
            answers: Mutex::default(),
            answers_kept_for,
        })
    }

    /// Whether anyone may call: no token is in the settings, and none has ever been in the table. On AWS nobody may
    /// without one.
    pub(crate) async fn is_open(&self) -> Result<bool, Failure> {
        if self.has_tokens {
            return Ok(false);
        }
        let known = *self.openness.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, open)) = known.filter(|(asked_at, _)| asked_at.elapsed() < OPENNESS_KEPT_FOR) {
            return Ok(open);
        }
        let open = !self.store.asks_for_tokens().await?;
        *self.openness.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), open));
        Ok(open)
    }

    /// Who calls `endpoint`, or why they may not.
    pub(crate) async fn prove(
        &self,
        endpoint: &Endpoint,
        headers: &HeaderMap,
        request_id: &str,
    ) -> Result<Caller, Failure> {
        if self.is_open().await? {
            return Ok(Caller { principal: Principal::Anonymous, usage_key: None });
        }
        // What the gateway checks before it asks.
        let digest = Credential::from_headers(headers)?.digest();
        let kept = self.answers.lock().unwrap_or_else(PoisonError::into_inner).get(&digest).cloned();
        if let Some((_, caller)) = kept.filter(|(asked_at, _)| asked_at.elapsed() < self.answers_kept_for) {
            return Ok(caller);
        }
        let caller = self.ask(endpoint, headers, request_id).await?;
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.insert(digest, (Instant::now(), caller.clone()));
        Ok(caller)
    }

    async fn ask(
        &self,
        endpoint: &Endpoint,
        headers: &HeaderMap,
        request_id: &str,
    ) -> Result<Caller, Failure> {
        let shown = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let question = json!({
            "type": "REQUEST",
            "methodArn": format!(
                "arn:aws:execute-api:local:000000000000:local/local/{}{}",
                endpoint.method, endpoint.path
            ),
            "headers": { "Authorization": shown },
            "requestContext": { "requestId": request_id },
        });
        let answer = self.authorizer.answer(question).await.map_err(|refused| refused.0)?;
        let principal = match answer.principal_id {
            id if id.is_empty() => return Err(Failure::internal("the authorizer names nobody")),
            id => Principal::Token(id),
        };
        Ok(Caller { principal, usage_key: answer.usage_identifier_key })
    }

    /// Forgets answers that are too old to be used again.
    pub(crate) fn forget_old(&self) {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.retain(|_, (asked_at, _)| asked_at.elapsed() < self.answers_kept_for);
    }
}
