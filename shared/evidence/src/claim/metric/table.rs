//! The metric families of `data/metrics.toml`, as the build script writes them.

use crate::claim::wording::{Entry, Wordings};

/// What a metric is measured in, as far as it changes how a figure must be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MeasuredIn {
    /// A rate or share: a change of it may be meant in percent or in percentage points.
    Percent,
    /// People or things: grows with the population.
    Count,
    /// Money of the day: shrinks with inflation.
    Money,
    /// Money already adjusted for inflation.
    RealMoney,
    /// An index of prices or quantities.
    Index,
    /// Anything else: years, degrees, children per woman.
    Other,
}

/// A family of metrics.
pub(super) struct Family {
    pub(super) name: &'static str,
    pub(super) measured_in: MeasuredIn,
    pub(super) variants: &'static [Variant],
    pub(super) loose: &'static [Loose],
}

/// One metric of a family.
pub(super) struct Variant {
    pub(super) name: &'static str,
    pub(super) measured_in: MeasuredIn,
    pub(super) seasonal: bool,
    pub(super) note: Option<&'static str>,
}

/// Wordings that name a family only.
pub(super) struct Loose {
    /// The variant that most speakers mean.
    pub(super) means: &'static str,
    /// The variants that such a wording confuses.
    pub(super) among: &'static [&'static str],
}

/// What one wording stands for.
pub(super) struct Meaning {
    /// The place of the family in [`FAMILIES`].
    pub(super) family: u16,
    /// The place of the variant in its family.
    pub(super) variant: u16,
    pub(super) specific: bool,
}

include!(concat!(env!("OUT_DIR"), "/metrics.rs"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wording_leads_to_a_variant_by_its_family() {
        assert!(WORDINGS.entries.len() > 1_000, "{} wordings", WORDINGS.entries.len());
        for entry in WORDINGS.entries {
            let family = &FAMILIES[usize::from(entry.value.family)];
            assert!(usize::from(entry.value.variant) < family.variants.len(), "{}", family.name);
        }
    }
}
