//! The log: one JSON line for each call, nothing private in it, metrics where they are wanted.

use http::Method;
use serde_json::{Value, json};
use tests::Server;

const SECRET_WORDS: &str = "zanzibar marmalade inflation";

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("not JSON: {line}")))
        .collect()
}

async fn call_everything(server: &Server) -> anyhow::Result<()> {
    let headers = [("authorization", "Bearer hidden-token"), ("x-request-id", "debate-1")];
    for path in ["/api/tools/search_vectara", "/api/tools/search_web"] {
        server.send(Method::POST, path, &headers, json!({ "query": SECRET_WORDS }).to_string()).await?;
        server.send(Method::POST, path, &headers, json!({ SECRET_WORDS: 1 }).to_string()).await?;
    }
    server
        .send(
            Method::POST,
            "/api/tools/context_check",
            &headers,
            json!({ "claim": SECRET_WORDS }).to_string(),
        )
        .await?;
    let payload = json!({ "text": SECRET_WORDS });
    let event = json!({ "session_id": "s", "type": "transcript", "payload": payload });
    server.send(Method::POST, "/api/events/ingest", &headers, event.to_string()).await?;
    server.send(Method::GET, "/api/nowhere", &headers, "").await?;
    Ok(())
}

#[tokio::test]
async fn each_call_is_one_line_with_the_fields_operators_know() -> anyhow::Result<()> {
    let server = Server::start(&[("TRUTHY_TOKENS", "hidden-token")]).await?;
    call_everything(&server).await?;
    let log = lines(&server.log());
    let calls: Vec<&Value> = log.iter().filter(|line| line["request_id"] == "debate-1").collect();
    assert_eq!(calls.len(), 8, "seven calls, and one question to the authorizer: {log:?}");
    for call in &calls {
        for field in [
            "timestamp",
            "level",
            "message",
            "service",
            "route",
            "status",
            "duration_ms",
            "upstream_ms",
            "cold_start",
        ] {
            assert!(!call[field].is_null(), "{field}: {call}");
        }
    }
    let cold = calls.iter().filter(|call| call["cold_start"] == true).count();
    assert_eq!(cold, 1, "a process starts cold once");
    assert_eq!(
        (&calls[0]["service"], &calls[1]["service"]),
        (&json!("authorizer"), &json!("tools-search-vectara"))
    );
    assert_eq!(calls[1]["spoken"], SECRET_WORDS, "the query is logged where nothing forbids it");
    let failed = calls.iter().find(|call| call["status"] == 503).expect("no web search is configured");
    assert_eq!((&failed["level"], &failed["error.code"]), (&json!("ERROR"), &json!("BACKEND_UNAVAILABLE")));
    assert!(!server.log().contains("hidden-token"));
    assert!(!server.log().contains("marmalade\",\"payload"), "bodies are not logged");
    Ok(())
}

#[tokio::test]
async fn privacy_keeps_every_word_of_the_caller_out() -> anyhow::Result<()> {
    let server =
        Server::start(&[("TRUTHY_PRIVACY", "true"), ("TRUTHY_LOG", "debug"), ("TRUTHY_METRICS", "true")])
            .await?;
    call_everything(&server).await?;
    let log = server.log();
    assert!(lines(&log).len() >= 7);
    for word in SECRET_WORDS.split(' ') {
        assert!(!log.contains(word), "{word} in {log}");
        assert!(!server.stdout().contains(word));
    }
    Ok(())
}

#[tokio::test]
async fn metrics_are_written_where_they_are_wanted() -> anyhow::Result<()> {
    let server = Server::start(&[("TRUTHY_METRICS", "true")]).await?;
    server
        .post("/api/tools/search_vectara", &json!({ "query": "inflation", "freshness_days": 3660 }))
        .await?;
    server.get("/api/health").await?;
    // The line is written by another process: ask until it is there.
    let line = loop {
        if let Some(line) = server.stdout().lines().find(|line| line.contains("\"tools-search-vectara\"")) {
            break serde_json::from_str::<Value>(line)?;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(line["_aws"]["CloudWatchMetrics"][0]["Namespace"], "Truthy");
    assert!(
        line["Items"].as_u64().expect("a count") > 0
            && line["Latency"].is_number()
            && line["UpstreamLatency"].is_number()
    );
    assert_eq!(line["Errors"], 0);
    let silent = Server::start(&[]).await?;
    silent.get("/api/health").await?;
    assert!(!silent.stdout().contains("_aws"));
    Ok(())
}
