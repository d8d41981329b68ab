//! Whether a claim's metric, place and period are what they should be, and what else could mislead.
//!
//! Deterministic and offline. A hard conflict (another metric, another place, another period) or a claim that
//! contradicts itself makes the report not ok; whatever is ambiguous or risky is a warning.

mod contradiction;
mod figure;
mod metric;
mod notes;
mod period;
mod place;
mod said;
mod warning;

use std::hint::black_box;

use jiff::civil::Date;

use crate::claim::Claim;
use said::Said;
use warning::Warnings;

/// How many metrics or places of a text are compared, at most: no sentence has more, and every one of the claim
/// meets every expected one.
const MOST_COMPARED: usize = 24;

/// What the caller expects the claim to speak of. A blank part counts as absent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Expected<'a> {
    /// As "violent crime".
    pub metric: Option<&'a str>,
    /// As "Chicago".
    pub location: Option<&'a str>,
    /// As "YTD current year", "FY2024", "since 2019".
    pub timeframe: Option<&'a str>,
}

/// What was found about a claim's context.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// False where the claim is about something else than expected, or contradicts itself.
    pub ok: bool,
    /// What to mind before a verdict, most serious first; at most 8, no two the same.
    pub warnings: Vec<String>,
    /// One or two sentences: what to normalise the claim to.
    pub notes: String,
}

/// Compares `claim` with what is `expected`, and looks for what else could mislead; `today` places periods.
#[must_use]
pub fn check(claim: &Claim, expected: &Expected<'_>, today: Date) -> Report {
    let expected = Parsed::new(expected);
    let said = Said::new(&claim.text);
    let mut warnings = Warnings::default();
    contradiction::check(claim, &mut warnings);
    metric::check(claim, &said, expected.metric.as_ref(), &mut warnings);
    place::check(claim, &said, expected.location.as_ref(), &mut warnings);
    period::check(claim, &said, expected.timeframe.as_ref(), today, &mut warnings);
    figure::check(claim, &said, today, &mut warnings);
    let notes = notes::write(claim, &expected, today);
    let (ok, warnings) = warnings.finish();
    Report { ok, warnings, notes }
}

/// Reads the tables that a check looks things up in, about 3 ms of a whole core, and goes through it once: for
/// whoever has that time before the first claim and not with it.
pub fn rehearse() {
    let claim = Claim::parse("Violent crime in Chicago is down 17% this year.");
    let expected = Expected { metric: Some("crime"), location: Some("Illinois"), timeframe: Some("2024") };
    black_box(check(&claim, &expected, Date::constant(2026, 1, 1)));
}

/// The first of `items`, at most [`MOST_COMPARED`].
fn few<T>(items: &[T]) -> &[T] {
    &items[..items.len().min(MOST_COMPARED)]
}

/// The parts of what is expected, read like claims.
struct Parsed {
    metric: Option<Claim>,
    location: Option<Claim>,
    timeframe: Option<Claim>,
}

impl Parsed {
    fn new(expected: &Expected<'_>) -> Self {
        let parse = |text: Option<&str>| text.filter(|text| !text.trim().is_empty()).map(Claim::parse);
        Self {
            metric: parse(expected.metric),
            location: parse(expected.location),
            timeframe: parse(expected.timeframe),
        }
    }
}

#[cfg(test)]
mod tests;
