//! The report of a session, over HTTP.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use tests::Server;

const INGEST: &str = "/api/events/ingest";

fn verdict(session: &str, id: &str, payload: &Value) -> Value {
    json!({ "session_id": session, "event_id": id, "type": "verdict", "payload": payload })
}

async fn ingest(server: &Server, events: &[Value]) -> anyhow::Result<()> {
    for batch in events.chunks(25) {
        let reply = server.post(INGEST, &json!(batch)).await?;
        assert_eq!(reply.json()["queued"], true, "{}", reply.json());
    }
    Ok(())
}

#[tokio::test]
async fn a_report_tells_who_said_what_when_and_by_whose_word() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let evidence = json!([{ "publisher": "BLS", "snippet": "rose 2.9 percent", "own": { "field": 1 } }]);
    let first = json!({
        "speaker": "A", "claim": "Inflation was 2.9%", "label": "True", "confidence": 0.9, "rationale": "BLS says so [1].",
        // As the verdict tool answers: `publisher`, a tier, and more.
        "sources": [{ "number": 1, "publisher": "BLS", "url": "https://www.bls.gov/cpi/", "as_of": "2025-01-15",
                      "tier": "primary", "alignment": "supports" }],
        "evidence": evidence, "warnings": ["headline inflation"], "timestamp": 61_000,
        "appearance_url": "https://example.org/debate",
    });
    let second = json!({
        "speaker": "B", "claim": "Nobody knows", "label": "Unverifiable", "confidence": 0.55, "timestamp": 5_000.4,
        "sources": [{ "name": "BLS", "publisher": "the name counts" }],
    });
    let third = json!({ "claim": "No speaker", "label": "False", "confidence": 0.6, "timestamp": 70_000 });
    let spoken =
        json!({ "session_id": "s", "type": "transcript", "payload": { "speaker": "A", "text": "…" } });
    ingest(
        &server,
        &[verdict("s", "z", &first), verdict("s", "a", &second), verdict("s", "m", &third), spoken],
    )
    .await?;
    ingest(&server, &[verdict("other", "x", &first)]).await?;

    let reply = server.get("/api/sessions/s/report?page_url=https://example.org/s").await?;
    let report = reply.json();
    assert_eq!(reply.status, StatusCode::OK, "{report}");
    let ids: Vec<&Value> =
        report["timeline"].as_array().expect("a timeline").iter().map(|entry| &entry["event_id"]).collect();
    assert_eq!(ids, ["a", "z", "m"], "in the order of the claims");
    assert_eq!(report["timeline"][0]["at_ms"], 5_000);
    assert_eq!(report["top_sources"], json!([{ "publisher": "BLS", "count": 2 }]));
    let speakers: Vec<(&Value, &Value)> = report["speakers"]
        .as_array()
        .expect("speakers")
        .iter()
        .map(|one| (&one["speaker"], &one["claims"]))
        .collect();
    assert_eq!(speakers, [(&json!("B"), &json!(1)), (&json!("A"), &json!(1)), (&Value::Null, &json!(1))]);
    assert_eq!(report["speakers"][1]["labels"]["True"], 1);
    let claim = &report["claims"][1];
    assert_eq!(claim["evidence"], evidence, "as it was ingested");
    assert_eq!(claim["warnings"], json!(["headline inflation"]));
    assert_eq!(
        claim["sources"],
        json!([{ "publisher": "BLS", "url": "https://www.bls.gov/cpi/", "as_of": "2025-01-15", "tier": "primary" }])
    );
    let summary = server.get("/api/sessions/s/summary").await?.json();
    for (report_s, summary_s) in [
        ("labels", "verdicts"),
        ("top_sources", "top_sources"),
        ("started_at", "first_event_at"),
        ("ended_at", "last_event_at"),
    ] {
        assert_eq!(report[report_s], summary[summary_s], "report and summary count alike");
    }
    let reviews = report["claim_reviews"].as_array().expect("reviews");
    assert_eq!(
        reviews[1]["itemReviewed"],
        json!({
            "@type": "Claim", "author": { "@type": "Person", "name": "A" },
            "appearance": { "@type": "CreativeWork", "url": "https://example.org/debate" },
        })
    );
    assert_eq!(reviews[1]["reviewRating"]["ratingValue"], 5);
    assert_eq!(reviews[1]["url"], "https://example.org/s#z");
    assert_eq!(reviews[0]["reviewRating"], json!({ "@type": "Rating", "alternateName": "Unverifiable" }));
    Ok(())
}

/// More than one page of the table, transcripts between the verdicts, and more verdicts than a report holds.
#[tokio::test]
async fn a_long_session_is_read_page_by_page_and_cut_where_the_report_ends() -> anyhow::Result<()> {
    const VERDICTS: usize = 2_010;
    let server = Server::start(&[]).await?;
    let events: Vec<Value> = (0..VERDICTS)
        .map(|index| {
            let payload = json!({ "claim": format!("c{index}"), "label": "Mixed", "confidence": 0.5, "timestamp": index });
            verdict("long", &format!("v{index:04}"), &payload)
        })
        .collect();
    ingest(&server, &events).await?;
    for index in 0..30 {
        // Thirty transcripts of 40 KB are more than the megabyte of one page, and one is as much as a call takes.
        let payload = json!({ "text": "é".repeat(20_000) });
        let event = json!({ "session_id": "long", "event_id": format!("t{index}"), "type": "transcript", "payload": payload });
        ingest(&server, &[event]).await?;
    }
    let report = server.get("/api/sessions/long/report").await?.json();
    let claims = report["claims"].as_array().expect("claims");
    assert_eq!((claims.len(), &report["truncated"]), (2_000, &json!(true)));
    assert_eq!(report["labels"]["Mixed"], VERDICTS, "the counts are of all");
    ingest(
        &server,
        &events[..30]
            .iter()
            .map(|event| {
                let mut event = event.clone();
                event["session_id"] = "short".into();
                event
            })
            .collect::<Vec<_>>(),
    )
    .await?;
    let report = server.get("/api/sessions/short/report").await?.json();
    assert_eq!(report["claims"].as_array().map(Vec::len), Some(30));
    assert_eq!(report["truncated"], false);
    Ok(())
}

#[tokio::test]
async fn the_report_reads_well_as_a_document() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let payload = json!({
        "speaker": "Candidate *A*", "claim": "Crime | fell\n## 17%", "label": "Mostly True", "confidence": 0.74,
        "rationale": "16.7 % found.", "sources": [{ "name": "Chicago PD", "url": "https://chicago.gov/x" }],
        "timestamp": 3_723_000,
    });
    ingest(&server, &[verdict("s", "v", &payload)]).await?;
    let note = json!({ "session_id": "s", "event_id": "v", "decision": "annotate", "note": "Until <September>.", "moderator": "Ada" });
    server.post("/api/sessions/moderate", &note).await?;
    let accept = [("accept", "text/markdown")];
    let reply = server.send(Method::GET, "/api/sessions/s/report", &accept, "").await?;
    assert_eq!(reply.header("content-type"), "text/markdown; charset=utf-8");
    let document = String::from_utf8(reply.bytes.to_vec())?;
    for part in [
        "# Fact check of session s\n",
        "| Mostly True | 1 |",
        "- **Candidate \\*A\\***: 1 checked: Mostly True 1",
        "### 01:02:03 — Mostly True (74 %)",
        "> Candidate \\*A\\*: Crime \\| fell \\#\\# 17%",
        "- [Chicago PD](<https://chicago.gov/x>)",
        "**Moderator's note** (Ada): Until \\<September\\>.",
    ] {
        assert!(document.contains(part), "{part}\n\n{document}");
    }
    Ok(())
}

#[tokio::test]
async fn what_cannot_be_asked_is_said() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let unknown = server.get("/api/sessions/never/report").await?;
    assert_eq!((unknown.status, unknown.error_code().as_str()), (StatusCode::NOT_FOUND, "NOT_FOUND"));
    let long = format!("https://example.org/{}", "a".repeat(500));
    for (query, pointer) in [
        ("page_url=javascript:alert(1)", "/page_url"),
        ("page_url=/relative", "/page_url"),
        (&*format!("page_url={long}"), "/page_url"),
        ("history=maybe", "/history"),
        ("colour=red", "/colour"),
    ] {
        let reply = server.get(&format!("/api/sessions/s/report?{query}")).await?;
        assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{query}");
        assert_eq!(reply.json()["error"]["details"]["pointer"], pointer, "{query}");
    }
    Ok(())
}
