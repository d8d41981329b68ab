use jiff::civil::date;
use serde_json::json;
use testkit::upstream::Answer;

use super::*;
use crate::trial::{AMPLE_MS, TODAY, ask, bare, hits, query};

fn make(base: &str) -> Box<dyn Provider> {
    Box::new(SearXng::new(format!("{base}/searxng/")))
}

#[tokio::test]
async fn a_full_answer_becomes_hits() {
    let answer = json!({"query": "q", "answers": [], "corrections": [], "infoboxes": [], "suggestions": [],
    "unresponsive_engines": [["google", "timeout"]],
    "results": [
        {"url": "https://a.example/1", "title": "One", "content": "First", "engine": "duckduckgo", "engines": ["duckduckgo"],
         "score": 4.0, "category": "general", "publishedDate": "2024-10-15T00:00:00", "parsed_url": ["https", "a.example"]},
        {"url": "https://a.example/2", "title": "Two", "content": "Second", "publishedDate": null, "pubdate": "2024-10-16 00:00:00"},
        {"url": "https://a.example/3", "title": "Three", "content": "", "thumbnail": ""},
    ]});
    let (hits, _) = hits(make, &query("q", &[]), Answer::json(200, &answer)).await;
    let expected = [
        Hit {
            published: Some(date(2024, 10, 15)),
            ..bare("https://a.example/1", "One", "First", relevance::by_rank(0))
        },
        Hit {
            published: Some(date(2024, 10, 16)),
            ..bare("https://a.example/2", "Two", "Second", relevance::by_rank(1))
        },
        bare("https://a.example/3", "Three", "Three", relevance::by_rank(2)),
    ];
    assert_eq!(hits, expected);
}

#[tokio::test]
async fn the_query_is_sent_with_its_limits_below_the_instances_path() {
    let asked = Query { not_before: Some(date(2026, 11, 1)), ..query("flu deaths", &["cdc.gov"]) };
    let (_, sent) = hits(make, &asked, Answer::json(200, &json!({}))).await;
    assert_eq!((sent.method.as_str(), sent.path()), ("GET", "/searxng/search"));
    assert_eq!(sent.query("q").as_deref(), Some("site:cdc.gov flu deaths"));
    assert_eq!(sent.query("format").as_deref(), Some("json"));
    assert_eq!(sent.query("categories").as_deref(), Some("general"));
    assert_eq!(sent.query("time_range").as_deref(), Some("month"));
}

#[test]
fn the_range_is_never_narrower_than_asked_for() {
    let cases = [
        (None, None),
        (Some(TODAY), Some("day")),
        (Some(date(2026, 11, 20)), Some("day")),
        (Some(date(2026, 11, 19)), Some("month")),
        (Some(date(2026, 10, 24)), Some("month")),
        (Some(date(2026, 10, 23)), Some("year")),
        (Some(date(2025, 11, 21)), Some("year")),
        (Some(date(2025, 11, 20)), None),
        (Some(date(2030, 1, 1)), Some("day")),
        (Some(Date::MIN), None),
    ];
    for (not_before, expected) in cases {
        assert_eq!(time_range(&Query { not_before, ..query("q", &[]) }), expected, "{not_before:?}");
    }
}

#[tokio::test]
async fn no_more_is_returned_than_wanted() {
    let results: Vec<_> =
        (0..40).map(|number| json!({"url": format!("https://a.example/{number}"), "title": "T"})).collect();
    let answer = Answer::json(200, &json!({"results": results}));
    assert_eq!(hits(make, &query("q", &[]), answer.clone()).await.0.len(), 5);
    assert_eq!(hits(make, &query("q", &[".example"]), answer).await.0.len(), 20);
}

#[tokio::test]
async fn silent_engines_are_a_failure_and_a_refusal_says_what_to_do() {
    let silent = Answer::json(
        200,
        &json!({"results": [], "unresponsive_engines": [["google", "timeout"], ["bing", "CAPTCHA"]]}),
    );
    let (outcome, _) = ask(make, &query("q", &[]), vec![silent], AMPLE_MS).await;
    assert!(
        matches!(outcome, Err(SearchError::Unavailable { source: Cause::EnginesFailed, .. })),
        "{outcome:?}"
    );
    let (outcome, _) =
        ask(make, &query("q", &[]), vec![Answer::text(403, "text/html", "Forbidden")], AMPLE_MS).await;
    let Err(SearchError::Unavailable { source: source @ Cause::JsonDisabled { .. }, .. }) = outcome else {
        panic!("{outcome:?}")
    };
    assert!(source.to_string().contains("enable the json format"));
}
