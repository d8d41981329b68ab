//! A claim against a table without years: rows compared with each other, and figures in their cells.
//!
//! What a column is good for is not in the table, so that only rows and columns that the claim names are judged,
//! and with less confidence than a series.

use super::{Findings, Sureness, end_word, figures};
use crate::alignment::{Judgement, Reason};
use crate::series::{
    spoken::Slack,
    statement::{Statement, end},
    table::{End, Series},
};

/// How often each side is right on tables of measurements from scientific papers: 8 of 16, 16 of 30.
const SURENESS: Sureness = Sureness { differs: 0.5, agrees: 0.52, undecided: 0.1 };

/// Judges by the rows the claim names; none where it names none.
pub(super) fn judge(statement: &Statement, series: &[Series]) -> Option<Judgement> {
    let text = plain(&statement.claim.text);
    let rows = mentioned(&text, series.iter().map(|cell| cell.place.as_str()));
    let columns = mentioned(&text, series.iter().map(|cell| cell.name.as_str()));
    if rows.is_empty() {
        return None;
    }
    let table = Cells { series, columns: &columns };
    let mut findings = Findings::default();
    if let [subject, base, ..] = rows.as_slice() {
        rows_compared(statement, &table, subject, base, &mut findings);
    }
    best(statement, &table, rows[0], &mut findings);
    cells(statement, &table, &rows, &mut findings);
    Some(findings.conclude(&SURENESS))
}

/// The cells, and the columns the claim names.
struct Cells<'table> {
    series: &'table [Series],
    columns: &'table [&'table str],
}

impl<'table> Cells<'table> {
    /// The values of a row in the columns named, or in all where none is, each with its column.
    fn of(&self, row: &str) -> impl Iterator<Item = (&'table str, f64)> {
        let (columns, row) = (self.columns, row.to_owned());
        self.series.iter().filter_map(move |cell| {
            let wanted = columns.is_empty() || columns.contains(&cell.name.as_str());
            let value = cell.points.first()?.value;
            (wanted && cell.place == row).then_some((cell.name.as_str(), value))
        })
    }
}

/// A text as words in lower case, one blank between and around them.
fn plain(text: &str) -> String {
    let mut plain = String::from(" ");
    for word in text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty()) {
        plain.push_str(&word.to_lowercase());
        plain.push(' ');
    }
    plain
}

/// Which of `labels` the text names, in the order of mention; the longest where one is part of another.
fn mentioned<'table>(text: &str, labels: impl Iterator<Item = &'table str>) -> Vec<&'table str> {
    let mut labels: Vec<(String, &str)> = labels
        .map(|label| (plain(label), label))
        .filter(|(words, _)| {
            words.len() > 3 && words.len() < 120 && words.bytes().any(|byte| byte.is_ascii_alphabetic())
        })
        .collect();
    labels.sort_by(|left, right| right.0.len().cmp(&left.0.len()).then(left.0.cmp(&right.0)));
    labels.dedup();
    let mut found: Vec<(usize, usize, &str)> = Vec::new();
    for (words, label) in labels {
        let free = text
            .match_indices(words.as_str())
            .map(|(at, _)| (at, at + words.len() - 1))
            .find(|(start, end)| found.iter().all(|(from, to, _)| end <= from || start >= to));
        if let Some((start, end)) = free {
            found.push((start, end, label));
        }
    }
    found.sort_unstable();
    found.into_iter().map(|(_, _, label)| label).collect()
}

/// "A outperforms B": in most of the columns that both have.
fn rows_compared(statement: &Statement, table: &Cells, subject: &str, base: &str, findings: &mut Findings) {
    let words = &statement.words;
    let more = (0..words.len()).find_map(|at| match words.word(at) {
        "outperforms" | "outperform" | "outperformed" | "better" | "higher" | "beats" | "beat"
        | "surpasses" | "exceeds" | "more" | "larger" | "superior" => Some(true),
        "worse" | "lower" | "underperforms" | "less" | "fewer" | "smaller" | "inferior" => Some(false),
        _ => None,
    });
    let Some(more) = more else { return };
    let (mut for_it, mut against) = (0_usize, 0_usize);
    for (column, value) in table.of(subject).filter(|(column, _)| !less_is_better(column)) {
        let other = table.of(base).find(|(other, _)| *other == column).map(|(_, value)| value);
        match other.and_then(|other| value.partial_cmp(&other)) {
            Some(std::cmp::Ordering::Greater) if more => for_it += 1,
            Some(std::cmp::Ordering::Less) if !more => for_it += 1,
            Some(_) => against += 1,
            None => {}
        }
    }
    if for_it != against {
        let holds = (for_it > against) != statement.claim.negated;
        findings.add(holds, super::counts(holds, subject.to_owned(), base.to_owned()));
    }
}

/// Columns in which the better row has the lower value.
fn less_is_better(column: &str) -> bool {
    let column = column.to_lowercase();
    ["loss", "error", "perplexity", "cost", "time"].iter().any(|word| column.contains(word))
}

/// "A has the highest X": in the one column named.
fn best(statement: &Statement, table: &Cells, row: &str, findings: &mut Findings) {
    let words = &statement.words;
    let claimed = (0..words.len()).find_map(|at| match words.word(at) {
        "best" => Some(End::Highest),
        "worst" => Some(End::Lowest),
        word @ ("highest" | "lowest" | "largest" | "smallest") => end(word),
        _ => None,
    });
    let (Some(claimed), [column]) = (claimed, table.columns) else { return };
    let Some((_, own)) = table.of(row).next() else { return };
    let column_values =
        table.series.iter().filter(|cell| cell.name == *column).filter_map(|cell| cell.points.first());
    let beaten = |value: f64| match claimed {
        End::Highest => value > own,
        End::Lowest => value < own,
    };
    let better = column_values.map(|point| point.value).find(|value| beaten(*value));
    let holds = better.is_none() != statement.claim.negated;
    findings.add(holds, figures(holds, end_word(claimed), own, better.unwrap_or(own), false));
}

/// Every figure must be in a cell of a row named, or be the difference of two.
fn cells(statement: &Statement, table: &Cells, rows: &[&str], findings: &mut Findings) {
    let values: Vec<f64> =
        rows.iter().take(8).flat_map(|row| table.of(row)).map(|(_, value)| value).take(256).collect();
    for figure in &statement.figures {
        let says = |value: f64| {
            figure.says(value.abs(), Slack::Written) || figure.says(value.abs() * 100.0, Slack::Written)
        };
        let level = values.iter().copied().find(|value| says(*value));
        let difference = || {
            values.iter().enumerate().find_map(|(index, left)| {
                values[..index].iter().map(|right| left - right).find(|difference| says(*difference))
            })
        };
        if let Some(value) = level.or_else(difference) {
            findings.supporting.push(figures(true, &figure.said, figure.value, value, figure.is_percent()));
        } else if let ([value], false) = (values.as_slice(), table.columns.is_empty()) {
            // One cell is meant, and it has another value.
            findings.contradicting.push(figures(
                false,
                &figure.said,
                figure.value,
                *value,
                figure.is_percent(),
            ));
        } else {
            let found = values.first().map(|value| super::written(*value)).unwrap_or_default();
            findings.open.push(Reason::QuantityUndetermined { claimed: figure.said.clone(), found });
        }
    }
}
