//! Sentences that could be part of an answer.

use std::collections::HashSet;

use crate::chunk::Chunk;
use crate::unit::units;
use crate::wording::words;

/// Passages whose sentences are considered.
const MOST_CHUNKS: usize = 8;
/// What a word counts that stands in the section's heading and not in the sentence.
const IN_SECTION: f64 = 0.4;
/// And one that stands in the document's title or among its keywords.
const IN_TITLE: f64 = 0.2;

/// A sentence that could be part of the answer.
pub(super) struct Candidate<'chunks> {
    pub(super) chunk: &'chunks Chunk,
    /// Its place among all of them: passages in the order they were found, sentences in that of the text.
    pub(super) place: usize,
    /// The place of its passage.
    pub(super) rank: usize,
    pub(super) text: String,
    words: HashSet<String>,
    section: HashSet<String>,
    title: HashSet<String>,
}

impl Candidate<'_> {
    /// How much of `word` it has, 0..=1.
    pub(super) fn share(&self, word: &str) -> f64 {
        if self.words.contains(word) {
            1.0
        } else if self.section.contains(word) {
            IN_SECTION
        } else if self.title.contains(word) {
            IN_TITLE
        } else {
            0.0
        }
    }

    /// Its text behind the title and the heading that it stands under, which say what it is about.
    pub(super) fn under_its_headings(&self) -> String {
        match &self.chunk.section {
            Some(section) => format!("{}: {section}: {}", self.chunk.title, self.text),
            None => format!("{}: {}", self.chunk.title, self.text),
        }
    }

    /// Every word of it, and of what it stands under.
    pub(super) fn everything(&self) -> HashSet<String> {
        [&self.words, &self.section, &self.title].into_iter().flatten().cloned().collect()
    }

    /// What its first cell is headed with, where it is a row of a table.
    pub(super) fn row_of(&self) -> Option<&str> {
        let (header, rest) = self.text.split_once(": ")?;
        rest.contains("; ").then_some(header)
    }

    /// Whether it is another row of the same table.
    pub(super) fn is_row_beside(&self, other: &Self) -> bool {
        self.row_of().is_some_and(|row| other.row_of() == Some(row))
            && self.chunk.label() == other.chunk.label()
    }
}

/// The sentences of the best `chunks`.
pub(super) fn candidates(chunks: &[Chunk]) -> Vec<Candidate<'_>> {
    let mut candidates = Vec::new();
    for (rank, chunk) in chunks.iter().take(MOST_CHUNKS).enumerate() {
        let section = chunk.section.as_deref().map(words).unwrap_or_default();
        let title = words(&format!("{} {}", chunk.title, chunk.keywords));
        for text in units(&chunk.text) {
            let (place, words) = (candidates.len(), words(&text));
            let (section, title) = (section.clone(), title.clone());
            candidates.push(Candidate { chunk, place, rank, text, words, section, title });
        }
    }
    candidates
}
