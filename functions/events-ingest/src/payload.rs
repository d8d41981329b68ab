//! Payloads by type. Known fields are checked; further ones are the sender's own and are kept.

use std::collections::BTreeSet;
use std::fmt::Display;

use evidence::Label;
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::Value;
use web::field::{Object, Text};

/// Sources of one verdict: each is one more item in the event's transaction.
const MAX_SOURCES: usize = 20;

/// A judged claim.
#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "decoded to be checked; the payload is stored as it was sent")]
pub(crate) struct Verdict {
    #[serde(default)]
    speaker: Option<Text<64>>,
    claim: Text<2_000>,
    pub(crate) label: Label,
    #[serde(deserialize_with = "share")]
    confidence: f64,
    #[serde(default)]
    rationale: Option<String>,
    #[serde(default, deserialize_with = "sources")]
    sources: Vec<Object<Source>>,
    #[serde(default, deserialize_with = "optional_millis")]
    timestamp: Option<f64>,
}

/// What a verdict rests on.
#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "decoded to be checked; the payload is stored as it was sent")]
pub(crate) struct Source {
    #[serde(default, deserialize_with = "optional_url")]
    url: Option<String>,
    name: Text<300>,
    #[serde(default)]
    as_of: Option<String>,
}

impl Verdict {
    /// The publishers it rests on, each once.
    pub(crate) fn publishers(&self) -> BTreeSet<String> {
        self.sources.iter().map(|source| source.name.as_str().trim().to_owned()).collect()
    }
}

/// A claim found in what was said.
#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "decoded to be checked; the payload is stored as it was sent")]
pub(crate) struct Claim {
    #[serde(default)]
    speaker: Option<Text<64>>,
    #[serde(alias = "text")]
    raw_text: Text<2_000>,
    #[serde(default, deserialize_with = "optional_millis")]
    ts_ms: Option<f64>,
    #[serde(default)]
    normalized: Option<serde_json::Map<String, Value>>,
    #[serde(default)]
    checkworthy: Option<bool>,
    #[serde(default)]
    priority: Option<Priority>,
}

/// How soon a claim should be checked.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Priority {
    Low,
    Medium,
    High,
}

/// Something said.
#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "decoded to be checked; the payload is stored as it was sent")]
pub(crate) struct Transcript {
    #[serde(default)]
    speaker: Option<Text<64>>,
    text: Text<20_000>,
    #[serde(default, deserialize_with = "optional_millis")]
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
