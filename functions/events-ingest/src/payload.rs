//! Payloads by type. Known fields are checked; further ones are the sender's own and are kept.

use std::collections::BTreeSet;
use std::fmt::Display;

use evidence::Label;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::Value;
use web::field::{Object, Text};

/// Sources of one verdict: each is one more item in the event's transaction.
const MAX_SOURCES: usize = 20;

/// A judged claim: the payload of a `verdict`.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "VerdictPayload")]
#[expect(dead_code, reason = "decoded to be checked; the payload is stored as it was sent")]
pub(crate) struct Verdict {
    /// Who made the claim.
    #[serde(default)]
    speaker: Option<Text<64>>,
    /// The claim.
    claim: Text<2_000>,
    /// What the claim was found to be.
    pub(crate) label: Label,
    /// How sure the verdict is.
    #[serde(deserialize_with = "share")]
    #[schemars(range(min = 0.0, max = 1.0))]
    confidence: f64,
    /// Why, in a sentence or two.
    #[serde(default)]
    rationale: Option<String>,
    /// What the verdict rests on.
    #[serde(default, deserialize_with = "sources")]
    #[schemars(length(max = MAX_SOURCES))]
    sources: Vec<Object<Source>>,
    /// Milliseconds since the session's start.
    #[serde(default, deserialize_with = "optional_millis")]
    #[schemars(range(min = 0.0))]
    timestamp: Option<f64>,
}

/// What a verdict rests on.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "VerdictSource")]
#[expect(dead_code, reason = "decoded to be checked; the payload is stored as it was sent")]
pub(crate) struct Source {
    /// Where it can be read: an http or https address, or empty.
    #[serde(default, deserialize_with = "optional_url")]
    url: Option<String>,
    /// The publisher.
    name: Text<300>,
    /// The date it speaks for.
    #[serde(default)]
    as_of: Option<String>,
}

impl Verdict {
    /// The publishers it rests on, each once.
    pub(crate) fn publishers(&self) -> BTreeSet<String> {
        self.sources.iter().map(|source| source.name.as_str().trim().to_owned()).collect()
    }
}

/// A claim found in what was said: the payload of a `claim`.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "ClaimPayload")]
#[expect(dead_code, reason = "decoded to be checked; the payload is stored as it was sent")]
pub(crate) struct Claim {
    /// Who made the claim.
    #[serde(default)]
    speaker: Option<Text<64>>,
    /// The claim as it was said; `text` is read as the same.
    #[serde(alias = "text")]
    raw_text: Text<2_000>,
    /// Milliseconds since the session's start.
    #[serde(default, deserialize_with = "optional_millis")]
    #[schemars(range(min = 0.0))]
    ts_ms: Option<f64>,
    /// The claim taken apart, in the sender's own form.
    #[serde(default)]
    normalized: Option<serde_json::Map<String, Value>>,
    /// Whether it can be checked at all.
    #[serde(default)]
    checkworthy: Option<bool>,
    /// How soon it should be checked.
    #[serde(default)]
    priority: Option<Priority>,
}

/// How soon a claim should be checked.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Priority {
    Low,
    Medium,
    High,
}

/// Something said: the payload of a `transcript`.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "TranscriptPayload")]
#[expect(dead_code, reason = "decoded to be checked; the payload is stored as it was sent")]
pub(crate) struct Transcript {
    /// Who said it.
    #[serde(default)]
    speaker: Option<Text<64>>,
    /// What was said.
    text: Text<20_000>,
    /// Milliseconds since the session's start.
    #[serde(default, deserialize_with = "optional_millis")]
    #[schemars(range(min = 0.0))]
    timestamp: Option<f64>,
}

fn share<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    number_in(f64::deserialize(deserializer)?, 0.0, 1.0, "must be a number from 0 to 1")
}

/// Milliseconds since the session's start.
fn optional_millis<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    let Some(value) = Option::<f64>::deserialize(deserializer)? else { return Ok(None) };
    number_in(value, 0.0, f64::MAX, "must be a number of milliseconds, 0 or more").map(Some)
}

fn number_in<E: Error>(value: f64, low: f64, high: f64, reason: impl Display) -> Result<f64, E> {
    if (low..=high).contains(&value) { Ok(value) } else { Err(E::custom(reason)) }
}

fn sources<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Object<Source>>, D::Error> {
    let sources = Vec::<Object<Source>>::deserialize(deserializer)?;
    if sources.len() > MAX_SOURCES {
        return Err(D::Error::custom(format!("must have at most {MAX_SOURCES} entries")));
    }
    Ok(sources)
}

fn optional_url<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)?.filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    match url::Url::parse(&text) {
        Ok(url) if matches!(url.scheme(), "http" | "https") => Ok(Some(text)),
        _ => Err(D::Error::custom("must be an http or https address")),
    }
}
