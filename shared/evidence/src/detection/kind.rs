//! What has to be looked up to check a claim.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::clause::{Subject, Verb};
use super::features::{Features, Figures};
use super::marks::{self, Mark};
use super::pieces::{Piece, said};
use crate::claim::Claim;
use crate::claim::comparison::Comparison;

/// What has to be looked up to check a claim. The first that fits, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ClaimKind")]
pub enum Kind {
    /// What somebody else said: their words.
    Quoted,
    /// More, less or the most of something: both sides.
    Comparison,
    /// A figure: its series.
    Statistical,
    /// That something happened, or was so, at a certain time: a chronicle.
    Temporal,
    /// Anything else: a record, a law, a cause.
    Other,
}

/// The kind of `claim`, whose words are `pieces`.
pub(super) fn read(claim: &Claim, features: &Features, pieces: &[Piece]) -> Kind {
    if quotes(features, pieces) {
        Kind::Quoted
    } else if compares(claim, pieces) {
        Kind::Comparison
    } else if features.figures >= Figures::Counted || !claim.quantities.is_empty() {
        Kind::Statistical
    } else if !claim.timeframes.is_empty() || features.dated {
        Kind::Temporal
    } else {
        Kind::Other
    }
}

/// Whether somebody else is said to have said something.
fn quotes(features: &Features, pieces: &[Piece]) -> bool {
    let somebody_else =
        matches!(features.main.subject, Subject::Others | Subject::Named | Subject::Addressed);
    let told =
        matches!(features.main.verb, Verb::Past | Verb::Perfect | Verb::Present | Verb::Unknown | Verb::Is);
    // The verb of saying stands near the subject: later ones belong to what is told.
    somebody_else
        && told
        && pieces.iter().take(8).any(|piece| {
            matches!(
                piece.said,
                "said"
                    | "says"
                    | "claimed"
                    | "claims"
                    | "promised"
                    | "pledged"
                    | "announced"
                    | "warned"
                    | "admitted"
                    | "testified"
                    | "argued"
                    | "insisted"
                    | "denied"
                    | "quoted"
                    | "saying"
            )
        })
}

fn compares(claim: &Claim, pieces: &[Piece]) -> bool {
    if matches!(
        claim.comparison,
        Some(Comparison::Other(_) | Comparison::Superlative(_) | Comparison::Named(_))
    ) {
        return true;
    }
    pieces.iter().enumerate().any(|(index, piece)| match piece.said {
        // "more than" before a number bounds a figure and compares nothing.
        "than" => {
            let next = said(pieces, index + 1);
            !next.starts_with(|character: char| character.is_ascii_digit())
                && !marks::of(next).has(Mark::Amount)
        }
        "combined" | "compared" | "twice" => true,
        "times" => {
            let before = index.checked_sub(1).map_or("", |index| pieces[index].said);
            marks::of(before).has(Mark::Amount)
                || before.starts_with(|character: char| character.is_ascii_digit())
        }
        _ => false,
    })
}
