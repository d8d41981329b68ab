//! What all providers have in common: a key, one call, one way to read what comes back.

use std::sync::Arc;

use outbound::{Client, Deadline, OutboundError, Request as Call};
use secrets::Secret;
use serde_json::Value;
use settings::{Clock, SecretString};

use crate::account::Account;
use crate::draft::{Absorb, Draft, reported_error};
use crate::{Cause, ModelError, Pieces, Prices, Request, reading};

/// How often a call is made, at most.
const ATTEMPTS: u32 = 3;

/// A provider's API, the key to it, and the model that is asked there.
#[derive(Debug)]
pub(crate) struct ChatApi {
    provider: &'static str,
    base_url: String,
    key: Secret,
    model: String,
    prices: Arc<Prices>,
    absorb: Absorb,
    client: Client,
    clock: Clock,
}

impl ChatApi {
    pub(crate) fn new(
        provider: &'static str,
        base_url: impl Into<String>,
        key: Secret,
        model: impl Into<String>,
        absorb: Absorb,
    ) -> Self {
        Self {
            provider,
            base_url: base_url.into(),
            key,
            model: model.into(),
            prices: Arc::new(Prices::built_in()),
            absorb,
            client: Client::new(provider),
            clock: Clock::System,
        }
    }

    pub(crate) fn set_prices(&mut self, prices: Arc<Prices>) {
        self.prices = prices;
    }

    #[cfg(test)]
    pub(crate) fn set_clock(&mut self, clock: Clock) {
        self.clock = clock;
    }

    pub(crate) fn provider(&self) -> &'static str {
        self.provider
    }

    pub(crate) fn base_url(&self) -> &str {
        &self.base_url
    }

    pub(crate) fn model(&self) -> &str {
        &self.model
    }

    /// The key for the next call.
    pub(crate) async fn key(&self, deadline: Deadline) -> Result<SecretString, ModelError> {
        self.key.reveal(deadline).await.map_err(|error| ModelError::from_key(self.provider, error))
    }

    /// The whole answer to `call`, which asks `request`.
    pub(crate) async fn complete(
        &self,
        request: &Request,
        call: Call,
        deadline: Deadline,
    ) -> Result<crate::Reply, ModelError> {
        let account = self.account(request);
        let answer = self.client.json::<Value>(call.attempts(ATTEMPTS), deadline).await;
        let answer = answer.map_err(|error| self.failed(error))?;
        if let Some(cause) = reported_error(&answer) {
            return Err(ModelError::from_report(self.provider, &self.model, cause));
        }
        let mut draft = Draft::default();
        (self.absorb)(&mut draft, &answer);
        draft.end_unsaid();
        account.settle(draft)
    }

    /// The answer to `call`, which asks `request`, as it is written.
    pub(crate) async fn stream(
        &self,
        request: &Request,
        call: Call,
        deadline: Deadline,
    ) -> Result<Pieces, ModelError> {
        let account = self.account(request);
        let call = call.header("accept", "text/event-stream").attempts(ATTEMPTS);
        let body = self.client.stream(call, deadline).await.map_err(|error| self.failed(error))?;
        Ok(reading::pieces(body, self.absorb, account))
    }

    fn account(&self, request: &Request) -> Account {
        Account::open(self.provider, &self.model, request, &self.prices, self.clock.today())
    }

    /// A call that failed. A refused key is read anew for the next one.
    fn failed(&self, error: OutboundError) -> ModelError {
        let error = ModelError::from_call(self.provider, &self.model, error);
        if let ModelError::Unavailable { source: Cause::KeyRefused { .. }, .. } = &error {
            self.key.forget();
        }
        error
    }
}
