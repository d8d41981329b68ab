//! The metric families of `data/metrics.toml`, read once.

use std::sync::LazyLock;

use serde::Deserialize;

use super::wording::{self, Wordings};

/// What a metric is measured in, as far as it changes how a figure must be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MeasuredIn {
    /// A rate or share: a change of it may be meant in percent or in percentage points.
    Percent,
    /// People or things: grows with the population.
    Count,
    /// Money of the day: shrinks with inflation.
    Money,
    /// Money already adjusted for inflation.
    #[serde(rename = "real money")]
    RealMoney,
    /// An index of prices or quantities.
    Index,
    /// Anything else: years, degrees, children per woman.
    Other,
}

/// A family of metrics, as the file has it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Family {
    pub(super) name: String,
    pub(super) measured_in: MeasuredIn,
    pub(super) variants: Vec<Variant>,
    #[serde(default)]
    pub(super) loose: Vec<Loose>,
}

/// One metric of a family.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Variant {
    pub(super) name: String,
    pub(super) words: Vec<String>,
    pub(super) measured_in: Option<MeasuredIn>,
    #[serde(default)]
    pub(super) seasonal: bool,
    pub(super) note: Option<String>,
}

/// Wordings that name a family only.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Loose {
    pub(super) words: Vec<String>,
    pub(super) means: String,
    pub(super) among: Vec<String>,
}

/// What one wording stands for.
#[derive(Clone, Copy)]
pub(super) struct Meaning {
    pub(super) family: &'static str,
    pub(super) variant: &'static str,
    pub(super) specific: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    family: Vec<Family>,
}

/// The families the crate was built with.
pub(super) static FAMILIES: LazyLock<Vec<Family>> = LazyLock::new(|| {
    serde_json::from_str::<File>(include_str!(concat!(env!("OUT_DIR"), "/metrics.json")))
        .expect("data/metrics.toml is checked by a test")
        .family
});

/// All wordings of [`FAMILIES`], ready to be found.
pub(super) static WORDINGS: LazyLock<Wordings<Meaning>> =
    LazyLock::new(|| Wordings::new(FAMILIES.iter().flat_map(meanings)));

/// Every wording of `family` with what it stands for.
pub(super) fn meanings(family: &'static Family) -> impl Iterator<Item = (String, Meaning)> {
    let specific = family.variants.iter().map(|variant| (&variant.words, variant.name.as_str(), true));
    let loose = family.loose.iter().map(|loose| (&loose.words, loose.means.as_str(), false));
    specific.chain(loose).flat_map(move |(words, variant, specific)| {
        let meaning = Meaning { family: &family.name, variant, specific };
        words
            .iter()
            .flat_map(|pattern| wording::expand(pattern))
            .map(move |word| (wording::plain(&word), meaning))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    #[test]
    fn the_file_is_well_formed() {
        let mut problems = Vec::new();
        let mut names = HashSet::new();
        let mut owners: HashMap<String, (&str, bool)> = HashMap::new();
        for family in FAMILIES.iter() {
            let variants: HashSet<&str> =
                family.variants.iter().map(|variant| variant.name.as_str()).collect();
            for variant in &family.variants {
                if !names.insert(variant.name.as_str()) {
                    problems.push(format!("two variants are called {:?}", variant.name));
                }
                if variant.words.is_empty() {
                    problems.push(format!("{:?} has no words", variant.name));
                }
            }
            let mut meant = HashSet::new();
            for loose in &family.loose {
                if !variants.contains(loose.means.as_str()) {
                    problems.push(format!("{:?} is no variant of {:?}", loose.means, family.name));
                }
                if !meant.insert(loose.means.as_str()) {
                    problems.push(format!("two loose entries of {:?} mean {:?}", family.name, loose.means));
                }
                if loose.among.len() == 1 {
                    problems.push(format!("{:?} is confused with one thing only", loose.means));
                }
            }
            for (word, meaning) in meanings(family) {
                if word.is_empty() || word.contains(['{', '}', '|']) {
                    problems.push(format!("{:?} has the malformed wording {word:?}", meaning.variant));
                }
                let this = (meaning.variant, meaning.specific);
                if let Some(other) = owners.insert(word.clone(), this)
                    && other != this
                {
                    problems.push(format!("{word:?} stands under {:?} and {:?}", other.0, this.0));
                }
            }
        }
        assert!(problems.is_empty(), "data/metrics.toml:\n{}", problems.join("\n"));
    }

    #[test]
    fn a_misspelt_key_is_refused() {
        for text in [
            "[[family]]\nname = \"x\"\nmeasured_in = \"count\"\nvariants = []\nwrods = []",
            "[[family]]\nname = \"x\"\nmeasured_in = \"percents\"\nvariants = []",
            "[[family]]\nname = \"x\"",
        ] {
            assert!(toml::from_str::<File>(text).is_err(), "{text}");
        }
    }
}
