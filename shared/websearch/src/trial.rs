//! What the tests of all providers share: one query, one call against a scripted upstream.

use evidence::allow_list::AllowList;
use jiff::civil::{Date, date};
use outbound::Deadline;
use testkit::upstream::{Answer, Received, Upstream};

use crate::{Hit, Provider, Query, SearchError};

pub(crate) const TODAY: Date = date(2026, 11, 21);

/// Long enough for any machine; no test waits for it.
pub(crate) const AMPLE_MS: u64 = 30_000;

/// Builds a provider for an upstream's address.
pub(crate) type Make = fn(&str) -> Box<dyn Provider>;

pub(crate) fn query(text: &str, allowed: &[&str]) -> Query {
    let allow_list = AllowList::parse(allowed).expect("the tests' patterns are well-formed");
    Query { text: text.to_owned(), limit: 5, allow_list, not_before: None, today: TODAY }
}

/// What `make`'s provider makes of `answers`, and what it sent.
pub(crate) async fn ask(
    make: Make,
    query: &Query,
    answers: Vec<Answer>,
    timeout_ms: u64,
) -> (Result<Vec<Hit>, SearchError>, Vec<Received>) {
    let upstream = Upstream::start(answers).await;
    let outcome = make(&upstream.base_url()).search(query, Deadline::after_ms(timeout_ms)).await;
    (outcome, upstream.requests())
}

/// The hits for one answer, and the only request.
pub(crate) async fn hits(make: Make, query: &Query, answer: Answer) -> (Vec<Hit>, Received) {
    let (outcome, mut requests) = ask(make, query, vec![answer], AMPLE_MS).await;
    let hits = outcome.expect("the answer is usable");
    assert_eq!(requests.len(), 1, "expected exactly one request");
    (hits, requests.remove(0))
}

/// A hit as a provider that gives no more than address, title and text leads to it.
pub(crate) fn bare(url: &str, title: &str, snippet: &str, relevance: f64) -> Hit {
    Hit {
        title: title.to_owned(),
        url: url.to_owned(),
        snippet: snippet.to_owned(),
        published: None,
        relevance,
        publisher: None,
        rating: None,
    }
}
