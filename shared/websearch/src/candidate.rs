//! Hits as evidence that is not judged yet.

use evidence::allow_list::AllowList;
use evidence::{Candidate, Tier, tier};
use jiff::civil::Date;

use crate::{Found, Hit};

impl Found {
    /// The hits that `allow_list` allows and that are not older than `not_before`; undated ones where they are kept.
    ///
    /// Providers leak: what they were told is enforced again on every address.
    #[must_use]
    pub fn candidates(self, allow_list: &AllowList, not_before: Date, keep_undated: bool) -> Vec<Candidate> {
        let allowed =
            self.hits.into_iter().filter(|hit| allow_list.is_empty() || allow_list.allows(&hit.url));
        let fresh =
            allowed.filter(|hit| hit.published.map_or(keep_undated, |published| published >= not_before));
        fresh.map(Candidate::from).collect()
    }
}

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
