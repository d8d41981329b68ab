//! A model that plays a script, for tests of whoever asks one.

use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use futures_util::StreamExt;
use futures_util::stream;
use outbound::{Deadline, OutboundError};

use crate::{ChatModel, Finish, ModelError, Piece, Pieces, Reply, Request, Unusable, Usage};

/// What a [`ScriptedModel`] does when it is asked once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Answers this; word by word when it is asked for a stream.
    Answers(String),
    /// Begins to answer this and breaks off.
    BreaksOff(String),
    /// Answers something of no use.
    Fails(Unusable),
    /// Says nothing until the deadline.
    Hangs,
    /// Fails as if its time were up, at once.
    Late,
    /// Fails as a provider that is down.
    Down,
    /// Fails as a provider that wants to be left alone for this many milliseconds.
    Busy(u64),
}

/// Plays its steps in order, then the last one again and again, and remembers what it was asked.
///
/// It counts a token for each word, and costs nothing.
#[derive(Debug)]
pub struct ScriptedModel {
    name: &'static str,
    steps: Vec<Step>,
    received: Mutex<Vec<(Request, Deadline)>>,
}

impl ScriptedModel {
    /// A model of a provider called `name`; without steps it answers with nothing.
    #[must_use]
    pub fn new(name: &'static str, steps: Vec<Step>) -> Self {
        Self { name, steps, received: Mutex::default() }
    }

    /// A model called `scripted` that gives these answers, in order.
    #[must_use]
    pub fn answering<T: Into<String>>(answers: impl IntoIterator<Item = T>) -> Self {
        let steps = answers.into_iter().map(|answer| Step::Answers(answer.into()));
        Self::new("scripted", steps.collect())
    }

    /// What it was asked so far, with the deadline of each.
    #[must_use]
    pub fn received(&self) -> Vec<(Request, Deadline)> {
        self.received.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The text of the answer, and whether it is whole.
    async fn play(&self, request: &Request, deadline: Deadline) -> Result<(String, bool), ModelError> {
        let position = {
            let mut received = self.received.lock().unwrap_or_else(PoisonError::into_inner);
            received.push((request.clone(), deadline));
            received.len() - 1
        };
        let failed = match self.steps.get(position).or(self.steps.last()) {
            Some(Step::Answers(text)) => return Ok((text.clone(), true)),
            Some(Step::BreaksOff(text)) => return Ok((text.clone(), false)),
            Some(Step::Fails(problem)) => return Err(ModelError::unusable(self.name, problem.clone())),
            None => return Err(ModelError::unusable(self.name, Unusable::Empty)),
            Some(Step::Hangs) => {
                tokio::time::sleep(deadline.remaining()).await;
                OutboundError::Timeout
            }
            Some(Step::Late) => OutboundError::Timeout,
            Some(Step::Down) => OutboundError::Failed { status: 503 },
            Some(Step::Busy(retry_after_ms)) => {
                OutboundError::RateLimited { retry_after_ms: Some(*retry_after_ms) }
            }
        };
        Err(ModelError::from_call(self.name, self.name, failed))
    }

    fn reply(&self, request: &Request, text: &str) -> Reply {
        let words = |text: &str| u64::try_from(text.split_whitespace().count()).unwrap_or(u64::MAX);
        let prompt = request.system.iter().chain(request.turns.iter().map(|turn| &turn.text));
        let prompt_tokens = prompt.map(|text| words(text)).sum();
        let completion_tokens = words(text);
        Reply {
            text: text.to_owned(),
            provider: self.name,
            model: self.name.to_owned(),
            finish: Finish::Complete,
            usage: Usage {
                prompt_tokens,
                cached_prompt_tokens: 0,
                completion_tokens,
                total_tokens: prompt_tokens + completion_tokens,
            },
            cost_usd: Some(0.0),
        }
    }
}

#[async_trait]
impl ChatModel for ScriptedModel {
    fn name(&self) -> &'static str {
        self.name
    }

    fn model(&self) -> &str {
        self.name
    }

    async fn complete(&self, request: &Request, deadline: Deadline) -> Result<Reply, ModelError> {
        match self.play(request, deadline).await? {
            (text, true) => Ok(self.reply(request, &text)),
            (_, false) => Err(ModelError::unusable(self.name, Unusable::BrokenOff)),
        }
    }

    async fn stream(&self, request: &Request, deadline: Deadline) -> Result<Pieces, ModelError> {
        let (text, is_whole) = self.play(request, deadline).await?;
        let words = text.split_inclusive(' ').map(|word| Ok(Piece::Text(word.to_owned())));
        let end = if is_whole {
            Ok(Piece::End(Box::new(self.reply(request, &text))))
        } else {
            Err(ModelError::unusable(self.name, Unusable::BrokenOff))
        };
        let pieces: Vec<_> = words.chain(std::iter::once(end)).collect();
        Ok(stream::iter(pieces).boxed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::{AMPLE_MS, read};

    #[tokio::test]
    async fn steps_are_played_in_order_and_remembered() {
        let model = ScriptedModel::answering(["one", "two words"]);
        let deadline = Deadline::after_ms(AMPLE_MS);
        let ask = |text: &str| Request::new("answer", text).system("be brief");
        let first = model.complete(&ask("what is asked"), deadline).await.expect("an answer");
        assert_eq!((first.text.as_str(), first.usage.prompt_tokens, first.usage.total_tokens), ("one", 5, 6));
        for question in ["a", "b"] {
            let (pieces, outcome) = read(&model, &ask(question), deadline).await;
            assert_eq!(pieces, ["two ", "words"]);
            assert_eq!(outcome.expect("an end").text, "two words");
        }
        let asked: Vec<String> =
            model.received().iter().map(|(asked, _)| asked.turns[0].text.clone()).collect();
        assert_eq!(asked, ["what is asked", "a", "b"]);
    }

    #[tokio::test]
    async fn every_way_to_fail_has_its_error() {
        let deadline = Deadline::after_ms(AMPLE_MS);
        let cases = [
            (Step::BreaksOff("half an".to_owned()), "the answer of scripted is of no use"),
            (Step::Fails(Unusable::Truncated), "the answer of scripted is of no use"),
            (Step::Late, "scripted did not answer in time"),
            (Step::Down, "scripted is unavailable"),
            (Step::Busy(7), "scripted is unavailable"),
        ];
        for (step, expected) in cases {
            let model = ScriptedModel::new("scripted", vec![step.clone()]);
            let outcome = model.complete(&Request::new("answer", "x"), deadline).await;
            assert_eq!(outcome.expect_err("it fails").to_string(), expected, "{step:?}");
            let (pieces, outcome) = read(&model, &Request::new("answer", "x"), deadline).await;
            assert_eq!(outcome.expect_err("it fails").to_string(), expected, "{step:?}");
            assert_eq!(pieces.is_empty(), !matches!(step, Step::BreaksOff(_)), "{step:?}");
        }
        let silent = ScriptedModel::new("scripted", vec![Step::Hangs]);
        let outcome = silent.complete(&Request::new("answer", "x"), Deadline::after_ms(20)).await;
        assert!(matches!(outcome, Err(ModelError::Timeout { provider: "scripted" })), "{outcome:?}");
    }
}
