//! Whether a passage supports or contradicts a claim.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a passage says about a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Alignment {
    /// The passage says the same.
    Supports,
    /// The passage says otherwise.
    Contradicts,
    /// The passage does not settle it.
    Neutral,
}
