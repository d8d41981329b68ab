//! The end of a call: is the answer of use, what did it take, what did it cost.

use std::sync::Arc;

use jiff::civil::Date;
use serde::de::IgnoredAny;
use tokio::time::Instant;

use crate::draft::{Draft, End};
use crate::{Finish, ModelError, Prices, Reply, Request, Unusable};

/// What a call needs to know at its end.
#[derive(Debug)]
pub(crate) struct Account {
    pub(crate) provider: &'static str,
    /// The id that was asked for.
    pub(crate) model: String,
    /// The request's name.
    request: &'static str,
    /// Whether the answer is to be JSON.
    structured: bool,
    prices: Arc<Prices>,
    today: Date,
    began: Instant,
}

impl Account {
    pub(crate) fn open(
        provider: &'static str,
        model: &str,
        request: &Request,
        prices: &Arc<Prices>,
        today: Date,
    ) -> Self {
        Self {
            provider,
            model: model.to_owned(),
            request: request.name,
            structured: request.answer_schema.is_some(),
            prices: Arc::clone(prices),
            today,
            began: Instant::now(),
        }
    }

    /// The answer in `draft`, or what is wrong with it. Either way, what it took is logged: an answer that is of
    /// no use is charged all the same.
    pub(crate) fn settle(&self, draft: Draft) -> Result<Reply, ModelError> {
        let usage = draft.usage;
        let model = draft.model.clone().unwrap_or_else(|| self.model.clone());
        // The price is of what was asked for; what is reported may name a build of it.
        let price = self.prices.of(&self.model, self.today).or_else(|| self.prices.of(&model, self.today));
        let cost_usd = price.filter(|_| usage.is_counted()).map(|price| price.cost_usd(usage));
        telemetry::model_answered(usage.prompt_tokens, usage.completion_tokens, cost_usd);
        let judged = self.judged(draft);
        tracing::info!(
            provider = self.provider,
            model,
            request = self.request,
            prompt_tokens = usage.prompt_tokens,
            cached_prompt_tokens = usage.cached_prompt_tokens,
            completion_tokens = usage.completion_tokens,
            cost_usd,
            duration_ms = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX),
            usable = judged.is_ok(),
            "model answered"
        );
        let (text, finish) = judged.map_err(|problem| ModelError::unusable(self.provider, problem))?;
        Ok(Reply { text, provider: self.provider, model, finish, usage, cost_usd })
    }

    fn judged(&self, draft: Draft) -> Result<(String, Finish), Unusable> {
        let finish = match draft.end {
            None => return Err(Unusable::BrokenOff),
            Some(End::Blocked(reason)) => return Err(Unusable::Blocked { reason }),
            Some(End::Truncated) => return Err(Unusable::Truncated),
            Some(End::Complete) => Finish::Complete,
            Some(End::Other(word)) => Finish::Other(word),
            Some(End::Unsaid) => Finish::Unsaid,
        };
        if draft.text.trim().is_empty() {
            return Err(Unusable::Empty);
        }
        if !self.structured {
            return Ok((draft.text, finish));
        }
        let json = unfenced(&draft.text);
        match serde_json::from_str::<IgnoredAny>(json) {
            Ok(_) => Ok((json.to_owned(), finish)),
            Err(_) => Err(Unusable::NotInSchema),
        }
    }
}

/// JSON without the Markdown fence that some models put around it.
fn unfenced(text: &str) -> &str {
    let text = text.trim();
    let inner = text.strip_prefix("```").and_then(|text| text.strip_suffix("```"));
    inner.map_or(text, |inner| inner.strip_prefix("json").unwrap_or(inner).trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_around_json_are_taken_off() {
        for text in ["{}", " {}\n", "```json\n{}\n```", "```\n{}```\n"] {
            assert_eq!(unfenced(text), "{}", "{text}");
        }
        assert_eq!(unfenced("```{}"), "```{}");
        assert_eq!(unfenced("```"), "```");
    }
}
