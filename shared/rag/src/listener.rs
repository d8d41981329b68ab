//! Who hears an answer while it is made.

use crate::answer::{RelatedDocument, Source};

/// Hears an answer while it is made: what it is made from, then its text piece by piece.
pub trait Listener: Send + Sync {
    /// Whether anybody hears. Where nobody does, nothing is told, and a model is asked for its text whole, which another
    /// can do again when it fails.
    fn listens(&self) -> bool;

    /// What the answer will be made from: where the documents found can be read, and the documents.
    fn sources(&self, sources: &[Source], related: &[RelatedDocument]);

    /// The next piece of the answer. All of them together are its text.
    fn token(&self, text: &str);
}

/// Nobody.
impl Listener for () {
    fn listens(&self) -> bool {
        false
    }

    fn sources(&self, _: &[Source], _: &[RelatedDocument]) {}

    fn token(&self, _: &str) {}
}
