//! Why a search found nothing.

use outbound::OutboundError;
use secrets::SecretError;
use settings::names;

/// Why a provider, or all of them, gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// No provider has a key or an address.
    #[error(
        "no web search is configured: set {}, {}, {}, {} or {}",
        names::TAVILY_API_KEY,
        names::BRAVE_API_KEY,
        names::EXA_API_KEY,
        names::SEARXNG_BASE_URL,
        names::GOOGLE_FACT_CHECK_API_KEY
    )]
    NotConfigured,
    /// The provider is down, over its limit, or refuses our key; or the key cannot be read.
    #[error("{provider} is unavailable")]
    Unavailable {
        /// The provider's name.
        provider: &'static str,
        /// How long the provider asks to wait, in milliseconds, where it says so.
        retry_after_ms: Option<u64>,
        /// What happened.
        #[source]
        source: Cause,
    },
    /// The deadline passed.
    #[error("{provider} did not answer in time")]
    Timeout {
        /// The provider's name.
        provider: &'static str,
    },
}

/// What made a provider unavailable.
#[derive(Debug, thiserror::Error)]
pub enum Cause {
    /// The key is missing, wrong, or not allowed to do this.
    #[error("the key is refused")]
    KeyRefused {
        /// What the provider answered.
        #[source]
        source: OutboundError,
    },
    /// The key is kept elsewhere, and could not be read there.
    #[error(transparent)]
    KeyUnreadable(#[from] SecretError),
    /// The plan's allowance is used up.
    #[error("the plan is used up")]
    PlanUsedUp {
        /// What the provider answered.
        #[source]
        source: OutboundError,
    },
    /// A SearXNG instance that answers HTML only, or that keeps programs out.
    #[error(
        "the instance refuses JSON: enable the json format under search.formats in its settings.yml, and its limiter must let us in"
    )]
    JsonDisabled {
        /// What the instance answered.
        #[source]
        source: OutboundError,
    },
    /// A SearXNG instance none of whose search engines answered.
    #[error("none of its search engines answered")]
    EnginesFailed,
    /// Anything else.
    #[error(transparent)]
    Call(#[from] OutboundError),
}

impl SearchError {
    /// The provider that failed, where it was one.
    #[must_use]
    pub fn provider(&self) -> Option<&'static str> {
        match self {
            Self::NotConfigured => None,
            Self::Unavailable { provider, .. } | Self::Timeout { provider } => Some(provider),
        }
    }

    /// `provider` is unavailable because of `cause`.
    pub(crate) fn unavailable(provider: &'static str, cause: impl Into<Cause>) -> Self {
        Self::Unavailable { provider, retry_after_ms: None, source: cause.into() }
    }

    /// The key of `provider` could not be had.
    pub(crate) fn from_key(provider: &'static str, error: SecretError) -> Self {
        match error {
            SecretError::Timeout { .. } => Self::Timeout { provider },
            error => {
                Self::Unavailable { provider, retry_after_ms: error.retry_after_ms(), source: error.into() }
            }
        }
    }

    /// A failed call to `provider`, read the way all providers mean it.
    pub(crate) fn from_call(provider: &'static str, error: OutboundError) -> Self {
        let refused_key = ["SUBSCRIPTION_TOKEN_INVALID", "API_KEY_INVALID"];
        match error {
            OutboundError::Timeout => Self::Timeout { provider },
            OutboundError::RateLimited { retry_after_ms } => {
                Self::Unavailable { provider, retry_after_ms, source: error.into() }
            }
            OutboundError::Unauthorized { .. } => {
                Self::unavailable(provider, Cause::KeyRefused { source: error })
            }
            // 402 is "payment required" everywhere, 432 and 433 are Tavily's plan and pay-as-you-go limits.
            OutboundError::Rejected { status: 402 | 432 | 433, .. } => {
                Self::unavailable(provider, Cause::PlanUsedUp { source: error })
            }
            OutboundError::Rejected { code: Some(ref code), .. } if refused_key.contains(&code.as_str()) => {
                Self::unavailable(provider, Cause::KeyRefused { source: error })
            }
            error => Self::unavailable(provider, error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unconfigured_search_names_every_variable() {
        let message = SearchError::NotConfigured.to_string();
        for name in [
            "TAVILY_API_KEY",
            "BRAVE_API_KEY",
            "EXA_API_KEY",
            "SEARXNG_BASE_URL",
            "GOOGLE_FACT_CHECK_API_KEY",
        ] {
            assert!(message.contains(name), "{message}");
        }
    }
}
