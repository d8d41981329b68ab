//! Ephemeral tokens: a browser opens a session with one, and never sees the key.

use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use jiff::Timestamp;
use outbound::{Client, Deadline, OutboundError, Request};
use secrets::{Secret, SecretError};
use serde_json::{Value, json};
use settings::names;
use web::{ErrorCode, Failure};

use crate::Service;

/// What every token's name begins with.
const PREFIX: &str = "auth_tokens/";

/// The one part of a setup that its holder says: a connection that ends is resumed with the same token, from a handle
/// that is not known yet when the token is minted.
const LEFT_OPEN: &str = "sessionResumption";

/// What a token allows.
#[derive(Debug, Clone, PartialEq)]
pub struct Grant {
    /// The only setup that it opens a session with, but for the handle to go on from.
    pub setup: Value,
    /// When a session that it opened ends.
    pub expires_at: Timestamp,
    /// Until when it opens one.
    pub new_session_expires_at: Timestamp,
}

/// Mints tokens.
#[async_trait]
pub trait Tokens: Send + Sync {
    /// A token for one session, locked to the grant's setup but for where it goes on from.
    async fn mint(&self, grant: &Grant, deadline: Deadline) -> Result<String, TokenError>;
}

/// Why there is no token.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// There is no key to mint with.
    #[error("live sessions are not configured: set {}", names::GEMINI_API_KEY)]
    NotConfigured,
    /// The key could not be read where it is kept.
    #[error(transparent)]
    KeyUnreadable(#[from] SecretError),
    /// The call failed.
    #[error("the token was not minted")]
    Call(#[from] OutboundError),
    /// The answer holds no token.
    #[error("the answer holds no token")]
    NoToken,
}

impl From<TokenError> for Failure {
    fn from(error: TokenError) -> Self {
        let advice = match &error {
            TokenError::NotConfigured => error.to_string(),
            TokenError::KeyUnreadable(cause) => format!("no token for a live session: {cause}"),
            TokenError::Call(OutboundError::Timeout) => {
                let message = "Gemini did not mint a token in time; try again";
                return Self::new(ErrorCode::Timeout, message).caused_by(error);
            }
            TokenError::Call(cause) if is_refusal(cause) => {
                format!("no token for a live session: the key is refused; check {}", names::GEMINI_API_KEY)
            }
            TokenError::Call(OutboundError::Rejected { .. }) => format!(
                "no token for a live session: Gemini rejects the setup; check {} and {}",
                names::GEMINI_LIVE_MODEL,
                names::GEMINI_LIVE_VERSION
            ),
            TokenError::Call(_) | TokenError::NoToken => {
                "Gemini mints no tokens at the moment; try again later".to_owned()
            }
        };
        let wait_ms = match &error {
            TokenError::Call(OutboundError::RateLimited { retry_after_ms }) => *retry_after_ms,
            _ => None,
        };
        let failure = Self::new(ErrorCode::BackendUnavailable, advice).retry_after_ms(wait_ms);
        let failure = match &error {
            TokenError::NotConfigured => failure.detail("missing", vec![names::GEMINI_API_KEY]),
            _ => failure,
        };
        failure.caused_by(error)
    }
}

/// A key is refused with 401 or 403, or with 400 and this reason.
fn is_refusal(error: &OutboundError) -> bool {
    match error {
        OutboundError::Unauthorized { .. } => true,
        OutboundError::Rejected { code, .. } => code.as_deref() == Some("API_KEY_INVALID"),
        _ => false,
    }
}

/// Tokens of the Gemini API.
#[derive(Debug)]
pub struct GeminiTokens {
    service: Service,
    key: Secret,
    client: Client,
}

impl GeminiTokens {
    /// Mints at `service` with `key`.
    #[must_use]
    pub fn new(service: Service, key: Secret) -> Self {
        Self { service, key, client: Client::new("gemini-live") }
    }
}

#[async_trait]
impl Tokens for GeminiTokens {
    async fn mint(&self, grant: &Grant, deadline: Deadline) -> Result<String, TokenError> {
        let key = self.key.reveal(deadline).await?;
        let body = json!({
            "uses": 1,
            "expireTime": grant.expires_at.to_string(),
            "newSessionExpireTime": grant.new_session_expires_at.to_string(),
            "bidiGenerateContentSetup": grant.setup,
            // What is locked: what the holder says of it is ignored.
            "fieldMask": field_mask(&grant.setup),
        });
        let (base_url, segments) = self.service.token_mint();
        let request =
            Request::post_json(base_url, &body).segments(segments).secret_header("x-goog-api-key", &key);
        let minted: Value = self.client.json(request, deadline).await.inspect_err(|error| {
            if is_refusal(error) {
                self.key.forget();
            }
        })?;
        let name = minted.get("name").and_then(Value::as_str).filter(|name| name.starts_with(PREFIX));
        name.map(str::to_owned).ok_or(TokenError::NoToken)
    }
}

/// The parts of `setup` that are locked, as a field mask: one text, the fields of an object each by itself.
fn field_mask(setup: &Value) -> String {
    let fields = setup.as_object().into_iter().flatten().filter(|(name, _)| *name != LEFT_OPEN);
    let paths = fields.flat_map(|(name, value)| match value.as_object().filter(|inner| !inner.is_empty()) {
        Some(inner) => inner.keys().map(|within| format!("{name}.{within}")).collect(),
        None => vec![name.clone()],
    });
    paths.collect::<Vec<String>>().join(",")
}

/// Mints numbered tokens of no use, or none, and remembers what it was asked for.
#[derive(Debug, Default)]
pub struct FakeTokens {
    asked: Mutex<Vec<Grant>>,
    is_down: bool,
}

impl FakeTokens {
    /// One that always fails.
    #[must_use]
    pub fn down() -> Self {
        Self { is_down: true, ..Self::default() }
    }

    /// What was asked for so far.
    #[must_use]
    pub fn asked(&self) -> Vec<Grant> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[async_trait]
impl Tokens for FakeTokens {
    async fn mint(&self, grant: &Grant, _: Deadline) -> Result<String, TokenError> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.push(grant.clone());
        if self.is_down {
            return Err(OutboundError::Failed { status: 503 }.into());
        }
        Ok(format!("{PREFIX}fake-{}", asked.len()))
    }
}

#[cfg(test)]
mod tests;
