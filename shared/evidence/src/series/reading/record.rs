//! One row of a statistics office's table: `Measure=Exports; Reference area=Peru; OBS_VALUE=3.2; TIME_PERIOD=2019`.
//!
//! Which field is what is told by the words of its key, as SDMX and its relatives name them: `observed_value`,
//! `highest_value` with `highest_year` and `highest_rank`, `Start value` with `Start year`, `TIME_PERIOD`.

use super::number;
use crate::series::table::{End, Extreme, Point, Record, Standing};

/// A row has no more fields than this.
const MOST_FIELDS: usize = 200;
/// A key is no longer than this, in bytes.
const LONGEST_KEY: usize = 100;
/// Fewer fields than this are no record.
const FEWEST_FIELDS: usize = 3;

/// What a field gives of an observation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Value,
    Year,
    Rank,
}

/// The record that `text` is.
pub(super) fn read(text: &str) -> Option<Record> {
    let fields = fields(text)?;
    let mut record = Record::default();
    let mut parts: Vec<(String, Part, f64)> = Vec::new();
    for (key, value) in fields {
        let words = key_words(key);
        if let Some((of, part, number)) = observation(&words, value) {
            parts.push((of, part, number));
            continue;
        }
        let has = |word: &str| words.iter().any(|key| key == word);
        if has("decimals") {
            // How many digits are shown is no attribute.
            continue;
        }
        if has("multiplier") {
            record.multiplier = multiplier(value);
        } else if words.first().is_some_and(|word| word == "unit") {
            value.clone_into(&mut record.unit);
        } else if is_place(&words) {
            record.places.push(value.to_owned());
        } else if let Some(extreme) = extreme(value).filter(|_| has("years") || has("since")) {
            record.extreme = Some(extreme);
        } else if let Some(standing) = standing(value).filter(|_| has("k") || has("standing")) {
            record.standing = Some(standing);
        } else {
            record.attributes.push(value.to_owned());
        }
    }
    assemble(&mut record, &parts);
    // A row says what it is of; bare values are an assignment in some program.
    let described = !record.places.is_empty() || !record.attributes.is_empty();
    (described && !record.points.is_empty()).then_some(record)
}

/// The fields of `text`, where it is nothing else; a source may stand before the first key.
fn fields(text: &str) -> Option<Vec<(&str, &str)>> {
    let text = text.trim();
    if text.contains("://") || text.lines().count() > MOST_FIELDS {
        return None;
    }
    let mut fields: Vec<(&str, &str)> = Vec::new();
    let mut without_key = 0;
    for part in text.split([';', '\n']).map(str::trim).filter(|part| !part.is_empty()).take(MOST_FIELDS) {
        let Some((key, value)) = part.split_once('=') else {
            // A value may itself hold a semicolon.
            without_key += 1;
            continue;
        };
        let key = if fields.is_empty() { key.rsplit(": ").next().unwrap_or(key) } else { key }.trim();
        if key.is_empty() || key.len() > LONGEST_KEY || value.contains('=') || key.contains(['{', '"', '?']) {
            return None;
        }
        fields.push((key, value.trim()));
    }
    (fields.len() >= FEWEST_FIELDS && without_key <= fields.len()).then_some(fields)
}

/// The words of a key in lower case: `highest_value` and `Start year` alike.
fn key_words(key: &str) -> Vec<String> {
    key.split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Of which observation a field is, which part of it, and the number.
fn observation(words: &[String], value: &str) -> Option<(String, Part, f64)> {
    let last = words.last()?.as_str();
    let (part, own_words) = match last {
        "value" => (Part::Value, 1),
        "year" => (Part::Year, 1),
        "rank" => (Part::Rank, 1),
        "period" if words.len() >= 2 && words[words.len() - 2] == "time" => (Part::Year, 2),
        _ => return None,
    };
    let number = match part {
        Part::Year => f64::from(number::year(value)?),
        Part::Rank => f64::from(number::rank(value)?),
        Part::Value => number::read(value)?,
    };
    // "observed" and "obs" name the only observation there is, as no word does.
    let of = words[..words.len() - own_words].join(" ");
    let of = if matches!(of.as_str(), "observed" | "obs") { String::new() } else { of };
    Some((of, part, number))
}

/// Puts values, years and ranks together that name the same observation.
fn assemble(record: &mut Record, parts: &[(String, Part, f64)]) {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "read as year or rank")]
    let find = |of: &str, wanted: Part| {
        parts
            .iter()
            .find(|(other, part, _)| other == of && *part == wanted)
            .map(|(_, _, number)| *number as u32)
    };
    for (of, part, value) in parts {
        if *part == Part::Value {
            let year = find(of, Part::Year).and_then(|year| i32::try_from(year).ok());
            record.points.push(Point { year, value: *value, rank: find(of, Part::Rank) });
        }
    }
    let all_ranks = parts.iter().filter(|(_, part, _)| *part == Part::Rank);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "read as rank")]
    record.ranks.extend(all_ranks.map(|(_, _, rank)| *rank as u32));
    record.points.sort_by_key(|point| point.year);
}

fn is_place(words: &[String]) -> bool {
    let key = words.join(" ");
    matches!(
        key.as_str(),
        "reference area"
            | "area"
            | "country"
            | "region"
            | "place"
            | "location"
            | "geo"
            | "economy"
            | "territory"
    ) || words.first().is_some_and(|word| word == "iso")
}

fn multiplier(value: &str) -> Option<f64> {
    Some(match value.trim().to_lowercase().as_str() {
        "unit" | "units" => 1.0,
        "hundreds" => 1e2,
        "thousand" | "thousands" => 1e3,
        "million" | "millions" => 1e6,
        "billion" | "billions" => 1e9,
        "trillion" | "trillions" => 1e12,
        _ => return None,
    })
}

fn end(word: &str) -> Option<End> {
    match word {
        "highest" | "top" | "largest" => Some(End::Highest),
        "lowest" | "bottom" | "smallest" => Some(End::Lowest),
        _ => None,
    }
}

/// "Highest 5", "Bottom 10".
fn standing(value: &str) -> Option<Standing> {
    let lower = value.to_lowercase();
    let (first, size) = lower.split_once(' ')?;
    Some(Standing { end: end(first)?, size: number::rank(size)? })
}

/// "Highest in 12 years", "Lowest on record (12 years)".
fn extreme(value: &str) -> Option<Extreme> {
    let words = key_words(value);
    let end = end(words.first()?)?;
    Some(Extreme::over(end, words.iter().find_map(|word| word.parse().ok())))
}
