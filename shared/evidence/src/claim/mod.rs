//! What a sentence claims: metric, quantities, direction, place, period, comparison, basis.
//!
//! Parsing is deterministic and total: any text gives a [`Claim`], whose parts are absent where the text
//! says nothing. Every part keeps the words it was read from, so that a warning can quote them.

pub mod basis;
pub mod comparison;
pub mod direction;
pub mod location;
pub mod metric;
pub mod negation;
mod numeral;
mod plain;
pub mod quantity;
mod search;
pub mod timeframe;
mod wording;
pub(crate) mod words;

use basis::Basis;
use comparison::Comparison;
use direction::Direction;
use location::Location;
use metric::Metric;
use quantity::Quantity;
use timeframe::Timeframe;
use words::Words;

/// A sentence, taken apart.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// The sentence as it was said.
    pub text: String,
    /// What is measured, in the order of mention; most specific wording of each.
    pub metrics: Vec<Metric>,
    /// Figures with their units, in the order of mention.
    pub quantities: Vec<Quantity>,
    /// Which way it moved, where the sentence says so.
    pub direction: Option<Direction>,
    /// Places named, in the order of mention.
    pub locations: Vec<Location>,
    /// Periods named, in the order of mention. Not resolved: that needs today's date.
    pub timeframes: Vec<Timeframe>,
    /// What the figure is compared with.
    pub comparison: Option<Comparison>,
    /// Per head, a rate, or an absolute count.
    pub basis: Basis,
    /// Whether the main statement is negated ("did not", "no longer", "never").
    pub negated: bool,
}

impl Claim {
    /// Takes `text` apart.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        Self::read(&Words::new(text))
    }

    /// Takes a sentence apart that is already cut into words.
    pub(crate) fn read(words: &Words) -> Self {
        let text = words.text;
        let timeframes = timeframe::read(words);
        Self {
            text: text.to_owned(),
            metrics: metric::find(text),
            quantities: quantity::read(words, &timeframes),
            direction: direction::read(words),
            locations: location::find(text),
            comparison: comparison::read(words),
            basis: basis::read(words),
            negated: negation::read(words),
            timeframes,
        }
    }
}
