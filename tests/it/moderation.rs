//! Decisions about verdicts: the latest stands, each is kept, and the counters follow.

use std::sync::Arc;

use http::{Method, StatusCode};
use serde_json::{Value, json};
use tests::Server;
use tokio::task::JoinSet;

const INGEST: &str = "/api/events/ingest";
const MODERATE: &str = "/api/sessions/moderate";

/// A session of two verdicts that share a publisher, and a claim.
async fn session(server: &Server) -> anyhow::Result<()> {
    let verdict = |id: &str, label: &str, sources: Value| {
        let payload = json!({ "claim": id, "label": label, "confidence": 0.5, "sources": sources });
        json!({ "session_id": "s", "event_id": id, "type": "verdict", "payload": payload })
    };
    let events = json!([
        verdict("one", "True", json!([{ "name": "BLS" }, { "name": "Only here" }])),
        verdict("two", "False", json!([{ "name": "BLS" }])),
        { "session_id": "s", "event_id": "claim", "type": "claim", "payload": { "raw_text": "one" } },
    ]);
    let reply = server.post(INGEST, &events).await?;
    assert_eq!(reply.json()["queued"], true, "{}", reply.json());
    Ok(())
}

fn decision(event_id: &str, decision: &str, note: Option<&str>) -> Value {
    let mut input =
        json!({ "session_id": "s", "event_id": event_id, "decision": decision, "moderator": "Ada" });
    if let Some(note) = note {
        input["note"] = note.into();
    }
    input
}

/// What the summary counts: true verdicts, false ones, and the sources.
async fn counts(server: &Server) -> anyhow::Result<Value> {
    let summary = server.get("/api/sessions/s/summary").await?.json();
    Ok(json!([summary["verdicts"]["True"], summary["verdicts"]["False"], summary["top_sources"]]))
}

#[tokio::test]
async fn a_suppressed_verdict_is_not_counted_until_it_is_brought_back() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    session(&server).await?;
    let source = |publisher: &str, count: u64| json!({ "publisher": publisher, "count": count });
    let both = json!([1, 1, [source("BLS", 2), source("Only here", 1)]]);
    let without_one = json!([0, 1, [source("BLS", 1)]]);
    let table = [
        ("approve", None, true, &both),
        ("suppress", Some("wrong speaker"), true, &without_one),
        // The same again changes nothing, and counts nothing twice.
        ("suppress", Some("wrong speaker"), false, &without_one),
        // Another reason is another decision about a verdict that is suppressed already.
        ("suppress", Some("libel"), true, &without_one),
        ("annotate", Some("the speaker took it back"), true, &both),
        ("suppress", None, true, &without_one),
        ("approve", None, true, &both),
    ];
    assert_eq!(counts(&server).await?, both);
    for (word, note, changed, counted) in table {
        let reply = server.post(MODERATE, &decision("one", word, note)).await?;
        let answer = reply.json();
        assert_eq!(reply.status, StatusCode::OK, "{answer}");
        assert_eq!((&answer["stored"], &answer["changed"]), (&json!(true), &json!(changed)), "{answer}");
        assert_eq!(answer["suppressed"], word == "suppress");
        assert_eq!(counts(&server).await?, *counted, "after {word}");
    }
    let report = server.get("/api/sessions/s/report?history=true").await?.json();
    let claims = report["claims"].as_array().expect("claims");
    let claim = |id: &str| claims.iter().find(|claim| claim["event_id"] == id).expect("a claim");
    let trail: Vec<(&str, Option<&str>)> = claim("one")["moderation_history"]
        .as_array()
        .expect("a history")
        .iter()
        .map(|line| (line["decision"].as_str().expect("a decision"), line["note"].as_str()))
        .collect();
    let written: Vec<(&str, Option<&str>)> =
        table.iter().filter(|(_, _, changed, _)| *changed).map(|(word, note, ..)| (*word, *note)).collect();
    assert_eq!(trail, written, "the trail holds each decision in order");
    assert_eq!(claim("one")["moderation"]["decision"], "approve");
    assert_eq!(claim("one")["moderation"]["caller"], "anonymous");
    assert_eq!(claim("two")["moderation"], Value::Null);
    assert_eq!(claim("two")["moderation_history"], json!([]));
    Ok(())
}

#[tokio::test]
async fn the_report_shows_a_suppressed_verdict_to_moderators_only() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    session(&server).await?;
    server.post(MODERATE, &decision("one", "suppress", Some("libel"))).await?;
    let report = server.get("/api/sessions/s/report").await?.json();
    let ids = |part: &str| -> Vec<String> {
        let entries = report[part].as_array().expect(part).iter();
        entries.map(|entry| entry["event_id"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(ids("timeline"), ["two"]);
    assert_eq!(ids("claims").len(), 2);
    assert_eq!(report["labels"]["True"], 0);
    assert_eq!(report["speakers"][0]["claims"], 1);
    let reviewed: Vec<&Value> = (report["claim_reviews"].as_array().expect("reviews").iter())
        .map(|review| &review["claimReviewed"])
        .collect();
    assert_eq!(reviewed, ["two"]);
    let accept = [("accept", "text/markdown")];
    let document = server.send(Method::GET, "/api/sessions/s/report", &accept, "").await?;
    let document = String::from_utf8(document.bytes.to_vec())?;
    assert!(document.contains("> two") && !document.contains("> one"), "{document}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn decisions_that_meet_leave_the_counters_right() -> anyhow::Result<()> {
    let server = Arc::new(Server::start(&[]).await?);
    session(&server).await?;
    let mut calls = JoinSet::new();
    for index in 0..24 {
        let server = Arc::clone(&server);
        calls.spawn(async move {
            let word = if index % 2 == 0 { "suppress" } else { "approve" };
            let note = format!("note {index}");
            let reply = server.post(MODERATE, &decision("one", word, Some(&note))).await?;
            // New events of the session move the same counters meanwhile.
            let claim = json!({ "session_id": "s", "type": "claim", "payload": { "raw_text": note } });
            server.post(INGEST, &claim).await?;
            anyhow::Ok(reply.status)
        });
    }
    let mut stored = 0;
    while let Some(status) = calls.join_next().await {
        match status?? {
            StatusCode::OK => stored += 1,
            // Too many at once is said, and then nothing of it is written.
            status => assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE),
        }
    }
    assert!(stored > 0);
    let report = server.get("/api/sessions/s/report?history=true").await?.json();
    let claim = report["claims"].as_array().expect("claims").iter().find(|one| one["event_id"] == "one");
    let claim = claim.expect("the claim");
    let trail = claim["moderation_history"].as_array().expect("a history");
    assert_eq!(trail.len(), stored, "one line for each decision that was stored");
    assert_eq!(trail.last(), Some(&claim["moderation"]), "the last line is what stands");
    let suppressed = claim["moderation"]["decision"] == "suppress";
    let counted = counts(&server).await?;
    assert_eq!(counted[0], u64::from(!suppressed), "{counted}");
    assert_eq!(counted[2][0]["count"], 2 - u64::from(suppressed), "{counted}");
    Ok(())
}

#[tokio::test]
async fn what_is_no_verdict_is_not_found() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    session(&server).await?;
    let mut other = decision("one", "approve", None);
    other["session_id"] = "another".into();
    for input in [decision("nothing", "approve", None), decision("claim", "suppress", None), other] {
        let reply = server.post(MODERATE, &input).await?;
        assert_eq!((reply.status, reply.error_code().as_str()), (StatusCode::NOT_FOUND, "NOT_FOUND"));
        let message = reply.json()["error"]["message"].as_str().unwrap_or_default().to_owned();
        assert!(message.contains("/report names its verdicts"), "{message}");
    }
    let unchanged = server.get("/api/sessions/s/summary").await?.json();
    assert_eq!(unchanged["claims"], 1);
    Ok(())
}

#[tokio::test]
async fn a_decision_that_breaks_the_schema_names_the_place() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let with = |name: &str, value: Value| {
        let mut input = decision("one", "annotate", Some("n"));
        input[name] = value;
        input
    };
    let table = [
        (with("decision", "delete".into()), "/decision"),
        (with("note", Value::Null), "/note"),
        (with("note", " ".into()), "/note"),
        (with("note", "a".repeat(1_001).into()), "/note"),
        (with("moderator", "a".repeat(65).into()), "/moderator"),
        (with("moderator", "".into()), "/moderator"),
        (with("event_id", "a#1".into()), "/event_id"),
        (with("session_id", "a b".into()), "/session_id"),
        (with("colour", "red".into()), "/colour"),
    ];
    for (input, pointer) in table {
        let reply = server.post(MODERATE, &input).await?;
        assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{input}");
        assert_eq!(reply.json()["error"]["details"]["pointer"], pointer, "{input}");
    }
    Ok(())
}

/// The trail names the token by its fingerprint, never the token.
#[tokio::test]
async fn the_trail_says_which_token_decided() -> anyhow::Result<()> {
    let server = Server::start(&[("TRUTHY_TOKENS", "moderators-token")]).await?;
    let headers = [("authorization", "Bearer moderators-token")];
    let event = json!({
        "session_id": "s", "event_id": "one", "type": "verdict",
        "payload": { "claim": "c", "label": "True", "confidence": 1 },
    });
    let post = async |path: &str, body: String| server.send(Method::POST, path, &headers, body).await;
    post(INGEST, event.to_string()).await?;
    let refused = server.post(MODERATE, &decision("one", "approve", None)).await?;
    assert_eq!(refused.status, StatusCode::UNAUTHORIZED);
    assert_eq!(post(MODERATE, decision("one", "approve", None).to_string()).await?.status, StatusCode::OK);
    let report = server.send(Method::GET, "/api/sessions/s/report", &headers, "").await?.json();
    let caller = report["claims"][0]["moderation"]["caller"].as_str().unwrap_or_default().to_owned();
    assert!(caller.len() == 12 && caller.bytes().all(|byte| byte.is_ascii_hexdigit()), "{caller}");
    Ok(())
}
