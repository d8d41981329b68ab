use jiff::civil::date;
use outbound::OutboundError;
use serde_json::json;
use testkit::upstream::Answer;

use super::*;
use crate::Cause;
use crate::trial::{AMPLE_MS, ask, bare, hits, query};

fn make(base: &str) -> Box<dyn Provider> {
    Box::new(Tavily::new(base, Secret::plain("tvly-key")))
}

#[tokio::test]
async fn a_full_answer_becomes_hits() {
    let answer = json!({"query": "q", "answer": null, "images": [], "response_time": "1.2", "usage": {"credits": 1},
    "results": [
        {"title": "CPI &amp; wages", "url": "https://bls.gov/cpi", "content": "Prices rose <b>2.9 %</b>.", "score": 0.87,
         "raw_content": null, "published_date": "Wed, 13 Nov 2024 10:00:00 GMT"},
        {"title": "Second", "url": "https://bls.gov/2", "content": "Text", "score": "0.5"},
        {"url": "https://bls.gov/3", "content": "No title, no score"},
    ]});
    let (hits, _) = hits(make, &query("q", &[]), Answer::json(200, &answer)).await;
    let dated = Hit {
        published: Some(date(2024, 11, 13)),
        ..bare("https://bls.gov/cpi", "CPI & wages", "Prices rose 2.9 %.", 0.87)
    };
    let unscored = bare("https://bls.gov/3", "", "No title, no score", relevance::by_rank(2));
    assert_eq!(hits, [dated, bare("https://bls.gov/2", "Second", "Text", 0.5), unscored]);
}

#[tokio::test]
async fn the_query_is_sent_with_its_limits() {
    let asked =
        Query { not_before: Some(date(2025, 11, 21)), ..query("US CPI 2024", &["bls.gov", "FBI.gov."]) };
    let (_, sent) = hits(make, &asked, Answer::json(200, &json!({}))).await;
    assert_eq!((sent.method.as_str(), sent.target.as_str()), ("POST", "/search"));
    assert_eq!(sent.header("authorization"), Some("Bearer tvly-key"));
    assert_eq!(sent.header("content-type"), Some("application/json"));
    let expected = json!({"query": "US CPI 2024", "search_depth": "basic", "topic": "general", "max_results": 5,
        "include_domains": ["bls.gov", "fbi.gov"], "start_date": "2025-11-21",
        "include_answer": false, "include_raw_content": false, "include_images": false});
    assert_eq!(sent.json(), expected);
}

#[tokio::test]
async fn a_suffix_keeps_the_list_back_and_asks_for_more() {
    let (_, sent) =
        hits(make, &query(&"word ".repeat(200), &["bls.gov", ".edu"]), Answer::json(200, &json!({}))).await;
    let body = sent.json();
    assert_eq!(body.get("include_domains"), None);
    assert_eq!(body.get("start_date"), None);
    assert_eq!(body["max_results"], 20);
    assert_eq!(body["query"].as_str().map(str::len), Some(399));
}

#[tokio::test]
async fn used_up_plans_are_named() {
    for status in [432, 433] {
        let answer =
            Answer::json(status, &json!({"detail": {"error": "This request exceeds your plan's limit"}}));
        let (outcome, requests) = ask(make, &query("q", &[]), vec![answer], AMPLE_MS).await;
        let Err(SearchError::Unavailable { source: Cause::PlanUsedUp { source }, .. }) = outcome else {
            panic!("{outcome:?}")
        };
        assert!(matches!(source, OutboundError::Rejected { code: None, .. }), "{source:?}");
        assert_eq!(requests.len(), 1);
    }
}
