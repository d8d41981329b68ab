//! How worth checking a sentence is.
//!
//! A linear score over [`Features`]. The weights are set by hand, coarsely, and stand for plain judgements (a figure
//! with its unit can be looked up, a wish cannot); none is fitted to labelled data. A labelled set of debate
//! sentences only showed which judgements hold, and where to draw the line.

use super::clause::Verb;
use super::features::{Features, Figures};
use super::marks::Mark;

/// The score at which a sentence is worth checking: a little over where most would be found, so that fewer are
/// found in vain.
const EVEN: f64 = -0.55;

/// How urgently a sentence with `features` should be checked, 0..=1; 0.5 and more is worth it.
pub(super) fn priority(features: &Features) -> f64 {
    1.0 / (1.0 + (EVEN - score(features)).exp())
}

/// The sum of what speaks for a check and what speaks against it.
fn score(features: &Features) -> f64 {
    -2.0 + exactness(features) + form(features) + content(features) - idle(features)
}

/// Figures, dates, comparisons.
fn exactness(features: &Features) -> f64 {
    let figures = match features.figures {
        Figures::None => 0.0,
        Figures::InWords => 0.75,
        Figures::Counted => 1.25,
        Figures::Measured => 2.5,
    };
    figures
        + when(features.dated, 0.75)
        + when(features.timed, 0.5)
        + when(features.compares, 0.75)
        + when(features.marks.has(Mark::Superlative), 0.5)
        + when(features.absolute, 0.5)
}

/// Whether it is put as a fact.
fn form(features: &Features) -> f64 {
    0.5 * features.main.assertion()
        + 0.75 * features.boldest_assertion.max(-1.0)
        + when(features.narrates, 0.25)
        + when(features.tells_our_state(), 0.25)
        - when(features.tells_own_state(), 0.25)
}

/// Whether it is about what records and statistics are kept of.
fn content(features: &Features) -> f64 {
    0.5 * few(features.subjects, 2)
        + 0.25 * few(features.institutions, 2)
        + 0.15 * few(features.names, 4)
        + when(features.marks.has(Mark::Change), 0.5)
        + when(features.marks.has(Mark::Record), 0.5)
        + when(features.marks.has(Mark::Vote), 0.5)
        + when(features.marks.has(Mark::Title), 0.25)
        + when(features.placed, 0.25)
}

/// Whether it is a question, a plan, an opinion, a courtesy, or about nobody else.
fn idle(features: &Features) -> f64 {
    when(features.asks, 3.0)
        + when(features.foretells, 0.5)
        + when(features.demands, 0.75)
        + when(features.supposes, 0.25)
        + when(features.framed, 0.5)
        + when(features.opines, 0.5)
        + when(features.addresses, 0.25)
        + when(features.conditional, 0.5)
        + when(!features.is_specific(), 0.5)
        + 0.35 * few(features.values, 2)
        + 0.75 * few(features.procedures, 2)
        + when(features.marks.has(Mark::Private), 0.5)
        + when(features.marks.has(Mark::Vague), 0.25)
        + when(features.words < 6, 0.25)
        + when(features.broken_off, 0.5)
        + when(features.words < 3 || features.main.verb == Verb::Unknown && features.words < 5, 2.0)
}

fn when(true_of_it: bool, weight: f64) -> f64 {
    if true_of_it { weight } else { 0.0 }
}

/// A count, at most `most`.
fn few(count: usize, most: u8) -> f64 {
    count.min(usize::from(most)) as f64
}
