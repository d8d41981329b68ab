//! Events count once: duplicates, concurrency, kills.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use http::StatusCode;
use serde_json::{Value, json};
use tests::Server;
use tokio::task::JoinSet;

const INGEST: &str = "/api/events/ingest";
const LABELS: [&str; 6] = ["True", "Mostly True", "Mixed", "Mostly False", "False", "Unverifiable"];

/// The `index`th of many different events: verdicts, claims and transcripts in turn.
fn event(session: &str, index: usize) -> Value {
    let id = format!("event_{index}");
    match index % 3 {
        0 => {
            let sources = json!([{ "name": format!("Source {}", index % 7) }, { "name": "Every" }, { "name": "Every" }]);
            let label = LABELS[index / 3 % 6];
            let payload =
                json!({ "speaker": "A", "claim": id, "label": label, "confidence": 0.5, "sources": sources });
            json!({ "session_id": session, "event_id": id, "type": "verdict", "payload": payload })
        }
        1 => json!({ "session_id": session, "event_id": id, "type": "claim", "payload": { "raw_text": id } }),
        _ => {
            json!({ "session_id": session, "type": "transcript", "payload": { "speaker": "B", "text": id } })
        }
    }
}

/// What the summary must say of these events, counted here.
fn recount(indexes: impl IntoIterator<Item = usize>) -> Value {
    let (mut claims, mut transcripts) = (0, 0);
    let mut verdicts: BTreeMap<&str, u64> = LABELS.iter().map(|label| (*label, 0)).collect();
    let mut sources: BTreeMap<String, u64> = BTreeMap::new();
    for index in indexes.into_iter().collect::<BTreeSet<_>>() {
        match index % 3 {
            0 => {
                *verdicts.entry(LABELS[index / 3 % 6]).or_default() += 1;
                *sources.entry(format!("Source {}", index % 7)).or_default() += 1;
                *sources.entry("Every".to_owned()).or_default() += 1;
            }
            1 => claims += 1,
            _ => transcripts += 1,
        }
    }
    let mut sources: Vec<(String, u64)> = sources.into_iter().collect();
    sources.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    let sources: Vec<Value> = sources
        .into_iter()
        .map(|(publisher, count)| json!({ "publisher": publisher, "count": count }))
        .collect();
    json!({ "claims": claims, "transcripts": transcripts, "verdicts": verdicts, "top_sources": sources })
}

async fn assert_summary(server: &Server, session: &str, expected: &Value) -> anyhow::Result<()> {
    let summary = server.get(&format!("/api/sessions/{session}/summary?top=100")).await?.json();
    for part in ["claims", "transcripts", "verdicts", "top_sources"] {
        assert_eq!(summary[part], expected[part], "{part} of {summary}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_at_once_into_one_session_count_exactly() -> anyhow::Result<()> {
    let server = Arc::new(Server::start(&[]).await?);
    let mut calls = JoinSet::new();
    for index in 0..200 {
        let server = Arc::clone(&server);
        calls
            .spawn(async move { server.post(INGEST, &event("busy", index)).await.map(|reply| reply.status) });
    }
    while let Some(status) = calls.join_next().await {
        assert_eq!(status??, StatusCode::ACCEPTED);
    }
    assert_summary(&server, "busy", &recount(0..200)).await
}

/// 10,000 calls over 3,000 different events, eight callers at a time, the server killed in the middle.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_duplicates_and_a_kill_lose_and_double_nothing() -> anyhow::Result<()> {
    const CALLS: usize = 10_000;
    const EVENTS: usize = 3_000;
    const CALLERS: usize = 8;
    let folder = tempfile::tempdir()?;
    let session = "long_debate";
    let mut answered = BTreeSet::new();
    for (round, kill) in [(0, true), (1, false)] {
        let server = Arc::new(Server::start_over(folder.path(), &[]).await?);
        let mut callers = JoinSet::new();
        for caller in 0..CALLERS {
            let server = Arc::clone(&server);
            callers.spawn(async move {
                let mut answered = Vec::new();
                for call in (round * CALLS / 2 + caller..(round + 1) * CALLS / 2).step_by(CALLERS) {
                    // A prime step visits every event, in an order in which duplicates are far apart.
                    let index = call * 7_919 % EVENTS;
                    // Killed in the middle: what was not answered was not promised.
                    match server.post(INGEST, &event(session, index)).await {
                        Ok(reply) if reply.status == StatusCode::ACCEPTED => answered.push(index),
                        Ok(reply) => panic!("{}", reply.json()),
                        Err(_) => break,
                    }
                }
                answered
            });
        }
        if kill {
            // Wait for real progress instead of a time, then pull the plug while callers are at work.
            while server.get(&format!("/api/sessions/{session}/summary")).await?.json()["claims"].as_u64()
                < Some(300)
            {
                tokio::task::yield_now().await;
            }
            callers.spawn({
                let server = Arc::clone(&server);
                async move {
                    server.kill_now().await.expect("the server can be killed");
                    Vec::new()
                }
            });
        }
        while let Some(done) = callers.join_next().await {
            answered.extend(done?);
        }
    }
    let server = Server::start_over(folder.path(), &[]).await?;
    // What was answered is there; what was cut off may be. Sending everything again settles it.
    let before = server.get(&format!("/api/sessions/{session}/summary?top=100")).await?.json();
    let total = |summary: &Value| {
        let verdicts =
            summary["verdicts"].as_object().into_iter().flatten().filter_map(|(_, count)| count.as_u64());
        verdicts.sum::<u64>()
            + summary["claims"].as_u64().unwrap_or(0)
            + summary["transcripts"].as_u64().unwrap_or(0)
    };
    assert!(
        total(&before) >= answered.len() as u64,
        "{} answered, {} counted",
        answered.len(),
        total(&before)
    );
    assert!(answered.len() > EVENTS / 2, "the rounds covered most events");
    for batch in (0..EVENTS).collect::<Vec<_>>().chunks(25) {
        let events: Vec<Value> = batch.iter().map(|index| event(session, *index)).collect();
        assert_eq!(server.post(INGEST, &json!(events)).await?.json()["queued"], true);
    }
    assert_summary(&server, session, &recount(0..EVENTS)).await?;
    // The counters equal a recount of the stored events themselves.
    server.terminate().await?;
    let database = dynoxide::Database::new(folder.path().join("table.db").to_str().expect("a path"))?;
    assert_eq!(stored_events(&database, session)?, EVENTS);
    Ok(())
}

/// Counts the stored events of a session behind the API's back.
fn stored_events(database: &dynoxide::Database, session: &str) -> anyhow::Result<usize> {
    let (mut count, mut from) = (0, Value::Null);
    loop {
        let mut query = json!({
            "TableName": "truthy", "Select": "COUNT",
            "KeyConditionExpression": "pk = :pk AND begins_with(sk, :sk)",
            "ExpressionAttributeValues": { ":pk": { "S": format!("SESSION#{session}") }, ":sk": { "S": "EVENT#" } },
        });
        if !from.is_null() {
            query["ExclusiveStartKey"] = from;
        }
        let page = serde_json::to_value(database.query(serde_json::from_value(query)?)?)?;
        count += usize::try_from(page["Count"].as_u64().unwrap_or(0))?;
        from = page.get("LastEvaluatedKey").cloned().unwrap_or(Value::Null);
        if from.is_null() {
            return Ok(count);
        }
    }
}

#[tokio::test]
async fn a_clean_stop_drains_and_a_restart_remembers() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let server = Server::start_over(folder.path(), &[]).await?;
    for index in 0..9 {
        assert_eq!(server.post(INGEST, &event("kept", index)).await?.status, StatusCode::ACCEPTED);
    }
    server.terminate().await?;
    let server = Server::start_over(folder.path(), &[]).await?;
    assert_summary(&server, "kept", &recount(0..9)).await
}

#[tokio::test]
async fn a_batch_gives_each_event_its_own_outcome() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let wrong = json!({ "session_id": "b", "type": "claim", "payload": {} });
    let reply = server.post(INGEST, &json!([event("b", 1), wrong, event("b", 1), event("b", 4)])).await?;
    assert_eq!(reply.status, StatusCode::ACCEPTED);
    let answer = reply.json();
    assert_eq!(answer["queued"], false);
    let queued: Vec<bool> = answer["results"]
        .as_array()
        .expect("outcomes")
        .iter()
        .map(|outcome| outcome["queued"] == true)
        .collect();
    assert_eq!(queued, [true, false, true, true]);
    assert_eq!(answer["results"][1]["error"]["code"], "INVALID_ARGUMENT");
    assert_eq!(answer["results"][1]["error"]["details"]["pointer"], "/payload/raw_text");
    assert_summary(&server, "b", &recount([1, 4])).await?;
    for size in [0, 26] {
        let events: Vec<Value> = (0..size).map(|index| event("b", index)).collect();
        assert_eq!(
            server.post(INGEST, &json!(events)).await?.status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{size}"
        );
    }
    Ok(())
}

#[tokio::test]
async fn sessions_do_not_see_each_other() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    server.post(INGEST, &event("one", 1)).await?;
    server.post(INGEST, &event("one-2", 4)).await?;
    assert_summary(&server, "one", &recount([1])).await?;
    assert_eq!(server.get("/api/sessions/on/summary").await?.status, StatusCode::NOT_FOUND);
    Ok(())
}
