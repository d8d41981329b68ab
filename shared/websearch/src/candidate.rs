//! A hit as evidence that is not judged yet.

use evidence::{Candidate, Tier, tier};

use crate::Hit;

impl From<Hit> for Candidate {
    /// Publisher and tier by the hit's host, where the provider names no publisher.
    fn from(hit: Hit) -> Self {
        let host = url::Url::parse(&hit.url)
            .ok()
            .and_then(|url| url.host_str().map(str::to_owned))
            .unwrap_or_default();
        let named = hit.publisher.or_else(|| tier::publisher_of_host(&host).map(str::to_owned));
        Self {
            publisher: named.unwrap_or_else(|| host.trim_start_matches("www.").to_owned()),
            tier: tier::of_host(&host).unwrap_or(Tier::Analysis),
            url: hit.url,
            as_of: hit.published,
            title: hit.title,
            text: hit.snippet,
            relevance: hit.relevance,
        }
    }
}
