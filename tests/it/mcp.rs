//! The Model Context Protocol: what a client of it sees, by plain HTTP and with the official client.

use std::collections::BTreeSet;

use anyhow::ensure;
use http::{Method, StatusCode};
use serde_json::{Value, json};
use tests::{Reply, Server, workspace_root};

const MCP: &str = "/mcp";
const CLAIM: &str = "Violent crime in Chicago dropped 17% this year";

fn message(method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params })
}

/// The same message in the protocol without a handshake.
fn of_2026(method: &str, params: &Value) -> Value {
    let mut params = params.clone();
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
    });
    message(method, &params)
}

async fn ask_2026(server: &Server, method: &str, params: &Value) -> anyhow::Result<Reply> {
    let name = params["name"].as_str().or(params["uri"].as_str()).unwrap_or_default().to_owned();
    let headers =
        [("mcp-protocol-version", "2026-07-28"), ("mcp-method", method), ("mcp-name", name.as_str())];
    server.send(Method::POST, MCP, &headers, of_2026(method, params).to_string()).await
}

/// The result of a request that goes well.
async fn result(server: &Server, method: &str, params: &Value) -> anyhow::Result<Value> {
    let reply = server.post(MCP, &message(method, params)).await?;
    let mut answer = reply.json();
    ensure!(reply.status == StatusCode::OK && answer["id"] == 7, "{} {answer}", reply.status);
    ensure!(answer["jsonrpc"] == "2.0" && answer.get("error").is_none(), "{answer}");
    Ok(answer["result"].take())
}

/// The code of the error that a request ends with.
async fn error_code(server: &Server, method: &str, params: &Value) -> anyhow::Result<i64> {
    let answer = server.post(MCP, &message(method, params)).await?.json();
    Ok(answer["error"]["code"].as_i64().unwrap_or_default())
}

#[tokio::test]
async fn a_version_is_agreed_on() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    for (asked, agreed) in [
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        // Batches would have to be taken in the one, the other has no handshake, the third is unknown.
        ("2025-03-26", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
    ] {
        let params = json!({ "protocolVersion": asked, "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
        let reply = server.post(MCP, &message("initialize", &params)).await?;
        let result = &reply.json()["result"];
        assert_eq!(result["protocolVersion"], agreed, "{asked}");
        assert_eq!(result["serverInfo"]["name"], "truthy");
        assert!(
            result["capabilities"]["tools"].is_object() && result["capabilities"]["resources"].is_object()
        );
        assert_eq!(reply.header("mcp-session-id"), "", "there are no sessions");
        assert_eq!(reply.header("content-type"), "application/json; charset=utf-8");
    }
    let discovered = ask_2026(&server, "server/discover", &json!({})).await?;
    let versions = discovered.json()["result"]["supportedVersions"].clone();
    assert_eq!(versions, json!(["2025-06-18", "2025-11-25", "2026-07-28"]), "{}", discovered.json());
    Ok(())
}

#[tokio::test]
async fn the_transport_keeps_to_the_specification() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    assert_eq!(result(&server, "ping", &json!({})).await?, json!({}));
    let notification = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let accepted = server.post(MCP, &notification).await?;
    assert_eq!((accepted.status, accepted.bytes.len()), (StatusCode::ACCEPTED, 0));
    for method in [Method::GET, Method::DELETE] {
        let refused = server.send(method, MCP, &[("accept", "text/event-stream")], "").await?;
        assert_eq!((refused.status, refused.header("allow")), (StatusCode::METHOD_NOT_ALLOWED, "POST"));
    }
    let ping = message("ping", &json!({}));
    for (body, what) in [
        (json!([ping]).to_string(), "a batch"),
        ("{".to_owned(), "half a message"),
        (json!({ "id": 1, "method": "ping" }).to_string(), "no version of JSON-RPC"),
    ] {
        let refused = server.send(Method::POST, MCP, &[], body).await?;
        assert!(refused.status.is_client_error(), "{what}: {}", refused.status);
    }
    let unknown = server.send(Method::POST, MCP, &[("mcp-protocol-version", "1999-01-01")], ping.to_string());
    assert_eq!(unknown.await?.status, StatusCode::BAD_REQUEST);
    assert_eq!(error_code(&server, "nothing/there", &json!({})).await?, -32_601);
    assert_eq!(error_code(&server, "tools/call", &json!({ "name": "nothing" })).await?, -32_602);
    let large =
        message("tools/call", &json!({ "name": "verdict", "arguments": { "claim": "a".repeat(70_000) } }));
    assert_eq!(server.post(MCP, &large).await?.status, StatusCode::PAYLOAD_TOO_LARGE);
    Ok(())
}

/// The tools are those of the workspace, as `GET /api/tools?format=mcp` declares them, and with what they answer.
#[tokio::test]
async fn the_tools_are_the_declared_ones() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let listed = result(&server, "tools/list", &json!({})).await?;
    let mut tools = listed["tools"].as_array().cloned().unwrap_or_default();
    for tool in &mut tools {
        let schema = tool.as_object_mut().and_then(|tool| tool.remove("outputSchema")).unwrap_or_default();
        assert_eq!(schema["type"], "object", "{}", tool["name"]);
        jsonschema::draft202012::meta::validate(&schema).expect("a schema");
    }
    let names = |tools: &[Value]| -> BTreeSet<String> {
        tools.iter().map(|tool| tool["name"].as_str().unwrap_or_default().to_owned()).collect()
    };
    let workspace: BTreeSet<String> = (endpoints::all().iter())
        .filter_map(|endpoint| endpoint.tool.map(|tool| tool.name.to_owned()))
        .collect();
    assert_eq!(names(&tools), workspace, "a new tool belongs into functions/mcp, too");
    let declared = server.get("/api/tools?format=mcp").await?.json();
    for tool in declared["tools"].as_array().expect("tools") {
        let same = tools.iter().find(|one| one["name"] == tool["name"]);
        assert_eq!(same, Some(tool));
    }
    let modern = ask_2026(&server, "tools/list", &json!({})).await?.json();
    assert_eq!(modern["result"]["tools"].as_array().map(Vec::len), Some(workspace.len()), "{modern}");
    Ok(())
}

/// Called either way, a tool answers alike, and what it answers fits the schema it is declared with.
#[tokio::test]
async fn a_tool_answers_as_it_does_over_http() -> anyhow::Result<()> {
    let provider = crate::events::provider().await;
    let server = Server::start(&[("SEARXNG_BASE_URL", &provider.base_url())]).await?;
    let listed = result(&server, "tools/list", &json!({})).await?;
    let examples = crate::examples::load();
    for endpoint in endpoints::all() {
        let Some(tool) = endpoint.tool else { continue };
        let arguments = &examples[endpoint.name]["request"]["body"];
        let call = json!({ "name": tool.name, "arguments": arguments });
        let called = result(&server, "tools/call", &call).await?;
        let direct = server.post(endpoint.path, arguments).await?.json();
        assert_eq!(called["structuredContent"], direct, "{}", tool.name);
        assert_eq!(called["isError"], false);
        let text = called["content"][0]["text"].as_str().expect("text");
        assert_eq!(serde_json::from_str::<Value>(text)?, direct, "{}", tool.name);
        let declared = listed["tools"].as_array().into_iter().flatten().find(|one| one["name"] == tool.name);
        let schema = &declared.expect("declared")["outputSchema"];
        let misfit = jsonschema::draft202012::validate(schema, &direct).err().map(|error| error.to_string());
        assert_eq!(misfit, None, "{}: {direct}", tool.name);
        let modern = ask_2026(&server, "tools/call", &call).await?.json();
        assert_eq!(modern["result"]["structuredContent"], direct, "{modern}");
    }
    Ok(())
}

#[tokio::test]
async fn what_goes_wrong_with_a_tool_is_told_to_the_model() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    for (name, arguments, code, pointer) in [
        ("context_check", json!({}), "INVALID_ARGUMENT", json!("/claim")),
        ("context_check", json!({ "claim": "c", "extra": 1 }), "INVALID_ARGUMENT", json!("/extra")),
        ("verdict", json!({ "claim": "a".repeat(11_000) }), "PAYLOAD_TOO_LARGE", Value::Null),
        ("search_web", json!({ "query": "q" }), "BACKEND_UNAVAILABLE", Value::Null),
    ] {
        let call = json!({ "name": name, "arguments": arguments });
        let called = result(&server, "tools/call", &call).await?;
        assert_eq!(called["isError"], true, "{called}");
        assert_eq!(called.get("structuredContent"), None, "the output's schema is not that of errors");
        let text = called["content"][0]["text"].as_str().expect("text");
        let error = serde_json::from_str::<Value>(text)?["error"].take();
        assert_eq!((&error["code"], &error["details"]["pointer"]), (&json!(code), &pointer), "{error}");
        assert!(!error["message"].as_str().unwrap_or_default().is_empty());
    }
    Ok(())
}

#[tokio::test]
async fn a_session_is_a_resource() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let event = json!({ "session_id": "sess_1", "type": "claim", "payload": { "raw_text": CLAIM } });
    server.post("/api/events/ingest", &event).await?;
    let templates = result(&server, "resources/templates/list", &json!({})).await?;
    assert_eq!(templates["resourceTemplates"][0]["uriTemplate"], "truthy://sessions/{id}/summary");
    assert_eq!(result(&server, "resources/list", &json!({})).await?["resources"], json!([]));
    let address = "truthy://sessions/sess_1/summary";
    let read = result(&server, "resources/read", &json!({ "uri": address })).await?;
    let contents = &read["contents"][0];
    assert_eq!((&contents["uri"], &contents["mimeType"]), (&json!(address), &json!("application/json")));
    let summary: Value = serde_json::from_str(contents["text"].as_str().expect("text"))?;
    assert_eq!(summary, server.get("/api/sessions/sess_1/summary").await?.json());
    for (address, code) in [
        ("truthy://sessions/never_seen/summary", -32_002),
        ("truthy://sessions/sess_1/secret", -32_002),
        ("file:///etc/passwd", -32_002),
        ("truthy://sessions/a b/summary", -32_602),
    ] {
        assert_eq!(
            error_code(&server, "resources/read", &json!({ "uri": address })).await?,
            code,
            "{address}"
        );
    }
    let never = json!({ "uri": "truthy://sessions/never_seen/summary" });
    let modern = ask_2026(&server, "resources/read", &never).await?.json();
    assert_eq!(modern["error"]["code"], -32_602, "{modern}");
    Ok(())
}

#[tokio::test]
async fn a_page_of_another_site_gets_nothing_where_no_token_is_asked_for() -> anyhow::Result<()> {
    let list = message("tools/list", &json!({})).to_string();
    let open = Server::start(&[]).await?;
    for (origin, status) in [
        ("https://evil.example", StatusCode::FORBIDDEN),
        ("null", StatusCode::FORBIDDEN),
        ("http://localhost.evil.example:3000", StatusCode::FORBIDDEN),
        ("http://localhost:6274", StatusCode::OK),
        ("http://127.0.0.1:3000", StatusCode::OK),
        ("", StatusCode::OK),
    ] {
        let reply = open.send(Method::POST, MCP, &[("origin", origin)], list.clone()).await?;
        assert_eq!(reply.status, status, "{origin}");
    }
    let closed = Server::start(&[("TRUTHY_TOKENS", "client-token")]).await?;
    let refused = closed.post(MCP, &message("tools/list", &json!({}))).await?;
    assert_eq!((refused.status, refused.header("www-authenticate")), (StatusCode::UNAUTHORIZED, "Bearer"));
    let headers = [("authorization", "Bearer client-token"), ("origin", "https://app.example")];
    assert_eq!(closed.send(Method::POST, MCP, &headers, list).await?.status, StatusCode::OK);
    Ok(())
}

/// Whoever calls tools over the protocol has a tool's rate, and each call is one line for the message and one for the tool.
#[tokio::test]
async fn calls_are_limited_and_logged() -> anyhow::Result<()> {
    let server = Server::start(&[("TRUTHY_RATE_LIMIT", "1/10")]).await?;
    let call = message("tools/call", &json!({ "name": "context_check", "arguments": { "claim": CLAIM } }));
    let first = server.send(Method::POST, MCP, &[("x-request-id", "call-1")], call.to_string()).await?;
    assert_eq!(first.status, StatusCode::OK);
    let log = server.log();
    let lines: Vec<Value> = log.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let services: Vec<&str> = (lines.iter())
        .filter(|line| line["request_id"] == "call-1")
        .filter_map(|line| line["route"].as_str())
        .collect();
    assert_eq!(services, ["/api/tools/context_check", "/mcp"], "{log}");
    let mut refused = 0;
    for _ in 0..14 {
        let reply = server.post(MCP, &message("ping", &json!({}))).await?;
        refused += usize::from(reply.status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(refused > 0, "a burst of ten is all there is");
    Ok(())
}

/// What the official client must have seen.
fn check_client(seen: &Value) -> anyhow::Result<()> {
    for (mode, version, unknown) in [("legacy", "2025-11-25", -32_002), ("auto", "2026-07-28", -32_602)] {
        let seen = &seen[mode];
        ensure!(seen["version"] == version && seen["server"] == "truthy", "{seen}");
        let names: BTreeSet<&str> =
            seen["tools"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let workspace: BTreeSet<&str> =
            endpoints::all().iter().filter_map(|endpoint| endpoint.tool.map(|tool| tool.name)).collect();
        ensure!(names == workspace && seen["output_schemas"] == workspace.len(), "{seen}");
        ensure!(seen["structured"]["ok"] == true && seen["is_error"] == json!([false, true]), "{seen}");
        ensure!(seen["bad"].as_str().is_some_and(|text| text.contains("INVALID_ARGUMENT")), "{seen}");
        ensure!(seen["templates"] == json!(["truthy://sessions/{id}/summary"]), "{seen}");
        ensure!(seen["resources"] == 0 && seen["unknown"] == unknown, "{seen}");
        ensure!(seen["summary"]["verdicts"]["Mostly True"] == 1, "{seen}");
    }
    Ok(())
}

/// Talks to the server at `address` with the official client, in both eras of the protocol. The session `known` has one
/// verdict, Mostly True.
#[expect(clippy::disallowed_methods, reason = "a test's own switch: the Python that has the client")]
pub(crate) async fn official_client(address: &str, headers: &[(&str, &str)]) -> anyhow::Result<()> {
    let python = std::env::var("MCP_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let script = workspace_root().join("tests/it/mcp_client.py");
    let headers = headers.iter().map(|(name, value)| format!("{name}={value}"));
    let run =
        tokio::process::Command::new(python).arg(script).args([address, "known"]).args(headers).output();
    let output = run.await?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    check_client(&serde_json::from_slice(&output.stdout)?)
}

#[tokio::test]
#[ignore = "needs the MCP SDK; .ci/run has it"]
async fn the_official_client_lists_and_calls() -> anyhow::Result<()> {
    let server = Server::start(&[("TRUTHY_TOKENS", "client-token")]).await?;
    let bearer = [("authorization", "Bearer client-token")];
    let payload = crate::events::known_event().payload;
    let event = json!({ "session_id": "known", "event_id": "e1", "type": "verdict", "payload": payload });
    let stored = server.send(Method::POST, "/api/events/ingest", &bearer, event.to_string()).await?;
    ensure!(stored.status == StatusCode::ACCEPTED, "{}", stored.json());
    official_client(&format!("http://{}/mcp", server.address()), &bearer).await
}
