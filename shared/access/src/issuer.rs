//! Makes, rotates and revokes tokens.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::{SignedDuration, Timestamp};
use settings::{Clock, ExposeSecret, SecretString};
use store::{Store, StoreError, TokenRecord};
use web::Credential;

use crate::{UsagePlan, UsagePlanError};

/// What a token starts with: a leaked one is recognised for what it is.
const PREFIX: &str = "truthy_";
/// Longest name, in characters.
const MAX_NAME_CHARS: usize = 64;

/// Makes, rotates and revokes the tokens of one table.
pub struct Issuer {
    store: Store,
    /// Where the API keys are; none for a table without a gateway in front.
    plan: Option<Arc<dyn UsagePlan>>,
    clock: Clock,
}

/// A token that was just made. It is shown once: only its digest is kept.
#[derive(Debug)]
pub struct Issued {
    /// The token.
    pub token: SecretString,
    /// What is kept of it.
    pub record: TokenRecord,
}

/// Why a token was not made, rotated or revoked.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// The name cannot be used.
    #[error("a name has 1 to {MAX_NAME_CHARS} letters, digits, spaces and any of . _ -")]
    Name,
    /// The name is taken.
    #[error("there is a token named {name} already; rotate or revoke it, or choose another name")]
    Taken {
        /// The name.
        name: String,
    },
    /// No token has this name or fingerprint.
    #[error("no token has the name or fingerprint {wanted}; `truthy token list` shows them")]
    Unknown {
        /// What was asked for.
        wanted: String,
    },
    /// Its API key is at a gateway that was not named.
    #[error("the calls of {name} are counted by an API key at the gateway; name its usage plan")]
    NoPlanNamed {
        /// The token's name.
        name: String,
    },
    /// The operating system gave no randomness.
    #[error("the system gives no random numbers")]
    Randomness,
    /// The table did not do it.
    #[error("the table did not answer as it should")]
    Store(#[from] StoreError),
    /// The gateway did not do it.
    #[error(transparent)]
    UsagePlan(#[from] UsagePlanError),
}

impl Issuer {
    /// Over one table, and the usage plan of the gateway in front of it.
    #[must_use]
    pub fn new(store: Store, plan: Option<Arc<dyn UsagePlan>>, clock: Clock) -> Self {
        Self { store, plan, clock }
    }

    /// Makes a token with an API key of its own.
    pub async fn create(&self, name: &str) -> Result<Issued, TokenError> {
        let allowed = |character: char| character.is_ascii_alphanumeric() || " ._-".contains(character);
        if name.trim() != name || !(1..=MAX_NAME_CHARS).contains(&name.len()) || !name.chars().all(allowed) {
            return Err(TokenError::Name);
        }
        if self.store.tokens().await?.iter().any(|token| token.name == name) {
            return Err(TokenError::Taken { name: name.to_owned() });
        }
        let usage_key = hex::encode(random::<20>()?);
        let usage_key_id = match &self.plan {
            Some(plan) => Some(plan.add_key(name, &usage_key).await?),
            None => None,
        };
        let issued = self.issue(name, usage_key, usage_key_id.clone()).await;
        if let (Err(_), Some(plan), Some(id)) = (&issued, &self.plan, usage_key_id) {
            // A key that no token leads to would stay for ever.
            plan.remove_key(&id).await?;
        }
        issued
    }

    /// Every valid token, by name and age.
    pub async fn list(&self) -> Result<Vec<TokenRecord>, TokenError> {
        Ok(self.store.tokens().await?)
    }

    /// Makes a new token for the holder of an old one. The API key stays, and with it what is left of its quota;
    /// the old token is valid for `grace` more.
    pub async fn rotate(&self, wanted: &str, grace: SignedDuration) -> Result<Issued, TokenError> {
        let old = self.find(wanted).await?;
        let newest = old.last().ok_or_else(|| unknown(wanted))?;
        let issued = self.issue(&newest.name, newest.usage_key.clone(), newest.usage_key_id.clone()).await?;
        let ends_at = self.clock.now().saturating_add(grace).unwrap_or(Timestamp::MAX);
        for token in &old {
            if grace <= SignedDuration::ZERO {
                self.store.delete_token(&token.digest).await?;
            } else if token.expires_at.is_none_or(|expires_at| expires_at > ends_at) {
                self.store.expire_token(&token.digest, ends_at).await?;
            }
        }
        Ok(issued)
    }

    /// Ends every token of a name, or the one with a fingerprint, and removes the API key that no token is left
    /// for. A gateway that keeps answers forgets it within their time to live.
    pub async fn revoke(&self, wanted: &str) -> Result<Vec<TokenRecord>, TokenError> {
        let revoked = self.find(wanted).await?;
        if let (None, Some(token)) = (&self.plan, revoked.iter().find(|token| token.usage_key_id.is_some())) {
            return Err(TokenError::NoPlanNamed { name: token.name.clone() });
        }
        for token in &revoked {
            self.store.delete_token(&token.digest).await?;
        }
        let left = self.store.tokens().await?;
        let mut keys: Vec<&String> = revoked.iter().filter_map(|token| token.usage_key_id.as_ref()).collect();
        keys.dedup();
        for id in keys {
            let used = left.iter().any(|token| token.usage_key_id.as_ref() == Some(id));
            if let (false, Some(plan)) = (used, &self.plan) {
                plan.remove_key(id).await?;
            }
        }
        Ok(revoked)
    }

    /// The tokens of a name, oldest first, or the one with a fingerprint.
    async fn find(&self, wanted: &str) -> Result<Vec<TokenRecord>, TokenError> {
        let tokens = self.store.tokens().await?;
        let named: Vec<TokenRecord> = tokens.iter().filter(|token| token.name == wanted).cloned().collect();
        if !named.is_empty() {
            return Ok(named);
        }
        let shown: Vec<TokenRecord> =
            tokens.into_iter().filter(|token| token.fingerprint() == wanted).collect();
        if shown.is_empty() { Err(unknown(wanted)) } else { Ok(shown) }
    }

    async fn issue(
        &self,
        name: &str,
        usage_key: String,
        usage_key_id: Option<String>,
    ) -> Result<Issued, TokenError> {
        let token = SecretString::from(format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(random::<32>()?)));
        let record = TokenRecord {
            digest: Credential::new(token.expose_secret()).digest(),
            name: name.to_owned(),
            created_at: self.clock.now(),
            expires_at: None,
            usage_key,
            usage_key_id,
        };
        // 256 random bits: that the digest is there already cannot happen.
        self.store.put_token(&record).await?;
        Ok(Issued { token, record })
    }
}

fn unknown(wanted: &str) -> TokenError {
    TokenError::Unknown { wanted: wanted.to_owned() }
}

fn random<const BYTES: usize>() -> Result<[u8; BYTES], TokenError> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|_| TokenError::Randomness)?;
    Ok(bytes)
}
