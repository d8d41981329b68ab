//! One row of a table or one object of a list, as a document of its own.

use sha2::{Digest, Sha256};

use super::clean::{label, one_line, paragraphs};
use super::draft::{About, Draft, Reason};
use super::field::Field;

/// Bytes of the hash that names a row without an identifier.
const NAME_BYTES: usize = 6;

/// The document that the named values are.
///
/// With a `text` value, that is the passage. Without one, the row itself is: `header: value; header: value`,
/// where the date stays in sight because in a series it is half of the fact.
pub(crate) fn draft<'a>(values: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Draft, Reason> {
    let mut about = About::default();
    let mut id = None;
    let mut text = Vec::new();
    let mut cells = Vec::new();
    for (name, value) in values {
        let field = Field::named(name);
        match field {
            Some(Field::Text) => text.extend(paragraphs(value)),
            Some(Field::Id) => id = id.or(label(value)),
            Some(field) => about.note(field, value),
            None => {}
        }
        if matches!(field, None | Some(Field::AsOf))
            && let Some(value) = Some(one_line(value)).filter(|value| !value.is_empty())
        {
            cells.push(format!("{}: {value}", one_line(name)));
        }
    }
    if text.is_empty() && cells.iter().any(|cell| !is_date_cell(cell)) {
        text.push(cells.join("; "));
    }
    if text.is_empty() {
        return Err("no text in it".to_owned());
    }
    let key = id.unwrap_or_else(|| name_of(&about, &text));
    Ok(Draft { key: Some(key), ..Draft::of_paragraphs(about, text) })
}

fn is_date_cell(cell: &str) -> bool {
    cell.split_once(':').is_some_and(|(name, _)| Field::named(name) == Some(Field::AsOf))
}

/// A name that stays the same as long as the row does, wherever it stands in its file.
pub(crate) fn name_of(about: &About, text: &[String]) -> String {
    let mut hasher = Sha256::new();
    for part in about.url.iter().chain(&about.title).chain(text) {
        hasher.update(part.as_bytes());
        hasher.update([0]);
    }
    hex::encode(&hasher.finalize()[..NAME_BYTES])
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn a_row_with_text_is_that_text() {
        let values = [
            ("id", "7"),
            ("Text", "Prices rose.\n\nWages fell."),
            ("category", "economy"),
            ("date", "2024-01-31"),
        ];
        let draft = draft(values).expect("a row");
        assert_eq!(draft.key.as_deref(), Some("7"));
        assert_eq!(draft.sections[0].paragraphs, ["Prices rose.", "Wages fell."]);
        assert_eq!(draft.about.as_of, Some(date(2024, 1, 31)));
    }

    #[test]
    fn a_row_without_text_is_its_cells() {
        let values = [
            ("state", "Ohio"),
            ("year", "2023"),
            ("rate", " 3.6 "),
            ("note", ""),
            ("url", "https://bls.gov/lau"),
        ];
        let draft = draft(values).expect("a row");
        assert_eq!(draft.sections[0].paragraphs, ["state: Ohio; year: 2023; rate: 3.6"]);
        assert_eq!(draft.about.as_of, Some(date(2023, 1, 1)));
        assert_eq!(draft.about.url.as_deref(), Some("https://bls.gov/lau"));
    }

    #[test]
    fn a_row_of_nothing_is_refused() {
        for values in
            [&[][..], &[("a", " ")], &[("date", "2024-01-01"), ("publisher", "BLS")], &[("text", "\u{0}")]]
        {
            assert!(draft(values.iter().copied()).is_err(), "{values:?}");
        }
    }

    #[test]
    fn equal_rows_have_equal_names() {
        let name = |text| draft([("text", text)]).expect("a row").key;
        assert_eq!(name("a"), name("a"));
        assert_ne!(name("a"), name("b"));
    }
}
