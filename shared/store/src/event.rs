//! An event of a session, ready to be stored.

use std::collections::BTreeSet;

use evidence::Label;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Largest item that DynamoDB takes, attribute names included: 400 KB.
pub const MAX_ITEM_BYTES: usize = 400 * 1_024;

/// What happened, as far as the counters care.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind {
    /// Someone said something.
    Transcript,
    /// A claim was found in what was said.
    Claim,
    /// A claim was judged.
    Verdict(Label),
}

impl EventKind {
    /// The type as it goes over the wire and into the table.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Transcript => "transcript",
            Self::Claim => "claim",
            Self::Verdict(_) => "verdict",
        }
    }

    /// The counter that the event moves.
    pub(crate) fn counter(self) -> &'static str {
        match self {
            Self::Transcript => "transcripts",
            Self::Claim => "claims",
            Self::Verdict(label) => label_counter(label),
        }
    }
}

/// The counter of a label.
pub(crate) fn label_counter(label: Label) -> &'static str {
    match label {
        Label::True => "verdicts_true",
        Label::MostlyTrue => "verdicts_mostly_true",
        Label::Mixed => "verdicts_mixed",
        Label::MostlyFalse => "verdicts_mostly_false",
        Label::False => "verdicts_false",
        Label::Unverifiable => "verdicts_unverifiable",
    }
}

/// An event of a session, ready to be stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The session it belongs to.
    pub session_id: String,
    /// What makes it this event and no other.
    pub event_id: String,
    /// What happened.
    pub kind: EventKind,
    /// Publishers a verdict rests on, each once.
    pub publishers: BTreeSet<String>,
    /// The payload as it was sent.
    pub payload: Value,
}

impl Event {
    /// The id of an event whose sender gave none: a hash of its canonical content, so that the same
    /// event sent twice is one event. Object keys are sorted; nothing else is changed.
    #[must_use]
    pub fn content_id(session_id: &str, kind: &str, payload: &Value) -> String {
        let mut canonical = String::new();
        write_canonical(payload, &mut canonical);
        let mut hash = Sha256::new();
        for part in [session_id, kind, &canonical] {
            // Lengths keep "ab" + "c" and "a" + "bc" apart.
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part.as_bytes());
        }
        hex::encode(&hash.finalize()[..16])
    }
}

fn write_canonical(value: &Value, out: &mut String) {
    match value {
        Value::Object(map) => {
            let mut entries: Vec<_> = map.iter().collect();
            entries.sort_unstable_by_key(|(name, _)| *name);
            out.push('{');
            for (name, value) in entries {
                out.push_str(&Value::from(name.as_str()).to_string());
                out.push(':');
                write_canonical(value, out);
                out.push(',');
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            for item in items {
                write_canonical(item, out);
                out.push(',');
            }
            out.push(']');
        }
        scalar => out.push_str(&scalar.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_order_of_keys_does_not_make_another_event() {
        let one = json!({ "a": 1, "b": { "x": [1, 2], "y": null } });
        let other: Value =
            serde_json::from_str(r#"{ "b": { "y": null, "x": [1, 2] }, "a": 1 }"#).expect("JSON");
        assert_eq!(Event::content_id("s", "claim", &one), Event::content_id("s", "claim", &other));
    }

    #[test]
    fn session_type_and_every_value_make_another_event() {
        let base = Event::content_id("s1", "claim", &json!({ "a": [1, 2] }));
        for other in [
            Event::content_id("s2", "claim", &json!({ "a": [1, 2] })),
            Event::content_id("s1", "verdict", &json!({ "a": [1, 2] })),
            Event::content_id("s1", "claim", &json!({ "a": [2, 1] })),
            Event::content_id("s1", "claim", &json!({ "a": ["1", 2] })),
            Event::content_id("s1c", "laim", &json!({ "a": [1, 2] })),
        ] {
            assert_ne!(base, other);
        }
    }
}
