//! How exactly a figure is meant: "nearly", "more than", "up to", "or less".

use super::Bound;
use crate::claim::words::Words;

/// The bound said around the figure whose tokens are `start..end`, and the token after it.
pub(super) fn around(words: &Words, start: usize, end: usize) -> (Bound, usize) {
    after(words, end).unwrap_or_else(|| (before(words, start), end))
}

/// "50+", "50 or more", "50 or less", "50 or so".
fn after(words: &Words, end: usize) -> Option<(Bound, usize)> {
    if words.sign(end) == '+' && words.glued(end) {
        return Some((Bound::AtLeast, end + 1));
    }
    if words.word(end) != "or" {
        return None;
    }
    let bound = match words.word(end + 1) {
        "more" | "higher" | "above" | "greater" => Bound::AtLeast,
        "less" | "fewer" | "lower" | "below" | "under" => Bound::AtMost,
        "so" => Bound::About,
        _ => return None,
    };
    Some((bound, end + 2))
}

/// What the words before token `start` say about the figure there.
pub(super) fn before(words: &Words, start: usize) -> Bound {
    let last = words.before(start, 1);
    let second = words.before(start, 2);
    let third = words.before(start, 3);
    let negated = matches!(second, "no" | "not") || third == "not" && second == "any";
    match last {
        "than" => match second {
            // "no more than", "not less than", "no fewer than".
            "more" | "greater" | "higher" | "larger" | "bigger" if matches!(third, "no" | "not") => {
                Bound::AtMost
            }
            "less" | "fewer" | "lower" | "smaller" if matches!(third, "no" | "not") => Bound::AtLeast,
            "more" | "greater" | "higher" | "larger" | "bigger" | "longer" | "better" => Bound::AtLeast,
            "less" | "fewer" | "lower" | "smaller" | "shorter" => Bound::AtMost,
            _ => Bound::Exactly,
        },
        "about" | "around" | "roughly" | "approximately" | "nearly" | "almost" | "some" | "approx"
        | "circa" | "estimated" => Bound::About,
        "over" | "above" | "exceeding" | "exceeds" | "exceeded" | "exceed" | "topped" | "surpassed"
        | "topping" | "surpassing" => {
            if negated {
                Bound::AtMost
            } else {
                Bound::AtLeast
            }
        }
        "under" | "below" => {
            if negated {
                Bound::AtLeast
            } else {
                Bound::AtMost
            }
        }
        "least" if second == "at" => Bound::AtLeast,
        "most" if second == "at" => Bound::AtMost,
        "to" if second == "close" => Bound::About,
        "to" if second == "up" && !moved_up(words, start) => Bound::AtMost,
        "of" if matches!(second, "upwards" | "excess" | "minimum") => Bound::AtLeast,
        "of" if second == "maximum" => Bound::AtMost,
        "as" => match second {
            "many" | "much" | "high" if third == "as" => Bound::AtMost,
            "low" | "few" | "little" if third == "as" => Bound::AtLeast,
            _ => Bound::Exactly,
        },
        // "nearly a third", "more than a million": the bound stands before the article.
        "a" | "an" if !matches!(second, "a" | "an") => before(words, start - 1),
        _ => match words.sign(start.wrapping_sub(1)) {
            '~' | '≈' => Bound::About,
            '>' | '≥' => Bound::AtLeast,
            '<' | '≤' => Bound::AtMost,
            _ => Bound::Exactly,
        },
    }
}

/// Whether "up to" says where a figure went ("is up to 5 %") and not how high it may be ("up to 5 %").
fn moved_up(words: &Words, start: usize) -> bool {
    matches!(
        words.before(start, 3),
        "is" | "are"
            | "was"
            | "were"
            | "been"
            | "be"
            | "went"
            | "goes"
            | "go"
            | "going"
            | "gone"
            | "s"
            | "now"
            | "back"
    ) || start.checked_sub(3).is_some_and(|at| matches!(words.clitic(at), "s" | "re"))
}
