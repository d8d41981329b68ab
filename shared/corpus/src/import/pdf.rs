//! The text of PDF files.

use super::clean::paragraphs;
use super::draft::{About, Draft, Reading, Reason};

/// Reads the text layer. A scan has none, and is refused.
pub(crate) fn read(bytes: &[u8]) -> Result<Reading, Reason> {
    let text =
        pdf_extract::extract_text_from_mem(bytes).map_err(|error| format!("no readable PDF: {error}"))?;
    let paragraphs = paragraphs(&unbroken(&text));
    if paragraphs.is_empty() {
        return Err("no text in it, perhaps a scan".to_owned());
    }
    Ok(vec![Draft::of_paragraphs(About::default(), paragraphs)].into())
}

/// `text` with words put together that were broken at the end of a line.
fn unbroken(text: &str) -> String {
    let mut whole = String::with_capacity(text.len());
    for line in text.lines() {
        let continues = whole.ends_with("-\n")
            && whole.chars().rev().nth(2).is_some_and(char::is_lowercase)
            && line.starts_with(char::is_lowercase);
        if continues {
            whole.truncate(whole.len() - 2);
        }
        whole.push_str(line.trim_end());
        whole.push('\n');
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_file_is_read() {
        let reading = read(include_bytes!("../../fixtures/prices.pdf")).expect("a PDF");
        let text = reading.drafts[0].sections[0].paragraphs.join(" ");
        assert!(text.contains("The rent index rose by 5.5 percent over the year to April 2024."), "{text}");
    }

    #[test]
    fn what_is_no_pdf_is_refused() {
        for bytes in [&b""[..], b"%PDF-1.4\n", b"%PDF-1.7\ntrailer <</Root 1 0 R>>\n%%EOF", &[0xff; 64]] {
            assert!(read(bytes).is_err(), "{bytes:?}");
        }
    }

    #[test]
    fn broken_words_are_put_together() {
        assert_eq!(
            unbroken("infla-\ntion rose\nfor U.S.-\nMade\n\n-\nx\n"),
            "inflation rose\nfor U.S.-\nMade\n\n-\nx\n"
        );
    }
}
