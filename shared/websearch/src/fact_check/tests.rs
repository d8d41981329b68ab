use jiff::civil::date;
use serde_json::json;
use testkit::upstream::Answer;

use super::*;
use crate::Cause;
use crate::trial::{AMPLE_MS, ask, hits, query};

fn make(base: &str) -> Box<dyn Provider> {
    Box::new(FactCheck::new(base, Secret::plain("google-key")))
}

#[tokio::test]
async fn every_review_of_a_claim_becomes_a_hit() {
    let answer = json!({"nextPageToken": "CAo", "claims": [
        {"text": "Crime has doubled in the last 2 years.", "claimant": "John Doe", "claimDate": "2024-09-01T00:00:00Z",
         "claimReview": [
            {"publisher": {"name": "PolitiFact", "site": "politifact.com"}, "url": "https://politifact.com/1", "title": "No, crime &amp; so on",
             "reviewDate": "2024-09-03T00:00:00Z", "textualRating": "Mostly False", "languageCode": "en"},
            {"publisher": {"site": "maldita.es"}, "url": "https://maldita.es/1", "textualRating": "Falso"},
        ]},
        {"claimReview": [{"url": "https://a.example/1", "title": "Only a title"}]},
        {"claimReview": [{"url": "https://a.example/2", "textualRating": "False"}]},
        {"text": "Unrated", "claimReview": [{"url": "https://a.example/3", "textualRating": " "}]},
        {"text": "Unreviewed"},
    ]});
    let (hits, _) = hits(make, &query("q", &[]), Answer::json(200, &answer)).await;
    let politifact = Hit {
        title: "No, crime & so on".to_owned(),
        url: "https://politifact.com/1".to_owned(),
        snippet: "PolitiFact rated \"Crime has doubled in the last 2 years.\": Mostly False".to_owned(),
        published: Some(date(2024, 9, 3)),
        relevance: relevance::by_rank(0),
        publisher: Some("PolitiFact".to_owned()),
        rating: Some("Mostly False".to_owned()),
    };
    assert_eq!(hits[0], politifact);
    assert_eq!(hits[1].snippet, "maldita.es rated \"Crime has doubled in the last 2 years.\": Falso");
    assert_eq!(hits[1].published, Some(date(2024, 9, 1)));
    assert_eq!((hits[2].snippet.as_str(), hits[2].rating.as_deref()), ("Only a title", None));
    assert_eq!((hits[3].snippet.as_str(), hits[3].rating.as_deref()), ("Unrated", None));
    assert_eq!(hits.len(), 4);
}

#[tokio::test]
async fn the_query_is_sent_with_its_limits_and_the_key_in_a_header() {
    let asked = Query {
        not_before: Some(date(2025, 11, 21)),
        ..query("crime doubled site:a.example", &["politifact.com"])
    };
    let (_, sent) = hits(make, &asked, Answer::json(200, &json!({}))).await;
    assert_eq!((sent.method.as_str(), sent.path()), ("GET", "/v1alpha1/claims:search"));
    assert_eq!(sent.header("x-goog-api-key"), Some("google-key"));
    assert!(!sent.target.contains("google-key"));
    assert_eq!(sent.query("query").as_deref(), Some("crime doubled"));
    assert_eq!(sent.query("reviewPublisherSiteFilter").as_deref(), Some("politifact.com"));
    assert_eq!(sent.query("maxAgeDays").as_deref(), Some("365"));
    assert_eq!(sent.query("pageSize").as_deref(), Some("5"));
}

#[tokio::test]
async fn a_list_of_several_is_left_for_later() {
    for allowed in [&["politifact.com", "fullfact.org"][..], &[".org"]] {
        let (_, sent) = hits(make, &query("crime doubled", allowed), Answer::json(200, &json!({}))).await;
        assert_eq!((sent.query("reviewPublisherSiteFilter"), sent.query("maxAgeDays")), (None, None));
        assert_eq!(sent.query("pageSize").as_deref(), Some("20"));
    }
}

#[tokio::test]
async fn a_wrong_key_answered_with_400_is_a_wrong_key() {
    let answer = Answer::json(
        400,
        &json!({"error": {"code": 400, "message": "API key not valid.", "status": "INVALID_ARGUMENT",
        "details": [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"}]}}),
    );
    let (outcome, _) = ask(make, &query("q", &[]), vec![answer], AMPLE_MS).await;
    assert!(
        matches!(outcome, Err(SearchError::Unavailable { source: Cause::KeyRefused { .. }, .. })),
        "{outcome:?}"
    );
}
