//! How much of a call was spent waiting for others.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

tokio::task_local! {
    static UPSTREAM_MICROS: Arc<AtomicU64>;
}

/// Runs `work` as one call and gives its output with the milliseconds that [`upstream`] measured inside.
pub async fn measure_upstream<F: Future>(work: F) -> (F::Output, f64) {
    let micros = Arc::new(AtomicU64::new(0));
    let output = UPSTREAM_MICROS.scope(Arc::clone(&micros), work).await;
    (output, micros.load(Ordering::Relaxed) as f64 / 1_000.0)
}

/// Counts the time `work` takes as time spent upstream. Outside a call it only runs it.
pub async fn upstream<F: Future>(work: F) -> F::Output {
    let started = Instant::now();
    let output = work.await;
    let elapsed_micros = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
    // Outside a call there is nothing to add to.
    UPSTREAM_MICROS.try_with(|micros| micros.fetch_add(elapsed_micros, Ordering::Relaxed)).ok();
    output
}
