//! What sessions are made of on the wire: what their events say, and what they come to.
//!
//! Ingest checks the payloads by these types and the report reads them by the same.

mod label_counts;
pub mod markdown;
pub mod payload;

use schemars::JsonSchema;
use serde::Serialize;

pub use label_counts::LabelCounts;

/// A publisher that verdicts rest on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TopSource {
    /// Its name, as the verdicts gave it.
    pub publisher: String,
    /// Verdicts that name it, each counted once.
    pub count: u64,
}
