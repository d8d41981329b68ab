//! The contract, endpoint by endpoint: every field of every success.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use tests::Server;

const SEARCH: &str = "/api/tools/search_vectara";

/// The contract's keys of an item.
const ITEM_KEYS: [&str; 7] = ["publisher", "url", "as_of", "snippet", "alignment", "score", "tier"];

fn assert_item(item: &Value) {
    let keys: Vec<&str> = item.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(keys[..ITEM_KEYS.len()], ITEM_KEYS);
    // Ours, beside the contract's: what the alignment rests on.
    assert!(keys[ITEM_KEYS.len()..].iter().all(|key| *key == "reasons"), "{keys:?}");
    assert!(!item["publisher"].as_str().expect("a text").is_empty());
    assert!(item["url"].as_str().expect("a text").starts_with("https://"), "{item}");
    let as_of = item["as_of"].as_str().expect("the starter corpus is dated");
    assert_eq!((as_of.len(), as_of.matches('-').count()), (10, 2), "{as_of}");
    assert!(!item["snippet"].as_str().expect("a text").is_empty());
    assert!(["supports", "contradicts", "neutral"].contains(&item["alignment"].as_str().expect("a text")));
    assert!((0.0..=1.0).contains(&item["score"].as_f64().expect("a number")));
    assert!(["primary", "secondary", "analysis"].contains(&item["tier"].as_str().expect("a text")));
}

#[tokio::test]
async fn the_contract_s_curl_returns_items_with_real_sources() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let token = [("authorization", "Bearer DEVTOKEN")];
    let body = r#"{"query":"US CPI 2024 YoY", "top_k":3}"#;
    let reply = server.send(Method::POST, SEARCH, &token, body).await?;
    assert_eq!(reply.status, StatusCode::OK);
    let items = reply.json()["items"].as_array().expect("items").clone();
    assert!(!items.is_empty() && items.len() <= 3, "{items:?}");
    items.iter().for_each(assert_item);
    let snippet = items[0]["snippet"].as_str().expect("a text");
    assert!(snippet.contains("2024"), "{snippet}");
    Ok(())
}

#[tokio::test]
async fn the_contract_s_request_finds_its_own_example() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let body = json!({
        "query": "Violent crime in Chicago down 17% this year", "top_k": 5, "freshness_days": 3660,
        "filters": { "publisher_tier": "primary" },
    });
    let reply = server.post(SEARCH, &body).await?;
    let answer = reply.json();
    let example = &answer["items"][0];
    assert_eq!(example["alignment"], "supports", "{answer}");
    assert!(example["snippet"].as_str().expect("a text").contains("16.7%"), "{answer}");
    for item in answer["items"].as_array().expect("items") {
        assert_item(item);
        assert_eq!(item["tier"], "primary");
    }
    Ok(())
}

#[tokio::test]
async fn an_empty_result_says_what_to_try_next() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let reply = server.post(SEARCH, &json!({ "query": "xylophone zeppelin quokka" })).await?;
    assert_eq!(reply.status, StatusCode::OK);
    let answer = reply.json();
    assert_eq!((&answer["items"], &answer["status"]), (&json!([]), &json!("no_results")));
    assert!(answer["message"].as_str().expect("advice").contains("do not repeat"));
    Ok(())
}

#[tokio::test]
async fn top_k_is_honoured_and_integral_floats_are_integers() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let query = "inflation unemployment population crime rate percent";
    for (top_k, most) in [(json!(1), 1), (json!(5.0), 5), (json!(10), 10)] {
        let body = json!({ "query": query, "top_k": top_k, "freshness_days": 3660.0 });
        let reply = server.post(SEARCH, &body).await?;
        let found = reply.json()["items"].as_array().expect("items").len();
        assert!(found >= 1 && found <= most, "{found} of {most}");
    }
    let reply = server.post(SEARCH, &json!({ "query": query, "freshness_days": 3660 })).await?;
    assert_eq!(reply.json()["items"].as_array().expect("items").len(), 5, "top_k is 5 by default");
    Ok(())
}

#[tokio::test]
async fn freshness_and_tier_narrow_the_result() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let query = "consumer prices inflation";
    let all =
        server.post(SEARCH, &json!({ "query": query, "top_k": 10, "freshness_days": 3660 })).await?.json();
    let fresh =
        server.post(SEARCH, &json!({ "query": query, "top_k": 10, "freshness_days": 1 })).await?.json();
    assert!(!all["items"].as_array().expect("items").is_empty());
    assert_eq!(fresh["items"], json!([]), "nothing in the starter corpus is from yesterday");
    let analysis =
        json!({ "query": query, "freshness_days": 3660, "filters": { "publisher_tier": "analysis" } });
    for item in server.post(SEARCH, &analysis).await?.json()["items"].as_array().expect("items") {
        assert_eq!(item["tier"], "analysis");
    }
    Ok(())
}

#[tokio::test]
async fn context_check_answers_the_contract_s_example() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let path = "/api/tools/context_check";
    let body = json!({
        "claim": "Violent crime in Chicago dropped 17% this year",
        "expected": { "metric": "violent crime", "location": "Chicago", "timeframe": "YTD current year" },
    });
    let answer = server.post(path, &body).await?.json();
    let keys: Vec<&str> = answer.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(keys, ["ok", "warnings", "notes"]);
    assert_eq!(answer["ok"], true, "{answer}");
    assert!(answer["notes"].as_str().expect("notes").contains("violent crime"));
    let conflicts = [("metric", "overall crime"), ("location", "Boston"), ("timeframe", "2019")];
    for (part, expected) in conflicts {
        let body = json!({ "claim": body["claim"], "expected": { part: expected } });
        let answer = server.post(path, &body).await?.json();
        assert_eq!(answer["ok"], false, "{part}: {answer}");
        assert!(!answer["warnings"].as_array().expect("warnings").is_empty());
    }
    let alone = server.post(path, &json!({ "claim": "Crime is down" })).await?.json();
    assert_eq!(alone["ok"], true);
    assert!(!alone["warnings"].as_array().expect("warnings").is_empty(), "{alone}");
    Ok(())
}

#[tokio::test]
async fn detected_claims_carry_their_speaker_and_their_place() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let text = "😀 Good evening. Well, I think that unemployment fell to 4% last year. It is now at 5%.";
    let body = json!({
        "text": text, "speaker": "Senator Lee",
        "preceding": [{ "speaker": "Governor Fox", "text": "The deficit rose." }],
    });
    let answer = server.post("/api/tools/detect_claims", &body).await?.json();
    assert_eq!(answer["sentences"], 3, "{answer}");
    let claims = answer["claims"].as_array().expect("claims");
    let plain: Vec<&str> = claims.iter().filter_map(|claim| claim["normalized"].as_str()).collect();
    assert_eq!(plain, ["Unemployment fell to 4% last year.", "Unemployment is now at 5%."]);
    let units: Vec<u16> = text.encode_utf16().collect();
    for claim in claims {
        let keys: Vec<&str> = claim.as_object().expect("an object").keys().map(String::as_str).collect();
        assert_eq!(keys, ["text", "span", "speaker", "priority", "kind", "normalized"]);
        assert_eq!(claim["speaker"], "Senator Lee");
        assert_eq!(claim["kind"], "statistical");
        let at =
            |end: &str| claim["span"][end].as_u64().and_then(|at| usize::try_from(at).ok()).expect("a place");
        assert_eq!(
            String::from_utf16(&units[at("start")..at("end")])?,
            claim["text"].as_str().expect("a text")
        );
    }
    let all = json!({ "text": text, "min_priority": 0 });
    let answer = server.post("/api/tools/detect_claims", &all).await?.json();
    assert_eq!(answer["claims"].as_array().map(Vec::len), Some(3), "{answer}");
    assert_eq!(answer["claims"][0]["speaker"], Value::Null, "nobody is guessed");
    Ok(())
}

#[tokio::test]
async fn health_is_public_and_looks_deeper_when_asked() -> anyhow::Result<()> {
    let server = Server::start(&[("TRUTHY_TOKENS", "secret")]).await?;
    let health = server.get("/api/health").await?.json();
    assert_eq!(health["status"], "ok");
    let timestamp = health["timestamp"].as_str().expect("a text");
    assert!(timestamp.len() == 24 && timestamp.ends_with('Z'), "{timestamp}");
    assert!(health["uptime"].is_u64());
    assert_eq!(health["version"], env!("CARGO_PKG_VERSION"));
    assert!(health.get("backends").is_none());
    let deep = server.get("/api/health?deep=true").await?.json();
    for name in ["store", "corpus (embedded)"] {
        assert_eq!(deep["backends"][name]["state"], "ok", "{deep}");
        assert!(deep["backends"][name]["latency_ms"].is_number());
    }
    assert_eq!(deep["backends"]["web search"]["state"], "not_configured");
    Ok(())
}

#[tokio::test]
async fn ingest_and_summary_have_the_contract_s_shapes() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let verdict = |label: &str, sources: Value| {
        json!({
            "session_id": "sess_123", "type": "verdict",
            "payload": { "speaker": "A", "claim": label, "label": label, "confidence": 0.7, "rationale": "", "sources": sources },
        })
    };
    let fbi = json!({ "name": "FBI UCR", "url": "https://ucr.fbi.gov/", "as_of": "2024-10-15" });
    let police = json!({ "name": "Chicago PD" });
    for event in [
        verdict("True", json!([fbi, police])),
        verdict("Mostly False", json!([fbi, fbi])),
        json!({ "session_id": "sess_123", "type": "claim", "payload": { "speaker": "B", "raw_text": "Crime is down" } }),
        json!({ "session_id": "sess_123", "type": "transcript", "payload": { "speaker": "B", "text": "Well.", "timestamp": 12.5 } }),
    ] {
        let reply = server.post("/api/events/ingest", &event).await?;
        assert_eq!(
            (reply.status, reply.json()),
            (StatusCode::ACCEPTED, json!({ "queued": true })),
            "{event}"
        );
    }
    let summary = server.get("/api/sessions/sess_123/summary").await?.json();
    assert_eq!(summary["session_id"], "sess_123");
    assert_eq!((&summary["claims"], &summary["transcripts"]), (&json!(1), &json!(1)));
    let labels =
        json!({ "True": 1, "Mostly True": 0, "Mixed": 0, "Mostly False": 1, "False": 0, "Unverifiable": 0 });
    assert_eq!(summary["verdicts"], labels);
    let sources = json!([{ "publisher": "FBI UCR", "count": 2 }, { "publisher": "Chicago PD", "count": 1 }]);
    assert_eq!(summary["top_sources"], sources);
    let (first, last) = (&summary["first_event_at"], &summary["last_event_at"]);
    assert!(first.as_str().expect("a text") <= last.as_str().expect("a text"));
    let top = server.get("/api/sessions/sess_123/summary?top=1").await?.json();
    assert_eq!(top["top_sources"].as_array().map(Vec::len), Some(1));
    let accept = [("accept", "text/markdown")];
    let report = server.send(Method::GET, "/api/sessions/sess_123/summary", &accept, "").await?;
    assert_eq!(report.header("content-type"), "text/markdown; charset=utf-8");
    assert!(String::from_utf8_lossy(&report.bytes).contains("| Mostly False | 1 |"));
    Ok(())
}
