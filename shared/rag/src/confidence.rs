//! How much to rely on an answer, by how many passages there are and how well they answer.

use crate::answer::{Confidence, Level};

/// Fewest passages and least average score of each level.
const HIGH: (usize, f64) = (3, 0.5);
const MEDIUM: (usize, f64) = (2, 0.3);

/// The confidence of an answer from passages with these `scores`, with `matched` citations of which `dropped` more
/// were not borne out by their passages.
pub(crate) fn assess(scores: &[f64], matched: usize, dropped: usize) -> Confidence {
    let count = scores.len();
    let average = if count == 0 { 0.0 } else { scores.iter().sum::<f64>() / count as f64 };
    let percent = (average * 100.0).round();
    let reaches = |(fewest, least): (usize, f64)| count >= fewest && average >= least;
    let (level, mut reason) = if reaches(HIGH) {
        let cited = if matched > 0 { format!(" with {matched} citations") } else { String::new() };
        (Level::High, format!("{count} relevant sources{cited}"))
    } else if reaches(MEDIUM) {
        (Level::Medium, format!("{count} sources found, average relevance {percent}%"))
    } else if count == 0 {
        (Level::Low, "No relevant documents found".to_owned())
    } else if count == 1 {
        (Level::Low, "Only 1 source found".to_owned())
    } else {
        (Level::Low, format!("Low relevance scores (avg {percent}%)"))
    };
    if dropped > 0 {
        let what = if dropped == 1 { "1 citation" } else { &format!("{dropped} citations") };
        reason = format!("{reason}; {what} left out that the cited document does not bear out");
    }
    Confidence { level, reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_reasons_are_the_contract_s() {
        let cases: [(&[f64], usize, Level, &str); 9] = [
            (&[0.5; 7], 3, Level::High, "7 relevant sources with 3 citations"),
            (&[0.5; 7], 0, Level::High, "7 relevant sources"),
            (&[0.9, 0.9], 2, Level::Medium, "2 sources found, average relevance 90%"),
            (&[0.36; 4], 1, Level::Medium, "4 sources found, average relevance 36%"),
            (&[0.3, 0.3], 1, Level::Medium, "2 sources found, average relevance 30%"),
            (&[0.499, 0.499, 0.499], 1, Level::Medium, "3 sources found, average relevance 50%"),
            (&[0.29; 10], 1, Level::Low, "Low relevance scores (avg 29%)"),
            (&[0.99], 1, Level::Low, "Only 1 source found"),
            (&[], 0, Level::Low, "No relevant documents found"),
        ];
        for (scores, matched, level, reason) in cases {
            let expected = Confidence { level, reason: reason.to_owned() };
            assert_eq!(assess(scores, matched, 0), expected, "{scores:?}");
        }
    }

    #[test]
    fn citations_that_were_left_out_are_said() {
        let reason = assess(&[0.9], 0, 2).reason;
        assert_eq!(
            reason,
            "Only 1 source found; 2 citations left out that the cited document does not bear out"
        );
    }
}
