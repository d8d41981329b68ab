//! What happens in a session, for whoever watches, and what of it is kept.

use serde_json::{Map, Value, json};

use crate::Usage;

/// Something that happened. All but [`Happening::Notice`] and [`Happening::Ended`] is outside text.
#[derive(Debug, Clone, PartialEq)]
pub enum Happening {
    /// The speaker said something.
    Heard {
        /// A sentence or two.
        text: String,
        /// When its first words were heard, in milliseconds since the session began.
        at_ms: u64,
    },
    /// The model said something.
    Said {
        /// A piece of it.
        text: String,
    },
    /// A tool was called.
    Called {
        /// The tool.
        tool: String,
        /// What with.
        args: Map<String, Value>,
        /// When, in milliseconds since the session began.
        at_ms: u64,
    },
    /// A call was answered.
    Answered {
        /// The tool.
        tool: String,
        /// What with it was called.
        args: Map<String, Value>,
        /// What the model was told.
        response: Map<String, Value>,
        /// Whether that was what the tool found, rather than why it found nothing.
        succeeded: bool,
        /// When the tool was called.
        at_ms: u64,
        /// How long the answer took.
        took_ms: u64,
    },
    /// A call needs no answer any more: the model took it back, or its connection is gone.
    Cancelled {
        /// The tool.
        tool: String,
    },
    /// Something a person may want to know, such as that the connection is made anew.
    Notice(String),
    /// The session is over.
    Ended {
        /// Why, where it did not end by itself.
        failure: Option<String>,
        /// What it used.
        usage: Usage,
    },
}

/// What is kept of a session: one event for `/api/events/ingest`, without its session.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// `transcript`, `claim` or `verdict`.
    pub kind: &'static str,
    /// The payload of that type.
    pub payload: Value,
}

impl Record {
    /// Words of `speaker`.
    #[must_use]
    pub fn transcript(speaker: &str, text: &str, at_ms: u64) -> Self {
        Self { kind: "transcript", payload: json!({ "speaker": speaker, "text": text, "timestamp": at_ms }) }
    }

    /// A claim of `speaker`, as it was said.
    #[must_use]
    pub fn claim(speaker: &str, text: &str, at_ms: u64) -> Self {
        let payload = json!({ "speaker": speaker, "raw_text": text, "ts_ms": at_ms, "checkworthy": true });
        Self { kind: "claim", payload }
    }

    /// The verdict on a claim of `speaker`: `verdict` is the answer of `/api/tools/verdict`.
    #[must_use]
    pub fn verdict(speaker: &str, claim: &str, verdict: &Map<String, Value>, at_ms: u64) -> Self {
        let sources = verdict.get("sources").and_then(Value::as_array).into_iter().flatten();
        let sources: Vec<Value> = sources
            .filter(|source| source["publisher"].as_str().is_some_and(|name| !name.trim().is_empty()))
            .map(|source| {
                let Value::Object(mut kept) = source.clone() else { return Value::Null };
                kept.retain(|name, _| ["url", "as_of", "tier"].contains(&name.as_str()));
                kept.insert("name".to_owned(), source["publisher"].clone());
                kept.into()
            })
            .collect();
        let payload = json!({
            "speaker": speaker, "claim": claim, "timestamp": at_ms, "sources": sources,
            "label": verdict.get("label"), "confidence": verdict.get("confidence"),
            "rationale": verdict.get("rationale"), "evidence": verdict.get("evidence"), "warnings": verdict.get("warnings"),
        });
        Self { kind: "verdict", payload }
    }

    /// What is kept of a happening in the session of `speaker`: words, and what the tool `verdict` found.
    #[must_use]
    pub fn of(speaker: &str, happening: &Happening) -> Vec<Self> {
        match happening {
            Happening::Heard { text, at_ms } => vec![Self::transcript(speaker, text, *at_ms)],
            Happening::Answered { tool, response, succeeded: true, at_ms, .. } if tool == "verdict" => {
                let Some(claim) = response.get("claim").and_then(Value::as_str) else { return Vec::new() };
                vec![Self::claim(speaker, claim, *at_ms), Self::verdict(speaker, claim, response, *at_ms)]
            }
            _ => Vec::new(),
        }
    }
}
