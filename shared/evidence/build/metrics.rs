//! `data/metrics.toml`: the families, and every wording of a measure.

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fmt::Write;

use serde::Deserialize;

use crate::Problems;
use crate::wording::{expand, plain, wordings};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    family: Vec<Family>,
}

/// A family of metrics.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Family {
    name: String,
    measured_in: Measure,
    variants: Vec<Variant>,
    #[serde(default)]
    loose: Vec<Loose>,
}

/// One metric of a family.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Variant {
    name: String,
    words: Vec<String>,
    measured_in: Option<Measure>,
    #[serde(default)]
    seasonal: bool,
    note: Option<String>,
}

/// Wordings that name a family only.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Loose {
    words: Vec<String>,
    means: String,
    among: Vec<String>,
}

/// The variants of `MeasuredIn`, by the words of the file.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Measure {
    Percent,
    Count,
    Money,
    #[serde(rename = "real money")]
    RealMoney,
    Index,
    Other,
}

pub(crate) fn compile(text: &str) -> Result<String, Box<dyn Error>> {
    let file: File = toml::from_str(text)?;
    check(&file.family).settle()?;
    let mut rust = String::from("pub(super) static FAMILIES: &[Family] = &[\n");
    for family in &file.family {
        let Family { name, measured_in, .. } = family;
        writeln!(rust, "Family {{ name: {name:?}, measured_in: MeasuredIn::{measured_in:?}, variants: &[")?;
        for Variant { name, measured_in, seasonal, note, .. } in &family.variants {
            let measured = measured_in.unwrap_or(family.measured_in);
            write!(rust, "Variant {{ name: {name:?}, measured_in: MeasuredIn::{measured:?}, ")?;
            writeln!(rust, "seasonal: {seasonal}, note: {note:?} }},")?;
        }
        rust.push_str("], loose: &[\n");
        for Loose { means, among, .. } in &family.loose {
            writeln!(rust, "Loose {{ means: {means:?}, among: &{among:?} }},")?;
        }
        rust.push_str("] },\n");
    }
    let said = file.family.iter().enumerate().flat_map(|(family, entry)| {
        let values = entry.meanings().map(move |(words, variant, specific)| {
            let place = entry.variants.iter().position(|own| own.name == variant).unwrap_or_default();
            (words, format!("Meaning {{ family: {family}, variant: {place}, specific: {specific} }}"))
        });
        values
            .flat_map(|(words, value)| wordings_of(words).into_iter().map(move |word| (word, value.clone())))
    });
    let said = wordings(said);
    writeln!(rust, "];\npub(super) static WORDINGS: Wordings<Meaning> = {said};")?;
    Ok(rust)
}

fn wordings_of(words: &[String]) -> Vec<String> {
    words.iter().flat_map(|pattern| expand(pattern)).map(|word| plain(&word)).collect()
}

impl Family {
    /// The wordings of each variant, and whether they name it or the family only.
    fn meanings(&self) -> impl Iterator<Item = (&[String], &str, bool)> {
        let specific = self.variants.iter().map(|variant| (&variant.words[..], variant.name.as_str(), true));
        specific.chain(self.loose.iter().map(|loose| (&loose.words[..], loose.means.as_str(), false)))
    }
}

fn check(families: &[Family]) -> Problems {
    let mut problems = Problems::default();
    let mut names = HashSet::new();
    let mut owners: HashMap<String, (&str, bool)> = HashMap::new();
    for family in families {
        for variant in &family.variants {
            if !names.insert(variant.name.as_str()) {
                problems.add(format!("two variants are called {:?}", variant.name));
            }
            if variant.words.is_empty() {
                problems.add(format!("{:?} has no words", variant.name));
            }
        }
        let mut meant = HashSet::new();
        for loose in &family.loose {
            if family.variants.iter().all(|variant| variant.name != loose.means) {
                problems.add(format!("{:?} is no variant of {:?}", loose.means, family.name));
            }
            if !meant.insert(loose.means.as_str()) {
                problems.add(format!("two loose entries of {:?} mean {:?}", family.name, loose.means));
            }
            if loose.among.len() == 1 {
                problems.add(format!("{:?} is confused with one thing only", loose.means));
            }
        }
        for (words, variant, specific) in family.meanings() {
            for word in wordings_of(words) {
                if word.is_empty() || word.contains(['{', '}', '|']) {
                    problems.add(format!("{variant:?} has the malformed wording {word:?}"));
                }
                // The same word for a variant and, loosely, for its family is two meanings as well.
                if owners.get(&word).is_some_and(|other| *other != (variant, specific)) {
                    problems.add(format!("{word:?} stands under {:?} and {variant:?}", owners[&word].0));
                }
                owners.insert(word, (variant, specific));
            }
        }
    }
    problems
}
