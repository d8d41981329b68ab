//! From likeness to a score that means the same everywhere: how likely a passage is to be of a document that
//! answers the question.
//!
//! Two logistic curves, one for words and meaning and one for words alone, fitted to the first forty questions of
//! `tests/evaluate/data/freight-questions.yaml`; the other forty were not looked at.

use corpus::Likeness;

/// Offset, weight of the words, weight of the cosine.
const WORDS_AND_MEANING: [f64; 3] = [-4.09, 3.45, 5.0];
/// Offset, weight of the words.
const WORDS_ALONE: [f64; 2] = [-2.9, 5.2];
/// Words of a usual question that carry meaning. The part of a question's words that one passage can have falls with
/// their number, and its cosine, too: among the questions that are answered here by 1.0 and 1.6 for each e-fold of it.
/// So much is given back.
const USUAL: f64 = 6.0;
const LONGER_WITH_MEANING: f64 = 1.0;
const LONGER_BY_WORDS: f64 = 1.6;
/// Beyond these bounds nothing was measured.
const SHORTEST: usize = 3;
const LONGEST: usize = 20;
/// What a name counts against all passages that none of them has: the question is about something else.
const UNKNOWN_NAME: f64 = 0.9;
/// And that a passage speaks of other places than the question does: what holds there is no answer. It lowers the
/// score of one that is otherwise as likely as not to answer to 0.12.
const ANOTHER_PLACE: f64 = 2.0;
/// And against one passage that lacks a name which the document of another is about.
const MISSING_NAME: f64 = 0.6;
/// More of them count no more.
const MOST_UNKNOWN_NAMES: usize = 2;
/// What the reading of the best sentence counts, logit for logit, and where it changes nothing: set with the bar on F-01 to F-40,
/// `near-questions.yaml` and `more-questions.yaml`.
const BY_READING: f64 = 0.7;
const USUAL_READING: f64 = -0.9;
/// From here on nothing is doubted. With it `High` is right in all 19 of the questions that it was set by.
const SURE_READING: f64 = 1.1;

/// What the scores of passages depend on in the question itself.
pub(crate) struct Question {
    /// Names in it that none of the passages has.
    pub(crate) unknown_names: usize,
    /// Words in it that carry meaning.
    pub(crate) length: usize,
}

/// What speaks against one passage.
#[derive(Clone, Copy, Default)]
pub(crate) struct Against {
    /// Names that another passage's document is about, and that it lacks.
    pub(crate) missing_names: usize,
    /// Whether it speaks of other places than the question does.
    pub(crate) is_elsewhere: bool,
}

/// The scores of passages that were found together, 0..=1. Where some have a cosine, one without is less near than
/// all of those.
///
/// `against` is what speaks against each of the passages.
pub(crate) fn scores(likenesses: &[Likeness], against: &[Against], question: &Question) -> Vec<f64> {
    let Question { unknown_names, length } = *question;
    let longer = (length.clamp(SHORTEST, LONGEST) as f64 / USUAL).ln();
    let unknown = UNKNOWN_NAME * unknown_names.min(MOST_UNKNOWN_NAMES) as f64;
    let farthest = likenesses.iter().filter_map(|likeness| likeness.cosine).reduce(f64::min);
    let score = |(likeness, against): (&Likeness, &Against)| {
        let elsewhere = if against.is_elsewhere { ANOTHER_PLACE } else { 0.0 };
        let against = unknown + MISSING_NAME * against.missing_names as f64 + elsewhere;
        match (likeness.cosine.or(farthest), likeness.words) {
            (Some(cosine), words) => {
                let [offset, by_words, by_meaning] = WORDS_AND_MEANING;
                logistic(
                    offset + by_words * words + by_meaning * cosine + LONGER_WITH_MEANING * longer - against,
                )
            }
            (None, words) => {
                logistic(WORDS_ALONE[0] + WORDS_ALONE[1] * words + LONGER_BY_WORDS * longer - against)
            }
        }
    };
    likenesses.iter().zip(against).map(score).collect()
}

/// `score`, the best there is, once the best sentences have been read together with the question: `reading` is the greatest logit
/// of one of them answering it.
pub(crate) fn after_reading(score: f64, reading: f64) -> f64 {
    moved(score, BY_READING * (reading - USUAL_READING))
}

/// `score` of any passage where `reading` leaves a doubt whether one of them answers. That a sentence surely answers speaks
/// for no other passage, so no score rises.
pub(crate) fn doubted(score: f64, reading: f64) -> f64 {
    moved(score, BY_READING * (reading - SURE_READING).min(0.0))
}

/// `score` with its logit moved by `logits`.
fn moved(score: f64, logits: f64) -> f64 {
    let score = score.clamp(f64::EPSILON, 1.0 - f64::EPSILON);
    logistic((score / (1.0 - score)).ln() + logits)
}

fn logistic(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearer_is_never_worse() {
        let likeness = |words: f64, cosine: Option<f64>| Likeness { words, cosine };
        let question = Question { unknown_names: 0, length: 6 };
        let nothing = Against::default();
        let found = scores(
            &[
                likeness(0.2, Some(0.4)),
                likeness(0.6, Some(0.4)),
                likeness(0.6, Some(0.7)),
                likeness(0.6, None),
            ],
            &[nothing; 4],
            &question,
        );
        assert!(found[0] < found[1] && found[1] < found[2], "{found:?}");
        assert!(
            (found[3] - found[1]).abs() < 1e-9,
            "the farthest cosine stands for the missing one: {found:?}"
        );
        let alone = scores(&[likeness(0.1, None), likeness(0.9, None)], &[nothing; 2], &question);
        assert!(alone[0] < 0.5 && alone[1] > 0.5, "{alone:?}");
        assert!(after_reading(found[1], 2.0) > found[1] && after_reading(found[1], -4.0) < found[1]);
        assert!(doubted(found[1], 0.0) < found[1] && (doubted(found[1], 5.0) - found[1]).abs() < 1e-9);
        assert!(after_reading(1.0, 50.0) <= 1.0 && after_reading(0.0, -50.0) >= 0.0);
        let elsewhere = Against { is_elsewhere: true, ..nothing };
        let less = scores(&[likeness(0.1, None), likeness(0.9, None)], &[elsewhere; 2], &question);
        assert!(less[0] < alone[0] && less[1] < alone[1], "{less:?}");
    }
}
