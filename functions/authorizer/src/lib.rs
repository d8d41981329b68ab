//! Proves callers at the gateway: bearer tokens, and what counts their calls.
//!
//! A token is known from the deployment's settings or from the table. Nobody is let in without one.

use async_trait::async_trait;
use settings::{Clock, Settings, names};
use store::Store;
use web::{Authorize, Authorizer, Credential, Failure, Grant, Needs, Tokens, unknown_token};

/// What proving takes.
#[derive(Debug)]
pub struct Deps {
    /// The deployment's own tokens.
    pub tokens: Tokens,
    /// What counts the calls of those.
    pub usage_key: Option<String>,
    /// Where the other tokens are.
    pub store: Store,
}

impl Deps {
    /// Reads `TRUTHY_TOKENS`, `TRUTHY_USAGE_KEY` and the table's settings.
    #[must_use]
    pub fn from_settings(settings: &Settings) -> Self {
        Self {
            tokens: Tokens::from_settings(settings),
            usage_key: settings.text(names::TRUTHY_USAGE_KEY).map(str::to_owned),
            store: Store::from_settings(settings, Clock::System),
        }
    }
}

/// The authorizer.
#[must_use]
pub fn authorizer() -> Authorizer {
    Authorizer {
        name: "authorizer",
        needs: Needs::memory_mb(
            256,
            "every new caller waits for it: one read of the table, signed and encrypted",
        )
        .table(&[store::access::TOKEN])
        .settings(&[names::TRUTHY_TOKENS, names::TRUTHY_USAGE_KEY])
        .settings(store::access::SETTINGS),
        connect: |settings| Box::new(Deps::from_settings(settings)),
    }
}

#[async_trait]
impl Authorize for Deps {
    async fn authorize(&self, credential: Credential) -> Result<Grant, Failure> {
        if let Some(principal) = self.tokens.find(&credential) {
            return Ok(Grant { principal, usage_key: self.usage_key.clone() });
        }
        let known = telemetry::upstream(self.store.token(&credential.digest())).await?;
        let token = known.ok_or_else(unknown_token)?;
        Ok(Grant { principal: credential.principal(), usage_key: Some(token.usage_key) })
    }

    async fn warm(&self) {
        self.store.warm_tokens().await;
    }
}
