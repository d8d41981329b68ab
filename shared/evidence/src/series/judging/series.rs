//! A claim against one or more series of values.

use super::{
    Findings, Sureness, change, comparison, extreme, judgement, level,
    relevance::{self, Candidate, Placing},
};
use crate::alignment::{Alignment, Judgement, Reason};
use crate::series::{change_words, statement::Statement, table::Series};

/// How often each side is right, measured on fact-checked claims with the series that answer them: 61 of 68, 26 of
/// 31. "Not decided" is seldom what the checkers found there (10 of 37): they knew more than the series.
const SURENESS: Sureness = Sureness { differs: 0.86, agrees: 0.8, undecided: 0.25 };

/// Judges by the series the claim speaks of; none where it speaks of none.
pub(super) fn judge(statement: &Statement, series: &[Series]) -> Option<Judgement> {
    let (candidates, placing) = relevance::relevant(statement, series);
    let shared = candidates.first()?.shared;
    if shared == 0 && placing != Placing::Same && !candidates.iter().any(|candidate| candidate.row_named) {
        return None;
    }
    if let Placing::Larger { claimed, found } | Placing::Other { claimed, found } = placing {
        // Another place's figures say nothing of this one's.
        let reason = Reason::LocationMismatch { claimed, found };
        return Some(judgement(Alignment::Neutral, SURENESS.undecided, vec![reason]));
    }
    let mut findings = Findings::default();
    let compared = comparison::compare(statement, &candidates, &mut findings)
        || comparison::with_world(statement, &candidates, series, &mut findings);
    level::compare(statement, &candidates, &mut findings);
    if !compared {
        change::compare(statement, &candidates, &mut findings);
    }
    if !compared && !change_words::ranks_places(statement) {
        change::compare_direction(statement, &candidates, &mut findings);
        extreme::compare(statement, &candidates, &mut findings);
        nothing_at_all(statement, &candidates, &mut findings);
    }
    Some(findings.conclude(&SURENESS))
}

/// "has recorded no cases": every value must be zero.
fn nothing_at_all(statement: &Statement, candidates: &[Candidate], findings: &mut Findings) {
    let denies = statement.claim.negated
        || (0..statement.words.len())
            .any(|at| matches!(statement.words.word(at), "no" | "never" | "zero" | "none"));
    if !denies
        || !statement.figures.is_empty()
        || !statement.movements.is_empty()
        || statement.extreme.is_some()
    {
        return;
    }
    let Some(candidate) = candidates.first() else { return };
    let largest = candidate.series.points.iter().map(|point| point.value.abs()).fold(0.0, f64::max);
    let holds = largest == 0.0;
    findings.add(holds, super::figures(holds, "none", 0.0, largest, false));
}
