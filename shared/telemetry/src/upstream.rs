//! What a call took from others: time spent waiting, and what language models charge for.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

tokio::task_local! {
    static SPENT: Arc<Mutex<Spent>>;
}

/// What a call took from others.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Spent {
    /// Time waiting for upstreams, in milliseconds.
    pub upstream_ms: f64,
    /// Tokens of all prompts to language models.
    pub prompt_tokens: u64,
    /// Tokens of all their answers.
    pub completion_tokens: u64,
    /// What they cost together, in US dollars; models without a known price count as nothing.
    pub cost_usd: f64,
}

/// Runs `work` as one call and gives its output with what was counted inside.
pub async fn measure_upstream<F: Future>(work: F) -> (F::Output, Spent) {
    let spent = Arc::new(Mutex::new(Spent::default()));
    let output = SPENT.scope(Arc::clone(&spent), work).await;
    let spent = *spent.lock().unwrap_or_else(PoisonError::into_inner);
    (output, spent)
}

/// Counts the time `work` takes as time spent upstream. Outside a call it only runs it.
pub async fn upstream<F: Future>(work: F) -> F::Output {
    let started = Instant::now();
    let output = work.await;
    let elapsed_ms = started.elapsed().as_secs_f64() * 1_000.0;
    add(|spent| spent.upstream_ms += elapsed_ms);
    output
}

/// Counts an answer of a language model. Outside a call there is nothing to add to.
pub fn model_answered(prompt_tokens: u64, completion_tokens: u64, cost_usd: Option<f64>) {
    add(|spent| {
        spent.prompt_tokens += prompt_tokens;
        spent.completion_tokens += completion_tokens;
        spent.cost_usd += cost_usd.unwrap_or_default();
    });
}

fn add(change: impl FnOnce(&mut Spent)) {
    SPENT.try_with(|spent| change(&mut spent.lock().unwrap_or_else(PoisonError::into_inner))).ok();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn each_call_counts_its_own() {
        let work = async {
            model_answered(900, 60, Some(0.002));
            upstream(async { model_answered(100, 40, None) }).await;
        };
        let ((), spent) = measure_upstream(work).await;
        assert_eq!((spent.prompt_tokens, spent.completion_tokens), (1_000, 100));
        assert!((spent.cost_usd - 0.002).abs() < 1e-12 && spent.upstream_ms > 0.0);
        model_answered(1, 1, None);
        assert_eq!(measure_upstream(async {}).await.1, Spent::default());
    }
}
