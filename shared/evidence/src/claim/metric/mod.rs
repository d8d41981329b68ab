//! What is measured, by the families in `data/metrics.toml`.

use std::ops::Range;

mod table;
#[cfg(test)]
mod tests;

pub use table::MeasuredIn;

use super::wording::Plain;
use table::{FAMILIES, Loose, Variant, WORDINGS};

/// A measure named in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Metric {
    /// Family: "crime", "inflation", "employment".
    pub family: &'static str,
    /// Variant inside the family: "violent crime", "overall crime", "core inflation". The family's own
    /// default where the sentence is not specific.
    pub variant: &'static str,
    /// Whether the sentence named the variant itself ("violent crime") or only the family ("crime").
    pub specific: bool,
    /// The bytes of the sentence it was read from.
    pub span: Range<usize>,
}

impl Metric {
    /// The variants that the sentence's wording confuses; empty where it is specific or misleads nobody.
    #[must_use]
    pub fn alternatives(&self) -> &'static [&'static str] {
        match self.loose() {
            Some(loose) if !self.specific => loose.among,
            _ => &[],
        }
    }

    /// Whether the words are surely about a measure: they name a variant, or a family that has several.
    /// "The budget" and "vaccines" may only be talked about.
    #[must_use]
    pub fn is_definite(&self) -> bool {
        self.specific || !self.alternatives().is_empty()
    }

    /// What the variant is measured in.
    #[must_use]
    pub fn measured_in(&self) -> MeasuredIn {
        let family = || FAMILIES.iter().find(|family| family.name == self.family);
        let own = self.variant().map(|variant| variant.measured_in);
        own.or_else(|| Some(family()?.measured_in)).unwrap_or(MeasuredIn::Other)
    }

    /// Whether months of one year are comparable only after seasonal adjustment.
    #[must_use]
    pub fn is_seasonal(&self) -> bool {
        self.variant().is_some_and(|variant| variant.seasonal)
    }

    /// What the variant covers, in half a sentence, where the file says so.
    #[must_use]
    pub fn note(&self) -> Option<&'static str> {
        self.variant().and_then(|variant| variant.note)
    }

    fn variant(&self) -> Option<&'static Variant> {
        FAMILIES.iter().flat_map(|family| family.variants).find(|variant| variant.name == self.variant)
    }

    fn loose(&self) -> Option<&'static Loose> {
        FAMILIES.iter().flat_map(|family| family.loose).find(|loose| loose.means == self.variant)
    }
}

/// The measures of `text`, in the order of mention; of overlapping wordings the longest.
#[must_use]
pub fn find(text: &str) -> Vec<Metric> {
    WORDINGS
        .find(&Plain::new(text), |_, _| true)
        .into_iter()
        .map(|found| {
            let family = &FAMILIES[usize::from(found.value.family)];
            let variant = &family.variants[usize::from(found.value.variant)];
            Metric {
                family: family.name,
                variant: variant.name,
                specific: found.value.specific,
                span: found.span,
            }
        })
        .collect()
}
