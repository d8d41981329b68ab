//! Tables: each row is a document of one passage.

use super::draft::{Reading, Reason};
use super::row;

/// Reads a table whose first row names the columns. A row that cannot be read is named, the rest goes in.
///
/// Rows are never refused for having too few or too many cells: exports are seldom tidy.
pub(crate) fn read(text: &str, delimiter: u8) -> Result<Reading, Reason> {
    let mut table = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let headers = table.headers().map_err(|error| format!("no header row: {error}"))?.clone();
    if headers.iter().all(str::is_empty) {
        return Err("no header row".to_owned());
    }
    let mut reading = Reading::default();
    for (number, record) in table.records().enumerate() {
        let draft = match &record {
            Ok(record) => row::draft(headers.iter().zip(record).filter(|(header, _)| !header.is_empty())),
            Err(error) => Err(error.to_string()),
        };
        match draft {
            Ok(draft) => reading.drafts.push(draft),
            Err(reason) => reading.skipped.push((format!("row {}", number + 1), reason)),
        }
    }
    Ok(reading.naming_few("rows"))
}

/// The delimiter of a `.csv` file: spreadsheets of half of Europe write semicolons.
pub(crate) fn delimiter_of(text: &str) -> u8 {
    let header = text.lines().next().unwrap_or_default();
    let count = |delimiter: char| header.matches(delimiter).count();
    [(b',', ','), (b';', ';'), (b'\t', '\t')]
        .into_iter()
        .rev()
        .max_by_key(|&(_, delimiter)| count(delimiter))
        .map_or(b',', |(byte, _)| byte)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn each_row_is_a_document() {
        let text = "State,Year,Rate\nOhio,2023,\"3,6\"\n,,\nIowa,2024\nUtah,2024,2.9,extra\n";
        let reading = read(text, b',').expect("a table");
        let texts: Vec<_> =
            reading.drafts.iter().map(|draft| draft.sections[0].paragraphs[0].as_str()).collect();
        assert_eq!(
            texts,
            [
                "State: Ohio; Year: 2023; Rate: 3,6",
                "State: Iowa; Year: 2024",
                "State: Utah; Year: 2024; Rate: 2.9"
            ]
        );
        assert_eq!(reading.skipped, [("row 2".to_owned(), "no text in it".to_owned())]);
    }

    #[test]
    fn the_delimiter_is_the_commonest_in_the_header() {
        let cases =
            [("a,b,c\n1;2;3", b','), ("a;b;c\n1,5;2", b';'), ("a\tb\n", b'\t'), ("single", b','), ("", b',')];
        for (text, expected) in cases {
            assert_eq!(delimiter_of(text), expected, "{text}");
        }
    }

    #[test]
    fn a_table_without_a_header_is_refused() {
        for text in ["", "\n\n", ",,\na,b,c"] {
            assert!(read(text, b',').is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "[\",;\n\r a-z0-9é]{0,200}") {
            if let Ok(reading) = read(&text, delimiter_of(&text)) {
                prop_assert!(reading.drafts.iter().all(|draft| draft.key.is_some()));
            }
        }
    }
}
