//! `POST /api/tools/verdict`: one claim, searched, judged and labelled in one call.
//!
//! What `search_vectara`, `search_web` and `context_check` do, in one round trip and with a verdict by the
//! contract's policy. What does not come in time is named beside the verdict, never made up for.

mod aloud;
mod gather;

use std::sync::Arc;

use corpus::Corpus;
use evidence::alignment::Reason;
use evidence::claim::Claim;
use evidence::context::{self, Expected};
use evidence::verdict::{self, Source};
use evidence::{Item, Label};
use judging::{BUDGET_MS, Bench, JUDGING_MS};
use outbound::Deadline;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use settings::{Clock, Settings, names};
use web::field::{Integer, Text};
use web::{Endpoint, ErrorCode, Failure, Needs, Principal, Progress, Render};
use websearch::{Allowance, WebSearch};

use aloud::{Aloud, EVENTS};
pub use gather::Missing;
use gather::{Gathered, Search, gather};

/// What the handler needs.
pub struct Deps {
    /// Where passages come from.
    pub corpus: Arc<dyn Corpus>,
    /// The configured providers.
    pub search: WebSearch,
    /// Which hosts may speak.
    pub allowance: Allowance,
    /// Whether web results without a date are kept.
    pub keep_undated: bool,
    /// Who judges what they return.
    pub bench: Bench,
    /// Where today comes from.
    pub clock: Clock,
}

impl Deps {
    /// Reads the settings of the corpus, the providers and the model. Nothing is opened or connected yet.
    #[must_use]
    pub fn from_settings(settings: &Settings) -> Self {
        let bench = Bench::from_settings(settings);
        Self {
            corpus: corpus::from_settings(settings, Arc::clone(bench.reader())),
            search: WebSearch::from_settings(settings),
            allowance: Allowance::from_settings(settings),
            keep_undated: settings.flag(names::TRUTHY_KEEP_UNDATED, true),
            bench,
            clock: Clock::System,
        }
    }
}

/// A claim to judge.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The claim as it was said.
    #[schemars(extend("x-tool-description" = "The claim to judge, with metric, place and period where known"))]
    pub claim: Text<2_000>,
    /// How many pieces of evidence to return at most.
    #[serde(default = "default_top_k")]
    pub top_k: Integer<1, 10>,
    /// How old the evidence may be, in days before today (UTC). Evidence without a date is kept.
    #[serde(default = "default_freshness_days")]
    pub freshness_days: Integer<1, 3660>,
}

fn default_top_k() -> Integer<1, 10> {
    Integer::constant::<5>()
}

fn default_freshness_days() -> Integer<1, 3660> {
    Integer::constant::<3660>()
}

impl web::Input for Input {
    fn spoken(&self) -> Option<&str> {
        Some(self.claim.as_str())
    }
}

/// A verdict with everything it rests on.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ClaimVerdict")]
pub struct Output {
    /// The claim as it was said.
    pub claim: String,
    /// How to state it so that it can be compared.
    pub normalized: String,
    /// What it comes to.
    pub label: Label,
    /// How sure, 0.3..=0.95; at most 0.75 without a primary source.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub confidence: f64,
    /// Why, in sentences that each end with the number of their source.
    pub rationale: String,
    /// The sources behind the label, at most three.
    pub sources: Vec<Source>,
    /// Everything that was found and judged, best first.
    pub evidence: Vec<Item>,
    /// What could mislead about the claim's metric, place or period; at most 8.
    pub warnings: Vec<String>,
    /// What the label rests on, the weightiest first: the sources' reasons.
    pub reasons: Vec<Reason>,
    /// Sources that gave no answer, and why; absent where all did.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<Missing>,
}

impl Render for Output {
    fn items(&self) -> Option<usize> {
        Some(self.evidence.len())
    }
}

/// The endpoint.
#[must_use]
pub fn endpoint() -> Endpoint {
    Endpoint::post("tools-verdict", "/api/tools/verdict")
        .summary("Judge one claim: search, compare, label")
        .description(
            "Searches the trusted corpus and the web at once, judges what comes against the claim, checks the claim's \
             context, and labels it: True, Mostly True, Mixed, Mostly False, False or Unverifiable.\n\n\
             A source that fails or is late is named under `missing`; the verdict is that of the others. Only where no \
             source answered at all is the answer an error.",
        )
        .fails_with(&[ErrorCode::BackendUnavailable, ErrorCode::Timeout])
        .tool(
            "verdict",
            "Judge one factual claim in one call: searches trusted sources and the web, and returns a label with its evidence.",
        )
        .needs(
            Needs::memory_mb(1024, "reads up to five passages with the model: 0.3 s of a whole core")
                .settings(corpus::SETTINGS)
                .settings(websearch::SETTINGS)
                .settings(judging::SETTINGS)
                .settings(judging::JUDGE_SETTINGS)
                .settings(judging::MODEL_SETTINGS)
                .settings(&[
                    names::TRUTHY_ALLOWLIST,
                    names::TRUTHY_ENFORCE_ALLOWLIST,
                    names::TRUTHY_KEEP_UNDATED,
                ]),
        )
        .streaming_handler(EVENTS, Deps::from_settings, |deps| Box::pin(warm(deps)), handle)
}

/// What every call needs, while a whole core is there for it.
async fn warm(deps: &Deps) {
    context::rehearse();
    deps.bench.warm();
    deps.corpus.warm().await;
}

/// Searches, judges, checks the context, and labels.
pub async fn handle(deps: &Deps, _: Principal, input: Input, progress: Progress) -> Result<Output, Failure> {
    let today = deps.clock.today();
    let claim = Claim::parse(input.claim.as_str());
    let limit = input.top_k.get() as usize;
    let aloud = Aloud { progress: &progress, claim: &claim, today, limit };
    let context = context::check(&claim, &Expected::default(), today);
    aloud.begin(&context.notes, &context.warnings);
    let deadline = Deadline::after_ms(BUDGET_MS);
    let search = Search {
        text: claim.search_text(today),
        today,
        not_before: settings::days_before(today, input.freshness_days.get()),
        deadline: deadline.earlier_by_ms(JUDGING_MS),
    };
    let Gathered { candidates, missing, answered } = gather(deps, &search, &aloud).await;
    if answered == 0 {
        return Err(nothing_answered(&missing));
    }
    let items = deps.bench.assess(&claim, candidates, today, limit, deadline).await;
    let decided = verdict::decide(&claim, &items, context.warnings.len());
    let behind = |item: &&Item| decided.sources.iter().any(|source| source.url == item.url);
    let mut reasons: Vec<Reason> = Vec::new();
    for reason in items.iter().filter(behind).flat_map(|item| &item.reasons) {
        if !reasons.contains(reason) {
            reasons.push(reason.clone());
        }
    }
    let output = Output {
        claim: claim.text.clone(),
        normalized: context.notes,
        label: decided.label,
        confidence: decided.confidence,
        rationale: decided.rationale,
        sources: decided.sources,
        evidence: items,
        warnings: context.warnings,
        reasons,
        missing,
    };
    aloud.end(&output);
    Ok(output)
}

/// No source at all: the first one's code, and what each says.
fn nothing_answered(missing: &[Missing]) -> Failure {
    let late = missing.iter().all(|source| source.code == ErrorCode::Timeout.as_str());
    let code = if late { ErrorCode::Timeout } else { ErrorCode::BackendUnavailable };
    let said: Vec<String> =
        missing.iter().map(|source| format!("{}: {}", source.source, source.message)).collect();
    Failure::new(code, format!("no source answered: {}", said.join("; ")))
}
