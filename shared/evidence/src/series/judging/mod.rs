//! A claim held against what a table holds.

mod cells;
mod change;
mod comparison;
mod extreme;
mod level;
mod record;
mod relevance;
mod series;

pub(super) use relevance::Candidate;

use super::{
    statement::Statement,
    table::{End, Table},
};
use crate::alignment::{Alignment, Judgement, Reason};

/// Judges the claim by the table; none where they have nothing to do with each other.
pub(super) fn judge(statement: &Statement, table: &Table) -> Option<Judgement> {
    match table {
        Table::Record(record) => record::judge(statement, record),
        Table::Series(series) if series.iter().all(|series| series.years().is_none()) => {
            cells::judge(statement, series)
        }
        Table::Series(series) => series::judge(statement, series),
    }
}

/// What the single comparisons found.
#[derive(Debug, Default)]
struct Findings {
    supporting: Vec<Reason>,
    contradicting: Vec<Reason>,
    /// What was compared and left open.
    open: Vec<Reason>,
}

impl Findings {
    fn add(&mut self, holds: bool, reason: Reason) {
        if holds {
            self.supporting.push(reason);
        } else {
            self.contradicting.push(reason);
        }
    }

    /// Weighs what was compared: one part of a claim that is wrong makes it wrong.
    fn conclude(self, sure: &Sureness) -> Judgement {
        if !self.contradicting.is_empty() {
            let reasons = self.contradicting.into_iter().chain(self.supporting).collect();
            return judgement(Alignment::Contradicts, sure.differs, reasons);
        }
        if !self.supporting.is_empty() && self.open.is_empty() {
            return judgement(Alignment::Supports, sure.agrees, self.supporting);
        }
        judgement(Alignment::Neutral, sure.undecided, self.open)
    }
}

/// How often each side is right of one shape of table, 0..=1.
struct Sureness {
    differs: f64,
    agrees: f64,
    undecided: f64,
}

/// A judgement, its confidence within the bounds of all of them.
fn judgement(alignment: Alignment, confidence: f64, reasons: Vec<Reason>) -> Judgement {
    let confidence = (confidence * 100.0).round() / 100.0;
    Judgement { alignment, confidence: confidence.clamp(0.05, 0.95), reasons }
}

/// Whether `claimed` is `found`, as a reason. `difference_pp` for percentages, else as a part of found.
fn figures(holds: bool, claimed: &str, value: f64, found: f64, percent: bool) -> Reason {
    let rounded = |value: f64| Some((value * 1e4).round() / 1e4).filter(|value| value.is_finite());
    let difference_pp = if percent { rounded(value - found) } else { None };
    let difference_ratio =
        if percent || found == 0.0 { None } else { rounded((value - found) / found.abs()) };
    let (claimed, found) = (claimed.to_owned(), written(found));
    if holds {
        Reason::QuantityMatch { claimed, found, difference_pp, difference_ratio }
    } else {
        Reason::QuantityMismatch { claimed, found, difference_pp, difference_ratio }
    }
}

/// A reason for two counts that must be the same: ranks, spans of years.
fn counts(holds: bool, claimed: String, found: String) -> Reason {
    if holds {
        Reason::QuantityMatch { claimed, found, difference_pp: None, difference_ratio: None }
    } else {
        Reason::QuantityMismatch { claimed, found, difference_pp: None, difference_ratio: None }
    }
}

/// A value as a reader would write it: no digits beyond the sixth.
fn written(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return "0".to_owned();
    }
    if value.abs() >= 1000.0 {
        return format!("{value:.0}");
    }
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn end_word(end: End) -> &'static str {
    match end {
        End::Highest => "highest",
        End::Lowest => "lowest",
    }
}
