//! What the claim says of figures, years, ranks and movement, ready to be held against a table.

use super::{
    spoken::{self, Figure},
    stems::{self, Stem},
    table::{End, Extreme, Standing},
};
use crate::claim::{
    Claim,
    direction::{self, Direction},
    words::{Kind, Words},
};

/// No more years, ranks or movements of a claim than this are compared.
pub(super) const MOST_MENTIONS: usize = 16;
/// How far behind a comparative its "than" may stand, in tokens.
const THAN_REACH: usize = 25;

/// Something said at a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mention<T> {
    /// What was said.
    pub(super) value: T,
    /// The token.
    pub(super) at: usize,
}

/// A word of movement or comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Movement {
    /// The way it says.
    pub(super) direction: Direction,
    /// Where it stands.
    pub(super) at: usize,
    /// Whether a rank moves, not the figure: "fell from 2nd to 5th".
    pub(super) of_rank: bool,
    /// The token of its "than", for "higher in 2020 than in 2010".
    pub(super) than: Option<usize>,
}

/// A claim, as the tables are asked about it.
pub(super) struct Statement<'claim> {
    pub(super) claim: &'claim Claim,
    pub(super) words: Words<'claim>,
    /// The years named.
    pub(super) years: Vec<Mention<i32>>,
    /// Figures that are no years, ranks, ages or spans.
    pub(super) figures: Vec<Figure>,
    /// Ranks said: "3rd", "rank 12".
    pub(super) ranks: Vec<Mention<u32>>,
    /// "among the top 5".
    pub(super) standing: Option<Standing>,
    /// "highest in 12 years".
    pub(super) extreme: Option<Extreme>,
    /// "rose", "lower than".
    pub(super) movements: Vec<Movement>,
    /// Its content words.
    pub(super) stems: Vec<Stem>,
}

impl<'claim> Statement<'claim> {
    /// Takes the claim's sentence apart once more, by tokens.
    pub(super) fn new(claim: &'claim Claim) -> Self {
        let words = Words::new(&claim.text);
        let years = years(&words);
        let ranks = ranks(&words);
        let (standing, standing_at) = standing(&words);
        let (extreme, extreme_at) = extreme(&words);
        let taken = |at: usize| {
            years.iter().any(|year| year.at == at)
                || ranks.iter().any(|rank| rank.at == at)
                || standing_at == Some(at)
                || extreme_at == Some(at)
        };
        let figures = spoken::figures(claim, &words, &taken);
        let movements = movements(&words, &ranks);
        let stems = stems::of(&words);
        Self { claim, words, years, figures, ranks, standing, extreme, movements, stems }
    }

    /// The words of tokens `first..end`, as they were said.
    pub(super) fn said(&self, first: usize, end: usize) -> String {
        self.words.text[self.words.span(first, end)].to_owned()
    }

    /// The span of years said to end now: 30 for "in the last 30 years".
    pub(super) fn span_of_years(&self) -> Option<i32> {
        self.span_of_years_from(0, self.words.len())
    }

    /// The span of years said in tokens `first..end`.
    pub(super) fn span_of_years_from(&self, first: usize, end: usize) -> Option<i32> {
        (first..end.min(self.words.len())).find_map(|at| {
            let word = self.words.word(at);
            let lead = self.words.before(at, 2);
            match word {
                "years" => {
                    let count = at.checked_sub(1).and_then(|count| small_count(&self.words, count))?;
                    let count = i32::try_from(count).ok()?;
                    let spanned =
                        matches!(lead, "last" | "past" | "previous" | "in" | "over" | "within" | "nearly");
                    (spanned && (1..=500).contains(&count)).then_some(count)
                }
                "year" => matches!(self.words.before(at, 1), "last" | "past").then_some(1),
                "decade" => matches!(self.words.before(at, 1), "last" | "past" | "a").then_some(10),
                _ => None,
            }
        })
    }
}

/// Years: four digits where a year is said. "2,000 hours" and "1360 dollars" are none.
fn years(words: &Words) -> Vec<Mention<i32>> {
    let mut found = Vec::new();
    for at in 0..words.len() {
        let digits = words.digits(at);
        let Some(year) = (digits.len() == 4).then(|| digits.parse::<i32>().ok()).flatten() else { continue };
        let announced = at == 0
            || words.is_dash(at - 1)
            || matches!(words.sign(at - 1), '(' | '/' | ',')
            || matches!(
                words.before(at, 1),
                "in" | "from"
                    | "between"
                    | "and"
                    | "to"
                    | "since"
                    | "by"
                    | "of"
                    | "during"
                    | "until"
                    | "year"
                    | "than"
                    | "over"
                    | "through"
                    | "early"
                    | "late"
                    | "mid"
                    | "before"
                    | "after"
                    | "the"
                    | "january"
                    | "february"
                    | "march"
                    | "april"
                    | "may"
                    | "june"
                    | "july"
                    | "august"
                    | "september"
                    | "october"
                    | "november"
                    | "december"
            );
        let counts = matches!(words.sign(at + 1), '%')
            || matches!(
                words.word(at + 1),
                "people" | "tonnes" | "dollars" | "us" | "million" | "hours" | "persons"
            );
        if (1500..=2150).contains(&year) && announced && !counts && found.len() < MOST_MENTIONS {
            found.push(Mention { value: year, at });
        }
    }
    found
}

/// "3rd", "rank 12", "a rank of 7", "ranked fifth".
fn ranks(words: &Words) -> Vec<Mention<u32>> {
    let mut found = Vec::new();
    for at in 0..words.len() {
        if found.len() == MOST_MENTIONS {
            break;
        }
        let ordinal = words.glued(at + 1) && matches!(words.word(at + 1), "st" | "nd" | "rd" | "th");
        let otherwise = matches!(
            words.word(at + 2),
            "century"
                | "centuries"
                | "percentile"
                | "decile"
                | "quintile"
                | "grade"
                | "day"
                | "anniversary"
                | "quarter"
        );
        let number = || words.digits(at).replace(',', "").parse::<u32>().ok();
        let rank = if ordinal {
            number().filter(|_| !otherwise)
        } else if says_rank(words, at) || continues_ranks(words, at, &found) {
            number().or_else(|| spelled_ordinal(words.word(at)))
        } else {
            None
        };
        if let Some(value) = rank.filter(|rank| (1..1_000_000).contains(rank)) {
            found.push(Mention { value, at });
        }
    }
    found
}

/// Whether the words before `at` announce a rank.
fn says_rank(words: &Words, at: usize) -> bool {
    let is_rank = |word: &str| matches!(word, "rank" | "ranks" | "ranked" | "ranking" | "place" | "position");
    is_rank(words.before(at, 1))
        || matches!(words.before(at, 1), "of" | "number" | "at" | "from") && is_rank(words.before(at, 2))
}

/// "from rank 26 in 2011 to 15 in 2018": the second number is a rank like the first.
fn continues_ranks(words: &Words, at: usize, found: &[Mention<u32>]) -> bool {
    words.before(at, 1) == "to"
        && matches!(words.word(at + 1), "" | "in" | "by" | "among")
        && !matches!(words.sign(at + 1), '%' | '$')
        && found.last().is_some_and(|rank| at - rank.at <= 4)
}

fn spelled_ordinal(word: &str) -> Option<u32> {
    const ORDINALS: [&str; 10] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    ORDINALS.iter().position(|ordinal| *ordinal == word).and_then(|position| u32::try_from(position + 1).ok())
}

/// The end of an order that a superlative says.
pub(super) fn end(word: &str) -> Option<End> {
    match word {
        "highest" | "top" | "largest" | "biggest" | "greatest" | "most" => Some(End::Highest),
        "lowest" | "bottom" | "smallest" | "fewest" | "least" => Some(End::Lowest),
        _ => None,
    }
}

fn small_count(words: &Words, at: usize) -> Option<u32> {
    const COUNTS: [&str; 11] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let digits = words.digits(at).parse().ok();
    digits.or_else(|| {
        let position = COUNTS.iter().position(|count| *count == words.word(at))?;
        u32::try_from(position).ok()
    })
}

/// "top 5", "lowest three", "five lowest", and the token of the count.
fn standing(words: &Words) -> (Option<Standing>, Option<usize>) {
    for at in 0..words.len() {
        let Some(end) = end(words.word(at)) else { continue };
        let counts = [Some(at + 1), at.checked_sub(1)];
        for count in counts.into_iter().flatten() {
            if let Some(size) = small_count(words, count).filter(|size| (2..=100).contains(size)) {
                return (Some(Standing { end, size }), Some(count));
            }
        }
    }
    (None, None)
}

/// How far behind its superlative the scope in time may stand, in tokens.
const SCOPE_REACH: usize = 28;
/// How far behind it a scope without a count may stand: "the highest rate ever".
const LOOSE_SCOPE_REACH: usize = 10;

/// "highest in 12 years", "lowest on record", "record high", and the token of the count of years.
fn extreme(words: &Words) -> (Option<Extreme>, Option<usize>) {
    for at in 0..words.len() {
        if let Some((extreme, count)) = record(words, at) {
            return (Some(extreme), count);
        }
        let word = words.word(at);
        let by_worth = matches!(word, "worst" | "best");
        let Some(end) = end(word).or_else(|| never_so(words, at)).or(match word {
            "worst" => Some(End::Highest),
            "best" => Some(End::Lowest),
            _ => None,
        }) else {
            continue;
        };
        let found = |years, ever| Extreme { end, years, ever, by_worth };
        for scope in at + 1..(at + 1 + SCOPE_REACH).min(words.len()) {
            let near = scope - at <= LOOSE_SCOPE_REACH;
            match words.word(scope) {
                "ever" | "history" | "decades" if near => return (Some(found(None, true)), None),
                "record" if near && words.before(scope, 1) == "on" => {
                    return (Some(found(None, false)), None);
                }
                "since" if near => return (Some(found(None, false)), None),
                "in" | "for" | "over" => {
                    let reach = if near { 5 } else { 2 };
                    let count = (scope + 1..scope + reach).find(|&at| {
                        small_count(words, at).is_some() && matches!(words.word(at + 1), "years" | "year")
                    });
                    if let Some(count) = count {
                        return (Some(found(small_count(words, count), false)), Some(count));
                    }
                }
                _ => {}
            }
        }
    }
    (None, None)
}

/// "has not been this slow": the end of the adjective at `at`.
fn never_so(words: &Words, at: usize) -> Option<End> {
    let denied = words.before(at, 2) == "been" && matches!(words.before(at, 1), "this" | "so" | "as");
    match words.word(at) {
        "low" | "slow" | "weak" | "small" | "few" if denied => Some(End::Lowest),
        "high" | "fast" | "strong" | "large" | "many" if denied => Some(End::Highest),
        _ => None,
    }
}

/// "a record low", "an all-time high", "a 30-year high", "record spending".
fn record(words: &Words, at: usize) -> Option<(Extreme, Option<usize>)> {
    let end = |word: &str| if word.starts_with("low") { End::Lowest } else { End::Highest };
    let before = |distance: usize| words.before(at, distance);
    match words.word(at) {
        word @ ("high" | "low" | "highs" | "lows") => {
            let count = at
                .checked_sub(3)
                .filter(|_| matches!(before(1), "year"))
                .and_then(|count| Some((count, words.digits(count).parse().ok()?)));
            if let Some((count, years)) = count {
                return Some((Extreme::over(end(word), Some(years)), Some(count)));
            }
            matches!(before(1), "record" | "historic" | "time")
                .then(|| (Extreme::over(end(word), None), None))
        }
        "record" => {
            let next = words.word(at + 1);
            let otherwise = next.is_empty()
                || matches!(
                    next,
                    "of" | "on"
                        | "for"
                        | "in"
                        | "speed"
                        | "is"
                        | "was"
                        | "has"
                        | "shows"
                        | "high"
                        | "highs"
                        | "time"
                )
                || matches!(
                    before(1),
                    "on" | "track" | "his" | "her" | "their" | "my" | "our" | "the" | "off"
                );
            (!otherwise).then(|| (Extreme::over(end(next), None), None))
        }
        _ => None,
    }
}

/// Every word of movement, and whether it is a rank that moves.
fn movements(words: &Words, ranks: &[Mention<u32>]) -> Vec<Movement> {
    let mut found = Vec::new();
    for at in 0..words.len() {
        if found.len() == MOST_MENTIONS {
            break;
        }
        let than = (at + 1..(at + THAN_REACH).min(words.len())).find(|&index| is_than(words, index));
        let comparative = match words.word(at) {
            "higher" | "more" | "greater" | "larger" | "bigger" => Some(Direction::Increase),
            "lower" | "fewer" | "less" | "smaller" => Some(Direction::Decrease),
            _ => None,
        };
        // "More people are dying": more than before.
        let opens = matches!(words.word(at), "more" | "fewer")
            && than.is_none()
            && words.capitalised(at)
            && !is_amount(words, at + 1);
        let direction = match words.word(at) {
            "more" | "fewer" if opens => comparative,
            "highest" | "lowest" | "high" | "low" | "highs" | "lows" => None,
            // "more than 500" is a bound.
            _ if comparative.is_some() => {
                comparative.filter(|_| than.is_some_and(|than| than > at + 1 || !is_amount(words, than + 1)))
            }
            "narrowing" | "narrowed" | "narrows" => Some(Direction::Decrease),
            "widening" | "widened" | "widens" => Some(Direction::Increase),
            _ => direction::at_word(words, at),
        };
        if let Some(direction) = direction {
            let of_rank = moves_rank(words, at, ranks);
            found.push(Movement { direction, at, of_rank, than: than.filter(|_| comparative.is_some()) });
        }
    }
    found
}

/// "than", or what says the same: "46 fewer in 2017 compared to 2010".
pub(super) fn is_than(words: &Words, at: usize) -> bool {
    words.word(at) == "than" || words.word(at) == "compared" && matches!(words.word(at + 1), "to" | "with")
}

fn is_amount(words: &Words, at: usize) -> bool {
    words.kind(at) == Some(Kind::Number)
        || small_count(words, at).is_some()
        || matches!(words.sign(at), '$' | '€' | '£')
}

/// Whether the first number behind the movement is a rank, or a rank is its subject.
fn moves_rank(words: &Words, at: usize, ranks: &[Mention<u32>]) -> bool {
    let behind = (at + 1..words.len().min(at + 14)).find(|&index| words.kind(index) == Some(Kind::Number));
    let subject = (at.saturating_sub(12)..at)
        .any(|index| matches!(words.word(index), "rank" | "ranking" | "rankings" | "position"));
    behind.is_some_and(|number| ranks.iter().any(|rank| rank.at == number)) || subject && behind.is_none()
}
