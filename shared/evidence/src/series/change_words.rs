//! Whether a figure of the claim is a change, and which way.

use super::{
    judging::Candidate,
    spoken::{Figure, Role},
    statement::{Movement, Statement},
};
use crate::claim::quantity::Unit;

/// How far a word of movement may stand from the figure it moves, in tokens.
const REACH: usize = 6;

/// Whether `figure` is how much something changed: "by 7 %", "down 7 %", "a 7 % fall", "doubled". Of a measure that
/// is itself a change ("growth was 3 %") the figure is a level.
pub(super) fn is_change(statement: &Statement, figure: &Figure, nearest: &Candidate) -> bool {
    let words = &statement.words;
    if figure.unit == Unit::Multiple {
        // "25 times more likely than others" compares groups.
        let verb = (figure.at..figure.end).any(|at| {
            let word = words.word(at);
            word.ends_with("ed") || word.ends_with("ing") || matches!(word, "double" | "triple" | "halve")
        });
        return verb || movement(statement, figure, nearest).is_some_and(|movement| movement.than.is_none());
    }
    let level = matches!(
        words.before(figure.at, 1),
        "to" | "at" | "is" | "was" | "were" | "from" | "below" | "above" | "under" | "exceeded" | "reached"
    );
    let name = nearest.series.name.to_lowercase();
    let of_change = name.contains("growth") || name.contains("change") || name.contains("inflation");
    if level || of_change && words.before(figure.at, 1) != "by" {
        return false;
    }
    if figure.role == Role::Change || figure.unit == Unit::PercentagePoints {
        return true;
    }
    figure.is_percent() && movement(statement, figure, nearest).is_some()
}

/// "in line with recent years", "almost the same as previous years".
pub(super) fn as_in_other_years(statement: &Statement) -> bool {
    let words = &statement.words;
    (0..words.len()).any(|at| {
        let like = words.phrase(at, &["in", "line", "with"]).or_else(|| {
            let alike = matches!(words.word(at), "same" | "similar" | "equal" | "close");
            let joint = alike
                .then(|| (at + 1..at + 4).find(|&next| matches!(words.word(next), "as" | "to" | "with")));
            joint.flatten().map(|joint| joint + 1)
        });
        like.is_some_and(|next| {
            matches!(words.word(next), "recent" | "previous" | "prior" | "other" | "past" | "earlier")
                && matches!(words.word(next + 1), "years" | "year")
        })
    })
}

/// Whether the claim compares with places the table need not have: "the only country", "than any other", "leads the
/// world".
pub(super) fn ranks_places(statement: &Statement) -> bool {
    let words = &statement.words;
    (0..words.len()).any(|at| match words.word(at) {
        "only" => (at + 1..at + 5).any(|next| is_place_word(words.word(next))),
        "other" => {
            matches!(words.before(at, 1), "any" | "every" | "most" | "no")
                && is_place_word(words.word(at + 1))
        }
        "no" => matches!(words.word(at + 1), "country" | "nation" | "other"),
        "leads" | "lead" => words.word(at + 1) == "the" && words.word(at + 2) == "world",
        "similar" | "compared" | "comparable" => matches!(words.word(at + 1), "to" | "with"),
        _ => false,
    })
}

fn is_place_word(word: &str) -> bool {
    matches!(
        word,
        "country" | "countries" | "nation" | "nations" | "state" | "economy" | "economies" | "place"
    )
}

/// The movement said nearest to the figure.
pub(super) fn movement<'a>(
    statement: &'a Statement,
    figure: &Figure,
    nearest: &Candidate,
) -> Option<&'a Movement> {
    let distance = |movement: &Movement| {
        if movement.at < figure.at {
            figure.at - movement.at
        } else {
            (movement.at + 1).saturating_sub(figure.end)
        }
    };
    statement
        .movements
        .iter()
        .filter(|movement| {
            !movement.of_rank && distance(movement) <= REACH && !nearest.names(statement, movement.at)
        })
        .min_by_key(|movement| distance(movement))
}
