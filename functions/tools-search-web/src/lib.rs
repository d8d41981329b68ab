//! `POST /api/tools/search_web`: evidence from the allowed web for one claim.

use evidence::claim::Claim;
use findings::Findings;
use judging::{BUDGET_MS, Bench, JUDGING_MS};
use outbound::Deadline;
use schemars::JsonSchema;
use serde::Deserialize;
use settings::{Clock, Settings, names};
use web::field::{Integer, Text};
use web::{Endpoint, ErrorCode, Failure, Needs, Principal};
use websearch::{Allowance, Query, WebSearch};

/// Patterns in one request.
const MAX_PATTERNS: usize = 100;

/// What the handler needs.
pub struct Deps {
    /// The configured providers.
    pub search: WebSearch,
    /// Which hosts may speak.
    pub allowance: Allowance,
    /// Whether results without a date are kept.
    pub keep_undated: bool,
    /// Who judges what they return.
    pub bench: Bench,
    /// Where today comes from.
    pub clock: Clock,
}

impl Deps {
    /// Reads the providers' keys and the deployment's allow-list. Nothing is connected before the first search.
    #[must_use]
    pub fn from_settings(settings: &Settings) -> Self {
        Self {
            search: WebSearch::from_settings(settings),
            allowance: Allowance::from_settings(settings),
            keep_undated: settings.flag(names::TRUTHY_KEEP_UNDATED, true),
            bench: Bench::from_settings(settings),
            clock: Clock::System,
        }
    }
}

/// A claim to find evidence for, and where to look.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The claim, or words to search for.
    pub query: Text<2_000>,
    /// How many items to return at most.
    #[serde(default = "default_top_k")]
    #[schemars(extend("x-tool-unbounded" = true))]
    pub top_k: Integer<1, 10>,
    /// How old the evidence may be, in days before today (UTC). Pages without a date are kept,
    /// unless the deployment drops them.
    #[serde(default = "default_recency_days")]
    #[schemars(extend("x-tool-unbounded" = true))]
    pub recency_days: Integer<1, 3660>,
    /// Hosts (`fbi.gov`, with its subdomains) and suffixes (`.gov`) that may be returned. Empty: what the
    /// deployment allows. Where the deployment enforces its own list, this can narrow it but not widen it.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub allowlist: Vec<String>,
}

fn default_top_k() -> Integer<1, 10> {
    Integer::constant::<5>()
}

fn default_recency_days() -> Integer<1, 3660> {
    Integer::constant::<365>()
}

impl web::Input for Input {
    fn spoken(&self) -> Option<&str> {
        Some(self.query.as_str())
    }
}

/// The endpoint.
#[must_use]
pub fn endpoint() -> Endpoint {
    Endpoint::post("tools-search-web", "/api/tools/search_web")
        .summary("Search allowed web sites for evidence")
        .description(
            "Asks the configured search providers, keeps what the allow-list and `recency_days` permit, judges each \
             passage against the claim, and ranks by relevance, tier, freshness and alignment.\n\n\
             An empty list comes with `status` and `message`, which say what to try instead of the same query.",
        )
        .fails_with(&[ErrorCode::BackendUnavailable, ErrorCode::Timeout])
        .tool(
            "search_web",
            "Search allowed web sites (official sources, agencies) for recent evidence on a claim.",
        )
        .needs(
            Needs::memory_mb(1024, "reads up to five passages with the model: 0.3 s of a whole core")
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
        .warm_handler(Deps::from_settings, |deps| Box::pin(async { deps.bench.warm() }), handle)
}

/// Searches, keeps what is allowed and fresh, judges it, and ranks it.
pub async fn handle(deps: &Deps, _: Principal, input: Input) -> Result<Findings, Failure> {
    if input.allowlist.len() > MAX_PATTERNS {
        return Err(web::invalid("/allowlist", format!("must have at most {MAX_PATTERNS} entries")));
    }
    let allow_list = deps.allowance.for_request(&input.allowlist)?;
    let today = deps.clock.today();
    let claim = Claim::parse(input.query.as_str());
    let not_before = settings::days_before(today, input.recency_days.get());
    let limit = input.top_k.get() as usize;
    let query = Query {
        text: claim.search_text(today),
        limit,
        allow_list: allow_list.clone(),
        not_before: Some(not_before),
        today,
    };
    let deadline = Deadline::after_ms(BUDGET_MS);
    let found = telemetry::upstream(deps.search.search(&query, deadline.earlier_by_ms(JUDGING_MS))).await?;
    let returned = found.hits.len();
    let incomplete = found.incomplete.clone();
    let candidates = found.candidates(&allow_list, not_before, deps.keep_undated);
    let dropped = returned - candidates.len();
    let items = deps.bench.assess(&claim, candidates, today, limit, deadline).await;
    Ok(Findings::complete(items, || advice(dropped)).without(&incomplete))
}

/// What to try when nothing fits.
fn advice(dropped: usize) -> String {
    let mut advice =
        "no allowed page fits; do not repeat the same query: name the measure, place and period".to_owned();
    if dropped > 0 {
        advice.push_str(", or widen allowlist or recency_days: ");
        advice.push_str(&dropped.to_string());
        advice.push_str(" results were outside them");
    }
    advice
}
