//! A passage as an answer uses it.

use corpus::{Likeness, Passage};

use crate::calibration;
use crate::question::names;

/// What a document without a title is called.
const UNTITLED: &str = "Unknown Document";

/// A passage with its score.
#[derive(Debug, Clone, PartialEq)]
pub struct Chunk {
    /// Title of its document.
    pub title: String,
    /// The heading it stands under, without those above it.
    pub section: Option<String>,
    /// Its words.
    pub text: String,
    /// The document's id.
    pub document_id: String,
    /// The document's shelf.
    pub category: String,
    /// Who published the document.
    pub organization: String,
    /// Where the document can be read, best first.
    pub urls: Vec<String>,
    /// Words that the document is to be found by.
    pub keywords: String,
    /// How well it answers the question, 0..=1.
    pub score: f64,
}

impl Chunk {
    /// The passages that were found for `question` as chunks, in the order they were found.
    pub(crate) fn of(passages: Vec<Passage>, question: &str) -> Vec<Self> {
        let likenesses: Vec<Likeness> = passages.iter().map(|passage| passage.likeness).collect();
        let texts =
            passages.iter().map(|passage| format!("{} {}", passage.title, passage.text).to_lowercase());
        let known = texts.collect::<Vec<_>>().join(" ");
        let unknown = names(question).iter().filter(|name| !known.contains(name.as_str())).count();
        let scores = calibration::scores(&likenesses, unknown);
        passages.into_iter().zip(scores).map(|(passage, score)| Self::new(passage, score)).collect()
    }

    fn new(passage: Passage, score: f64) -> Self {
        let title = plain(passage.document_title());
        let section = passage.section.rsplit(" > ").next().map(plain).filter(|section| !section.is_empty());
        Self {
            title: if title.is_empty() { UNTITLED.to_owned() } else { title },
            section,
            document_id: if passage.document_id.is_empty() { passage.document } else { passage.document_id },
            category: passage.category,
            organization: passage.publisher,
            urls: passage.source_urls,
            keywords: passage.keywords,
            score,
            text: passage.text,
        }
    }

    /// What stands in brackets where it is cited: `Title > Section`.
    #[must_use]
    pub fn label(&self) -> String {
        match &self.section {
            Some(section) => format!("{} > {section}", self.title),
            None => self.title.clone(),
        }
    }
}

/// `text` without what would end a citation or part it.
fn plain(text: &str) -> String {
    let replaced = text.replace(['[', '{'], "(").replace([']', '}'], ")").replace('>', "/");
    replaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A chunk of the document `title`.
    pub(crate) fn chunk(title: &str, section: Option<&str>, text: &str, score: f64) -> Chunk {
        Chunk {
            title: title.to_owned(),
            section: section.map(str::to_owned),
            text: text.to_owned(),
            document_id: title.to_lowercase().replace(' ', "_"),
            category: "reference".to_owned(),
            organization: "Office".to_owned(),
            urls: vec![format!("https://office.example/{}", title.len())],
            keywords: String::new(),
            score,
        }
    }

    #[test]
    fn labels_have_one_arrow_and_no_brackets_inside() {
        assert_eq!(plain("A [draft] > B\n c"), "A (draft) / B c");
        assert_eq!(chunk("Guide", Some("Fees"), "", 0.5).label(), "Guide > Fees");
        assert_eq!(chunk("Guide", None, "", 0.5).label(), "Guide");
    }
}
