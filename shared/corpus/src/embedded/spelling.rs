//! Words that no passage has, taken for the nearest that some passage has.

use tantivy::{Searcher, TantivyError, Term};

use super::schema::Fields;

/// Shorter words are near too many others.
const SHORTEST: usize = 5;
/// From this length on two letters may be wrong; below it one.
const LONG: usize = 8;

/// Replaces each of `words` that no passage has by the nearest with the same first letter, where one is near enough;
/// of those equally near by the commonest.
pub(crate) fn correct(
    words: &mut Vec<String>,
    searcher: &Searcher,
    fields: Fields,
) -> Result<(), TantivyError> {
    for word in words.iter_mut() {
        let is_word = word.chars().count() >= SHORTEST && word.chars().all(char::is_alphabetic);
        if is_word
            && searcher.doc_freq(&Term::from_field_text(fields.words, word))? == 0
            && let Some(nearest) = nearest(word, searcher, fields)?
        {
            *word = nearest;
        }
    }
    let mut seen = std::collections::HashSet::new();
    words.retain(|word| seen.insert(word.clone()));
    Ok(())
}

fn nearest(word: &str, searcher: &Searcher, fields: Fields) -> Result<Option<String>, TantivyError> {
    let Some(first) = word.chars().next() else { return Ok(None) };
    let start = first.to_string();
    let mut end = start.clone().into_bytes();
    if let Some(last) = end.last_mut() {
        *last = last.saturating_add(1);
    }
    let most = if word.chars().count() >= LONG { 2 } else { 1 };
    let mut best: Option<(usize, u32, String)> = None;
    for segment in searcher.segment_readers() {
        let index = segment.inverted_index(fields.words)?;
        let mut terms = index.terms().range().ge(start.as_bytes()).lt(&end).into_stream()?;
        while terms.advance() {
            let Ok(term) = std::str::from_utf8(terms.key()) else { continue };
            let count = terms.value().doc_freq;
            let Some(distance) = distance(word, term, most) else { continue };
            let nearer = best.as_ref().is_none_or(|(least, commonest, _)| {
                distance < *least || distance == *least && count > *commonest
            });
            if nearer {
                best = Some((distance, count, term.to_owned()));
            }
        }
    }
    Ok(best.map(|(_, _, term)| term))
}

/// Letters to insert, leave out or replace to make one word of the other; none where that is more than `most`.
#[must_use]
pub fn distance(left: &str, right: &str, most: usize) -> Option<usize> {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    if left.len().abs_diff(right.len()) > most {
        return None;
    }
    let mut before: Vec<usize> = (0..=right.len()).collect();
    for (row, one) in left.iter().enumerate() {
        let mut current = Vec::with_capacity(before.len());
        current.push(row + 1);
        for (column, other) in right.iter().enumerate() {
            let replaced = before[column] + usize::from(one != other);
            current.push(replaced.min(before[column + 1] + 1).min(current[column] + 1));
        }
        before = current;
    }
    before.last().copied().filter(|distance| *distance <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_counted() {
        for (left, right, most, expected) in [
            ("demurag", "demurrag", 1, Some(1)),
            ("reles", "releas", 1, Some(1)),
            ("explosiv", "explos", 2, Some(2)),
            ("chongq", "charg", 1, None),
            ("same", "same", 0, Some(0)),
            ("", "ab", 2, Some(2)),
        ] {
            assert_eq!(distance(left, right, most), expected, "{left} {right}");
        }
    }
}
