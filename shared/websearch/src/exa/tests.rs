use jiff::civil::date;
use serde_json::json;
use testkit::upstream::Answer;

use super::*;
use crate::trial::{bare, hits, query};

fn make(base: &str) -> Box<dyn Provider> {
    Box::new(Exa::new(base, Secret::plain("exa-key")))
}

#[tokio::test]
async fn a_full_answer_becomes_hits() {
    let answer = json!({"requestId": "r", "searchType": "neural", "costDollars": {"total": 0.005},
    "results": [
        {"id": "1", "title": "Flu &#8211; weekly", "url": "https://cdc.gov/flu", "publishedDate": "2023-11-16T01:36:32.547Z",
         "author": null, "score": 0.46, "highlights": ["One <i>part</i>.", "Another."], "highlightScores": [0.46, 0.1]},
        {"id": "2", "title": null, "url": "https://cdc.gov/2", "publishedDate": null, "score": null, "highlights": ["Text"]},
    ]});
    let (hits, _) = hits(make, &query("q", &[]), Answer::json(200, &answer)).await;
    let dated = Hit {
        published: Some(date(2023, 11, 16)),
        ..bare("https://cdc.gov/flu", "Flu – weekly", "One part. … Another.", relevance::by_rank(0))
    };
    assert_eq!(hits, [dated, bare("https://cdc.gov/2", "", "Text", relevance::by_rank(1))]);
}

#[tokio::test]
async fn the_query_is_sent_with_its_limits() {
    let asked = Query { not_before: Some(date(2025, 11, 21)), ..query("flu deaths", &["cdc.gov"]) };
    let (_, sent) = hits(make, &asked, Answer::json(200, &json!({}))).await;
    assert_eq!((sent.method.as_str(), sent.target.as_str()), ("POST", "/search"));
    assert_eq!(sent.header("x-api-key"), Some("exa-key"));
    let expected = json!({"query": "flu deaths", "type": "auto", "numResults": 5, "includeDomains": ["cdc.gov"],
        "startPublishedDate": "2025-11-21T00:00:00.000Z", "contents": {"highlights": {"maxCharacters": 600}}});
    assert_eq!(sent.json(), expected);
}

#[tokio::test]
async fn a_suffix_keeps_the_list_back_and_asks_for_more() {
    let (_, sent) = hits(make, &query("flu deaths", &[".gov"]), Answer::json(200, &json!({}))).await;
    let body = sent.json();
    assert_eq!((body.get("includeDomains"), body.get("startPublishedDate")), (None, None));
    assert_eq!(body["numResults"], 20);
}
