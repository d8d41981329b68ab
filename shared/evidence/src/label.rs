//! The six labels a verdict may carry.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a claim was found to be, from true to false, and one for what cannot be known in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Label {
    /// Directly supported by a primary source within the claimed scope and period.
    True,
    /// Direction and magnitude align, at most 2 percentage points apart.
    #[serde(rename = "Mostly True")]
    MostlyTrue,
    /// Credible sources disagree, or the scope stays unresolved.
    Mixed,
    /// The direction is wrong or the magnitude materially off.
    #[serde(rename = "Mostly False")]
    MostlyFalse,
    /// Contradicted by primary sources.
    False,
    /// No trustworthy source in time.
    Unverifiable,
}

impl Label {
    /// Every label, in order.
    pub const ALL: [Self; 6] =
        [Self::True, Self::MostlyTrue, Self::Mixed, Self::MostlyFalse, Self::False, Self::Unverifiable];

    /// The label as people read it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::True => "True",
            Self::MostlyTrue => "Mostly True",
            Self::Mixed => "Mixed",
            Self::MostlyFalse => "Mostly False",
            Self::False => "False",
            Self::Unverifiable => "Unverifiable",
        }
    }
}
