//! Ranks: "the fourth largest city" against "the third largest city".

use super::figures::MOST_COMPARED;
use crate::claim::words::Words;

/// A rank of the claim that the sentence gives differently for the same thing, and the sentence's.
pub(super) fn mismatch<'text>(
    claim: &Words<'text>,
    sentence: &Words<'text>,
) -> Option<(&'text str, &'text str)> {
    let ranks =
        (0..claim.len()).filter_map(|index| rank_at(claim, index).map(|(rank, next)| (index, rank, next)));
    ranks.take(MOST_COMPARED).find_map(|(index, rank, next)| {
        let thing = claim.word(next);
        if thing.is_empty() {
            return None;
        }
        let same_thing: Vec<(u32, usize)> = (0..sentence.len())
            .filter_map(|at| {
                rank_at(sentence, at)
                    .filter(|(_, next)| sentence.word(*next) == thing)
                    .map(|(rank, _)| (rank, at))
            })
            .collect();
        let other = same_thing.first()?;
        (same_thing.iter().all(|(found, _)| *found != rank))
            .then(|| (claim.raw(index), sentence.raw(other.1)))
    })
}

/// The rank said at `index` and the token after it: "third", "3rd".
fn rank_at(words: &Words, index: usize) -> Option<(u32, usize)> {
    let rank = match words.word(index) {
        "first" => 1,
        "second" => 2,
        "third" => 3,
        "fourth" => 4,
        "fifth" => 5,
        "sixth" => 6,
        "seventh" => 7,
        "eighth" => 8,
        "ninth" => 9,
        "tenth" => 10,
        _ => {
            let ordinal =
                words.glued(index + 1) && matches!(words.word(index + 1), "st" | "nd" | "rd" | "th");
            return ordinal.then(|| words.digits(index).parse().ok()).flatten().map(|rank| (rank, index + 2));
        }
    };
    Some((rank, index + 1))
}

#[cfg(test)]
mod tests {
    use super::mismatch;
    use crate::claim::words::Words;

    #[test]
    fn ranks_of_the_same_thing_are_compared() {
        for (claim, sentence, expected) in [
            ("the fourth largest city", "the third largest city", Some(("fourth", "third"))),
            ("the 4th largest city", "the third largest city", Some(("4", "third"))),
            ("the fourth largest city", "the fourth largest and third largest city", None),
            ("the fourth largest city", "the third season", None),
            ("a large city", "the third largest city", None),
        ] {
            assert_eq!(mismatch(&Words::new(claim), &Words::new(sentence)), expected, "{claim} / {sentence}");
        }
    }
}
