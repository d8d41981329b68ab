//! `POST /api/tools/context_check`: whether a claim means what it seems to mean.
//!
//! Deterministic and offline: nothing is fetched, so it needs no deadline.

use evidence::claim::Claim;
use evidence::context::{self, Expected};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use settings::{Clock, Settings};
use web::field::{Object, Text};
use web::{Endpoint, Failure, Needs, Principal, Render};

/// What the handler needs.
#[derive(Debug)]
pub struct Deps {
    /// Where today comes from.
    pub clock: Clock,
}

impl Deps {
    /// Needs no setting.
    #[must_use]
    pub fn from_settings(_: &Settings) -> Self {
        Self { clock: Clock::System }
    }
}

/// A claim, and what the caller takes it to be about.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The sentence as it was said.
    pub claim: Text<2_000>,
    /// What the evidence at hand is about; each part that is given is compared with the claim.
    #[serde(default)]
    pub expected: Object<ExpectedInput>,
}

/// What the evidence at hand is about.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "ExpectedContext")]
pub struct ExpectedInput {
    /// The measure, such as "violent crime".
    #[schemars(with = "Text<300>")]
    pub metric: Option<Text<300>>,
    /// The place, such as "Chicago".
    #[schemars(with = "Text<300>")]
    pub location: Option<Text<300>>,
    /// The period, such as "YTD current year", "FY2024" or "since 2019".
    #[schemars(with = "Text<300>")]
    pub timeframe: Option<Text<300>>,
}

impl web::Input for Input {
    fn spoken(&self) -> Option<&str> {
        Some(self.claim.as_str())
    }
}

/// Whether the claim can be compared, what to beware of, and how to normalise it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Output {
    /// False only where claim and expectation cannot both be meant: another measure, place or period.
    pub ok: bool,
    /// What could mislead, most serious first; at most 8.
    pub warnings: Vec<String>,
    /// How to state the claim so that it can be compared.
    pub notes: String,
}

impl Render for Output {}

/// The endpoint.
#[must_use]
pub fn endpoint() -> Endpoint {
    Endpoint::post("tools-context-check", "/api/tools/context_check")
        .summary("Check a claim's metric, place and period")
        .description(
            "Takes the claim apart and compares its measure, place and period with what the evidence at hand is \
             about. Deterministic and offline: the same input gives the same answer, but that \"this year\" is read \
             by today's date (UTC).",
        )
        .tool(
            "context_check",
            "Check a claim's metric, place and period before giving a verdict: violent or overall crime, year to date or full year.",
        )
        .needs(Needs::memory_mb(256, "takes a sentence apart: 0.1 ms of a whole core"))
        .warm_handler(Deps::from_settings, |_| Box::pin(async { context::rehearse() }), handle)
}

/// Takes the claim apart and compares it with what is expected.
pub async fn handle(deps: &Deps, _: Principal, input: Input) -> Result<Output, Failure> {
    let claim = Claim::parse(input.claim.as_str());
    let expected = Expected {
        metric: input.expected.metric.as_ref().map(Text::as_str),
        location: input.expected.location.as_ref().map(Text::as_str),
        timeframe: input.expected.timeframe.as_ref().map(Text::as_str),
    };
    let report = context::check(&claim, &expected, deps.clock.today());
    Ok(Output { ok: report.ok, warnings: report.warnings, notes: report.notes })
}
