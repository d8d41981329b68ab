//! The error model: every way a call can fail, on every path.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use tests::{Reply, Server};

const SEARCH: &str = "/api/tools/search_vectara";

/// Checks that a reply is the error model with this code, and the headers every answer carries.
fn assert_failure(reply: &Reply, status: u16, code: &str) -> Value {
    let body = reply.json();
    assert_eq!((reply.status.as_u16(), reply.error_code().as_str()), (status, code), "{body}");
    assert_eq!(body.as_object().expect("an object").keys().collect::<Vec<_>>(), ["error"]);
    assert!(!body["error"]["message"].as_str().expect("a message").is_empty());
    assert_eq!(reply.header("content-type"), "application/json; charset=utf-8");
    assert_eq!(reply.header("cache-control"), "no-store");
    assert_eq!(reply.header("access-control-allow-origin"), "*");
    assert!(!reply.header("x-request-id").is_empty());
    body["error"]["details"].clone()
}

#[tokio::test]
async fn inputs_that_break_the_schema_name_the_place() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let web = "/api/tools/search_web";
    let context = "/api/tools/context_check";
    let detect = "/api/tools/detect_claims";
    let ingest = "/api/events/ingest";
    let table = [
        (SEARCH, json!({}), "/query"),
        (SEARCH, json!({ "query": 5 }), "/query"),
        (SEARCH, json!({ "query": " " }), "/query"),
        (SEARCH, json!({ "query": "a".repeat(2_001) }), "/query"),
        (SEARCH, json!({ "query": "a", "top_k": 0 }), "/top_k"),
        (SEARCH, json!({ "query": "a", "top_k": 11 }), "/top_k"),
        (SEARCH, json!({ "query": "a", "top_k": 2.5 }), "/top_k"),
        (SEARCH, json!({ "query": "a", "top_k": "5" }), "/top_k"),
        (SEARCH, json!({ "query": "a", "top_k": null }), "/top_k"),
        (SEARCH, json!({ "query": "a", "freshness_days": 0 }), "/freshness_days"),
        (SEARCH, json!({ "query": "a", "freshness_days": 3661 }), "/freshness_days"),
        (SEARCH, json!({ "query": "a", "filters": { "publisher_tier": "top" } }), "/filters/publisher_tier"),
        (SEARCH, json!({ "query": "a", "filters": { "tier": "any" } }), "/filters/tier"),
        (SEARCH, json!({ "query": "a", "filters": [] }), "/filters"),
        (SEARCH, json!({ "query": "a", "recency_days": 1 }), "/recency_days"),
        (SEARCH, json!([]), ""),
        (web, json!({ "query": "a", "recency_days": 0 }), "/recency_days"),
        (web, json!({ "query": "a", "allowlist": "bls.gov" }), "/allowlist"),
        (web, json!({ "query": "a", "allowlist": ["bls.gov", "http://x"] }), "/allowlist/1"),
        (web, json!({ "query": "a", "filters": {} }), "/filters"),
        (context, json!({ "expected": {} }), "/claim"),
        (context, json!({ "claim": "a", "expected": { "place": "x" } }), "/expected/place"),
        (context, json!({ "claim": "a", "expected": { "metric": 1 } }), "/expected/metric"),
        (detect, json!({ "speaker": "a" }), "/text"),
        (detect, json!({ "text": " " }), "/text"),
        (detect, json!({ "text": "a", "min_priority": 1.5 }), "/min_priority"),
        (detect, json!({ "text": "a", "min_priority": "high" }), "/min_priority"),
        (detect, json!({ "text": "a", "speaker": " " }), "/speaker"),
        (detect, json!({ "text": "a", "preceding": vec![json!({ "text": "b" }); 21] }), "/preceding"),
        (detect, json!({ "text": "a", "preceding": [["b", "c"]] }), "/preceding/0"),
        (detect, json!({ "text": "a", "preceding": [{ "speaker": "b" }] }), "/preceding/0/text"),
        (detect, json!({ "text": "a", "lines": [] }), "/lines"),
        (ingest, json!({ "type": "claim", "payload": { "raw_text": "x" } }), "/session_id"),
        (ingest, json!({ "session_id": "s", "type": "note", "payload": {} }), "/type"),
        (ingest, json!({ "session_id": "s", "type": "claim" }), "/payload"),
        (ingest, json!({ "session_id": "s", "type": "claim", "payload": { "raw_text": "x" }, "x": 1 }), "/x"),
        (ingest, json!("text"), ""),
    ];
    for (path, body, pointer) in table {
        let details = assert_failure(&server.post(path, &body).await?, 422, "INVALID_ARGUMENT");
        assert_eq!(details["pointer"], pointer, "{body}");
        assert!(!details["reason"].as_str().expect("a reason").is_empty());
    }
    let details = assert_failure(
        &server.post(SEARCH, &json!({ "query": "a", "filters": { "publisher_tier": "top" } })).await?,
        422,
        "INVALID_ARGUMENT",
    );
    assert_eq!(details["allowed"], json!(["primary", "secondary", "analysis", "any"]));
    Ok(())
}

#[tokio::test]
async fn an_unknown_label_lists_the_six() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let payload = json!({ "claim": "c", "label": "Half True", "confidence": 0.5 });
    let event = json!({ "session_id": "s", "type": "verdict", "payload": payload });
    let details = assert_failure(&server.post("/api/events/ingest", &event).await?, 422, "INVALID_ARGUMENT");
    let six = json!(["True", "Mostly True", "Mixed", "Mostly False", "False", "Unverifiable"]);
    assert_eq!((&details["pointer"], &details["allowed"]), (&json!("/payload/label"), &six));
    assert_eq!(
        server.get("/api/sessions/s/summary").await?.status,
        StatusCode::NOT_FOUND,
        "nothing is half-written"
    );
    Ok(())
}

#[tokio::test]
async fn bodies_that_are_not_json_are_refused() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let bodies: [(&[u8], &str); 5] = [
        (b"", "empty"),
        (b"{\"", "ends too early"),
        (b"query=a", "not valid JSON"),
        (b"{,}", "not valid JSON"),
        (b"{\"query\":\"\xff\xfe\"}", "UTF-8"),
    ];
    for path in [
        SEARCH,
        "/api/tools/search_web",
        "/api/tools/context_check",
        "/api/tools/detect_claims",
        "/api/events/ingest",
    ] {
        for (body, words) in bodies {
            let reply = server.send(Method::POST, path, &[], body.to_vec()).await?;
            assert_failure(&reply, 422, "INVALID_ARGUMENT");
            let message = reply.json()["error"]["message"].to_string();
            assert!(message.contains(words), "{path} {words}: {message}");
        }
        // Where a text is expected, the first bracket is the mistake; where anything is, the depth is.
        let deep = format!("{{\"payload\":{}1{}}}", "[".repeat(4_000), "]".repeat(4_000));
        let reply = server.send(Method::POST, path, &[], deep).await?;
        assert_failure(&reply, 422, "INVALID_ARGUMENT");
        assert_eq!(reply.json().to_string().contains("nested too deeply"), path == "/api/events/ingest");
    }
    Ok(())
}

#[tokio::test]
async fn the_content_type_must_be_json() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    for content_type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "é"] {
        let headers = [("content-type", content_type)];
        let reply = server.send(Method::POST, SEARCH, &headers, r#"{"query":"a"}"#).await?;
        assert_failure(&reply, 422, "INVALID_ARGUMENT");
    }
    for content_type in ["application/json; charset=utf-8", "APPLICATION/JSON", "application/ld+json", ""] {
        let headers = [("content-type", content_type)];
        let reply = server.send(Method::POST, SEARCH, &headers, r#"{"query":"a"}"#).await?;
        assert_eq!(reply.status, StatusCode::OK, "{content_type}");
    }
    Ok(())
}

#[tokio::test]
async fn bodies_over_the_limit_are_refused_whole() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let body = json!({ "query": "a".repeat(10 * 1_024) });
    let details = assert_failure(&server.post(SEARCH, &body).await?, 413, "PAYLOAD_TOO_LARGE");
    assert_eq!(details["limit_bytes"], 10 * 1_024);
    let megabytes = json!({ "query": "a".repeat(5 * 1_024 * 1_024) });
    assert_failure(&server.post(SEARCH, &megabytes).await?, 413, "PAYLOAD_TOO_LARGE");
    let event = |size: usize| json!({ "session_id": "s", "type": "claim", "payload": { "raw_text": "x", "more": "a".repeat(size) } });
    let reply = server.post("/api/events/ingest", &event(64 * 1_024)).await?;
    assert_failure(&reply, 413, "PAYLOAD_TOO_LARGE");
    assert_eq!(server.get("/api/sessions/s/summary").await?.status, StatusCode::NOT_FOUND);
    assert_eq!(server.post("/api/events/ingest", &event(60 * 1_024)).await?.status, StatusCode::ACCEPTED);
    Ok(())
}

#[tokio::test]
async fn unknown_routes_and_wrong_methods_answer_in_the_same_model() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    for path in [
        "/nothing",
        "/api",
        "/api/tools/search",
        "/api/tools/",
        "/api/sessions//summary",
        "/api/sessions/a/b/summary",
    ] {
        assert_failure(&server.get(path).await?, 404, "NOT_FOUND");
        assert_failure(&server.post(path, &json!({})).await?, 404, "NOT_FOUND");
    }
    for (method, path, allow) in [
        (Method::GET, SEARCH, "POST"),
        (Method::DELETE, "/api/events/ingest", "POST"),
        (Method::POST, "/api/health", "GET"),
        (Method::PUT, "/api/sessions/s/summary", "GET"),
        (Method::PATCH, "/api/tools", "GET"),
    ] {
        let reply = server.send(method, path, &[], "{}").await?;
        assert_failure(&reply, 405, "METHOD_NOT_ALLOWED");
        assert_eq!(reply.header("allow"), allow);
    }
    assert_failure(&server.get("/api/sessions/never_seen/summary").await?, 404, "NOT_FOUND");
    assert_failure(&server.get("/api/sessions/a%20b/summary").await?, 422, "INVALID_ARGUMENT");
    assert_failure(&server.get("/api/sessions/s/summary?top=0").await?, 422, "INVALID_ARGUMENT");
    assert_failure(&server.get("/api/sessions/s/summary?colour=red").await?, 422, "INVALID_ARGUMENT");
    assert_failure(&server.get("/api/health?deep=perhaps").await?, 422, "INVALID_ARGUMENT");
    assert_failure(&server.get("/api/tools?format=yaml").await?, 422, "INVALID_ARGUMENT");
    Ok(())
}

#[tokio::test]
async fn an_unconfigured_web_search_names_the_variables() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let reply = server.post("/api/tools/search_web", &json!({ "query": "US CPI 2024" })).await?;
    let details = assert_failure(&reply, 503, "BACKEND_UNAVAILABLE");
    let message = reply.json()["error"]["message"].to_string();
    for name in
        ["TAVILY_API_KEY", "BRAVE_API_KEY", "EXA_API_KEY", "SEARXNG_BASE_URL", "GOOGLE_FACT_CHECK_API_KEY"]
    {
        assert!(message.contains(name), "{message}");
    }
    assert_eq!(details["request_id"], reply.header("x-request-id"));
    Ok(())
}

#[tokio::test]
async fn request_ids_come_back_and_browsers_may_call() -> anyhow::Result<()> {
    let server = Server::start(&[("TRUTHY_TOKENS", "secret")]).await?;
    let id = [("x-request-id", "debate-7"), ("authorization", "Bearer secret")];
    let reply = server.send(Method::POST, SEARCH, &id, r#"{"query":"a"}"#).await?;
    assert_eq!(reply.header("x-request-id"), "debate-7");
    let forged = [("x-request-id", "a b\tc"), ("authorization", "Bearer secret")];
    let reply = server.send(Method::POST, SEARCH, &forged, r#"{"query":"a"}"#).await?;
    assert_eq!(reply.header("x-request-id").len(), 36);
    // A preflight carries no token.
    for path in [SEARCH, "/api/events/ingest", "/api/sessions/s/summary", "/api/health"] {
        let origin = [("origin", "https://example.org"), ("access-control-request-method", "POST")];
        let reply = server.send(Method::OPTIONS, path, &origin, "").await?;
        assert_eq!(
            (reply.status, reply.header("access-control-allow-origin")),
            (StatusCode::NO_CONTENT, "*"),
            "{path}"
        );
        assert!(reply.header("access-control-allow-headers").contains("X-Session-Id"));
        assert!(reply.header("access-control-allow-methods").contains("OPTIONS"));
    }
    Ok(())
}
