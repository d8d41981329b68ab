//! Years, decades, fiscal years and quarters.

use super::{Period, Reading, month};
use crate::claim::{
    numeral,
    words::{Kind, Words},
};

/// Years a debate may speak of; what lies outside is a count or an identifier.
const YEARS: std::ops::RangeInclusive<i16> = 1600..=2199;

/// Years that need no preposition to be one: "the 2019 budget", but "1850 jobs".
const RECENT_YEARS: std::ops::RangeInclusive<i16> = 1900..=2099;

/// A year in digits or spoken ("twenty twenty-four"), and the token after it.
pub(super) fn at(words: &Words, index: usize) -> Option<(i16, usize)> {
    written(words, index).or_else(|| spoken(words, index))
}

fn written(words: &Words, index: usize) -> Option<(i16, usize)> {
    let digits = words.digits(index);
    if digits.len() != 4 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let year: i16 = digits.parse().ok()?;
    let glued_to_letters = words.glued(index + 1) && words.kind(index + 1) == Some(Kind::Word);
    let identifier = words.glued(index)
        && (matches!(words.sign(index.wrapping_sub(1)), '$' | '€' | '£' | '#' | '.' | '@' | '_')
            || words.kind(index - 1) == Some(Kind::Number));
    (YEARS.contains(&year) && !glued_to_letters && !identifier && !measures(words, index + 1))
        .then_some((year, index + 1))
}

/// Whether the number before `index` is a figure because of what follows: "2000 people", "2020 percent".
fn measures(words: &Words, index: usize) -> bool {
    words.sign(index) == '%'
        || matches!(
            words.word(index),
            "percent"
                | "per"
                | "percentage"
                | "pct"
                | "thousand"
                | "million"
                | "billion"
                | "trillion"
                | "dollars"
                | "euros"
                | "pounds"
                | "people"
                | "persons"
                | "men"
                | "women"
                | "children"
                | "troops"
                | "soldiers"
                | "jobs"
                | "deaths"
                | "cases"
                | "homicides"
                | "murders"
                | "students"
                | "workers"
                | "migrants"
                | "immigrants"
                | "refugees"
                | "voters"
                | "votes"
                | "miles"
                | "kilometers"
                | "kilometres"
                | "meters"
                | "metres"
                | "feet"
                | "tons"
                | "tonnes"
                | "units"
                | "times"
                | "years"
                | "days"
                | "hours"
                | "homes"
                | "houses"
                | "members"
                | "officers"
                | "companies"
                | "points"
                | "square"
                | "residents"
                | "patients"
        )
}

/// "nineteen eighty-four", "twenty twenty", "twenty oh nine".
fn spoken(words: &Words, index: usize) -> Option<(i16, usize)> {
    let century = match words.word(index) {
        "seventeen" => 1700,
        "eighteen" => 1800,
        "nineteen" => 1900,
        "twenty" => 2000,
        _ => return None,
    };
    let next = index + 1 + usize::from(words.is_dash(index + 1));
    if matches!(words.word(next), "oh" | "o") {
        let (year, end) = numeral::count(words, next + 1, 9)?;
        return Some((century + i16::try_from(year).ok()?, end));
    }
    let (year, end) = numeral::count(words, next, 99)?;
    let spelled_as_year = year >= 10 && words.kind(next) == Some(Kind::Word) && !measures(words, end);
    spelled_as_year.then_some((century + i16::try_from(year).ok()?, end))
}

/// A year standing by itself: "in 2024", "the 2019 budget", "2024 YTD" is read elsewhere.
pub(super) fn alone(words: &Words, index: usize) -> Option<Reading> {
    let (year, end) = at(words, index)?;
    if let Some(end) = fiscal_words(words, end) {
        return Some(Reading::new(Period::FiscalYear(year), index, end));
    }
    let preposition = matches!(
        words.before(index, 1),
        "in" | "since"
            | "of"
            | "by"
            | "from"
            | "during"
            | "until"
            | "till"
            | "before"
            | "after"
            | "for"
            | "through"
            | "to"
            | "than"
            | "year"
            | "early"
            | "late"
            | "mid"
            | "versus"
            | "vs"
            | "circa"
            | "summer"
            | "winter"
            | "spring"
            | "fall"
            | "autumn"
            | "election"
            | "calendar"
    );
    let prefixed = index >= 2
        && words.is_dash(index - 1)
        && words.glued(index)
        && words.glued(index - 1)
        && words.kind(index - 2) == Some(Kind::Word);
    let prefix_of_period =
        matches!(words.before(index, 2), "mid" | "pre" | "post" | "early" | "late" | "since");
    let identifier = prefixed && !prefix_of_period
        || words.glued(index) && matches!(words.kind(index - 1), Some(Kind::Word))
        || matches!(
            words.before(index, 1),
            "section"
                | "article"
                | "title"
                | "chapter"
                | "number"
                | "no"
                | "page"
                | "room"
                | "about"
                | "nearly"
                | "almost"
                | "over"
                | "than"
                | "least"
                | "approximately"
                | "roughly"
                | "around"
        ) && !words.word(end).is_empty();
    let round_count = year % 100 == 0 && words.word(end).ends_with('s') && !preposition;
    let is_year = (preposition || RECENT_YEARS.contains(&year)) && !identifier && !round_count;
    is_year.then(|| Reading::new(Period::Year(year), index, end))
}

/// "since 2019", "since January 2021", "since the start of 2020", "since the 1990s".
pub(super) fn since(words: &Words, index: usize) -> Option<Reading> {
    if words.word(index) != "since" {
        return None;
    }
    let mut from = index + 1;
    if words.word(from) == "the"
        && matches!(words.word(from + 1), "start" | "beginning" | "end" | "summer" | "fall")
    {
        from += 2 + usize::from(words.word(from + 2) == "of");
    }
    while matches!(
        words.word(from),
        "the" | "at" | "least" | "about" | "around" | "early" | "mid" | "late" | "fiscal"
    ) || words.is_dash(from) && from > index + 1
    {
        from += 1;
    }
    if let Some((month, year, end)) = month::named_with_year(words, from) {
        return Some(Reading::new(Period::Since { year, month: Some(month) }, index, end));
    }
    if let Some((year, end)) = decade_at(words, from) {
        return Some(Reading::new(Period::Since { year, month: None }, index, end));
    }
    let (year, end) = at(words, from)?;
    Some(Reading::new(Period::Since { year, month: None }, index, end))
}

/// "between 2019 and 2023", "from 2019 to 2023", "2019-2023", "2019-20".
pub(super) fn range(words: &Words, index: usize) -> Option<Reading> {
    let opener = words.word(index);
    let from_at = index + usize::from(matches!(opener, "between" | "from"));
    let (from, joint) = at(words, from_at)?;
    let joined = match words.word(joint) {
        "and" => opener == "between",
        "to" | "through" | "until" | "till" | "thru" => true,
        _ => words.is_dash(joint) || words.sign(joint) == '/' && words.glued(joint),
    };
    if !joined {
        return None;
    }
    let (to, end) = at(words, joint + 1).or_else(|| short_year(words, joint, from))?;
    if to <= from {
        return None;
    }
    if let Some(end) = fiscal_words(words, end) {
        return Some(Reading::new(Period::FiscalYear(to), index, end));
    }
    Some(Reading::new(Period::Between { from, to }, index, end))
}

/// The "20" of "2019-20": two digits that continue `from`, unless they may be a month ("2019-11").
fn short_year(words: &Words, joint: usize, from: i16) -> Option<(i16, usize)> {
    let digits = words.digits(joint + 1);
    if digits.len() != 2 || !words.glued(joint) || !words.glued(joint + 1) || words.glued(joint + 2) {
        return None;
    }
    let short: i16 = digits.parse().ok()?;
    let to = from - from.rem_euclid(100) + short;
    (to > from && (short > 12 || to == from + 1)).then_some((to, joint + 2))
}

/// "FY2024", "FY 23-24", "fiscal year 2024", "fiscal 2024"; without a year ("last fiscal year") unresolved.
pub(super) fn fiscal(words: &Words, index: usize) -> Option<Reading> {
    let after = match words.word(index) {
        "fy" => index + 1 + usize::from(matches!(words.sign(index + 1), '\'' | '’')),
        "fiscal" | "financial" => {
            index
                + 1
                + usize::from(matches!(words.word(index + 1), "year" | "years"))
                + usize::from(words.word(index + 2) == "ending")
        }
        "this" | "last" | "current" | "previous" | "past" | "next" => {
            let end = fiscal_words(words, index + 1)?;
            return Some(Reading::new(Period::Unresolved, index, end));
        }
        _ => return None,
    };
    let (mut year, mut end) = at(words, after).or_else(|| two_digits(words, after))?;
    if (words.is_dash(end) || words.sign(end) == '/')
        && let Some((to, after)) = at(words, end + 1).or_else(|| two_digits(words, end + 1))
        && to == year + 1
    {
        (year, end) = (to, after);
    }
    Some(Reading::new(Period::FiscalYear(year), index, end))
}

/// "24" as 2024; what lies more than a generation ahead is of the last century.
fn two_digits(words: &Words, index: usize) -> Option<(i16, usize)> {
    let digits = words.digits(index);
    let short: i16 = (digits.len() == 2).then(|| digits.parse().ok())??;
    Some((if short < 60 { 2000 + short } else { 1900 + short }, index + 1))
}

fn fiscal_words(words: &Words, index: usize) -> Option<usize> {
    words.phrase(index, &["fiscal", "year"]).or_else(|| words.phrase(index, &["financial", "year"]))
}

/// "Q3", "Q3 2024", "2024-Q3", "3Q24", "third quarter of 2023".
pub(super) fn quarter(words: &Words, index: usize) -> Option<Reading> {
    if let Some((year, end)) = at(words, index) {
        let (quarter, end) = short_quarter(words, end + usize::from(words.is_dash(end)))?;
        return Some(Reading::new(Period::Quarter { quarter, year: Some(year) }, index, end));
    }
    let (quarter, after) = short_quarter(words, index)
        .or_else(|| american_quarter(words, index))
        .or_else(|| ordinal_quarter(words, index))?;
    let mut from = after + usize::from(matches!(words.word(after), "of" | "in"));
    from += usize::from(words.word(from) == "fy");
    from += usize::from(matches!(words.sign(from), '\'' | '’' | '-'));
    let glued_year = || words.glued(from).then(|| two_digits(words, from)).flatten();
    let (year, end) =
        at(words, from).or_else(glued_year).map_or((None, after), |(year, end)| (Some(year), end));
    let end = if year.is_none() { of_year(words, after).unwrap_or(after) } else { end };
    Some(Reading::new(Period::Quarter { quarter, year }, index, end))
}

/// The end of "of this year", "of the year", "of last year" at `index`.
pub(super) fn of_year(words: &Words, index: usize) -> Option<usize> {
    [["of", "this", "year"], ["of", "the", "year"], ["of", "last", "year"]]
        .iter()
        .find_map(|phrase| words.phrase(index, phrase))
}

/// "Q3".
fn short_quarter(words: &Words, index: usize) -> Option<(i8, usize)> {
    (words.word(index) == "q" && words.glued(index + 1)).then(|| quarter_digit(words, index + 1)).flatten()
}

/// "3Q".
fn american_quarter(words: &Words, index: usize) -> Option<(i8, usize)> {
    let (quarter, end) = quarter_digit(words, index)?;
    (words.word(end) == "q" && words.glued(end)).then_some((quarter, end + 1))
}

fn quarter_digit(words: &Words, index: usize) -> Option<(i8, usize)> {
    let quarter = match words.digits(index) {
        "1" => 1,
        "2" => 2,
        "3" => 3,
        "4" => 4,
        _ => return None,
    };
    Some((quarter, index + 1))
}

/// "third quarter", "3rd quarter".
fn ordinal_quarter(words: &Words, index: usize) -> Option<(i8, usize)> {
    let (quarter, after) = match words.word(index) {
        "first" => (1, index + 1),
        "second" => (2, index + 1),
        "third" => (3, index + 1),
        "fourth" => (4, index + 1),
        _ => {
            let (quarter, end) = quarter_digit(words, index)?;
            (
                quarter,
                (matches!(words.word(end), "st" | "nd" | "rd" | "th") && words.glued(end))
                    .then_some(end + 1)?,
            )
        }
    };
    let after = after + usize::from(words.is_dash(after));
    let other_sense = matches!(words.word(after + 1), "century" | "final" | "finals");
    (words.word(after) == "quarter" && !other_sense).then_some((quarter, after + 1))
}

/// "the 1990s", "the '90s", "the nineties".
pub(super) fn decade(words: &Words, index: usize) -> Option<Reading> {
    let (year, end) = decade_at(words, index)?;
    Some(Reading::new(Period::Decade(year), index, end))
}

fn decade_at(words: &Words, index: usize) -> Option<(i16, usize)> {
    let of_a_decade = matches!(words.before(index, 1), "the" | "early" | "late" | "mid")
        || words.is_dash(index.wrapping_sub(1));
    if of_a_decade {
        let year = match words.word(index) {
            "fifties" => 1950,
            "sixties" => 1960,
            "seventies" => 1970,
            "eighties" => 1980,
            "nineties" => 1990,
            _ => 0,
        };
        if year > 0 {
            return Some((year, index + 1));
        }
    }
    let apostrophe = matches!(words.sign(index), '\'' | '’' | '‘');
    let at = index + usize::from(apostrophe);
    let digits = words.digits(at);
    let plural = words.glued(at + 1) && words.word(at + 1) == "s" || words.clitic(at + 1) == "s";
    if !plural || !digits.ends_with('0') || digits.contains(['.', ',']) {
        return None;
    }
    let number: i16 = digits.parse().ok()?;
    let year = match digits.len() {
        4 if YEARS.contains(&number) => number,
        2 if number >= 30 && (apostrophe || of_a_decade) => 1900 + number,
        2 if apostrophe => 2000 + number,
        _ => return None,
    };
    Some((year, at + 2))
}
