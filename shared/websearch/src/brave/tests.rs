use jiff::civil::date;
use serde_json::json;
use testkit::upstream::Answer;

use super::*;
use crate::Cause;
use crate::trial::{AMPLE_MS, ask, bare, hits, query};

fn make(base: &str) -> Box<dyn Provider> {
    Box::new(Brave::new(base, Secret::plain("brave-key")))
}

#[tokio::test]
async fn a_full_answer_becomes_hits() {
    let answer = json!({"type": "search", "query": {"original": "q", "more_results_available": true},
    "web": {"type": "search", "family_friendly": true, "results": [
        {"type": "search_result", "title": "CPI", "url": "https://bls.gov/cpi", "description": "<strong>Prices</strong> rose",
         "age": "3 days ago", "page_age": "2026-11-17T09:00:00", "language": "en", "meta_url": {"hostname": "bls.gov"}},
        {"title": "Older", "url": "https://bls.gov/2", "description": "Text", "age": "October 15, 2024"},
        {"title": "Title only", "url": "https://bls.gov/3", "extra_snippets": ["x"]},
    ]}});
    let (hits, _) = hits(make, &query("q", &[]), Answer::json(200, &answer)).await;
    let expected = [
        Hit {
            published: Some(date(2026, 11, 17)),
            ..bare("https://bls.gov/cpi", "CPI", "Prices rose", relevance::by_rank(0))
        },
        Hit {
            published: Some(date(2024, 10, 15)),
            ..bare("https://bls.gov/2", "Older", "Text", relevance::by_rank(1))
        },
        bare("https://bls.gov/3", "Title only", "Title only", relevance::by_rank(2)),
    ];
    assert_eq!(hits, expected);
}

#[tokio::test]
async fn the_query_is_sent_with_its_limits() {
    let asked = Query {
        not_before: Some(date(2025, 11, 21)),
        ..query("violent crime -17 %", &["fbi.gov", "bls.gov"])
    };
    let (_, sent) = hits(make, &asked, Answer::json(200, &json!({}))).await;
    assert_eq!((sent.method.as_str(), sent.path()), ("GET", "/res/v1/web/search"));
    assert_eq!(sent.header("x-subscription-token"), Some("brave-key"));
    assert_eq!(sent.header("accept"), Some("application/json"));
    assert_eq!(sent.query("q").as_deref(), Some("(site:fbi.gov OR site:bls.gov) violent crime -17 %"));
    assert_eq!(sent.query("count").as_deref(), Some("5"));
    assert_eq!(sent.query("freshness").as_deref(), Some("2025-11-21to2026-11-21"));
    assert_eq!(sent.query("text_decorations").as_deref(), Some("false"));
    assert_eq!(sent.query("result_filter").as_deref(), Some("web"));
}

#[tokio::test]
async fn operators_that_do_not_fit_are_left_out_and_more_is_asked_for() {
    let hosts: Vec<_> = (0..20).map(|number| format!("host-{number}.example")).collect();
    let hosts: Vec<_> = hosts.iter().map(String::as_str).collect();
    for asked in [query(&"word ".repeat(60), &["bls.gov"]), query("short", &hosts), query("short", &[".gov"])]
    {
        let (_, sent) = hits(make, &asked, Answer::json(200, &json!({}))).await;
        let text = sent.query("q").unwrap();
        assert!(!text.contains("site:"), "{text}");
        assert!(text.split_whitespace().count() <= 50 && text.chars().count() <= 400, "{text}");
        assert_eq!(sent.query("count").as_deref(), Some("20"));
        assert_eq!(sent.query("freshness"), None);
    }
}

#[tokio::test]
async fn a_date_in_the_future_is_sent_as_today() {
    let asked = Query { not_before: Some(date(2030, 1, 1)), ..query("q", &[]) };
    let (_, sent) = hits(make, &asked, Answer::json(200, &json!({}))).await;
    assert_eq!(sent.query("freshness").as_deref(), Some("2026-11-21to2026-11-21"));
}

#[tokio::test]
async fn a_wrong_key_is_told_from_a_wrong_request() {
    let error = |code: &str| {
        Answer::json(
            422,
            &json!({"type": "ErrorResponse", "time": 1,
        "error": {"id": "x", "status": 422, "code": code, "detail": "Unable to validate", "meta": {}}}),
        )
    };
    let (wrong_key, requests) =
        ask(make, &query("q", &[]), vec![error("SUBSCRIPTION_TOKEN_INVALID")], AMPLE_MS).await;
    assert!(
        matches!(wrong_key, Err(SearchError::Unavailable { source: Cause::KeyRefused { .. }, .. })),
        "{wrong_key:?}"
    );
    assert_eq!(requests.len(), 1);
    let (wrong_request, _) = ask(make, &query("q", &[]), vec![error("VALIDATION")], AMPLE_MS).await;
    assert!(
        matches!(wrong_request, Err(SearchError::Unavailable { source: Cause::Call(_), .. })),
        "{wrong_request:?}"
    );
}

#[tokio::test]
async fn a_challenge_page_in_place_of_a_rate_limit_is_a_rate_limit() {
    let challenge = Answer::text(429, "text/html", "<html>Are you human?</html>")
        .header("x-ratelimit-reset", "1, 1419704")
        .header("x-ratelimit-remaining", "0, 0");
    let (outcome, _) = ask(make, &query("q", &[]), vec![challenge], AMPLE_MS).await;
    let expected = Some(1_419_704_000);
    assert!(
        matches!(outcome, Err(SearchError::Unavailable { retry_after_ms, .. }) if retry_after_ms == expected),
        "{outcome:?}"
    );
}
