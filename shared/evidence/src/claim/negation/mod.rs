//! Whether the main statement is negated.

use super::words::{Kind, Words};

/// Whether the main statement of `text` is negated: "did not fall", "no longer", "never", "hasn't".
///
/// A negation in a clause behind "although", "because", "which", "but" is not the main statement's, nor is one
/// in "not only", "no doubt", "no more than" or a question tag ("isn't it?").
#[must_use]
pub fn is_negated(text: &str) -> bool {
    read(&Words::new(text))
}

/// Whether a sentence already cut into words is negated.
pub(crate) fn read(words: &Words) -> bool {
    position(words).is_some()
}

/// The token that negates the main statement.
pub(crate) fn position(words: &Words) -> Option<usize> {
    let mut aside = false;
    for index in 0..words.len() {
        match words.word(index) {
            "although" | "though" | "while" | "whereas" | "because" | "if" | "unless" | "which" | "who"
            | "but" | "except"
                if index + 1 < words.len() =>
            {
                aside = words.word(index) != "but" || index > 0;
            }
            "" if matches!(words.sign(index), ',' | ';' | '.' | ':') => {
                aside = aside && follows_subordinate(words, index);
            }
            _ => {}
        }
        if !aside && negates(words, index) && !is_in_a_name(words, index) {
            return Some(index);
        }
    }
    None
}

/// Whether the word at `index` is part of a title: "The North Stands for Nothing", "Never Let Me Go".
fn is_in_a_name(words: &Words, index: usize) -> bool {
    index > 0
        && words.capitalised(index)
        && !words.raw(index).chars().nth(1).is_some_and(char::is_uppercase)
        && matches!(words.kind(index - 1), Some(Kind::Word))
}

/// Whether the clause behind the comma at `index` is still not the main one: "…, but not", "…, which did not".
fn follows_subordinate(words: &Words, index: usize) -> bool {
    matches!(words.word(index + 1), "but" | "which" | "who" | "although" | "though" | "while")
}

/// Whether the word at `index` denies the statement.
fn negates(words: &Words, index: usize) -> bool {
    let next = words.word(index + 1);
    match words.word(index) {
        "not" => {
            !matches!(
                next,
                "only"
                    | "just"
                    | "merely"
                    | "simply"
                    | "to"
                    | "until"
                    | "least"
                    | "more"
                    | "less"
                    | "fewer"
                    | "surprisingly"
                    | "long"
            ) && !matches!(words.before(index, 1), "whether" | "or" | "if" | "why")
        }
        "never" => !matches!(next, "mind" | "before"),
        "no" => {
            // "No. 1" and "No, crime fell": a number and an answer.
            !matches!(words.sign(index + 1), '.' | ',' | ';' | '!' | '?')
                && !matches!(
                    next,
                    "doubt"
                        | "wonder"
                        | "matter"
                        | "question"
                        | "secret"
                        | "more"
                        | "less"
                        | "fewer"
                        | "later"
                        | "sooner"
                        | "surprise"
                        | ""
                )
        }
        "none" | "nobody" | "nothing" | "neither" | "nowhere" | "cannot" | "cant" | "dont" | "didnt"
        | "isnt" | "wasnt" | "hasnt" | "havent" | "doesnt" | "wont" | "arent" | "werent" | "hardly"
        | "scarcely" => true,
        "failed" | "fails" | "fail" | "failing" | "unable" | "refused" | "refuses" => next == "to",
        "far" => next == "from" && !matches!(words.word(index + 2), "home" | "here" | "the"),
        // The "t" of "didn't" is its own token.
        "" => {
            words.clitic(index) == "t"
                && words.before(index, 1).ends_with('n')
                && !(matches!(next, "it" | "you" | "he" | "she" | "they" | "we" | "i")
                    && is_tag(words, index + 2))
                && next != "only"
                && next != "just"
        }
        _ => false,
    }
}

/// Whether the sentence ends or asks at `index`: what came before is a question tag.
fn is_tag(words: &Words, index: usize) -> bool {
    index >= words.len() || matches!(words.sign(index), '?' | '.' | ',' | '!')
}

#[cfg(test)]
mod tests;
