//! Series written one a line: `Life expectancy (Years): KEN 2019=62.9, 2020=62.7; UGA 2019=63.0;`.

use super::{MOST_SERIES, MOST_VALUES, number};
use crate::series::table::{Point, Series};

/// The longest name of a place before its years, in bytes.
const LONGEST_PLACE: usize = 60;
/// The longest heading of a line, in bytes.
const LONGEST_HEADING: usize = 300;

/// The series of `text`, where every line of it is one.
pub(super) fn read(text: &str) -> Option<Vec<Series>> {
    let mut found = Vec::new();
    let mut values = 0;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let series = line_of(line)?;
        values += series.iter().map(|series| series.points.len()).sum::<usize>();
        found.extend(series);
        if found.len() >= MOST_SERIES || values >= MOST_VALUES {
            break;
        }
    }
    (values > 0).then_some(found)
}

/// The series of one line, one for each place; empty for a heading without values, none for anything else.
fn line_of(line: &str) -> Option<Vec<Series>> {
    let first = first_pair(line);
    let head_end = line[..first.unwrap_or(line.len())].rfind(':')?;
    let (heading, body) = (line[..head_end].trim(), line[head_end + 1..].trim());
    if heading.is_empty() || heading.len() > LONGEST_HEADING {
        return None;
    }
    let (name, unit) = name_and_unit(heading);
    if first.is_none() {
        // A heading that announces values and gives none: only with its unit does it look like one.
        return (body.is_empty() && !unit.is_empty()).then(Vec::new);
    }
    body.split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .map(|part| of_place(name, unit, part))
        .collect()
}

/// Where the first `2019=` of the line starts.
fn first_pair(line: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    (4..bytes.len())
        .find(|&at| {
            bytes[at] == b'='
                && bytes[at - 4..at].iter().all(u8::is_ascii_digit)
                && !at.checked_sub(5).is_some_and(|before| bytes[before].is_ascii_alphanumeric())
        })
        .map(|at| at - 4)
}

/// "Population (Total) (People)" is "Population (Total)" in "People".
fn name_and_unit(heading: &str) -> (&str, &str) {
    let Some(inner) = heading.strip_suffix(')') else { return (heading, "") };
    let mut depth = 1_usize;
    for (at, character) in inner.char_indices().rev() {
        match character {
            ')' => depth += 1,
            '(' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (heading[..at].trim(), inner[at + 1..].trim());
        }
    }
    (heading, "")
}

/// `KEN 2019=62.9, 2020=62.7`: pairs only, a place before the first, "…=…" where values were left out.
fn of_place(name: &str, unit: &str, part: &str) -> Option<Series> {
    let start = first_pair(part)?;
    let place = part[..start].trim();
    if place.len() > LONGEST_PLACE || place.contains(['=', ',']) {
        return None;
    }
    let mut points = Vec::new();
    for pair in part[start..].split(',').take(MOST_VALUES) {
        let (year, value) = pair.split_once('=')?;
        if year.trim() == "…" || year.trim() == "..." {
            continue;
        }
        let year = Some(number::year(year)?);
        // "n/a" and the like leave the year out.
        if let Some(value) = number::read(value) {
            points.push(Point { year, value, rank: None });
        }
    }
    Some(Series::new(name, unit, place, points))
}
