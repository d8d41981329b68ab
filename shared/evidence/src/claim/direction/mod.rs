//! Which way a figure moved.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::words::{Kind, Words};

/// Which way a figure moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Rose, grew, doubled, hit a record high.
    Increase,
    /// Fell, dropped, halved, a record low.
    Decrease,
    /// Unchanged, flat, stable.
    Unchanged,
}

/// The direction of `text`'s main statement, where it says one.
///
/// Finite verbs ("fell") win over predicates ("is up", "lower") and those over nouns ("a decline in"); words behind
/// "although", "while", "because" count only where the main clause says nothing. Negation is read apart.
#[must_use]
pub fn find(text: &str) -> Option<Direction> {
    read(&Words::new(text))
}

/// The direction of a sentence already cut into words.
pub(crate) fn read(words: &Words) -> Option<Direction> {
    let mut best: Option<(u8, Direction)> = None;
    let mut aside = false;
    for index in 0..words.len() {
        match words.word(index) {
            "although" | "though" | "while" | "whereas" | "despite" | "because" | "unless" | "when"
            | "after" | "before" => {
                aside = true;
            }
            "" if matches!(words.sign(index), ',' | ';' | '.' | ':') => aside = false,
            _ => {}
        }
        let Some((strength, direction)) = at(words, index) else { continue };
        let strength = if aside { strength.saturating_sub(3) } else { strength };
        if best.is_none_or(|(best, _)| strength > best) {
            best = Some((strength, direction));
        }
    }
    best.map(|(_, direction)| direction)
}

/// The direction the word at `index` says by itself.
pub(crate) fn at_word(words: &Words, index: usize) -> Option<Direction> {
    at(words, index).map(|(_, direction)| direction)
}

/// The direction said nearest to byte `offset`, and how many tokens away it stands.
pub(crate) fn nearest(words: &Words, offset: usize) -> Option<(Direction, usize)> {
    let anchor = words.token_from(offset);
    (0..words.len())
        .filter_map(|index| at(words, index).map(|(_, direction)| (direction, index.abs_diff(anchor))))
        .min_by_key(|(_, distance)| *distance)
}

/// "fell", "has risen", "doubled".
const VERB: u8 = 6;
/// "is up", "lower", "at a record high".
const PREDICATE: u8 = 5;
/// "a decline in", "growth of".
const NOUN: u8 = 4;

/// What the word at `index` says, and how surely it is the statement's own.
fn at(words: &Words, index: usize) -> Option<(u8, Direction)> {
    let word = words.word(index);
    let (strength, direction) = verb(word)
        .map(|direction| (VERB, direction))
        .or_else(|| predicate(words, index).map(|direction| (PREDICATE, direction)))
        .or_else(|| noun(word).map(|direction| (NOUN, direction)))?;
    (!other_sense(words, index)).then_some((strength, direction))
}

fn verb(word: &str) -> Option<Direction> {
    use Direction::{Decrease, Increase, Unchanged};
    Some(match word {
        "rose" | "risen" | "rises" | "rising" | "grew" | "grown" | "grows" | "growing" | "increased"
        | "increases" | "increasing" | "climbed" | "climbs" | "climbing" | "soared" | "soars" | "soaring"
        | "surged" | "surges" | "surging" | "jumped" | "jumps" | "jumping" | "spiked" | "spiking"
        | "skyrocketed" | "skyrocketing" | "expanded" | "expanding" | "accelerated" | "accelerating"
        | "swelled" | "ballooned" | "ballooning" | "escalated" | "hiked" | "raised" | "raises"
        | "raising" | "boosted" | "exploded" | "multiplied" | "strengthened" | "doubled" | "doubling"
        | "tripled" | "tripling" | "quadrupled" | "quintupled" | "rebounded" | "mounted" | "quickened"
        | "gained" | "added" | "topped" | "mushroomed" => Increase,
        "fell" | "fallen" | "falls" | "falling" | "dropped" | "drops" | "dropping" | "declined"
        | "declines" | "declining" | "decreased" | "decreases" | "decreasing" | "plunged" | "plunges"
        | "plunging" | "plummeted" | "plummets" | "plummeting" | "sank" | "sunk" | "sinking" | "slid"
        | "sliding" | "tumbled" | "tumbling" | "shrank" | "shrunk" | "shrinks" | "shrinking"
        | "contracted" | "contracting" | "cut" | "cuts" | "cutting" | "slashed" | "slashing" | "reduced"
        | "reduces" | "reducing" | "halved" | "halving" | "lowered" | "lowers" | "lowering" | "eased"
        | "easing" | "slowed" | "slowing" | "dipped" | "dwindled" | "dwindling" | "diminished"
        | "collapsed" | "receded" | "lost" | "cooled" | "cooling" | "slumped" | "shed" | "eliminated"
        | "weakened" => Decrease,
        "unchanged" | "stagnated" | "plateaued" | "stagnating" => Unchanged,
        _ => return None,
    })
}

fn noun(word: &str) -> Option<Direction> {
    use Direction::{Decrease, Increase, Unchanged};
    Some(match word {
        "rise" | "increase" | "growth" | "surge" | "spike" | "jump" | "uptick" | "upturn" | "expansion"
        | "hike" | "grow" | "climb" | "soar" | "skyrocket" | "raise" | "boost" | "gain" | "gains" => Increase,
        "fall" | "drop" | "decline" | "decrease" | "reduction" | "reductions" | "plunge" | "slump"
        | "contraction" | "dip" | "downturn" | "shrink" | "plummet" | "reduce" | "collapse" | "slowdown"
        | "shrinkage" | "lessen" => Decrease,
        "stagnation" => Unchanged,
        _ => return None,
    })
}

/// Words that say a direction only in the right company: "up", "down", "higher", "record low".
fn predicate(words: &Words, index: usize) -> Option<Direction> {
    use Direction::{Decrease, Increase, Unchanged};
    match words.word(index) {
        "up" => is_predicative(words, index).then_some(Increase),
        "down" => is_predicative(words, index).then_some(Decrease),
        "higher" | "highest" => Some(Increase),
        "lower" | "lowest" => Some(Decrease),
        "fewer" if words.word(index + 1) != "than" => Some(Decrease),
        "flat" | "stable" | "steady" | "stagnant" => Some(Unchanged),
        "high" | "highs" => is_extreme(words, index).then_some(Increase),
        "low" | "lows" => is_extreme(words, index).then_some(Decrease),
        "change" if words.before(index, 1) == "no" => Some(Unchanged),
        _ => None,
    }
}

/// "record high", "all-time low", "40-year high".
fn is_extreme(words: &Words, index: usize) -> bool {
    matches!(
        words.before(index, 1),
        "record" | "historic" | "time" | "historical" | "year" | "decade" | "month"
    )
}

/// Whether "up" or "down" is the predicate: "is up", "went down", "down 17%", "up by a third".
fn is_predicative(words: &Words, index: usize) -> bool {
    let next = words.word(index + 1);
    let after_to = if next == "to" { index + 2 } else { index + 1 };
    let measured = is_amount(words, index + 1) || next == "by" || next == "to" && is_amount(words, after_to);
    let before = words.before(index, 1);
    let moved = matches!(
        before,
        "is" | "are"
            | "was"
            | "were"
            | "been"
            | "be"
            | "went"
            | "go"
            | "goes"
            | "going"
            | "gone"
            | "came"
            | "come"
            | "coming"
            | "remains"
            | "remain"
            | "remained"
            | "stays"
            | "way"
            | "sharply"
            | "slightly"
            | "significantly"
            | "dramatically"
            | "edged"
            | "ticked"
            | "now"
            | "trending"
            | "inched"
            | "also"
            | "drove"
            | "driven"
            | "driving"
    ) || index > 0 && matches!(words.clitic(index - 1), "s" | "re");
    let idle = matches!(next, "for" | "against" | "there" | "here" | "with")
        || next == "to" && !measured
        || next == "and" && words.word(index + 2) == "running";
    measured && !is_phrasal(before) || moved && !idle
}

/// Verbs whose "up" or "down" is part of the verb: "shut down", "made up".
fn is_phrasal(before: &str) -> bool {
    matches!(
        before,
        "shut"
            | "shuts"
            | "broke"
            | "break"
            | "broken"
            | "cut"
            | "turn"
            | "turned"
            | "closed"
            | "sit"
            | "sat"
            | "set"
            | "made"
            | "make"
            | "makes"
            | "take"
            | "took"
            | "give"
            | "gave"
            | "grew"
            | "grow"
            | "growing"
            | "sign"
            | "signed"
            | "show"
            | "showed"
            | "end"
            | "ended"
            | "pick"
            | "picked"
            | "put"
            | "shot"
            | "struck"
            | "back"
            | "write"
            | "wrote"
            | "tore"
    )
}

/// Whether an amount starts at `index`: a number, a currency, "about", "more than", "sharply".
fn is_amount(words: &Words, index: usize) -> bool {
    words.kind(index) == Some(Kind::Number)
        || matches!(words.sign(index), '$' | '€' | '£')
        || matches!(
            words.word(index),
            "about"
                | "nearly"
                | "almost"
                | "more"
                | "over"
                | "at"
                | "around"
                | "roughly"
                | "sharply"
                | "slightly"
                | "significantly"
                | "dramatically"
                | "since"
                | "from"
                | "another"
                | "some"
                | "year"
                | "this"
                | "compared"
                | "vs"
                | "versus"
                | "double"
                | "two"
                | "three"
                | "four"
                | "five"
                | "six"
                | "seven"
                | "eight"
                | "nine"
                | "ten"
                | "twenty"
                | "thirty"
                | "forty"
                | "fifty"
                | "sixty"
                | "seventy"
                | "eighty"
                | "ninety"
                | "a"
                | "an"
                | "half"
        ) && !matches!(
            words.word(index + 1),
            "road" | "hill" | "notch" | "lot" | "storm" | "fight" | "bit" | "path"
        )
}

/// Whether the word at `index` is used in a sense that moves no figure: "lower court", "grew up", "tax cut".
fn other_sense(words: &Words, index: usize) -> bool {
    let (before, next) = (words.before(index, 1), words.word(index + 1));
    match words.word(index) {
        "lower" => {
            matches!(
                next,
                "court"
                    | "courts"
                    | "house"
                    | "chamber"
                    | "income"
                    | "class"
                    | "middle"
                    | "manhattan"
                    | "back"
                    | "east"
                    | "level"
                    | "body"
            ) || words.is_dash(index + 1) && words.word(index + 2) == "income"
        }
        "higher" => matches!(
            next,
            "education"
                | "ed"
                | "court"
                | "courts"
                | "ground"
                | "learning"
                | "power"
                | "authority"
                | "office"
        ),
        "drop" | "drops" | "dropped" | "dropping" => {
            words.phrase(index + 1, &["in", "the", "bucket"]).is_some()
                || matches!(next, "out" | "off" | "charges" | "bombs" | "box" | "boxes" | "everything")
                || words.is_dash(index + 1)
        }
        "fall" | "falls" | "fell" | "falling" | "fallen" => falls_otherwise(words, index),
        "rise" | "rises" | "rose" | "rising" => {
            next == "to" && words.phrase(index + 2, &["the", "occasion"]).is_some() || next == "up"
        }
        "grew" | "grow" | "growing" | "grown" | "grows" => {
            next == "up" && !is_amount(words, index + 2)
                || before == "home"
                || next == "a" && words.word(index) == "grow"
        }
        "cut" | "cuts" | "cutting" => cuts_otherwise(before, next),
        "raise" | "raised" | "raises" | "raising" => matches!(
            next,
            "money"
                | "funds"
                | "questions"
                | "concerns"
                | "awareness"
                | "issues"
                | "children"
                | "kids"
                | "hand"
                | "in"
                | "on"
                | "eyebrows"
        ),
        "lost" | "gained" | "added" | "shed" | "gain" | "gains" => !moves_a_count(words, index),
        "flat" => matches!(next, "tax" | "rate" | "screen" | "out") || before == "a",
        "cooling" => matches!(next, "off" | "system" | "systems"),
        "exploded" | "collapsed" | "mounted" => is_amount(words, index + 1) && words.word(index + 1) == "at",
        "growth" => matches!(next, "rate" | "rates" | "hormone"),
        "stable" => matches!(next, "genius" | "of") || before == "a",
        "steady" => before == "a",
        "topped" => !is_amount(words, index + 1),
        "contracted" | "contracting" => {
            matches!(next, "the" | "with" | "covid" | "out" | "to") || before == "who"
        }
        "surge" => before == "the" && next == "in" && words.word(index + 2) == "iraq",
        "boost" | "boosted" => before == "booster",
        _ => false,
    }
}

/// "cut down", "cut off", and cuts that name a policy: "tax cuts".
fn cuts_otherwise(before: &str, next: &str) -> bool {
    let phrasal = matches!(next, "off" | "down" | "out" | "short" | "through" | "ties" | "it" | "and");
    let policy = matches!(
        before,
        "tax" | "taxes" | "budget" | "spending" | "rate" | "pay" | "job" | "funding" | "power" | "price"
    );
    phrasal || policy || matches!(before, "clear" | "these")
}

/// "fell short", "fell in love", and the season: "this fall".
fn falls_otherwise(words: &Words, index: usize) -> bool {
    let idiom = match words.word(index + 1) {
        "short" | "apart" | "behind" | "under" | "within" | "into" | "victim" | "asleep" | "ill" | "foul"
        | "through" | "semester" | "back" | "for" => true,
        "in" => matches!(words.word(index + 2), "love" | "line"),
        "far" | "well" => words.word(index + 2) == "short",
        _ => false,
    };
    let season = match words.before(index, 1) {
        "this" | "last" | "next" => true,
        "the" => matches!(words.before(index, 2), "in" | "during" | "by"),
        _ => false,
    };
    idiom || season && words.word(index) == "fall"
}

/// Whether the object of "lost", "gained", "added" is a figure or jobs, in the next four words.
fn moves_a_count(words: &Words, index: usize) -> bool {
    (index + 1..index + 5).any(|at| {
        words.kind(at) == Some(Kind::Number)
            || matches!(
                words.word(at),
                "jobs"
                    | "million"
                    | "thousand"
                    | "thousands"
                    | "hundred"
                    | "population"
                    | "weight"
                    | "value"
                    | "ground"
            )
    })
}

#[cfg(test)]
mod tests;
