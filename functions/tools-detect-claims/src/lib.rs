//! `POST /api/tools/detect_claims`: which sentences of live speech are worth checking.
//!
//! Deterministic and offline: nothing is fetched, so it needs no deadline.

use evidence::detection::{self, Detection, Kind, Line, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use settings::Settings;
use web::field::{Object, Share, Text};
use web::{Endpoint, Failure, Needs, Principal, Render};

/// Preceding lines in one request.
const MAX_PRECEDING: usize = 20;

/// What the handler needs: nothing.
#[derive(Debug)]
pub struct Deps;

impl Deps {
    /// Needs no setting.
    #[must_use]
    pub fn from_settings(_: &Settings) -> Self {
        Self
    }
}

/// What was just said, by whom, and what came before.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// A few sentences, as they were said, of one speaker.
    pub text: Text<10_000>,
    /// Who said them; every claim carries it.
    #[serde(default)]
    #[schemars(with = "Text<200>")]
    pub speaker: Option<Text<200>>,
    /// What was said just before, oldest first, at most 20 lines. Only the last is read, and only where its
    /// speaker is this one: for what "it" or "they" means. No claims are looked for in it.
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub preceding: Vec<Object<PrecedingInput>>,
    /// Claims of less priority are left out.
    #[serde(default = "default_min_priority")]
    pub min_priority: Share,
}

/// What was said before.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "PrecedingLine")]
pub struct PrecedingInput {
    /// Who said it.
    #[serde(default)]
    #[schemars(with = "Text<200>")]
    pub speaker: Option<Text<200>>,
    /// What was said.
    pub text: Text<10_000>,
}

/// From here on a sentence is worth checking.
fn default_min_priority() -> Share {
    Share::HALF
}

impl web::Input for Input {
    fn spoken(&self) -> Option<&str> {
        Some(self.text.as_str())
    }
}

/// What is worth checking.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Output {
    /// The sentences worth checking, most urgent first; of equal priority what was said first.
    pub claims: Vec<DetectedClaim>,
    /// How many sentences were looked at.
    pub sentences: usize,
}

/// A sentence worth checking.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DetectedClaim {
    /// The sentence as it was said.
    pub text: String,
    /// Where it stands in the request's `text`, in UTF-16 code units: `text.slice(start, end)` in JavaScript.
    pub span: Span,
    /// Who said it: the request's `speaker`; null where it names none.
    pub speaker: Option<String>,
    /// How urgent a check is, two decimals. From 0.5 on it is worth one; figures come first.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub priority: f64,
    /// What has to be looked up: somebody's words, both sides of a comparison, a figure, an event, or anything else.
    pub kind: Kind,
    /// The claim in plain words, to search with: "Well, look, I think that" and fillers left out, "it" or "they"
    /// replaced where only one thing can be meant, figures as said.
    pub normalized: String,
}

impl Render for Output {}

/// The endpoint.
#[must_use]
pub fn endpoint() -> Endpoint {
    Endpoint::post("tools-detect-claims", "/api/tools/detect_claims")
        .summary("Find the claims worth checking in live speech")
        .description(
            "Looks at each sentence of `text` and returns those that state a fact that can be looked up: figures, \
             comparisons, records, what somebody said. Questions, plans, opinions and courtesies are left out. \
             Deterministic and offline: the same input gives the same answer.\n\n\
             Claims come most urgent first, with their place in `text` in UTF-16 code units, as JavaScript counts. \
             Whatever the preceding lines say, a claim is only ever of `speaker`, in that speaker's words.",
        )
        .tool(
            "detect_claims",
            "Find the sentences worth fact-checking in what was just said, most urgent first, each in plain words to search with.",
        )
        .needs(Needs::memory_mb(256, "takes sentences apart: 0.1 ms of a whole core for each"))
        .warm_handler(Deps::from_settings, |_| Box::pin(async { detection::rehearse() }), handle)
}

/// Looks for claims in what was said.
pub async fn handle(_: &Deps, _: Principal, input: Input) -> Result<Output, Failure> {
    if input.preceding.len() > MAX_PRECEDING {
        return Err(web::invalid("/preceding", format!("must have at most {MAX_PRECEDING} entries")));
    }
    let speaker = input.speaker.as_ref().map(Text::as_str);
    let line = Line { speaker, text: input.text.as_str() };
    let preceding: Vec<Line> = input
        .preceding
        .iter()
        .map(|line| Line { speaker: line.speaker.as_ref().map(Text::as_str), text: line.text.as_str() })
        .collect();
    let detected = detection::detect(&line, &preceding, input.min_priority.get());
    let claims = detected.claims.into_iter().map(|found| claim(found, speaker)).collect();
    Ok(Output { claims, sentences: detected.sentences })
}

fn claim(found: Detection<'_>, speaker: Option<&str>) -> DetectedClaim {
    DetectedClaim {
        text: found.text.to_owned(),
        span: found.span,
        speaker: speaker.map(str::to_owned),
        priority: found.priority,
        kind: found.kind,
        normalized: found.normalized,
    }
}
