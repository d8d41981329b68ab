//! `data/tiers.toml`: publishers and suffixes by domain.

use std::collections::{BTreeMap, HashMap};
use std::error::Error;

use serde::Deserialize;

use crate::Problems;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    suffixes: HashMap<Tier, Vec<String>>,
    publishers: HashMap<Tier, BTreeMap<String, String>>,
}

/// The variants of the crate's own `Tier`, by the words of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Tier {
    Analysis,
    Secondary,
    Primary,
}

pub(crate) fn compile(text: &str) -> Result<String, Box<dyn Error>> {
    let file: File = toml::from_str(text)?;
    let mut problems = Problems::default();
    let mut publishers = BTreeMap::new();
    for (tier, names) in &file.publishers {
        for (domain, name) in names {
            if !is_domain(domain) || domain.starts_with("www.") {
                problems.add(format!("{domain:?} is no domain in lower case without www."));
            }
            if name.trim() != name || name.is_empty() {
                problems.add(format!("{domain:?} has the name {name:?}"));
            }
            if publishers.insert(domain.as_str(), (*tier, Some(name))).is_some() {
                problems.add(format!("{domain:?} stands under two tiers"));
            }
        }
    }
    let mut suffixes = BTreeMap::new();
    for (tier, listed) in &file.suffixes {
        for suffix in listed {
            let Some(domain) = suffix.strip_prefix('.').filter(|domain| is_suffix(domain)) else {
                problems.add(format!("{suffix:?} is no suffix such as \".gov.uk\""));
                continue;
            };
            if suffixes.insert(domain, (*tier, None)).is_some() {
                problems.add(format!("{suffix:?} stands in the file twice"));
            }
        }
    }
    problems.settle()?;
    Ok(format!("{}{}", table("PUBLISHERS", &publishers), table("SUFFIXES", &suffixes)))
}

/// A sorted table of (domain, entry).
fn table(name: &str, domains: &BTreeMap<&str, (Tier, Option<&String>)>) -> String {
    let row = |(domain, (tier, publisher)): (&&str, &(Tier, Option<&String>))| {
        format!("({domain:?}, Entry {{ tier: Tier::{tier:?}, publisher: {publisher:?} }}),\n")
    };
    let rows: String = domains.iter().map(row).collect();
    format!("static {name}: &[(&str, Entry)] = &[\n{rows}];\n")
}

fn is_suffix(text: &str) -> bool {
    let label = |label: &str| {
        let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        !label.is_empty() && label.bytes().all(allowed)
    };
    text.split('.').all(label)
}

fn is_domain(text: &str) -> bool {
    text.contains('.') && is_suffix(text)
}
