//! A chat model that reads evidence, over HTTP: the provider is played by a loopback server.

use serde_json::{Value, json};
use testkit::upstream::{Answer, Upstream};
use tests::Server;

/// A claim that no figure settles; the starter corpus has a passage about its subject.
const CLAIM: &str = "Nonfarm payroll employment in August 2025 pleased nobody at the White House";
const PASSAGE: &str = "https://www.bls.gov/news.release/archives/empsit_09052025.htm";

/// What Gemini answers when it says `judgements`.
fn gemini_says(judgements: &Value) -> Answer {
    let text = json!({ "judgements": judgements }).to_string();
    let parts = json!({ "role": "model", "parts": [{ "text": text }] });
    Answer::json(200, &json!({ "candidates": [{ "content": parts, "finishReason": "STOP" }] }))
}

async fn with_gemini(upstream: &Upstream, more: &[(&str, &str)]) -> anyhow::Result<Server> {
    let base = upstream.base_url();
    let mut environment = vec![("GEMINI_API_KEY", "AIza-secret"), ("GEMINI_BASE_URL", base.as_str())];
    environment.extend(more);
    Server::start(&environment).await
}

async fn evidence(server: &Server, tool: &str, field: &str) -> anyhow::Result<Vec<Value>> {
    let reply = server.post(&format!("/api/tools/{tool}"), &json!({ field: CLAIM })).await?.json();
    let items = if tool == "verdict" { &reply["evidence"] } else { &reply["items"] };
    Ok(items.as_array().expect("items").clone())
}

#[tokio::test]
async fn a_grounded_judgement_takes_the_place_of_the_offline_one() -> anyhow::Result<()> {
    let offline = evidence(&Server::start(&[]).await?, "verdict", "claim").await?;
    let found =
        |items: &[Value]| items.iter().find(|item| item["url"] == PASSAGE).cloned().expect("the passage");
    let before = found(&offline);
    assert_ne!(before["alignment"], "supports");
    let words: Vec<&str> = before["snippet"].as_str().expect("text").split(' ').collect();
    let quote = words[..8].join(" ");
    // Whichever place the passage has: of another passage's words nothing comes.
    let everywhere: Vec<Value> =
        (1..=5).map(|place| json!({ "passage": place, "alignment": "supports", "quote": quote })).collect();
    let upstream = Upstream::start(vec![gemini_says(&json!(everywhere))]).await;
    let server = with_gemini(&upstream, &[]).await?;
    for (tool, field) in [("verdict", "claim"), ("search_vectara", "query")] {
        let judged = evidence(&server, tool, field).await?;
        let item = found(&judged);
        assert_eq!(item["alignment"], "supports", "{tool}: {judged:#?}");
        assert_eq!(item["reasons"][0], json!({ "kind": "quote", "words": quote }));
        let quoted = judged.iter().filter(|item| item["reasons"][0]["kind"] == "quote").count();
        assert_eq!(quoted, 1, "{tool}: {judged:#?}");
    }
    let sent = &upstream.requests()[0];
    assert_eq!(sent.header("x-goog-api-key"), Some("AIza-secret"));
    let body = sent.json();
    assert!(body["generationConfig"]["responseJsonSchema"].is_object(), "{body}");
    let case: Value = serde_json::from_str(body["contents"][0]["parts"][0]["text"].as_str().expect("text"))?;
    assert_eq!(case["claim"], CLAIM);
    assert!(!server.log().contains("AIza-secret"));
    Ok(())
}

#[tokio::test]
async fn what_is_broken_late_or_switched_off_leaves_the_offline_judgement() -> anyhow::Result<()> {
    let offline = evidence(&Server::start(&[]).await?, "verdict", "claim").await?;
    let invented =
        json!([{ "passage": 1, "alignment": "supports", "quote": "Nobody was killed in all of 2024." }]);
    for answer in [gemini_says(&invented), Answer::status(500), Answer::junk(300), Answer::hang()] {
        let upstream = Upstream::start(vec![answer]).await;
        let server = with_gemini(&upstream, &[]).await?;
        assert_eq!(evidence(&server, "verdict", "claim").await?, offline);
        assert!(!upstream.requests().is_empty());
    }
    let upstream = Upstream::start(vec![gemini_says(&invented)]).await;
    let server = with_gemini(&upstream, &[("TRUTHY_JUDGE", "off")]).await?;
    assert_eq!(evidence(&server, "verdict", "claim").await?, offline);
    assert!(upstream.requests().is_empty());
    Ok(())
}
