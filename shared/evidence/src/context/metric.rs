//! Whether the claim measures what is expected.

use super::few;
use super::said::{Said, share_words};
use super::warning::{Severity, Warnings, list, plain, quote};
use crate::claim::{Claim, basis::Basis, metric::Metric};

/// How a claim's metric stands to the expected one; the better come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Same,
    /// The claim only names the family.
    ClaimLoose,
    /// The expectation only names the family.
    ExpectedLoose,
    OtherVariant,
    /// The claim's word may only be a passing mention of another family.
    PassingMention,
    OtherFamily,
}

pub(super) fn check(claim: &Claim, said: &Said, expected: Option<&Claim>, warnings: &mut Warnings) {
    if let Some(expected) = expected {
        compare(claim, expected, warnings);
        compare_adjustments(claim, said, expected, warnings);
    } else {
        name_alternatives(claim, warnings);
    }
}

fn compare(claim: &Claim, expected: &Claim, warnings: &mut Warnings) {
    let pairs =
        claim.metrics.iter().flat_map(|metric| expected.metrics.iter().map(move |other| (metric, other)));
    let Some((metric, other)) = pairs.min_by_key(|(metric, other)| fit(metric, other)) else {
        return compare_words(claim, expected, warnings);
    };
    let (claimed, wanted) = (naming(claim, metric), naming(expected, other));
    let bare = quote(words(claim, metric));
    match fit(metric, other) {
        Fit::Same => {}
        Fit::ClaimLoose => {
            let differ = match metric.alternatives() {
                [] => String::new(),
                alternatives => format!(" ({} differ)", list(alternatives)),
            };
            let text = format!("the claim says only {bare}, expected {}{differ}", other.variant);
            warnings.add(Severity::Mismatch, text);
        }
        Fit::ExpectedLoose => {
            let text = format!("the claim says {claimed}, expected only {}", quote(words(expected, other)));
            warnings.add(Severity::Mismatch, text);
        }
        Fit::OtherVariant | Fit::OtherFamily => {
            warnings.add(Severity::Conflict, format!("the claim says {claimed}, expected {wanted}"));
        }
        Fit::PassingMention => {
            let text = format!("the claim says {bare}, which may not be {}, as expected", other.variant);
            warnings.add(Severity::Mismatch, text);
        }
    }
}

fn fit(metric: &Metric, expected: &Metric) -> Fit {
    if metric.variant == expected.variant {
        Fit::Same
    } else if metric.family == expected.family {
        match (metric.specific, expected.specific) {
            (true, true) => Fit::OtherVariant,
            (false, _) => Fit::ClaimLoose,
            (true, false) => Fit::ExpectedLoose,
        }
    } else if metric.is_definite() {
        Fit::OtherFamily
    } else {
        Fit::PassingMention
    }
}

/// Where a side names no known metric, its words are compared.
fn compare_words(claim: &Claim, expected: &Claim, warnings: &mut Warnings) {
    if share_words(&claim.text, &expected.text) {
        return;
    }
    let text = match expected.metrics.first() {
        Some(metric) => {
            format!("the claim names no metric that could be placed, expected {}", metric.variant)
        }
        None => {
            format!(
                "the expected metric {} could not be placed and is not in the claim",
                quote(&expected.text)
            )
        }
    };
    warnings.add(Severity::Mismatch, text);
}

/// A count is no rate, money of the day no real money.
fn compare_adjustments(claim: &Claim, said: &Said, expected: &Claim, warnings: &mut Warnings) {
    let is_rate = |basis| matches!(basis, Basis::Rate | Basis::PerCapita);
    if claim.basis == Basis::Count && is_rate(expected.basis) {
        warnings.add(Severity::Mismatch, "the claim counts, expected a rate: divide by the population");
    }
    if is_rate(claim.basis) && expected.basis == Basis::Count {
        warnings.add(Severity::Mismatch, "the claim speaks of a rate, expected a count");
    }
    let wanted = Said::new(&expected.text);
    if wanted.any_of(REAL) && !said.any_of(REAL) {
        warnings
            .add(Severity::Mismatch, "the claim does not say that it is adjusted for inflation, as expected");
    }
    if wanted.any_of(SEASONALLY_ADJUSTED) && !said.any_of(SEASONALLY_ADJUSTED) {
        warnings
            .add(Severity::Mismatch, "the claim does not say that it is seasonally adjusted, as expected");
    }
}

/// What says that money is adjusted for inflation.
pub(super) const REAL: &[&str] = &[
    "inflation-adjusted",
    "inflation adjusted",
    "adjusted for inflation",
    "adjusting for inflation",
    "after inflation",
    "in real terms",
    "real terms",
    "real dollars",
    "constant dollars",
    "constant prices",
    "outpaced inflation",
    "faster than inflation",
];

/// What says that a figure is seasonally adjusted.
pub(super) const SEASONALLY_ADJUSTED: &[&str] =
    &["seasonally adjusted", "seasonally-adjusted", "seasonal adjustment"];

/// Without an expectation: which metrics a bare family word confuses.
fn name_alternatives(claim: &Claim, warnings: &mut Warnings) {
    let metrics = few(&claim.metrics);
    for metric in metrics {
        let settled = metrics.iter().any(|other| other.family == metric.family && other.specific);
        if !settled && !metric.alternatives().is_empty() {
            let (bare, alternatives) = (quote(words(claim, metric)), list(metric.alternatives()));
            warnings.add(Severity::Ambiguity, format!("the claim says only {bare}: {alternatives} differ"));
        }
    }
}

/// The words the metric was read from.
fn words<'c>(claim: &'c Claim, metric: &Metric) -> &'c str {
    claim.text.get(metric.span.clone()).unwrap_or(metric.variant)
}

/// "violent crime", or "\"murders\" (homicide)" where the words say it otherwise.
fn naming(claim: &Claim, metric: &Metric) -> String {
    let words = plain(words(claim, metric));
    let same =
        words.to_lowercase().replace('-', " ").contains(&metric.variant.to_lowercase().replace('-', " "));
    if same { metric.variant.to_owned() } else { format!("{} ({})", quote(&words), metric.variant) }
}
