//! The vectors of new passages.

use std::sync::atomic::{AtomicUsize, Ordering};

use encoder::{Encoder, EncoderError};

use crate::embedded::vectors::Small;
use crate::record::ID_BYTES;

/// Passages that are given to the model at once.
const ENCODED_AT_ONCE: usize = 16;

/// The vectors of `passages`, encoded on as many threads as there are cores.
pub(super) fn vectors(
    encoder: &Encoder,
    mut passages: Vec<([u8; ID_BYTES], String)>,
) -> Result<Vec<([u8; ID_BYTES], Small)>, EncoderError> {
    // Passages of one length: the shorter ones of a batch cost as much as its longest.
    passages.sort_by_key(|(_, words)| words.len());
    let batches: Vec<_> = passages.chunks(ENCODED_AT_ONCE).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
            let words: Vec<&str> = batch.iter().map(|(_, words)| words.as_str()).collect();
            let vectors = encoder.vectors(&words)?;
            done.extend(batch.iter().map(|(id, _)| *id).zip(vectors.iter().map(|vector| Small::new(vector))));
        }
        Ok(done)
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let mut all = Vec::with_capacity(passages.len());
        for worker in workers {
            // A worker that panics takes the import with it, as it would on this thread.
            all.extend(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        Ok(all)
    })
}
