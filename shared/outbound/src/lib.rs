//! The only place that builds an HTTP client: deadline, retries, size cap, redaction.
//!
//! A caller builds a [`Request`], hands it to a [`Client`] with a [`Deadline`], and gets decoded JSON or
//! bytes, whole or as they arrive. Every call must be safe to repeat: a failed attempt is repeated, once unless
//! the request says otherwise, when there is time for it.
//! Neither a URL, a query, a body nor a key ever reaches a log line or an error.

mod client;
mod deadline;
mod error;
mod error_code;
mod guard;
mod request;
mod retry;
mod streamed;

pub use client::{Client, Page};
pub use deadline::{Deadline, Expired};
pub use error::{Malformation, OutboundError};
pub use request::{DEFAULT_MAX_BYTES, Request, is_base_url};
pub use streamed::Streamed;
