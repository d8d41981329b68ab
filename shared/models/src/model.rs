//! What every chat model can do.

use std::fmt;

use async_trait::async_trait;
use futures_util::stream::BoxStream;
use outbound::Deadline;

use crate::{ModelError, Reply, Request};

/// Something that answers a prompt.
#[async_trait]
pub trait ChatModel: Send + Sync {
    /// The provider's name in logs and errors: `gemini`, `groq`, `openai`, …
    fn name(&self) -> &'static str;

    /// The id of the model that is asked, as its provider spells it.
    fn model(&self) -> &str;

    /// The whole answer to `request`, before `deadline`.
    async fn complete(&self, request: &Request, deadline: Deadline) -> Result<Reply, ModelError>;

    /// The answer to `request` as it is written, all of it before `deadline`.
    async fn stream(&self, request: &Request, deadline: Deadline) -> Result<Pieces, ModelError>;
}

/// An answer as it is written: [`Piece::Text`] any number of times, then either [`Piece::End`] or an error,
/// after which nothing comes. Dropping it ends the call.
pub type Pieces = BoxStream<'static, Result<Piece, ModelError>>;

/// A piece of an answer.
#[derive(Clone, PartialEq)]
pub enum Piece {
    /// What comes next, never empty.
    Text(String),
    /// The whole answer and what it took. Its text is that of all the pieces, save for the fence that some
    /// models put around JSON.
    End(Box<Reply>),
}

impl fmt::Debug for Piece {
    /// Lengths, not text.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(formatter, "Text({} bytes)", text.len()),
            Self::End(reply) => formatter.debug_tuple("End").field(reply).finish(),
        }
    }
}
