//! An event as it is sent: decoded strictly, its payload by its type.

use std::collections::BTreeSet;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sessions::payload::{Claim, Transcript, Verdict};
use store::{Event, EventKind};
use web::Failure;
use web::field::Name;

/// One event of a session.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Event")]
pub struct EventInput {
    /// The session it belongs to.
    pub session_id: Name,
    /// What makes it this event: sent again with the same id, it counts once. Without one, its content does.
    #[serde(default)]
    #[schemars(with = "Name")]
    pub event_id: Option<Name>,
    /// What kind of event.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// What happened; its fields depend on the type. Further fields are kept as they are.
    #[schemars(schema_with = "payload_of_any_type")]
    pub payload: Value,
}

fn payload_of_any_type(generator: &mut SchemaGenerator) -> Schema {
    json_schema!({ "anyOf": [
        generator.subschema_for::<Verdict>(),
        generator.subschema_for::<Claim>(),
        generator.subschema_for::<Transcript>(),
    ] })
}

/// What kind of event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "EventType")]
pub enum Kind {
    /// A claim was judged.
    Verdict,
    /// A claim was found in what was said.
    Claim,
    /// Someone said something.
    Transcript,
}

impl EventInput {
    /// Checks the payload by the event's type and makes the event ready to be stored.
    pub fn into_event(self) -> Result<Event, Failure> {
        if !self.payload.is_object() {
            return Err(web::invalid("/payload", "must be an object".to_owned()));
        }
        let payload = self.payload.clone();
        let (kind, publishers) = match self.kind {
            Kind::Verdict => {
                let verdict: Verdict = within_payload(payload)?;
                (EventKind::Verdict(verdict.label), verdict.publishers())
            }
            Kind::Claim => within_payload::<Claim>(payload).map(|_| (EventKind::Claim, BTreeSet::new()))?,
            Kind::Transcript => {
                within_payload::<Transcript>(payload).map(|_| (EventKind::Transcript, BTreeSet::new()))?
            }
        };
        let session_id = self.session_id.into_string();
        let event_id = self
            .event_id
            .map_or_else(|| Event::content_id(&session_id, kind.as_str(), &self.payload), Name::into_string);
        Ok(Event { session_id, event_id, kind, publishers, payload: self.payload })
    }
}

/// Decodes the payload; a mistake in it is named from the event's root.
fn within_payload<T: serde::de::DeserializeOwned>(payload: Value) -> Result<T, Failure> {
    web::decode_value(payload).map_err(|mut failure| {
        let pointer = failure.details.get("pointer").and_then(Value::as_str).unwrap_or_default();
        let pointer = format!("/payload{pointer}");
        let reason = failure.details.get("reason").and_then(Value::as_str).unwrap_or_default();
        failure.message = format!("{pointer}: {reason}");
        failure.detail("pointer", pointer)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(event: Value) -> Result<Event, Failure> {
        web::decode_value::<EventInput>(event)?.into_event()
    }

    fn verdict(payload: &Value) -> Value {
        json!({ "session_id": "sess_123", "type": "verdict", "payload": payload })
    }

    #[test]
    fn a_publisher_counts_once_for_each_verdict() {
        let payload = json!({
            "speaker": "A", "claim": "Inflation fell", "label": "Mostly True", "confidence": 0.8,
            "rationale": "close", "sources": [
                { "name": "BLS", "url": "https://www.bls.gov/cpi/", "as_of": "2025-01-15" },
                { "name": " BLS ", "url": "https://www.bls.gov/", "as_of": "2025-01" },
                { "name": "BEA" },
            ],
        });
        let event = read(verdict(&payload)).expect("valid");
        assert_eq!(event.publishers.iter().map(String::as_str).collect::<Vec<_>>(), ["BEA", "BLS"]);
        assert_eq!(event.kind, EventKind::Verdict(evidence::Label::MostlyTrue));
    }

    #[test]
    fn the_same_content_is_the_same_event() {
        let one = read(verdict(&json!({ "claim": "c", "label": "True", "confidence": 1 }))).expect("valid");
        let other = read(verdict(&json!({ "confidence": 1, "label": "True", "claim": "c" }))).expect("valid");
        assert_eq!(one.event_id, other.event_id);
    }

    #[test]
    fn each_mistake_is_named_from_the_root() {
        let table = [
            (verdict(&json!({ "claim": "c", "label": "Sort Of", "confidence": 0.5 })), "/payload/label"),
            (verdict(&json!({ "claim": "c", "label": "True", "confidence": 1.5 })), "/payload/confidence"),
            (verdict(&json!({ "claim": "c", "label": "True" })), "/payload/confidence"),
            (verdict(&json!({ "label": "True", "confidence": 0.5 })), "/payload/claim"),
            (
                verdict(
                    &json!({ "claim": "c", "label": "True", "confidence": 0.5, "sources": [{ "url": "x" }] }),
                ),
                "/payload/sources/0/url",
            ),
            (verdict(&json!("text")), "/payload"),
            (json!({ "session_id": "s", "type": "claim", "payload": {} }), "/payload/raw_text"),
            (
                json!({ "session_id": "s", "type": "transcript", "payload": { "speaker": "A" } }),
                "/payload/text",
            ),
            (json!({ "session_id": "a b", "type": "claim", "payload": { "raw_text": "x" } }), "/session_id"),
            (json!({ "session_id": "s", "type": "note", "payload": {} }), "/type"),
            (
                json!({ "session_id": "s", "type": "claim", "payload": { "raw_text": "x" }, "extra": 1 }),
                "/extra",
            ),
        ];
        for (event, pointer) in table {
            assert_eq!(read(event.clone()).expect_err(pointer).details["pointer"], pointer, "{event}");
        }
    }

    #[test]
    fn an_unknown_label_lists_the_six() {
        let failure = read(verdict(&json!({ "claim": "c", "label": "Half True", "confidence": 0.5 })))
            .expect_err("label");
        assert_eq!(failure.details["allowed"].as_array().map(Vec::len), Some(6));
    }
}
