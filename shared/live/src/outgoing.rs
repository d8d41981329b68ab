//! What the client says: exactly one key in each message.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

use crate::router::Scheduling;

pub(crate) fn setup(setup: &Value) -> Value {
    json!({ "setup": setup })
}

/// PCM, 16 bit little-endian, mono, 16 kHz.
pub(crate) fn audio(pcm: &[u8]) -> Value {
    json!({ "realtimeInput": { "audio": { "mimeType": "audio/pcm;rate=16000", "data": STANDARD.encode(pcm) } } })
}

pub(crate) fn text(text: &str) -> Value {
    json!({ "realtimeInput": { "text": text } })
}

/// No audio for a while, or none any more: what was heard so far is worked on at once.
pub(crate) fn audio_stream_end() -> Value {
    json!({ "realtimeInput": { "audioStreamEnd": true } })
}

pub(crate) fn tool_response(
    id: &str,
    name: &str,
    response: &Map<String, Value>,
    scheduling: Option<Scheduling>,
) -> Value {
    let mut answer = json!({ "name": name, "response": response });
    if !id.is_empty() {
        answer["id"] = id.into();
    }
    if let Some(scheduling) = scheduling {
        answer["scheduling"] = scheduling.as_str().into();
    }
    json!({ "toolResponse": { "functionResponses": [answer] } })
}
