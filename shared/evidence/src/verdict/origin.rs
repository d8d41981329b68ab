//! Which items speak for themselves: ten papers that print one agency's report are one source.

use std::collections::HashSet;

use url::Url;

use super::weigh;
use crate::{Alignment, Item};

/// From this share of common words (Jaccard) on, two snippets are one text printed twice.
const SAME_TEXT: f64 = 0.8;

/// Items by where they come from.
pub(super) struct Origins<'a> {
    items: Vec<Witness<'a>>,
}

struct Witness<'a> {
    item: &'a Item,
    host: String,
    words: HashSet<String>,
}

impl<'a> Origins<'a> {
    pub(super) fn new(items: &'a [Item]) -> Self {
        let witness = |item: &'a Item| Witness {
            item,
            host: site(&item.url),
            words: item.snippet.split_whitespace().map(str::to_lowercase).collect(),
        };
        Self { items: items.iter().map(witness).collect() }
    }

    /// The items of one side that decide something, one of each origin, weightiest first.
    pub(super) fn side(&self, alignment: Alignment) -> Vec<&'a Item> {
        let mut side: Vec<&Witness> = self
            .items
            .iter()
            .filter(|witness| witness.item.alignment == alignment && weigh(witness.item) > 0.0)
            .collect();
        side.sort_by(|one, other| weigh(other.item).total_cmp(&weigh(one.item)));
        let mut chosen: Vec<&Witness> = Vec::new();
        for witness in side {
            if !chosen.iter().any(|other| is_same(other, witness)) {
                chosen.push(witness);
            }
        }
        chosen.into_iter().map(|witness| witness.item).collect()
    }
}

fn is_same(one: &Witness, other: &Witness) -> bool {
    let publisher = one.item.publisher.eq_ignore_ascii_case(&other.item.publisher);
    publisher
        || !one.host.is_empty() && one.host == other.host
        || common(&one.words, &other.words) >= SAME_TEXT
}

fn common(one: &HashSet<String>, other: &HashSet<String>) -> f64 {
    let both = one.intersection(other).count();
    let all = one.len() + other.len() - both;
    if all == 0 { 0.0 } else { both as f64 / all as f64 }
}

/// The host without `www.`; empty where the address has none.
fn site(url: &str) -> String {
    let host = Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default();
    host.trim_start_matches("www.").to_owned()
}
