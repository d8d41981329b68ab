//! What the providers that want a key have in common.

use outbound::{Client, Deadline, Request};
use secrets::Secret;
use serde::de::DeserializeOwned;
use settings::SecretString;

use crate::{Cause, SearchError};

/// A provider's API, and the key to it.
#[derive(Debug)]
pub(crate) struct KeyedApi {
    provider: &'static str,
    base_url: String,
    key: Secret,
    client: Client,
}

impl KeyedApi {
    /// The API of `provider` at `base_url`.
    pub(crate) fn new(provider: &'static str, base_url: impl Into<String>, key: Secret) -> Self {
        Self { provider, base_url: base_url.into(), key, client: Client::new(provider) }
    }

    pub(crate) fn base_url(&self) -> &str {
        &self.base_url
    }

    /// The key for the next request.
    pub(crate) async fn key(&self, deadline: Deadline) -> Result<SecretString, SearchError> {
        self.key.reveal(deadline).await.map_err(|error| SearchError::from_key(self.provider, error))
    }

    /// Sends `request` and decodes the answer. A refused key is read anew for the next one.
    pub(crate) async fn json<T: DeserializeOwned>(
        &self,
        request: Request,
        deadline: Deadline,
    ) -> Result<T, SearchError> {
        let outcome = self.client.json(request, deadline).await;
        let outcome = outcome.map_err(|error| SearchError::from_call(self.provider, error));
        if let Err(SearchError::Unavailable { source: Cause::KeyRefused { .. }, .. }) = &outcome {
            self.key.forget();
        }
        outcome
    }
}
