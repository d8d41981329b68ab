//! Answers questions from documents, so that every statement can be followed to where it stands.
//!
//! A question goes through [`Pipeline::answer`]: it is cleaned, guarded (what no document can do is declined),
//! looked up, and answered from the passages that are relevant enough, by a chat model where one is configured and
//! else by their own best sentences. Each citation of the answer is matched to a passage and kept only if that
//! passage bears the statement out.
//!
//! Questions and documents are data: nothing that is written in them changes what is done here.

mod abbreviation;
mod answer;
mod calibration;
mod chunk;
mod citation;
mod composer;
mod confidence;
mod context;
mod guard;
mod instruction;
mod listener;
mod parts;
mod pipeline;
mod prompt;
mod question;
mod support;
mod unit;
mod wording;

pub use answer::{Answer, Citation, Confidence, Level, Metadata, RelatedDocument, Source};
pub use chunk::Chunk;
pub use guard::{Intent, intent};
pub use listener::Listener;
pub use pipeline::{Ask, Pipeline, PipelineError};
