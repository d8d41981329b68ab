//! Gemini Live: the session's setup, the tool router, ephemeral tokens, and a WebSocket client.
//!
//! Protocol: `contracts/external.md` section 1. The [`Router`] is a pure state machine: it is told what happened
//! and says what to do, so that every order of events can be tried without a socket or a clock. With the feature
//! `client` a [`client::Session`] drives one over a WebSocket. A session listens to one speaker
//! (`docs/decisions/0012-live-sessions.md`).

mod answer;
#[cfg(feature = "client")]
pub mod client;
mod closing;
mod happening;
mod message;
mod outgoing;
mod router;
mod service;
mod setup;
mod token;
mod transcript;
mod usage;

pub use answer::{Outcome, ToolFailure};
pub use closing::{Closing, Next, explain};
pub use happening::{Happening, Record};
pub use message::{FunctionCall, ServerContent, ServerMessage, Unreadable};
pub use router::{CallKey, Effect, Router, Scheduling};
pub use service::{SETTINGS, Service};
pub use setup::Setup;
pub use token::{FakeTokens, GeminiTokens, Grant, TokenError, Tokens};
pub use usage::{Prices, Usage};

/// How long a tool may take, in milliseconds: then its call is answered without it.
pub const TOOL_BUDGET_MS: u64 = 4_000;
