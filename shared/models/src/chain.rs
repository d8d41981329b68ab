//! Several models as one: the next one answers when one fails.

use std::error::Error;
use std::fmt;
use std::future::ready;
use std::sync::Arc;

use async_trait::async_trait;
use futures_util::StreamExt;
use futures_util::stream;
use outbound::Deadline;
use settings::Settings;

use crate::{ChatModel, ModelError, Piece, Pieces, Reply, Request, Unusable, configured};

/// Share of the time left that a model may use while another stands behind it: enough for a slow answer of the
/// first, and still a usual one of the second.
const SHARE_BEFORE_FALLBACK: f64 = 0.6;

/// Models that answer for each other, in order. Cheap to clone; there is at least one.
#[derive(Clone)]
pub struct Models {
    first: Arc<dyn ChatModel>,
    others: Vec<Arc<dyn ChatModel>>,
}

impl Models {
    /// Asks `first`, and `others` in their order when those before them fail.
    #[must_use]
    pub fn new(first: Arc<dyn ChatModel>, others: Vec<Arc<dyn ChatModel>>) -> Self {
        Self { first, others }
    }

    /// The models that have a key, in the order of `TRUTHY_MODELS`; `None` without any key.
    ///
    /// An address that is no http or https URL, a malformed ARN, a price that cannot be read and an unknown
    /// name in the order are noted as problems of the settings.
    #[must_use]
    pub fn from_settings(settings: &Settings) -> Option<Self> {
        let mut models = configured::models(settings).into_iter();
        Some(Self::new(models.next()?, models.collect()))
    }

    /// The providers' names, in the order they are asked.
    #[must_use]
    pub fn configured(&self) -> Vec<&'static str> {
        self.in_order().map(|model| model.name()).collect()
    }

    fn in_order(&self) -> impl Iterator<Item = &Arc<dyn ChatModel>> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// What the first model to answer gives to `ask`, which is told the model and its part of the time.
    async fn first_answer<'a, T, F>(
        &'a self,
        deadline: Deadline,
        ask: impl Fn(&'a dyn ChatModel, Deadline) -> F + Send,
    ) -> Result<T, ModelError>
    where
        F: Future<Output = Result<T, ModelError>> + Send,
    {
        let mut failures = Vec::new();
        for (position, model) in self.in_order().enumerate() {
            let is_last = position == self.others.len();
            let own = if is_last { deadline } else { deadline.share(SHARE_BEFORE_FALLBACK) };
            let late = |_| Err(ModelError::Timeout { provider: model.name() });
            match own.run(ask(model.as_ref(), own)).await.unwrap_or_else(late) {
                Ok(answer) => return Ok(answer),
                Err(error) => {
                    tracing::warn!(
                        provider = model.name(),
                        model = model.model(),
                        reason = reason(&error),
                        "model failed"
                    );
                    failures.push(error);
                }
            }
        }
        Err(worst(failures, self.first.name()))
    }
}

/// Named after the first of them.
#[async_trait]
impl ChatModel for Models {
    fn name(&self) -> &'static str {
        self.first.name()
    }

    fn model(&self) -> &str {
        self.first.model()
    }

    /// The first usable answer. The error is that of the first model that failed for another reason than being
    /// late, if there is one.
    async fn complete(&self, request: &Request, deadline: Deadline) -> Result<Reply, ModelError> {
        self.first_answer(deadline, |model, own| model.complete(request, own)).await
    }

    /// The answer of the first model that begins one: once its first words are there no other is asked, and it
    /// has until `deadline` to go on.
    async fn stream(&self, request: &Request, deadline: Deadline) -> Result<Pieces, ModelError> {
        self.first_answer(deadline, |model, _| begun(model, request, deadline)).await
    }
}

/// The answer of `model` once its first words are there.
async fn begun(model: &dyn ChatModel, request: &Request, deadline: Deadline) -> Result<Pieces, ModelError> {
    let mut pieces = model.stream(request, deadline).await?;
    let broken_off = || Err(ModelError::unusable(model.name(), Unusable::BrokenOff));
    let first: Piece = pieces.next().await.unwrap_or_else(broken_off)?;
    Ok(stream::once(ready(Ok(first))).chain(pieces).boxed())
}

/// The failure to report: lateness only if there was nothing else.
fn worst(failures: Vec<ModelError>, first: &'static str) -> ModelError {
    let is_late = |error: &ModelError| matches!(error, ModelError::Timeout { .. });
    let position = failures.iter().position(|error| !is_late(error)).unwrap_or_default();
    failures.into_iter().nth(position).unwrap_or(ModelError::Timeout { provider: first })
}

/// The chain of messages, none of which holds text from outside.
fn reason(error: &ModelError) -> String {
    let first: &(dyn Error + 'static) = error;
    let errors = std::iter::successors(Some(first), |&error| error.source());
    errors.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

impl fmt::Debug for Models {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Models").field("configured", &self.configured()).finish()
    }
}

#[cfg(test)]
mod tests;
