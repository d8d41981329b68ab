//! Why there is no answer.

use outbound::OutboundError;
use secrets::SecretError;

/// Why a model gave no usable answer. Holds no key, and nothing of the prompt or the answer.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// The provider is down, over its limit, or refuses our key or the request; or the key cannot be read.
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
    /// It answered, and the answer is of no use.
    #[error("the answer of {provider} is of no use")]
    Unusable {
        /// The provider's name.
        provider: &'static str,
        /// What is wrong with it.
        #[source]
        source: Unusable,
    },
}

/// What made a provider unavailable.
#[derive(Debug, thiserror::Error)]
pub enum Cause {
    /// The key is wrong, or not allowed to do this.
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
    /// No such model, or no longer.
    #[error("the model {model} is not known")]
    UnknownModel {
        /// The id that was asked for.
        model: String,
        /// What the provider answered.
        #[source]
        source: OutboundError,
    },
    /// The prompt is longer than the model, or the plan, takes.
    #[error("the prompt is too long")]
    PromptTooLong {
        /// What the provider answered.
        #[source]
        source: OutboundError,
    },
    /// An error inside an answer that had begun as a success.
    #[error("it reported an error in its answer{}", code.as_deref().map(|code| format!(" ({code})")).unwrap_or_default())]
    Reported {
        /// The provider's own code: at most 64 letters, digits, `_`, `.` and `-`.
        code: Option<String>,
    },
    /// Anything else.
    #[error(transparent)]
    Call(#[from] OutboundError),
}

/// What is wrong with an answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// The provider's safety rules stopped the prompt or the answer.
    #[error("it was blocked ({reason})")]
    Blocked {
        /// The provider's word for why: at most 64 letters, digits, `_`, `.` and `-`.
        reason: String,
    },
    /// It says nothing.
    #[error("it is empty")]
    Empty,
    /// It reached the limit of its length.
    #[error("it was cut short at the limit of its length")]
    Truncated,
    /// It ended before the provider had said that it was complete.
    #[error("it broke off")]
    BrokenOff,
    /// It is not in the provider's own form.
    #[error("it cannot be read")]
    Garbled,
    /// A schema was asked for, and it is not JSON, or JSON of another shape.
    #[error("it is not in the schema that was asked for")]
    NotInSchema,
}

impl ModelError {
    /// The provider that failed.
    #[must_use]
    pub fn provider(&self) -> &'static str {
        match self {
            Self::Unavailable { provider, .. }
            | Self::Timeout { provider }
            | Self::Unusable { provider, .. } => provider,
        }
    }

    /// `provider` is unavailable because of `cause`.
    pub(crate) fn unavailable(provider: &'static str, cause: impl Into<Cause>) -> Self {
        Self::Unavailable { provider, retry_after_ms: None, source: cause.into() }
    }

    /// The answer of `provider` is of no use.
    pub(crate) fn unusable(provider: &'static str, source: Unusable) -> Self {
        Self::Unusable { provider, source }
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

    /// A failed call of `model` at `provider`, read the way all providers mean it.
    pub(crate) fn from_call(provider: &'static str, model: &str, error: OutboundError) -> Self {
        if let OutboundError::RateLimited { retry_after_ms } = error {
            return Self::Unavailable { provider, retry_after_ms, source: error.into() };
        }
        let code = match &error {
            OutboundError::Rejected { code, .. } => code.as_deref().unwrap_or_default(),
            _ => "",
        };
        let cause = match (&error, code) {
            (OutboundError::Timeout, _) => return Self::Timeout { provider },
            // Gemini refuses a key with 400 and this reason; all others with 401 or 403.
            (OutboundError::Unauthorized { .. }, _) | (_, "API_KEY_INVALID" | "invalid_api_key") => {
                Cause::KeyRefused { source: error }
            }
            (OutboundError::Rejected { status: 402, .. }, _) | (_, "insufficient_quota") => {
                Cause::PlanUsedUp { source: error }
            }
            (OutboundError::Rejected { status: 404, .. }, _)
            | (_, "model_not_found" | "model_decommissioned") => {
                Cause::UnknownModel { model: model.to_owned(), source: error }
            }
            (OutboundError::Rejected { status: 413, .. }, _) | (_, "context_length_exceeded") => {
                Cause::PromptTooLong { source: error }
            }
            // Groq's word for an answer that it could not force into the schema.
            (_, "json_validate_failed") => return Self::unusable(provider, Unusable::NotInSchema),
            _ => Cause::Call(error),
        };
        Self::unavailable(provider, cause)
    }

    /// An error that `provider` reports where the answer of `model` should be.
    pub(crate) fn from_report(provider: &'static str, model: &str, cause: Cause) -> Self {
        match cause {
            Cause::Call(error) => Self::from_call(provider, model, error),
            cause => Self::unavailable(provider, cause),
        }
    }
}
