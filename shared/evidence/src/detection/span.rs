//! Where a sentence stands in its text, as JavaScript counts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A part of a text in UTF-16 code units: what `String.prototype.slice(start, end)` takes. A character outside the
/// basic plane, such as an emoji, counts two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Span {
    /// The first unit.
    pub start: usize,
    /// The unit behind the last.
    pub end: usize,
}

/// Finds the spans of a text's sentences, one after the other.
pub(super) struct Offsets<'text> {
    /// What is left of the text.
    rest: &'text str,
    /// How many units were before it.
    passed: usize,
}

impl<'text> Offsets<'text> {
    pub(super) fn new(text: &'text str) -> Self {
        Self { rest: text, passed: 0 }
    }

    /// The span of `sentence`, the next in the text: only white space stands before it.
    pub(super) fn of(&mut self, sentence: &str) -> Span {
        let sentences = self.rest.trim_start();
        let space = &self.rest[..self.rest.len() - sentences.len()];
        let start = self.passed + units(space);
        let end = start + units(sentence);
        self.rest = sentences.get(sentence.len()..).unwrap_or_default();
        self.passed = end;
        Span { start, end }
    }
}

fn units(text: &str) -> usize {
    text.encode_utf16().count()
}
