//! What a model answers.

use std::fmt;

use serde::de::DeserializeOwned;

use crate::{ModelError, Unusable};

/// A usable answer and what it took.
#[derive(Clone, PartialEq)]
pub struct Reply {
    /// What the model says, never blank; with an answer schema, JSON and nothing around it.
    pub text: String,
    /// Who answered: `gemini`, `groq`, `openai`, …
    pub provider: &'static str,
    /// The model that answered, as its provider reports it; what was asked for where it does not.
    pub model: String,
    /// Why it stopped.
    pub finish: Finish,
    /// Tokens it took, as counted by the provider.
    pub usage: Usage,
    /// What it cost, in US dollars, where the model has a price and the provider counts tokens.
    pub cost_usd: Option<f64>,
}

/// Why a usable answer ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finish {
    /// The model had said everything.
    Complete,
    /// Another reason, in the provider's word: at most 64 letters, digits, `_`, `.` and `-`.
    Other(String),
    /// The provider gives none.
    Unsaid,
}

/// Tokens of one answer; 0 where the provider does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// Tokens of the prompt, cached ones included.
    pub prompt_tokens: u64,
    /// Of these, those that the provider had cached, and charges less for.
    pub cached_prompt_tokens: u64,
    /// Tokens of the answer, and of what the model thought before it.
    pub completion_tokens: u64,
    /// All of them.
    pub total_tokens: u64,
}

impl Reply {
    /// The answer decoded, where a schema was asked for. [`Unusable::NotInSchema`] if it has another shape.
    pub fn decoded<T: DeserializeOwned>(&self) -> Result<T, ModelError> {
        let unusable = |_| ModelError::Unusable { provider: self.provider, source: Unusable::NotInSchema };
        serde_json::from_str(&self.text).map_err(unusable)
    }
}

impl Usage {
    /// Whether anything was counted.
    #[must_use]
    pub fn is_counted(self) -> bool {
        self != Self::default()
    }
}

impl fmt::Debug for Reply {
    /// The length of the text, not the text.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Reply")
            .field("text_bytes", &self.text.len())
            .field("provider", &self.provider)
            .field("model", &self.model)
            .field("finish", &self.finish)
            .field("usage", &self.usage)
            .field("cost_usd", &self.cost_usd)
            .finish()
    }
}
