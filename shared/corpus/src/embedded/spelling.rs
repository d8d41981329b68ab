//! Words that no passage has, taken for the nearest that some passage has.

use tantivy::collector::TopDocs;
use tantivy::query::TermQuery;
use tantivy::schema::IndexRecordOption;
use tantivy::tokenizer::{TextAnalyzer, TokenStream};
use tantivy::{Searcher, TantivyDocument, TantivyError, Term};

use super::schema::Fields;
use super::words::STOP_WORDS;

/// Shorter words are near too many others.
const SHORTEST: usize = 5;
/// The same of words that carry no meaning: there are few of them.
const SHORTEST_WITHOUT_MEANING: usize = 4;
/// From this length on two letters may be wrong; below it one.
const LONG: usize = 8;

/// `text` with each word that no passage has replaced by the nearest with the same first letter, where one is near
/// enough: by a word that carries no meaning, or else by one that some passage has, as that passage writes it; of those
/// equally near by the commonest. What is too short to be corrected and in no passage is left out.
pub(crate) fn corrected(
    text: &str,
    searcher: &Searcher,
    fields: Fields,
    analyzer: &mut TextAnalyzer,
) -> Result<String, TantivyError> {
    let mut corrected = String::with_capacity(text.len());
    for piece in text.split_inclusive(|character: char| !character.is_alphanumeric()) {
        let word = piece.trim_end_matches(|character: char| !character.is_alphanumeric());
        let is_written_in_haste = !word.is_empty() && word.chars().all(char::is_lowercase);
        let right = if is_written_in_haste { right_word(word, searcher, fields, analyzer)? } else { None };
        corrected.push_str(right.as_deref().unwrap_or(word));
        corrected.push_str(&piece[word.len()..]);
    }
    Ok(corrected)
}

/// What stands for `word`; none where it is right, or nothing is near.
fn right_word(
    word: &str,
    searcher: &Searcher,
    fields: Fields,
    analyzer: &mut TextAnalyzer,
) -> Result<Option<String>, TantivyError> {
    let Some(stem) = first_term(word, analyzer) else { return Ok(None) };
    if searcher.doc_freq(&Term::from_field_text(fields.words, &stem))? > 0 {
        return Ok(None);
    }
    let letters = word.chars().count();
    if letters < SHORTEST_WITHOUT_MEANING - 1 {
        return Ok(Some(String::new()));
    }
    let without_meaning = STOP_WORDS
        .split_ascii_whitespace()
        .filter(|other| {
            other.len() >= SHORTEST_WITHOUT_MEANING && other.chars().next() == word.chars().next()
        })
        .find(|other| letters >= SHORTEST_WITHOUT_MEANING && distance(word, other, 1).is_some());
    if let Some(other) = without_meaning {
        return Ok(Some(other.to_owned()));
    }
    if letters < SHORTEST {
        return Ok(None);
    }
    let Some(stem) = nearest(&stem, searcher, fields)? else { return Ok(None) };
    as_written(&stem, searcher, fields, analyzer)
}

/// The first term of `word`; none where it carries no meaning.
fn first_term(word: &str, analyzer: &mut TextAnalyzer) -> Option<String> {
    let mut stream = analyzer.token_stream(word);
    stream.advance().then(|| stream.token().text.clone())
}

/// The word that `stem` was made of in some passage.
fn as_written(
    stem: &str,
    searcher: &Searcher,
    fields: Fields,
    analyzer: &mut TextAnalyzer,
) -> Result<Option<String>, TantivyError> {
    let term = Term::from_field_text(fields.words, stem);
    let query = TermQuery::new(term, IndexRecordOption::Basic);
    let found = searcher.search(&query, &TopDocs::with_limit(1).order_by_score())?;
    let Some((_, at)) = found.first() else { return Ok(None) };
    let passage = fields.passage(&searcher.doc::<TantivyDocument>(*at)?);
    let text = [passage.text, passage.title, passage.keywords].join(" ").to_lowercase();
    let mut words =
        text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
    Ok(words.find(|word| first_term(word, analyzer).as_deref() == Some(stem)).map(str::to_owned))
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
