//! Gemini: `POST /v1beta/models/{model}:generateContent`, and `:streamGenerateContent?alt=sse`.
//!
//! Protocol: `contracts/external.md` section 2. The key goes into a header, never into the address.

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

pub(crate) const NAME: &str = "gemini";

/// Thinking is paid from the same budget as the answer: this much is added for it, so that a short answer is not
/// cut off before it begins.
const THINKING_TOKENS: u32 = 1_024;
/// From this version on a model refuses `temperature`.
const WITHOUT_TEMPERATURE: (u32, u32) = (3, 6);
/// From this version on a model takes a level of thinking.
const WITH_THINKING_LEVEL: (u32, u32) = (3, 0);

/// Answers by Gemini.
#[derive(Debug)]
pub struct Gemini {
    api: ChatApi,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Body<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    system_instruction: Option<Content<'a>>,
    contents: Vec<Content<'a>>,
    generation_config: GenerationConfig<'a>,
}

#[derive(Debug, Serialize)]
struct Content<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<&'static str>,
    parts: [Part<'a>; 1],
}

#[derive(Debug, Serialize)]
struct Part<'a> {
    text: &'a str,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct GenerationConfig<'a> {
    max_output_tokens: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_mime_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_json_schema: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking_config: Option<ThinkingConfig>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ThinkingConfig {
    thinking_level: &'static str,
}

impl Gemini {
    /// A client for `model`, such as `gemini-3.8-flash`, of the service at `base_url`.
    #[must_use]
    pub fn new(base_url: impl Into<String>, key: Secret, model: &str) -> Self {
        let model = model.strip_prefix("models/").unwrap_or(model);
        Self { api: ChatApi::new(NAME, base_url, key, model, absorb) }
    }

    /// Charges by `prices` instead of the built-in ones.
    #[must_use]
    pub fn prices(mut self, prices: Arc<Prices>) -> Self {
        self.api.set_prices(prices);
        self
    }

    #[cfg(test)]
    pub(crate) fn clock(mut self, clock: settings::Clock) -> Self {
        self.api.set_clock(clock);
        self
    }

    async fn call(&self, method: &str, request: &Request, deadline: Deadline) -> Result<Call, ModelError> {
        let key = self.api.key(deadline).await?;
        let model = self.api.model();
        let method = format!("{model}:{method}");
        let call = Call::post_json(self.api.base_url(), &body(model, request));
        Ok(call.segments(["v1beta", "models", &method]).secret_header("x-goog-api-key", &key))
    }
}

#[async_trait]
impl ChatModel for Gemini {
    fn name(&self) -> &'static str {
        self.api.provider()
    }

    fn model(&self) -> &str {
        self.api.model()
    }

    async fn complete(&self, request: &Request, deadline: Deadline) -> Result<Reply, ModelError> {
        let call = self.call("generateContent", request, deadline).await?;
        self.api.complete(request, call, deadline).await
    }

    async fn stream(&self, request: &Request, deadline: Deadline) -> Result<Pieces, ModelError> {
        let call = self.call("streamGenerateContent", request, deadline).await?;
        self.api.stream(request, call.query("alt", "sse"), deadline).await
    }
}

fn body<'a>(model: &str, request: &'a Request) -> Body<'a> {
    let version = version(model);
    let schema = request.answer_schema.as_ref().map(|answer| &answer.schema);
    let content = |role, text| Content { role, parts: [Part { text }] };
    Body {
        system_instruction: request.system.as_deref().map(|text| content(None, text)),
        contents: request
            .turns
            .iter()
            .map(|turn| {
                let role = match turn.role {
                    Role::User => "user",
                    Role::Model => "model",
                };
                content(Some(role), &turn.text)
            })
            .collect(),
        generation_config: GenerationConfig {
            max_output_tokens: request.max_output_tokens.saturating_add(THINKING_TOKENS),
            // A name without a version may stand for any model.
            temperature: request
                .temperature
                .filter(|_| version.is_some_and(|version| version < WITHOUT_TEMPERATURE)),
            response_mime_type: schema.map(|_| "application/json"),
            response_json_schema: schema,
            thinking_config: version
                .filter(|version| *version >= WITH_THINKING_LEVEL)
                .map(|_| ThinkingConfig { thinking_level: "LOW" }),
        },
    }
}

/// The version in `gemini-3.8-flash`: (3, 8).
fn version(model: &str) -> Option<(u32, u32)> {
    let number = model.strip_prefix("gemini-")?.split('-').next()?;
    let (major, minor) = number.split_once('.').unwrap_or((number, "0"));
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// Reads a `GenerateContentResponse`, or a piece of one.
pub(crate) fn absorb(draft: &mut Draft, chunk: &Value) {
    if let Some(model) = model_id(chunk.get("modelVersion")) {
        draft.model = Some(model);
    }
    // Counts grow from piece to piece: the last ones are right.
    if let Some(counted) = chunk.get("usageMetadata").and_then(usage) {
        draft.usage = counted;
    }
    if let Some(reason) = word(chunk.pointer("/promptFeedback/blockReason")) {
        draft.end(End::Blocked(reason));
    }
    let Some(candidate) = chunk.pointer("/candidates/0") else { return };
    let parts = candidate.pointer("/content/parts").and_then(Value::as_array).into_iter().flatten();
    let said = parts.filter(|part| part.get("thought").and_then(Value::as_bool) != Some(true));
    for text in said.filter_map(|part| part.get("text")?.as_str()) {
        draft.text.push_str(text);
    }
    if let Some(reason) = word(candidate.get("finishReason")) {
        draft.end(end(reason));
    }
}

fn end(reason: String) -> End {
    match reason.as_str() {
        "STOP" => End::Complete,
        "MAX_TOKENS" => End::Truncated,
        "SAFETY" | "RECITATION" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII" => End::Blocked(reason),
        _ => End::Other(reason),
    }
}

/// Thoughts are part of what is paid for the answer, and what tools found is part of the prompt.
fn usage(counts: &Value) -> Option<Usage> {
    let of = |name| count(counts.get(name)).unwrap_or_default();
    let prompt_tokens = of("promptTokenCount").saturating_add(of("toolUsePromptTokenCount"));
    let completion_tokens = of("candidatesTokenCount").saturating_add(of("thoughtsTokenCount"));
    let total_tokens =
        count(counts.get("totalTokenCount")).unwrap_or(prompt_tokens.saturating_add(completion_tokens));
    let cached_prompt_tokens = of("cachedContentTokenCount");
    let usage = Usage { prompt_tokens, cached_prompt_tokens, completion_tokens, total_tokens };
    Some(usage).filter(|usage| usage.is_counted())
}

#[cfg(test)]
mod tests;
