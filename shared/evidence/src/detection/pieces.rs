//! A sentence as plain words in a row, with the places where a pause may be.

use crate::claim::words::{Kind, Words};

/// A word, the part behind its apostrophe, or a number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece<'words> {
    /// The word in lower case: "didn", "t", "1,500".
    pub(super) said: &'words str,
    /// Its token.
    pub(super) token: usize,
    /// Whether it stands behind an apostrophe: "t" of "didn't".
    pub(super) is_clitic: bool,
    /// Whether a comma, dash, quotation mark or the like stands before it.
    pub(super) after_pause: bool,
}

/// Every piece of `words`, in order.
pub(super) fn cut<'words>(words: &'words Words<'_>) -> Vec<Piece<'words>> {
    let mut pieces = Vec::with_capacity(words.len());
    let mut after_pause = false;
    for token in 0..words.len() {
        let said = match words.kind(token) {
            Some(Kind::Word) => words.word(token),
            Some(Kind::Clitic) => words.clitic(token),
            Some(Kind::Number) => words.digits(token),
            _ => {
                after_pause |= is_pause(words, token);
                continue;
            }
        };
        let is_clitic = words.kind(token) == Some(Kind::Clitic);
        pieces.push(Piece { said, token, is_clitic, after_pause });
        after_pause = false;
    }
    pieces
}

/// Whether the sign parts what stands around it. The hyphen of a compound does not, nor does a sign of currency.
fn is_pause(words: &Words, token: usize) -> bool {
    let compound = words.is_dash(token) && words.glued(token) && words.glued(token + 1);
    !compound && !matches!(words.sign(token), '$' | '€' | '£' | '%' | '/' | '#' | '&' | '.' | '\'' | '’')
}

/// What the piece at `index` says; nothing out of range.
pub(super) fn said<'words>(pieces: &[Piece<'words>], index: usize) -> &'words str {
    pieces.get(index).map_or("", |piece| piece.said)
}

/// The index behind `phrase`, if the pieces from `index` on are it.
pub(super) fn phrase(pieces: &[Piece], index: usize, phrase: &str) -> Option<usize> {
    let mut index = index;
    for word in phrase.split(' ') {
        if said(pieces, index) != word {
            return None;
        }
        index += 1;
    }
    Some(index)
}
