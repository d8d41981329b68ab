//! Tables with bars between their cells, as Markdown and plain text have them.
//!
//! Years may head the columns or the rows; a table without years is a value for each row and column.

use super::{MOST_SERIES, MOST_VALUES, number};
use crate::series::table::{Point, Series};

/// No more rows than this are read.
const MOST_ROWS: usize = 500;
/// No more columns than this are read.
const MOST_COLUMNS: usize = 64;
/// From this part of the cells below the heading on, numbers make a table of figures.
const LEAST_NUMBERS: f64 = 0.3;

/// The series of the table in `text`, and of it alone: a title may stand before it.
pub(super) fn read(text: &str) -> Option<Vec<Series>> {
    let rows: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| line.contains('|'))
        .map(cells)
        .filter(|cells| !is_rule(cells))
        .take(MOST_ROWS)
        .collect();
    let columns = rows.first()?.len();
    // Two columns at least, the same in nearly all rows: a bar in a sentence makes neither.
    let regular = rows.iter().filter(|row| row.len() == columns).count();
    if columns < 2 || rows.len() < 2 || regular * 10 < rows.len() * 9 {
        return None;
    }
    let (heading, body) = rows.split_first()?;
    let filled = body.iter().flat_map(|row| row.iter().skip(1)).filter(|cell| !cell.is_empty()).count();
    let numbers = body.iter().flat_map(|row| row.iter().skip(1)).filter(|cell| value(cell).is_some()).count();
    if numbers == 0 || (numbers as f64) < filled as f64 * LEAST_NUMBERS {
        return None;
    }
    let series = if heading.iter().skip(1).filter(|cell| number::year(cell).is_some()).count() >= 2 {
        years_in_heading(heading, body)
    } else if body.iter().all(|row| row.first().is_some_and(|cell| number::year(cell).is_some())) {
        years_in_rows(heading, body)
    } else {
        without_years(heading, body)
    };
    (!series.is_empty()).then_some(series)
}

fn cells(line: &str) -> Vec<&str> {
    let line = line.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let line = line.strip_suffix('|').unwrap_or(line);
    line.split('|').map(str::trim).take(MOST_COLUMNS).collect()
}

/// The line of dashes under a Markdown heading.
fn is_rule(cells: &[&str]) -> bool {
    cells.iter().all(|cell| !cell.is_empty() && cell.chars().all(|character| matches!(character, '-' | ':')))
}

/// The number of a cell, its markup and its "±" aside: "**41.5**", "`[BOLD]` 29.3±0.5", "<b>3.1</b>".
fn value(cell: &str) -> Option<f64> {
    number::read(plain(cell).split('±').next().unwrap_or_default())
}

/// A cell without `**`, `<tag>` and `[TAG]` around its text.
fn plain(cell: &str) -> &str {
    let mut cell = cell.trim();
    loop {
        let before = cell.len();
        cell = cell.trim_matches(['*', '_', ' ']);
        for (open, close) in [('<', '>'), ('[', ']')] {
            if cell.starts_with(open)
                && let Some(end) = cell.find(close)
            {
                cell = &cell[end + 1..];
            }
            if cell.ends_with(close)
                && let Some(start) = cell.rfind(open)
            {
                cell = &cell[..start];
            }
        }
        if cell.len() == before {
            return cell;
        }
    }
}

fn years_in_heading(heading: &[&str], body: &[Vec<&str>]) -> Vec<Series> {
    let labels = heading.iter().position(|cell| number::year(cell).is_some()).unwrap_or(1).max(1);
    let mut series = Vec::new();
    for row in body.iter().take(MOST_SERIES) {
        let points = heading
            .iter()
            .zip(row)
            .skip(labels)
            .filter_map(|(year, cell)| {
                Some(Point { year: Some(number::year(year)?), value: value(cell)?, rank: None })
            })
            .collect();
        let name = row.iter().take(labels).skip(1).map(|cell| plain(cell)).collect::<Vec<_>>().join(" ");
        let name = if name.is_empty() { heading[0].to_owned() } else { name };
        series.push(Series::new(&name, "", plain(row[0]), points));
    }
    series
}

fn years_in_rows(heading: &[&str], body: &[Vec<&str>]) -> Vec<Series> {
    (1..heading.len())
        .take(MOST_SERIES)
        .map(|column| {
            let points = body
                .iter()
                .filter_map(|row| {
                    let year = Some(number::year(row.first()?)?);
                    Some(Point { year, value: value(row.get(column)?)?, rank: None })
                })
                .collect();
            let name = plain(heading[column]);
            Series::new(name, unit_of(name), name, points)
        })
        .filter(|series: &Series| !series.points.is_empty())
        .collect()
}

fn without_years(heading: &[&str], body: &[Vec<&str>]) -> Vec<Series> {
    let mut series = Vec::new();
    for row in body {
        for (name, cell) in heading.iter().zip(row).skip(1) {
            if series.len() >= MOST_VALUES.min(MOST_SERIES * 8) {
                return series;
            }
            if let Some(value) = value(cell) {
                let name = plain(name);
                let points = vec![Point { year: None, value, rank: None }];
                series.push(Series::new(name, unit_of(name), plain(row[0]), points));
            }
        }
    }
    series
}

/// The unit a heading gives in brackets: "Unemployment (%)".
fn unit_of(name: &str) -> &str {
    name.strip_suffix(')').and_then(|inner| inner.rsplit_once('(')).map_or("", |(_, unit)| unit)
}
