//! Services that speak OpenAI's chat completions: `POST {base}/chat/completions`.
//!
//! Protocol: `contracts/external.md` section 7. Groq refuses what it does not know, so nothing is sent that is
//! not asked for.

mod schema;

use std::sync::Arc;

use async_trait::async_trait;
use outbound::{Deadline, Request as Call};
use secrets::Secret;
use serde::Serialize;
use serde_json::Value;

use crate::api::ChatApi;
use crate::draft::{Draft, End};
use crate::lenient::{count, model_id, word};
use crate::{ChatModel, ModelError, Pieces, Prices, Reply, Request, Role, Usage};

/// Reasoning is paid from the same budget as the answer: this much is added for it, for models that reason.
const REASONING_TOKENS: u32 = 1_024;
/// What is blamed where a model declines in its own words, which are not repeated.
const REFUSAL: &str = "refusal";

/// Which service it is: they differ in what they take beside the standard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Service {
    /// Groq.
    Groq,
    /// OpenAI, or any service that speaks like it.
    OpenAi,
}

/// Answers by a service that speaks OpenAI's chat completions.
#[derive(Debug)]
pub struct OpenAiCompatible {
    service: Service,
    api: ChatApi,
}

#[derive(Debug, Serialize)]
struct Body<'a> {
    model: &'a str,
    messages: Vec<Message<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    max_completion_tokens: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_effort: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    include_reasoning: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_format: Option<ResponseFormat<'a>>,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream_options: Option<StreamOptions>,
}

#[derive(Debug, Serialize)]
struct Message<'a> {
    role: &'static str,
    content: &'a str,
}

#[derive(Debug, Serialize)]
struct ResponseFormat<'a> {
    r#type: &'static str,
    json_schema: JsonSchema<'a>,
}

#[derive(Debug, Serialize)]
struct JsonSchema<'a> {
    name: &'static str,
    strict: bool,
    schema: &'a Value,
}

#[derive(Debug, Serialize)]
struct StreamOptions {
    include_usage: bool,
}

impl Service {
    /// Its name in logs and errors.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Groq => "groq",
            Self::OpenAi => "openai",
        }
    }
}

impl OpenAiCompatible {
    /// A client for `model` of `service` at `base_url`, which ends before `/chat/completions`.
    #[must_use]
    pub fn new(service: Service, base_url: impl Into<String>, key: Secret, model: &str) -> Self {
        Self { service, api: ChatApi::new(service.name(), base_url, key, model, absorb) }
    }

    /// Charges by `prices` instead of the built-in ones.
    #[must_use]
    pub fn prices(mut self, prices: Arc<Prices>) -> Self {
        self.api.set_prices(prices);
        self
    }

    async fn call(&self, streams: bool, request: &Request, deadline: Deadline) -> Result<Call, ModelError> {
        let key = self.api.key(deadline).await?;
        let body = body(self.service, self.api.model(), request, streams);
        let call = Call::post_json(self.api.base_url(), &body);
        Ok(call.segments(["chat", "completions"]).bearer(&key))
    }
}

#[async_trait]
impl ChatModel for OpenAiCompatible {
    fn name(&self) -> &'static str {
        self.api.provider()
    }

    fn model(&self) -> &str {
        self.api.model()
    }

    async fn complete(&self, request: &Request, deadline: Deadline) -> Result<Reply, ModelError> {
        let call = self.call(false, request, deadline).await?;
        self.api.complete(request, call, deadline).await
    }

    async fn stream(&self, request: &Request, deadline: Deadline) -> Result<Pieces, ModelError> {
        let call = self.call(true, request, deadline).await?;
        self.api.stream(request, call, deadline).await
    }
}

fn body<'a>(service: Service, model: &'a str, request: &'a Request, stream: bool) -> Body<'a> {
    let system = request.system.as_deref().map(|content| Message { role: "system", content });
    let turns = request.turns.iter().map(|turn| {
        let role = match turn.role {
            Role::User => "user",
            Role::Model => "assistant",
        };
        Message { role, content: &turn.text }
    });
    // Groq's open models of OpenAI take how much to reason, and leave it out of the answer.
    let groq_reasons = service == Service::Groq && model.contains("gpt-oss");
    let reasoning_tokens = if reasons(model) { REASONING_TOKENS } else { 0 };
    Body {
        model,
        messages: system.into_iter().chain(turns).collect(),
        temperature: request.temperature.filter(|_| !refuses_temperature(model)),
        max_completion_tokens: request.max_output_tokens.saturating_add(reasoning_tokens),
        reasoning_effort: groq_reasons.then_some("low"),
        include_reasoning: groq_reasons.then_some(false),
        response_format: request.answer_schema.as_ref().map(|answer| ResponseFormat {
            r#type: "json_schema",
            json_schema: JsonSchema {
                name: answer.name,
                strict: schema::is_strict(&answer.schema),
                schema: &answer.schema,
            },
        }),
        stream,
        stream_options: stream.then_some(StreamOptions { include_usage: true }),
    }
}

/// Whether `model` is of a family that reasons before it answers.
fn reasons(model: &str) -> bool {
    refuses_temperature(model) || ["gpt-oss", "qwen3", "deepseek-r"].iter().any(|part| model.contains(part))
}

/// OpenAI's own models that reason take no temperature: `gpt-5…`, `o3`, `o4-mini`, …
fn refuses_temperature(model: &str) -> bool {
    let numbered =
        model.strip_prefix('o').is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit()));
    numbered || model.starts_with("gpt-5")
}

/// Reads a `chat.completion` or a `chat.completion.chunk`.
pub(crate) fn absorb(draft: &mut Draft, chunk: &Value) {
    if let Some(model) = model_id(chunk.get("model")) {
        draft.model = Some(model);
    }
    let counts = [chunk.get("usage"), chunk.pointer("/x_groq/usage")];
    if let Some(counted) = counts.into_iter().flatten().find_map(usage) {
        draft.usage = counted;
    }
    let Some(choice) = chunk.pointer("/choices/0") else { return };
    let message = choice.get("message").or_else(|| choice.get("delta")).unwrap_or(&Value::Null);
    match message.get("content") {
        Some(Value::String(text)) => draft.text.push_str(text),
        Some(Value::Array(parts)) => {
            parts
                .iter()
                .filter_map(|part| part.get("text")?.as_str())
                .for_each(|text| draft.text.push_str(text));
        }
        _ => {}
    }
    if message.get("refusal").and_then(Value::as_str).is_some_and(|refusal| !refusal.is_empty()) {
        draft.end(End::Blocked(REFUSAL.to_owned()));
    }
    if let Some(reason) = word(choice.get("finish_reason")) {
        draft.end(match reason.as_str() {
            "stop" => End::Complete,
            "length" => End::Truncated,
            "content_filter" => End::Blocked(reason),
            _ => End::Other(reason),
        });
    }
}

/// Reasoning is counted in `completion_tokens`.
fn usage(counts: &Value) -> Option<Usage> {
    let [prompt_tokens, completion_tokens] =
        ["prompt_tokens", "completion_tokens"].map(|name| count(counts.get(name)).unwrap_or_default());
    let cached_prompt_tokens =
        count(counts.pointer("/prompt_tokens_details/cached_tokens")).unwrap_or_default();
    let total_tokens =
        count(counts.get("total_tokens")).unwrap_or(prompt_tokens.saturating_add(completion_tokens));
    let usage = Usage { prompt_tokens, cached_prompt_tokens, completion_tokens, total_tokens };
    Some(usage).filter(|usage| usage.is_counted())
}

#[cfg(test)]
mod tests;
