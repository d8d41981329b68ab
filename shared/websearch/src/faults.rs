//! Every provider against every fault of an upstream.

use outbound::OutboundError;
use secrets::Secret;
use serde_json::{Value, json};
use testkit::upstream::Answer;

use crate::trial::{AMPLE_MS, Make, ask, query};
use crate::{Brave, Cause, Exa, FactCheck, Hit, SearXng, SearchError, Tavily};

/// A provider, an answer of its upstream with one hit, and where the list of hits is in it.
struct Subject {
    name: &'static str,
    make: Make,
    one_hit: Value,
    list: &'static str,
}

fn subjects() -> Vec<Subject> {
    let page = json!({"url": "https://a.example/", "title": "A", "content": "x", "description": "x", "highlights": ["x"]});
    let review = json!({"url": "https://a.example/", "textualRating": "False"});
    vec![
        Subject {
            name: "tavily",
            make: |base| Box::new(Tavily::new(base, Secret::plain("key"))),
            one_hit: json!({"results": [page]}),
            list: "/results",
        },
        Subject {
            name: "brave",
            make: |base| Box::new(Brave::new(base, Secret::plain("key"))),
            one_hit: json!({"web": {"results": [page]}}),
            list: "/web/results",
        },
        Subject {
            name: "exa",
            make: |base| Box::new(Exa::new(base, Secret::plain("key"))),
            one_hit: json!({"results": [page]}),
            list: "/results",
        },
        Subject {
            name: "searxng",
            make: |base| Box::new(SearXng::new(base)),
            one_hit: json!({"results": [page]}),
            list: "/results",
        },
        Subject {
            name: "google_fact_check",
            make: |base| Box::new(FactCheck::new(base, Secret::plain("key"))),
            one_hit: json!({"claims": [{"text": "x", "claimReview": [review]}]}),
            list: "/claims",
        },
    ]
}

impl Subject {
    fn fine(&self) -> Answer {
        Answer::json(200, &self.one_hit)
    }

    async fn ask(&self, answers: Vec<Answer>) -> Result<Vec<Hit>, SearchError> {
        ask(self.make, &query("claim", &[]), answers, AMPLE_MS).await.0
    }
}

fn cause(outcome: Result<Vec<Hit>, SearchError>) -> Cause {
    match outcome {
        Err(SearchError::Unavailable { source, .. }) => source,
        other => panic!("expected an unavailable provider, got {other:?}"),
    }
}

#[tokio::test]
async fn passing_faults_cost_nothing_but_time() {
    for subject in subjects() {
        let faults = [
            subject.fine().slow(30),
            subject.fine().cut_off(10),
            Answer::status(500),
            Answer::status(429).header("retry-after", "0"),
            Answer::close_at_once(),
        ];
        for fault in faults {
            let outcome = subject.ask(vec![fault.clone(), subject.fine()]).await;
            assert_eq!(outcome.expect(subject.name).len(), 1, "{} {fault:?}", subject.name);
        }
    }
}

#[tokio::test]
async fn silence_is_a_timeout() {
    for subject in subjects() {
        let (outcome, _) = ask(subject.make, &query("claim", &[]), vec![Answer::hang()], 100).await;
        assert!(
            matches!(outcome, Err(SearchError::Timeout { provider }) if provider == subject.name),
            "{outcome:?}"
        );
    }
}

#[tokio::test]
async fn a_busy_provider_says_for_how_long() {
    for subject in subjects() {
        let outcome = subject.ask(vec![Answer::status(429).header("retry-after", "3600")]).await;
        let Err(SearchError::Unavailable { provider, retry_after_ms, .. }) = outcome else {
            panic!("{}: {outcome:?}", subject.name)
        };
        assert_eq!((provider, retry_after_ms), (subject.name, Some(3_600_000)));
    }
}

#[tokio::test]
async fn lasting_faults_make_a_provider_unavailable() {
    for subject in subjects() {
        let broken = cause(subject.ask(vec![Answer::status(502)]).await);
        assert!(
            matches!(broken, Cause::Call(OutboundError::Failed { status: 502 })),
            "{} {broken:?}",
            subject.name
        );
        let page = Answer::text(200, "text/html", "<html><body>Please sign in</body></html>");
        let html = cause(subject.ask(vec![page]).await);
        assert!(matches!(html, Cause::Call(OutboundError::Malformed { .. })), "{} {html:?}", subject.name);
        let junk = cause(subject.ask(vec![Answer::junk(10_000_000)]).await);
        assert!(matches!(junk, Cause::Call(OutboundError::TooLarge { .. })), "{} {junk:?}", subject.name);
        let broken_off = cause(subject.ask(vec![subject.fine().cut_off(10)]).await);
        assert!(
            matches!(broken_off, Cause::Call(OutboundError::Unreachable { .. })),
            "{} {broken_off:?}",
            subject.name
        );
        let unknown_key = cause(subject.ask(vec![Answer::status(401)]).await);
        assert!(matches!(unknown_key, Cause::KeyRefused { .. }), "{} {unknown_key:?}", subject.name);
        let rejected = cause(subject.ask(vec![Answer::json(400, &json!({"error": "bad"}))]).await);
        assert!(
            matches!(rejected, Cause::Call(OutboundError::Rejected { status: 400, .. })),
            "{} {rejected:?}",
            subject.name
        );
    }
}

#[tokio::test]
async fn unknown_fields_are_ignored_and_missing_or_odd_ones_tolerated() {
    for subject in subjects() {
        let mut rich = subject.one_hit.clone();
        rich["new"] = json!({"deep": [1, {"er": null}]});
        let list =
            rich.pointer_mut(subject.list).and_then(Value::as_array_mut).expect("every subject has a list");
        list[0]["new"] = json!(true);
        list.extend([
            json!({}),
            json!(null),
            json!("odd"),
            json!([1]),
            json!({"url": 7, "title": {}}),
            json!({"url": "::"}),
        ]);
        let outcome = subject.ask(vec![Answer::json(200, &rich)]).await;
        assert_eq!(outcome.expect(subject.name).len(), 1, "{}", subject.name);

        for odd in [json!(null), json!(7), json!("x"), json!({}), json!([])] {
            let mut body = subject.one_hit.clone();
            *body.pointer_mut(subject.list).expect("every subject has a list") = odd.clone();
            assert_eq!(subject.ask(vec![Answer::json(200, &body)]).await.expect(subject.name), [], "{odd}");
        }
        assert_eq!(subject.ask(vec![Answer::json(200, &json!({}))]).await.expect(subject.name), []);
    }
}

#[tokio::test]
async fn no_answer_can_make_a_provider_panic() {
    let cruel = json!({"url": "https://a.example/\u{0}\u{202e}", "title": "\u{0}<", "content": "&#x110000;&", "score": 1e308,
        "published_date": "9".repeat(400), "publishedDate": "-999999999-01-01", "page_age": "2024-02-30", "age": "65535 years ago",
        "description": "<".repeat(9), "highlights": ["&#0;<"], "claimReview": [{"url": "http://[::1]/", "title": "\u{feff}"}], "text": ""});
    for subject in subjects() {
        let mut body = subject.one_hit.clone();
        *body.pointer_mut(subject.list).expect("every subject has a list") = json!([cruel]);
        let outcome = subject.ask(vec![Answer::json(200, &body)]).await.expect(subject.name);
        assert!(
            outcome.iter().all(|hit| (0.0..=1.0).contains(&hit.relevance) && hit.published.is_none()),
            "{outcome:?}"
        );
    }
}
