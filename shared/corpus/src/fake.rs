//! A scripted corpus for tests of whoever asks one.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use outbound::Deadline;

use crate::{Corpus, CorpusError, Passage, Query};

/// Gives the answers it was told to give, in order, and remembers what it was asked.
///
/// Once the script is used up it finds nothing. Unlike a real corpus it filters and cuts nothing: a test
/// sees exactly what it scripted.
#[derive(Debug, Default)]
pub struct ScriptedCorpus {
    answers: Mutex<VecDeque<Result<Vec<Passage>, CorpusError>>>,
    asked: Mutex<Vec<Query>>,
}

impl ScriptedCorpus {
    /// Finds nothing, whatever is asked.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers the next unscripted search with `answer`.
    #[must_use]
    pub fn then(self, answer: Result<Vec<Passage>, CorpusError>) -> Self {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).push_back(answer);
        self
    }

    /// Every query so far, oldest first.
    #[must_use]
    pub fn asked(&self) -> Vec<Query> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[async_trait]
impl Corpus for ScriptedCorpus {
    fn name(&self) -> &'static str {
        "scripted"
    }

    async fn search(&self, query: &Query, deadline: Deadline) -> Result<Vec<Passage>, CorpusError> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).push(query.clone());
        if deadline.expired() {
            return Err(CorpusError::Timeout);
        }
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).pop_front().unwrap_or(Ok(Vec::new()))
    }

    async fn check(&self, _deadline: Deadline) -> Result<(), CorpusError> {
        Ok(())
    }
}
