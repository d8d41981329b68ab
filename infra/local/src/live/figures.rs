//! What a run came to, in figures.

use std::time::Duration;

use serde_json::{Value, json};

use super::journal::Kept;

/// Counted and measured while the run goes on.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    pub(crate) sentences: usize,
    pub(crate) claims: usize,
    pub(crate) verdicts: usize,
    /// Verdicts that only say that there was no answer.
    pub(crate) unanswered: usize,
    /// From the end of a sentence to each verdict on it, in milliseconds: four bytes a claim.
    delays_ms: Vec<u32>,
    pub(crate) longest_queue: usize,
}

impl Figures {
    pub(crate) fn delayed(&mut self, delay: Duration) {
        self.delays_ms.push(u32::try_from(delay.as_millis()).unwrap_or(u32::MAX));
    }

    pub(crate) fn to_json(&self, kept: &Kept) -> Value {
        json!({
            "sentences": self.sentences,
            "claims": self.claims,
            "verdicts": self.verdicts,
            "lost": self.claims - self.verdicts,
            "unanswered": self.unanswered,
            "events_stored": kept.stored,
            "events_not_stored": kept.lost,
            "delay_ms": { "p50": self.quantile(0.5), "p95": self.quantile(0.95), "max": self.quantile(1.0) },
            "longest_queue": self.longest_queue,
            "peak_memory_mib": peak_memory_kib().map(|kib| kib / 1_024),
        })
    }

    pub(crate) fn to_text(&self, kept: &Kept) -> String {
        let lost = self.claims - self.verdicts;
        let Self { sentences, claims, verdicts, unanswered, longest_queue, .. } = self;
        let counts = format!(
            "{sentences} sentences, {claims} claims, {verdicts} verdicts ({unanswered} without an answer), {lost} lost\n\
             events: {} stored, {} not stored\n",
            kept.stored, kept.lost
        );
        let delays = match [0.5, 0.95, 1.0].map(|share| self.quantile(share)) {
            [Some(p50), Some(p95), Some(most)] => format!(
                "from the end of a sentence to its verdict: half within {p50} ms, 95 % within {p95} ms, all within {most} ms; \
                 at most {longest_queue} claims waited\n"
            ),
            _ => String::new(),
        };
        let memory = peak_memory_kib().map(|kib| format!("peak memory: {} MiB\n", kib / 1_024));
        counts + &delays + &memory.unwrap_or_default()
    }

    /// The nearest rank.
    fn quantile(&self, share: f64) -> Option<u32> {
        let mut sorted = self.delays_ms.clone();
        sorted.sort_unstable();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place in the list")]
        let rank = (share * sorted.len() as f64).ceil() as usize;
        sorted.get(rank.max(1) - 1).copied()
    }
}

/// The most memory this process ever had resident, where the system says so.
fn peak_memory_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_the_nearest_rank() {
        let mut figures = Figures::default();
        assert_eq!(figures.quantile(0.5), None);
        for delay_ms in (1..=100).rev() {
            figures.delayed(Duration::from_millis(delay_ms));
        }
        assert_eq!([0.5, 0.95, 1.0].map(|share| figures.quantile(share)), [Some(50), Some(95), Some(100)]);
    }
}
