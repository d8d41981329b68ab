//! How close a publisher is to the fact it states, and what it is called, by the table `data/tiers.toml`.

#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use url::{Host, Url};

/// How close a publisher is to the fact.
// The order of the variants is the order of weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// Commentary, opinion, secondary analysis.
    Analysis,
    /// News and reference works that report on the primary source.
    Secondary,
    /// The body that measured or decided it: statistical offices, agencies, courts, central banks.
    Primary,
}

/// A word that names no tier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a tier is `primary`, `secondary` or `analysis`")]
pub struct UnknownTier;

impl Tier {
    /// Every tier, heaviest first.
    pub const ALL: [Self; 3] = [Self::Primary, Self::Secondary, Self::Analysis];

    /// The tier as it is written on the wire: `primary`, `secondary`, `analysis`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Primary => "primary",
            Self::Secondary => "secondary",
            Self::Analysis => "analysis",
        }
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.as_str())
    }
}

impl FromStr for Tier {
    type Err = UnknownTier;

    /// Reads a tier in any case, with spaces around it.
    fn from_str(text: &str) -> Result<Self, UnknownTier> {
        let word = text.trim();
        Self::ALL.into_iter().find(|tier| word.eq_ignore_ascii_case(tier.as_str())).ok_or(UnknownTier)
    }
}

/// The tier of `host`: by the longest of the table's domains and suffixes that it is or lies below.
///
/// None for a host outside the table, an IP address, and what is no host.
#[must_use]
pub fn of_host(host: &str) -> Option<Tier> {
    Some(find(&domain_of_host(host)?)?.tier)
}

/// The tier of the host of `url`, an http or https address.
#[must_use]
pub fn of_url(url: &str) -> Option<Tier> {
    Some(find(&domain_of_url(url)?)?.tier)
}

/// What the publisher behind `host` is called: `www.bls.gov` → "U.S. Bureau of Labor Statistics".
///
/// None where the table has no name, also where it knows the tier by a suffix alone.
#[must_use]
pub fn publisher_of_host(host: &str) -> Option<&'static str> {
    find(&domain_of_host(host)?)?.publisher
}

/// What the publisher of the http or https address `url` is called, as [`publisher_of_host`].
#[must_use]
pub fn publisher_of_url(url: &str) -> Option<&'static str> {
    find(&domain_of_url(url)?)?.publisher
}

/// What to call the publisher of the http or https address `url`: its name in the table, else its host without `www.`.
///
/// None where `url` is no such address.
#[must_use]
pub fn display_name_of_url(url: &str) -> Option<String> {
    let domain = domain_of_url(url)?;
    let named = find(&domain).and_then(|entry| entry.publisher);
    Some(named.unwrap_or_else(|| domain.strip_prefix("www.").unwrap_or(&domain)).to_owned())
}

/// What the table says about a domain.
#[derive(Clone, Copy)]
struct Entry {
    tier: Tier,
    publisher: Option<&'static str>,
}

// `PUBLISHERS` by domain: a publisher covers the domain itself and what is below it. `SUFFIXES` by domain
// without the leading dot: a suffix covers only what is below it. Both are sorted.
include!(concat!(env!("OUT_DIR"), "/tiers.rs"));

fn looked_up(table: &[(&str, Entry)], domain: &str) -> Option<Entry> {
    table.binary_search_by(|(other, _)| (*other).cmp(domain)).ok().map(|row| table[row].1)
}

/// The most specific entry for `domain`: the domain itself, then each parent.
fn find(domain: &str) -> Option<Entry> {
    if let Some(exact) = looked_up(PUBLISHERS, domain) {
        return Some(exact);
    }
    let mut rest = domain;
    while let Some((_, parent)) = rest.split_once('.') {
        if let Some(entry) = looked_up(PUBLISHERS, parent).or_else(|| looked_up(SUFFIXES, parent)) {
            return Some(entry);
        }
        rest = parent;
    }
    None
}

fn domain_of_host(host: &str) -> Option<String> {
    canonical(Host::parse(host).ok()?)
}

fn domain_of_url(url: &str) -> Option<String> {
    let url = Url::parse(url).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    canonical(url.host()?.to_owned())
}

/// `host` in the table's spelling. An IP address has no place in it.
fn canonical(host: Host<String>) -> Option<String> {
    match host {
        Host::Domain(mut name) => {
            if name.ends_with('.') {
                name.pop();
            }
            Some(name)
        }
        Host::Ipv4(_) | Host::Ipv6(_) => None,
    }
}
