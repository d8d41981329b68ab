//! Payloads of events by type. Known fields are checked; further ones are the sender's own and are kept.

use std::collections::BTreeSet;
use std::fmt::Display;

use evidence::{Label, Tier};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::{Map, Value};
use web::field::{Object, Text};

/// Sources of one verdict: each is one more item in the event's transaction.
const MAX_SOURCES: usize = 20;

/// Pieces of evidence and warnings of one verdict.
const MAX_EVIDENCE: usize = 20;

/// A judged claim: the payload of a `verdict`.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "VerdictPayload")]
pub struct Verdict {
    /// Who made the claim.
    #[serde(default)]
    pub speaker: Option<Text<64>>,
    /// The claim.
    pub claim: Text<2_000>,
    /// What the claim was found to be.
    pub label: Label,
    /// How sure the verdict is.
    #[serde(deserialize_with = "share")]
    #[schemars(range(min = 0.0, max = 1.0))]
    pub confidence: f64,
    /// Why, in a sentence or two.
    #[serde(default)]
    pub rationale: Option<String>,
    /// What the verdict rests on.
    #[serde(default, deserialize_with = "sources")]
    #[schemars(length(max = MAX_SOURCES))]
    pub sources: Vec<Object<Source>>,
    /// Everything that was found, as the tools gave it.
    #[serde(default, deserialize_with = "bounded")]
    #[schemars(length(max = MAX_EVIDENCE))]
    pub evidence: Option<Vec<Map<String, Value>>>,
    /// What could mislead about the claim.
    #[serde(default, deserialize_with = "bounded")]
    #[schemars(length(max = MAX_EVIDENCE))]
    pub warnings: Option<Vec<Text<1_000>>>,
    /// Where the claim can be heard or read: an http or https address, or empty.
    #[serde(default, deserialize_with = "optional_url")]
    pub appearance_url: Option<String>,
    /// Milliseconds since the session's start.
    #[serde(default, deserialize_with = "optional_millis")]
    #[schemars(range(min = 0.0))]
    pub timestamp: Option<f64>,
}

/// What a verdict rests on.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(try_from = "SourceFields")]
#[schemars(rename = "VerdictSource")]
pub struct Source {
    /// Where it can be read.
    pub url: Option<String>,
    /// The publisher.
    pub publisher: String,
    /// The date it speaks for.
    pub as_of: Option<String>,
    /// How close the publisher is to the fact.
    pub tier: Option<Tier>,
}

/// A source as it is written: its publisher is called `name` by the contract, `publisher` by the tools.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "VerdictSource", extend("anyOf" = [{ "required": ["name"] }, { "required": ["publisher"] }]))]
struct SourceFields {
    /// Where it can be read: an http or https address, or empty.
    #[serde(default, deserialize_with = "optional_url")]
    url: Option<String>,
    /// The publisher.
    #[serde(default)]
    name: Option<Text<300>>,
    /// The publisher, where there is no `name`.
    #[serde(default)]
    publisher: Option<Text<300>>,
    /// The date it speaks for.
    #[serde(default)]
    as_of: Option<String>,
    /// How close the publisher is to the fact.
    #[serde(default)]
    tier: Option<Tier>,
}

impl TryFrom<SourceFields> for Source {
    type Error = serde::de::value::Error;

    fn try_from(fields: SourceFields) -> Result<Self, Self::Error> {
        let SourceFields { url, name, publisher, as_of, tier } = fields;
        let publisher = name.or(publisher).ok_or_else(|| Self::Error::missing_field("name"))?;
        Ok(Self { url, publisher: publisher.as_str().trim().to_owned(), as_of, tier })
    }
}

impl Verdict {
    /// The publishers it rests on, each once.
    #[must_use]
    pub fn publishers(&self) -> BTreeSet<String> {
        self.sources.iter().map(|source| source.publisher.clone()).collect()
    }
}

/// A claim found in what was said: the payload of a `claim`.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "ClaimPayload")]
pub struct Claim {
    /// Who made the claim.
    #[serde(default)]
    pub speaker: Option<Text<64>>,
    /// The claim as it was said; `text` is read as the same.
    #[serde(alias = "text")]
    pub raw_text: Text<2_000>,
    /// Milliseconds since the session's start.
    #[serde(default, deserialize_with = "optional_millis")]
    #[schemars(range(min = 0.0))]
    pub ts_ms: Option<f64>,
    /// The claim taken apart, in the sender's own form.
    #[serde(default)]
    pub normalized: Option<Map<String, Value>>,
    /// Whether it can be checked at all.
    #[serde(default)]
    pub checkworthy: Option<bool>,
    /// How soon it should be checked.
    #[serde(default)]
    pub priority: Option<Priority>,
}

/// How soon a claim should be checked.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Priority {
    /// When there is time.
    Low,
    /// Soon.
    Medium,
    /// At once.
    High,
}

/// Something said: the payload of a `transcript`.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "TranscriptPayload")]
pub struct Transcript {
    /// Who said it.
    #[serde(default)]
    pub speaker: Option<Text<64>>,
    /// What was said.
    pub text: Text<20_000>,
    /// Milliseconds since the session's start.
    #[serde(default, deserialize_with = "optional_millis")]
    #[schemars(range(min = 0.0))]
    pub timestamp: Option<f64>,
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

/// A list that may be null, of at most [`MAX_EVIDENCE`] entries.
fn bounded<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Vec<T>>, D::Error> {
    let list = Option::<Vec<T>>::deserialize(deserializer)?;
    if list.as_ref().is_some_and(|list| list.len() > MAX_EVIDENCE) {
        return Err(D::Error::custom(format!("must have at most {MAX_EVIDENCE} entries")));
    }
    Ok(list)
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
