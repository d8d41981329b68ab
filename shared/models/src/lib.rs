//! Chat models behind one trait.
//!
//! [`Models`] is built from the settings: Gemini, Groq and any other service that speaks OpenAI's chat
//! completions, in an order of the deployment's choice; the next one answers when one fails. A [`Request`] may
//! ask for an answer in a JSON schema, and an answer may be had whole or as it is written.
//!
//! Prompts hold passages and questions: none of their text, and none of an answer's, is in a log line, an
//! error or a `Debug` output. What a provider sends is read leniently, and everything that makes an answer
//! useless (blocked, empty, cut short, not in the schema's JSON) is an error with a name.

mod account;
mod api;
mod chain;
mod configured;
mod draft;
mod error;
mod failure;
mod gemini;
mod lenient;
mod model;
mod openai;
mod price;
mod reading;
mod reply;
mod request;
mod scripted;
mod server_sent_events;

#[cfg(test)]
mod decoding;
#[cfg(test)]
mod faults;
#[cfg(test)]
mod logging;
#[cfg(test)]
mod trial;

pub use chain::Models;
pub use configured::SETTINGS;
pub use error::{Cause, ModelError, Unusable};
pub use gemini::Gemini;
pub use model::{ChatModel, Piece, Pieces};
pub use openai::{OpenAiCompatible, Service};
pub use price::{Price, Prices};
pub use reply::{Finish, Reply, Usage};
pub use request::{AnswerSchema, DEFAULT_MAX_OUTPUT_TOKENS, Request, Role, Turn};
pub use scripted::{ScriptedModel, Step};
