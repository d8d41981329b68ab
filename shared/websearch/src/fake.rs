//! A provider that plays a script, for tests of whoever searches.

use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use outbound::{Deadline, OutboundError};

use crate::{Hit, Provider, Query, SearchError};

/// What a [`Fake`] does on one search.
#[derive(Debug, Clone)]
pub enum Step {
    /// Finds these.
    Finds(Vec<Hit>),
    /// Fails as if its time were up, at once.
    Late,
    /// Fails as a provider that is down.
    Down,
    /// Fails as a provider that wants to be left alone for this many milliseconds.
    Busy(u64),
}

/// Plays its steps in order, then the last one again and again.
#[derive(Debug)]
pub struct Fake {
    name: &'static str,
    steps: Vec<Step>,
    received: Mutex<Vec<(Query, Deadline)>>,
}

impl Fake {
    /// A provider called `name`; without steps it finds nothing.
    #[must_use]
    pub fn new(name: &'static str, steps: Vec<Step>) -> Self {
        Self { name, steps, received: Mutex::default() }
    }

    /// What it was asked so far, with the deadline of each.
    #[must_use]
    pub fn received(&self) -> Vec<(Query, Deadline)> {
        self.received.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[async_trait]
impl Provider for Fake {
    fn name(&self) -> &'static str {
        self.name
    }

    async fn search(&self, query: &Query, deadline: Deadline) -> Result<Vec<Hit>, SearchError> {
        let position = {
            let mut received = self.received.lock().unwrap_or_else(PoisonError::into_inner);
            received.push((query.clone(), deadline));
            received.len() - 1
        };
        let error = match self.steps.get(position).or(self.steps.last()) {
            None => return Ok(Vec::new()),
            Some(Step::Finds(hits)) => return Ok(hits.clone()),
            Some(Step::Late) => OutboundError::Timeout,
            Some(Step::Down) => OutboundError::Failed { status: 503 },
            Some(Step::Busy(retry_after_ms)) => {
                OutboundError::RateLimited { retry_after_ms: Some(*retry_after_ms) }
            }
        };
        Err(SearchError::from_call(self.name, error))
    }
}
