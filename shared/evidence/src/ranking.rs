//! Orders judged evidence by relevance, tier, freshness and alignment, and says how likely each item is right.
//!
//! Two numbers, for two questions. The *score*, which goes over the wire, is the probability that the item is
//! relevant and its alignment right: `relevance × confidence`, as far as the two are calibrated. The *weight*
//! orders: `base + confidence × base × (1 − base)` with `base = relevance × tier weight × freshness`, so that an
//! agency's answer stands before a newspaper's of the same words. The second term counts a decided alignment as a
//! second, independent witness of weight `confidence × base` (noisy-or; Pearl, *Probabilistic Reasoning in
//! Intelligent Systems*, 1988, section 4.3): it is 0 for a neutral passage, and lifts no passage that is off the
//! subject. Relevance is lowered where the judgement finds the passage to speak of another place, period or measure.

mod opinion;
mod snippet;
#[cfg(test)]
mod tests;

use std::cmp::{Ordering, Reverse};
use std::hint::black_box;

use jiff::civil::Date;

use crate::alignment::{self, Judgement, NoReader, Observation, Reason, StanceReader};
use crate::claim::Claim;
use crate::{Alignment, Candidate, Item, Tier, tier};

pub use opinion::{Opinion, revise};

/// Candidates below this relevance are dropped: they share a word with the claim, not its subject.
pub const RELEVANCE_FLOOR: f64 = 0.05;

/// Up to this age a passage is fresh. From the rule of `humanchaos/factcheck`: full weight for two years.
const FRESH_DAYS: f64 = 730.0;
/// From this age on a passage is old: the furthest that a request may look back (`freshness_days`).
const OLD_DAYS: f64 = 3660.0;
/// Weight of an old passage. From `humanchaos/factcheck`, which applies it from the third year at once; here it
/// is reached on a slope, so that a day does not halve a score.
const OLD_WEIGHT: f64 = 0.5;
/// Weight of a passage without a date. `humanchaos/factcheck` gives 1; here it stands behind a dated recent one,
/// since it may be of any age.
const UNDATED_WEIGHT: f64 = 0.85;

/// What is left of the relevance of a passage about another place, period or measure. Set by hand: it falls
/// behind one on the claim's own subject that has two thirds of its words.
const OTHER_SCOPE_WEIGHT: f64 = 0.7;

/// A publisher's name is cut here: it is text from outside.
const PUBLISHER_CHARACTERS: usize = 120;

/// Passages that a reader is given at most, those of the greatest weight by the exact layer: with a cross-encoder
/// about 20 ms each on one core in a prototype, of the contract's 4 s.
const MOST_READ: usize = 5;

/// Judges `candidates` against `claim` and returns the `limit` weightiest, heaviest first. The weightiest few are
/// also put before `reader`.
///
/// The result depends on the candidates' contents alone, never on their order. Candidates whose relevance is
/// under [`RELEVANCE_FLOOR`] or no number are dropped, and of those with the same address and snippet one stays.
#[must_use]
pub fn assess(
    claim: &Claim,
    candidates: Vec<Candidate>,
    today: Date,
    limit: usize,
    reader: &dyn StanceReader,
) -> Vec<Item> {
    let reference = reference_day(claim, today);
    let relevant = candidates.into_iter().filter(|candidate| candidate.relevance >= RELEVANCE_FLOOR);
    let passages: Vec<Passage> = relevant.map(Passage::new).collect();
    let observed =
        passages.iter().map(|passage| alignment::observe(claim, &passage.whole, passage.relevance));
    let mut judged: Vec<(&Passage, Observation, Item)> = passages
        .iter()
        .zip(observed)
        .map(|(passage, observation)| {
            let item = passage.item(claim, observation.exact().clone(), reference);
            (passage, observation, item)
        })
        .collect();
    judged.sort_by(|one, other| by_weight(&one.2, &other.2));
    let windows: Vec<&str> =
        judged.iter().take(MOST_READ).map(|(_, observation, _)| observation.window).collect();
    let stances = if windows.is_empty() { None } else { reader.read(&claim.text, &windows) };
    for ((passage, observation, item), stance) in judged.iter_mut().zip(stances.into_iter().flatten()) {
        *item = passage.item(claim, observation.conclude(stance), reference);
    }
    let mut items: Vec<Item> = judged.into_iter().map(|(_, _, item)| item).collect();
    items.sort_by(by_weight);
    let mut chosen: Vec<Item> = Vec::with_capacity(limit.min(items.len()));
    for item in items {
        if chosen.len() == limit {
            break;
        }
        if !chosen.iter().any(|known| known.url == item.url && known.snippet == item.snippet) {
            chosen.push(item);
        }
    }
    chosen
}

/// The same by the rules alone, for an answer before the readers have had their time.
#[must_use]
pub fn glance(claim: &Claim, candidates: Vec<Candidate>, today: Date, limit: usize) -> Vec<Item> {
    assess(claim, candidates, today, limit, &NoReader)
}

/// Goes through a judgement once, so that its code is in memory: for whoever has that time before the first claim
/// and not with it. The patterns for markup are left to the first passage that has some.
pub fn rehearse() {
    let claim = Claim::parse("Violent crime in Chicago is down 17% this year.");
    let candidate = Candidate {
        publisher: String::new(),
        url: "https://www.chicago.gov/".to_owned(),
        as_of: None,
        title: "Crime in Chicago".to_owned(),
        text: "Violent crime fell by 16.7% in 2025 and did not rise in 2024.".to_owned(),
        tier: Tier::Primary,
        relevance: 1.0,
    };
    black_box(assess(&claim, vec![candidate], Date::constant(2026, 1, 1), 1, &NoReader));
}

/// The weight of a passage, 0..=1, two decimals.
///
/// `relevance` and `confidence`, that of `alignment`, are clamped to 0..=1; what is no number counts as 0.
/// `age_days` is how much older the passage is than what it is asked about, none where it has no date.
#[must_use]
pub fn weight(
    relevance: f64,
    tier: Tier,
    age_days: Option<i64>,
    alignment: Alignment,
    confidence: f64,
) -> f64 {
    let base = unit(relevance) * tier_weight(tier) * freshness(age_days);
    let confidence = if alignment == Alignment::Neutral { 0.0 } else { unit(confidence) };
    hundredths(base + confidence * base * (1.0 - base))
}

/// What a tier is worth beside relevance.
///
/// `humanchaos/factcheck` publishes 0.75, 0.3 and 0.1 for the three tiers, as terms of a sum over sources. As
/// factors they would bury a newspaper's exact answer under an agency's vague one, so the fourth root of their
/// ratios is taken, rounded: a step of tier costs what about 20 % of relevance does.
fn tier_weight(tier: Tier) -> f64 {
    match tier {
        Tier::Primary => 1.0,
        Tier::Secondary => 0.8,
        Tier::Analysis => 0.6,
    }
}

fn freshness(age_days: Option<i64>) -> f64 {
    let Some(age_days) = age_days else { return UNDATED_WEIGHT };
    let beyond_fresh = (age_days as f64 - FRESH_DAYS) / (OLD_DAYS - FRESH_DAYS);
    1.0 - (1.0 - OLD_WEIGHT) * beyond_fresh.clamp(0.0, 1.0)
}

/// Less than 1 where the passage settles nothing because it speaks of something else.
fn scope_weight(judgement: &Judgement) -> f64 {
    let speaks_of_another = judgement.reasons.iter().any(|reason| {
        matches!(
            reason,
            Reason::LocationMismatch { .. }
                | Reason::TimeframeMismatch { .. }
                | Reason::MetricMismatch { .. }
        )
    });
    if judgement.alignment == Alignment::Neutral && speaks_of_another { OTHER_SCOPE_WEIGHT } else { 1.0 }
}

/// The day that age is counted back from: the end of what the claim speaks of, at most today.
///
/// A report of 2022 is not stale for a claim about 2022.
fn reference_day(claim: &Claim, today: Date) -> Date {
    let ends =
        claim.timeframes.iter().filter_map(|timeframe| timeframe.resolve(today)).map(|interval| interval.end);
    ends.max().map_or(today, |end| end.min(today))
}

/// A candidate, cleaned of markup.
struct Passage {
    candidate: Candidate,
    text: String,
    /// The text under its title, which often names the place and the period that the text leaves out.
    whole: String,
    relevance: f64,
}

impl Passage {
    fn new(candidate: Candidate) -> Self {
        let title = snippet::plain(&candidate.title);
        let text = snippet::plain(&candidate.text);
        let stop = if title.is_empty() || title.ends_with(['.', '?', '!', '…']) { "" } else { "." };
        let whole = format!("{title}{stop} {text}");
        let relevance = unit(candidate.relevance);
        Self { candidate, text, whole, relevance }
    }

    fn item(&self, claim: &Claim, judgement: Judgement, reference: Date) -> Item {
        let Candidate { url, as_of, tier, .. } = &self.candidate;
        let relevance = self.relevance * scope_weight(&judgement);
        let Judgement { alignment, confidence, reasons } = judgement;
        let age_days = as_of.map(|as_of| reference.duration_since(as_of).as_hours() / 24);
        let publisher = snippet::beginning(&snippet::plain(&self.candidate.publisher), PUBLISHER_CHARACTERS);
        let publisher =
            if publisher.is_empty() { tier::display_name_of_url(url).unwrap_or_default() } else { publisher };
        Item {
            publisher,
            as_of: *as_of,
            snippet: snippet::of(claim, &self.text),
            alignment,
            score: hundredths(relevance * confidence),
            tier: *tier,
            url: url.clone(),
            weight: weight(relevance, *tier, age_days, alignment, confidence),
            relevance,
            age_days,
            confidence,
            reasons,
        }
    }
}

fn hundredths(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// Heaviest first; equal weights by tier, then newest first and undated last, then by what remains, so that the
/// order is total.
fn by_weight(left: &Item, right: &Item) -> Ordering {
    let rest = |item: &'_ Item| (Reverse(item.tier), Reverse(item.as_of));
    (right.weight.total_cmp(&left.weight))
        .then_with(|| rest(left).cmp(&rest(right)))
        .then_with(|| left.url.cmp(&right.url))
        .then_with(|| left.snippet.cmp(&right.snippet))
        .then_with(|| left.publisher.cmp(&right.publisher))
        .then_with(|| (left.alignment as u8).cmp(&(right.alignment as u8)))
        .then_with(|| right.score.total_cmp(&left.score))
        .then_with(|| right.confidence.total_cmp(&left.confidence))
}

/// `value` within 0..=1; what is no number is 0.
fn unit(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) }
}
