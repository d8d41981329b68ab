//! Tables, series and records given as text, held against a claim.
//!
//! Statistics come as `Life expectancy (Years): KEN 2019=62.9, 2020=62.7`, as `key=value` rows of an office's
//! table, or as columns between bars. [`judge`] reads these exactly: the values of the years named, changes between
//! them, ranks, extremes, comparisons. Prose is left to [`crate::alignment`].

mod change_words;
mod judging;
mod places;
mod reading;
mod spoken;
mod statement;
mod stems;
mod table;
#[cfg(test)]
mod tests;

use crate::{alignment::Judgement, claim::Claim};

/// Judges the passage, if it is a table, a series or a record: none for prose, and for data the claim has nothing to
/// do with.
#[must_use]
pub fn judge(claim: &Claim, passage_text: &str) -> Option<Judgement> {
    let table = reading::read(passage_text)?;
    judging::judge(&statement::Statement::new(claim), &table)
}
