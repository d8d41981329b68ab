//! Logs, metrics and what must never be in them.
//!
//! One JSON line for each call, with the fields operators know; metrics as CloudWatch embedded-metric
//! lines, no network call. Bodies, tokens and addresses are never logged.

mod log;
mod metrics;
mod redaction;
mod upstream;

pub use log::{CallRecord, init, log_call};
pub use metrics::emit_metrics;
pub use redaction::redacted;
pub use upstream::{Spent, measure_upstream, model_answered, upstream};
