//! What the server says: read leniently, every field of a message.

use serde_json::{Map, Value};

use crate::Usage;

/// A frame that is no JSON object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a frame is not a JSON object")]
pub struct Unreadable;

/// One message. Several fields may be set at once.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ServerMessage {
    /// The setup is accepted: now the session has begun.
    pub setup_complete: bool,
    /// What was heard and said.
    pub content: Option<ServerContent>,
    /// Tools to call, all at once.
    pub calls: Vec<FunctionCall>,
    /// Ids of calls that need no answer any more.
    pub cancelled: Vec<String>,
    /// The connection ends in so many milliseconds.
    pub go_away_ms: Option<u64>,
    /// How to go on after it: a handle, or none while there is no state to go on from.
    pub resumption: Option<Option<String>>,
    /// Tokens used.
    pub usage: Option<Usage>,
}

/// What was heard and said.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ServerContent {
    /// A piece of what the speaker said.
    pub heard: Option<String>,
    /// A piece of what the model said, as words: the transcription of its speech, or its text.
    pub said: Option<String>,
    /// The model stops because somebody speaks.
    pub interrupted: bool,
    /// The model has written all of its turn.
    pub generation_complete: bool,
    /// The turn is over.
    pub turn_complete: bool,
    /// Why, where the server says so, such as `NEED_MORE_INPUT`.
    pub turn_complete_reason: Option<String>,
}

/// A tool that the model calls.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FunctionCall {
    /// What its answer must name; empty where the server gives none.
    pub id: String,
    /// The tool.
    pub name: String,
    /// Its arguments; whole numbers may come as `5.0`.
    pub args: Map<String, Value>,
}

impl ServerMessage {
    /// Reads a frame, text or binary: the server sends its JSON in either.
    pub fn parse(frame: &[u8]) -> Result<Self, Unreadable> {
        let value: Value = serde_json::from_slice(frame).map_err(|_| Unreadable)?;
        if !value.is_object() {
            return Err(Unreadable);
        }
        let list = |pointer: &str| value.pointer(pointer).and_then(Value::as_array).into_iter().flatten();
        Ok(Self {
            setup_complete: value.get("setupComplete").is_some(),
            content: value.get("serverContent").map(content),
            calls: list("/toolCall/functionCalls").map(call).collect(),
            cancelled: list("/toolCallCancellation/ids").filter_map(text).collect(),
            go_away_ms: value.get("goAway").map(|away| {
                away.get("timeLeft").and_then(Value::as_str).and_then(duration_ms).unwrap_or_default()
            }),
            resumption: value.get("sessionResumptionUpdate").map(handle),
            usage: value.get("usageMetadata").map(Usage::read),
        })
    }
}

fn content(value: &Value) -> ServerContent {
    let flag = |name| value.get(name).and_then(Value::as_bool) == Some(true);
    let words = |pointer| value.pointer(pointer).and_then(text).filter(|words| !words.is_empty());
    let parts = value.pointer("/modelTurn/parts").and_then(Value::as_array).into_iter().flatten();
    let spoken = parts.filter(|part| part.get("thought").and_then(Value::as_bool) != Some(true));
    let written: String = spoken.filter_map(|part| part.get("text")?.as_str()).collect();
    ServerContent {
        heard: words("/inputTranscription/text"),
        said: words("/outputTranscription/text").or(Some(written).filter(|text| !text.is_empty())),
        interrupted: flag("interrupted"),
        generation_complete: flag("generationComplete"),
        turn_complete: flag("turnComplete"),
        turn_complete_reason: words("/turnCompleteReason"),
    }
}

fn call(value: &Value) -> FunctionCall {
    let of = |name| value.get(name).and_then(text).unwrap_or_default();
    let args = value.get("args").and_then(Value::as_object).cloned().unwrap_or_default();
    FunctionCall { id: of("id"), name: of("name"), args }
}

fn handle(update: &Value) -> Option<String> {
    let resumable = update.get("resumable").and_then(Value::as_bool) == Some(true);
    update.get("newHandle").and_then(text).filter(|handle| resumable && !handle.is_empty())
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

/// A `google.protobuf.Duration` in JSON: `9.500s`.
fn duration_ms(text: &str) -> Option<u64> {
    let seconds: f64 = text.strip_suffix('s')?.parse().ok()?;
    let ms = seconds * 1_000.0;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "inside the range, checked")]
    (0.0..=86_400_000.0).contains(&ms).then_some(ms as u64)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(value: &Value) -> ServerMessage {
        ServerMessage::parse(value.to_string().as_bytes()).expect("a message")
    }

    #[test]
    fn every_field_of_a_message_is_read() {
        let message = read(&json!({
            "serverContent": {
                "modelTurn": { "parts": [
                    { "inlineData": { "mimeType": "audio/pcm;rate=24000", "data": "AAAA" } },
                    { "text": "not said aloud", "thought": true },
                ] },
                "inputTranscription": { "text": "crime fell" }, "outputTranscription": { "text": "Checking" },
                "generationComplete": true, "turnComplete": true, "turnCompleteReason": "NEW_REASON",
            },
            "toolCall": { "functionCalls": [{ "id": "c-1", "name": "verdict", "args": { "top_k": 5.0 } }, {}] },
            "toolCallCancellation": { "ids": ["c-0", 7] },
            "goAway": { "timeLeft": "9.8s" },
            "sessionResumptionUpdate": { "newHandle": "h", "resumable": true },
            "usageMetadata": { "totalTokenCount": "298" },
            "unheardOf": {},
        }));
        let content = message.content.expect("content");
        assert_eq!(
            (content.heard.as_deref(), content.said.as_deref()),
            (Some("crime fell"), Some("Checking"))
        );
        assert!(content.turn_complete && content.generation_complete && !content.interrupted);
        assert_eq!(content.turn_complete_reason.as_deref(), Some("NEW_REASON"));
        assert_eq!(message.calls[0].args["top_k"], 5.0);
        assert_eq!(message.calls[1], FunctionCall::default());
        assert_eq!(message.cancelled, ["c-0"]);
        assert_eq!((message.go_away_ms, message.resumption), (Some(9_800), Some(Some("h".to_owned()))));
        assert_eq!(message.usage.expect("usage").total_tokens, 298);
    }

    #[test]
    fn handles_that_cannot_be_used_are_none() {
        for update in [json!({}), json!({ "newHandle": "", "resumable": true }), json!({ "newHandle": "h" })]
        {
            assert_eq!(read(&json!({ "sessionResumptionUpdate": update })).resumption, Some(None));
        }
        assert_eq!(read(&json!({ "setupComplete": {} })).resumption, None);
    }

    #[test]
    fn durations_that_are_none_mean_now() {
        for (time_left, expected) in [("10s", 10_000), ("0.5s", 500), ("x", 0), ("-3s", 0), ("NaNs", 0)] {
            assert_eq!(read(&json!({ "goAway": { "timeLeft": time_left } })).go_away_ms, Some(expected));
        }
    }

    #[test]
    fn what_is_no_object_is_unreadable() {
        for frame in ["", "[]", "{", "\"x\"", "\u{0}"] {
            assert_eq!(ServerMessage::parse(frame.as_bytes()), Err(Unreadable), "{frame:?}");
        }
    }
}
