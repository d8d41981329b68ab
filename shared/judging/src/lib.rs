//! Judging evidence with everything there is: the exact layer always, the small model where its files are, a chat
//! model where one has a key and time is left.

mod judge;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use encoder::Lazy;
use evidence::claim::Claim;
use evidence::{Candidate, Item, ranking};
use jiff::civil::Date;
use outbound::Deadline;
use settings::Settings;

pub use judge::{Judge, SETTINGS as JUDGE_SETTINGS};
pub use models::SETTINGS as MODEL_SETTINGS;

/// Variables that [`Bench::from_settings`] reads beside the judge's and the models'.
pub const SETTINGS: &[&str] = encoder::SETTINGS;

/// Time for a tool's sources and a chat model together, in milliseconds: the contract's 4 s less what sending takes.
pub const BUDGET_MS: u64 = 3_800;
/// Of it, kept from the sources: at the CPU share of 1,024 MB the small model reads five passages in half a second.
pub const JUDGING_MS: u64 = 600;

/// Those who judge.
pub struct Bench {
    reader: Arc<Lazy>,
    judge: Option<Judge>,
}

impl fmt::Debug for Bench {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Bench").field("judge", &self.judge.is_some()).finish_non_exhaustive()
    }
}

impl Bench {
    /// The small model that the settings name, and the chat models that have a key. Nothing is loaded yet.
    #[must_use]
    pub fn from_settings(settings: &Settings) -> Self {
        Self { reader: Arc::new(Lazy::from_settings(settings)), judge: Judge::from_settings(settings) }
    }

    /// A bench of these.
    #[must_use]
    pub fn new(reader: Arc<Lazy>, judge: Option<Judge>) -> Self {
        Self { reader, judge }
    }

    /// The small model, which finds passages as well.
    #[must_use]
    pub fn reader(&self) -> &Arc<Lazy> {
        &self.reader
    }

    /// Makes ready what every call needs.
    pub fn warm(&self) {
        ranking::rehearse();
        self.reader.get();
    }

    /// Judges `candidates` against `claim` and returns the `limit` weightiest, heaviest first. What a chat model
    /// says counts where it comes before `deadline`; without it the judgement is that of the others.
    pub async fn assess(
        &self,
        claim: &Claim,
        candidates: Vec<Candidate>,
        today: Date,
        limit: usize,
        deadline: Deadline,
    ) -> Vec<Item> {
        let items = ranking::assess(claim, candidates, today, limit, &*self.reader);
        match &self.judge {
            Some(judge) => {
                let opinions = judge.read(claim, &items, today, deadline).await;
                ranking::revise(claim, items, &opinions)
            }
            None => items,
        }
    }
}
