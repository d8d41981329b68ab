//! `POST /api/tools/search_vectara`: evidence from the trusted corpus for one claim.
//!
//! The corpus is Vectara or the embedded index, by settings; the name is the contract's.

use std::sync::Arc;

use corpus::{Corpus, Query};
use evidence::claim::Claim;
use evidence::{Candidate, Tier};
use findings::Findings;
use judging::{BUDGET_MS, Bench, JUDGING_MS};
use outbound::Deadline;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use settings::{Clock, Settings};
use web::field::{Integer, Object, Text};
use web::{Endpoint, ErrorCode, Failure, Needs, Principal};

/// What the handler needs.
#[derive(Debug)]
pub struct Deps {
    /// Where passages come from.
    pub corpus: Arc<dyn Corpus>,
    /// Who judges them.
    pub bench: Bench,
    /// Where today comes from.
    pub clock: Clock,
}

impl Deps {
    /// Reads `TRUTHY_CORPUS` and what belongs to the chosen corpus. Nothing is opened yet.
    #[must_use]
    pub fn from_settings(settings: &Settings) -> Self {
        let bench = Bench::from_settings(settings);
        let corpus = corpus::from_settings(settings, Arc::clone(bench.reader()));
        Self { corpus, bench, clock: Clock::System }
    }
}

/// A claim to find evidence for.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The claim, or words to search for.
    #[schemars(extend("x-tool-description" = "Normalized claim or targeted query"))]
    pub query: Text<2_000>,
    /// How many items to return at most.
    #[serde(default = "default_top_k")]
    pub top_k: Integer<1, 10>,
    /// How old the evidence may be, in days before today (UTC). Passages without a date are kept.
    #[serde(default = "default_freshness_days")]
    pub freshness_days: Integer<1, 3660>,
    /// What else the evidence must be.
    #[serde(default)]
    pub filters: Object<Filters>,
}

/// What else the evidence must be.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SearchFilters")]
pub struct Filters {
    /// How close to the fact the publisher must be.
    #[serde(default)]
    pub publisher_tier: PublisherTier,
}

/// How close a publisher must be to the fact: one tier, or any.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PublisherTier {
    /// The body that measured or decided it.
    Primary,
    /// News and reference works.
    Secondary,
    /// Commentary and analysis.
    Analysis,
    /// All of them.
    #[default]
    Any,
}

impl PublisherTier {
    fn tier(self) -> Option<Tier> {
        match self {
            Self::Primary => Some(Tier::Primary),
            Self::Secondary => Some(Tier::Secondary),
            Self::Analysis => Some(Tier::Analysis),
            Self::Any => None,
        }
    }
}

fn default_top_k() -> Integer<1, 10> {
    Integer::constant::<5>()
}

fn default_freshness_days() -> Integer<1, 3660> {
    Integer::constant::<1095>()
}

impl web::Input for Input {
    fn spoken(&self) -> Option<&str> {
        Some(self.query.as_str())
    }
}

/// The endpoint.
#[must_use]
pub fn endpoint() -> Endpoint {
    Endpoint::post("tools-search-vectara", "/api/tools/search_vectara")
        .summary("Search the trusted corpus for evidence")
        .description(
            "Searches the trusted corpus (Vectara or the embedded index, by deployment), judges each passage against \
             the claim, and ranks by relevance, tier, freshness and alignment.\n\n\
             An empty list comes with `status` and `message`, which say what to try instead of the same query.",
        )
        .fails_with(&[ErrorCode::BackendUnavailable, ErrorCode::Timeout])
        .tool("search_vectara", "Search the trusted corpus for primary and official citations on a claim.")
        .needs(
            Needs::memory_mb(1024, "reads up to five passages with the model: 0.3 s of a whole core")
            .settings(corpus::SETTINGS)
            .settings(judging::SETTINGS)
            .settings(judging::JUDGE_SETTINGS)
            .settings(judging::MODEL_SETTINGS),
        )
        .warm_handler(Deps::from_settings, |deps| Box::pin(warm(deps)), handle)
}

async fn warm(deps: &Deps) {
    deps.bench.warm();
    deps.corpus.warm().await;
}

/// Searches the corpus, judges what it returns, and ranks it.
pub async fn handle(deps: &Deps, _: Principal, input: Input) -> Result<Findings, Failure> {
    let today = deps.clock.today();
    let limit = input.top_k.get() as usize;
    let claim = Claim::parse(input.query.as_str());
    let query = Query {
        tier: input.filters.publisher_tier.tier(),
        not_before: Some(settings::days_before(today, input.freshness_days.get())),
        // More than asked for: ranking by tier and freshness may lift a passage that matched a little less.
        ..Query::new(claim.search_text(today), limit * 2)
    };
    let deadline = Deadline::after_ms(BUDGET_MS);
    let search = deps.corpus.search(&query, deadline.earlier_by_ms(JUDGING_MS));
    let passages = telemetry::upstream(search).await?;
    let candidates = passages.into_iter().map(Candidate::from).collect();
    let items = deps.bench.assess(&claim, candidates, today, limit, deadline).await;
    Ok(Findings::complete(items, || advice(&input)))
}

/// What to try when nothing fits.
fn advice(input: &Input) -> String {
    let mut advice = "nothing in the trusted corpus fits; do not repeat the same query: name the measure, place and period, or try search_web".to_owned();
    if input.filters.publisher_tier != PublisherTier::Any {
        advice.push_str(", or drop the publisher_tier filter");
    }
    if input.freshness_days.get() < 3_660 {
        advice.push_str(", or raise freshness_days (up to 3660)");
    }
    advice
}
