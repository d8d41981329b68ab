//! The vectors of new passages.

use encoder::{Encoder, EncoderError};

use crate::embedded::vectors::Small;
use crate::record::ID_BYTES;

/// Passages that are given to the model at once.
const ENCODED_AT_ONCE: usize = 16;

/// The vectors of `passages`.
pub(super) fn vectors(
    encoder: &Encoder,
    mut passages: Vec<([u8; ID_BYTES], String)>,
) -> Result<Vec<([u8; ID_BYTES], Small)>, EncoderError> {
    // Passages of one length: the shorter ones of a batch cost as much as its longest.
    passages.sort_by_key(|(_, words)| words.len());
    let mut made = Vec::with_capacity(passages.len());
    for batch in passages.chunks(ENCODED_AT_ONCE) {
        let words: Vec<&str> = batch.iter().map(|(_, words)| words.as_str()).collect();
        let vectors = encoder.vectors(&words)?;
        made.extend(batch.iter().map(|(id, _)| *id).zip(vectors.iter().map(|vector| Small::new(vector))));
    }
    Ok(made)
}
