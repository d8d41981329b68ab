//! Which passages are tables, series or records, and what they hold.
//!
//! Each reader wants the whole shape of its kind, so that prose with a figure, an equals sign or a bar in it is
//! never taken for data.

mod grid;
mod line;
mod number;
mod record;

use super::table::Table;

/// No more of a passage than this is read, in bytes: a page of figures, far more than any claim speaks of.
const MOST_BYTES: usize = 64 * 1024;
/// No more series than this are kept.
const MOST_SERIES: usize = 64;
/// No more values than this are kept of one passage.
const MOST_VALUES: usize = 8192;

/// What `text` holds, if it is data.
pub(super) fn read(text: &str) -> Option<Table> {
    let text = head(text);
    line::read(text)
        .map(Table::Series)
        .or_else(|| record::read(text).map(Table::Record))
        .or_else(|| grid::read(text).map(Table::Series))
}

/// The part of `text` that is read.
fn head(text: &str) -> &str {
    let mut end = text.len().min(MOST_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests;
