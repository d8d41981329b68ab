//! Questions about the claim, and their answers.
//!
//! A fact check is often kept as questions and answers: "Q: Did the city ban it? A: No, …". There the answers count
//! together, also where a question has little of the claim's wording: all of them were asked about it.

use super::{
    Alignment, Reason, cues,
    passage::Piece,
    statement::{Finding, LEAST_COVERAGE},
};

/// From this part of the claim's wording on, a question of a questionnaire is about the claim.
const LEAST_OF_QUESTIONNAIRE: f64 = 0.1;
/// How strong the majority of a questionnaire's answers is, for and against. Set on the published sets: a "no" says
/// more, since a "yes" may answer a part of the claim only.
const MOSTLY_YES: f64 = 0.45;
const MOSTLY_NO: f64 = 0.6;

/// Characters of an answer that are quoted.
const QUOTED: usize = 80;

/// What the answers in `pieces` say.
pub(super) fn read(pieces: &[Piece]) -> Vec<Finding> {
    let mut findings: Vec<Finding> =
        pieces.windows(2).filter_map(|pair| answered(&pair[0], &pair[1])).collect();
    findings.extend(questionnaire(pieces));
    findings
}

/// A question about the claim, answered by the next sentence.
fn answered(question: &Piece, next: &Piece) -> Option<Finding> {
    if !question.is_question() || question.coverage < LEAST_COVERAGE {
        return None;
    }
    let yes = cues::answer(&next.words)?;
    Some(finding(yes, 0.3 + 0.5 * question.coverage, question.coverage, next))
}

/// The majority of answers in a text of questions and answers, as far as they say yes or no.
fn questionnaire(pieces: &[Piece]) -> Option<Finding> {
    let mut given: Vec<(bool, f64, &Piece)> = Vec::new();
    for pair in pieces.windows(2).filter(|pair| cues::is_marked_answer(&pair[1].words)) {
        if pair[0].coverage >= LEAST_OF_QUESTIONNAIRE
            && let Some(yes) = cues::answer(&pair[1].words)
        {
            given.push((yes, pair[0].coverage, &pair[1]));
        }
    }
    let yes = given.iter().filter(|(yes, ..)| *yes).count();
    let is_yes = yes * 2 > given.len();
    if yes * 2 == given.len() {
        return None;
    }
    let (_, coverage, piece) = given
        .into_iter()
        .filter(|(yes, ..)| *yes == is_yes)
        .max_by(|one, other| one.1.total_cmp(&other.1))?;
    Some(finding(is_yes, if is_yes { MOSTLY_YES } else { MOSTLY_NO }, coverage, piece))
}

fn finding(yes: bool, strength: f64, coverage: f64, answer: &Piece) -> Finding {
    let words = answer.text.chars().take(QUOTED).collect();
    let (alignment, reason) = if yes {
        (Alignment::Supports, Reason::Affirmation { words })
    } else {
        (Alignment::Contradicts, Reason::Refutation { words })
    };
    Finding::new(alignment, strength, coverage, vec![reason])
}
