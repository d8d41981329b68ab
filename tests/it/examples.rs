//! The examples of the API documents: each request is sent, each answer is the one that comes back.

use std::collections::BTreeMap;
use std::fs;

use http::Method;
use serde_json::{Value, json};
use testkit::upstream::{Answer, Upstream};
use tests::{Server, assert_golden, workspace_root};
use web::Endpoint;

/// Parts of answers that depend on the time or place of the call: the example's own stand in the documents.
const CHANGING: [(&str, &str); 17] = [
    ("health", "/timestamp"),
    ("live-token", "/expires_at"),
    ("live-token", "/new_session_expires_at"),
    ("live-token", "/url"),
    ("query", "/metadata/latencyMs"),
    ("health", "/uptime"),
    ("sessions-moderate", "/at"),
    ("sessions-report", "/started_at"),
    ("sessions-report", "/ended_at"),
    ("sessions-report", "/claims/0/moderation/at"),
    ("sessions-report", "/claims/0/moderation_history/0/at"),
    ("sessions-report", "/claim_reviews/0/datePublished"),
    ("sessions-summary", "/first_event_at"),
    ("sessions-summary", "/last_event_at"),
    // Evidence loses weight as it ages.
    ("tools-search-vectara", "/items/0/score"),
    ("tools-search-vectara", "/items/1/score"),
    ("tools-search-web", "/items/0/score"),
];

/// The examples as they are checked in, by function.
pub(crate) fn load() -> BTreeMap<String, Value> {
    let read = |name: &str| {
        let path = format!("functions/{name}/example.json");
        let text = fs::read_to_string(workspace_root().join(&path))
            .unwrap_or_else(|error| panic!("{path}: {error}"));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    endpoints::all().iter().map(|endpoint| (endpoint.name.to_owned(), read(endpoint.name))).collect()
}

/// A web search provider that knows one page.
async fn provider() -> Upstream {
    let results = json!([{
        "title": "Consumer Price Index",
        "url": "https://www.bls.gov/news.release/archives/cpi_01152025.htm",
        "content": "The all items index rose 2.9 percent for the 12 months ending December 2024, before seasonal \
                    adjustment.",
        "score": 0.9,
        "published_date": "Wed, 15 Jan 2025 13:30:00 GMT",
    }]);
    Upstream::start(vec![Answer::json(
        200,
        &json!({ "query": "q", "results": results, "response_time": "1.2" }),
    )])
    .await
}

/// Gemini, as far as it mints tokens.
async fn mint() -> Upstream {
    Upstream::start(vec![Answer::json(200, &json!({ "name": "auth_tokens/7c3f9e" }))]).await
}

/// The path of an example's request, with its query.
fn target(endpoint: &Endpoint, request: &Value) -> String {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let pairs = |part: &str| request[part].as_object().cloned().unwrap_or_default();
    let path = pairs("path").iter().fold(endpoint.path.to_owned(), |path, (name, value)| {
        path.replace(&format!("{{{name}}}"), &text(value))
    });
    let query: Vec<String> =
        pairs("query").iter().map(|(name, value)| format!("{name}={}", text(value))).collect();
    format!("{path}?{}", query.join("&"))
}

async fn send(
    server: &Server,
    endpoint: &Endpoint,
    request: &Value,
    accept: &str,
) -> anyhow::Result<tests::Reply> {
    let body = if endpoint.method == Method::GET { String::new() } else { request["body"].to_string() };
    let headers = [("accept", accept)];
    server.send(endpoint.method.clone(), &target(endpoint, request), &headers, body).await
}

/// Puts the example's own value where the answer depends on time or place; the text in between is changed with it.
fn settle(name: &str, answer: &mut Value, markdown: &mut String, example: &Value) {
    for (_, pointer) in CHANGING.iter().filter(|(function, _)| *function == name) {
        let found = answer.pointer_mut(pointer).unwrap_or_else(|| panic!("{name} answers without {pointer}"));
        if let Some(kept) = example.pointer(pointer) {
            if let (Some(found), Some(kept)) = (found.as_str(), kept.as_str()) {
                *markdown = markdown.replace(found, kept);
            }
            *found = kept.clone();
        }
    }
}

/// In the order of the folders: what `events-ingest` stores, `sessions-moderate` decides about, and the others sum up.
#[tokio::test]
async fn every_example_is_a_real_answer() -> anyhow::Result<()> {
    let provider = provider().await;
    let base = provider.base_url();
    let mint = mint().await;
    let mint = mint.base_url();
    let environment = [
        ("TAVILY_API_KEY", "key"),
        ("TAVILY_BASE_URL", base.as_str()),
        ("GEMINI_API_KEY", "key"),
        ("GEMINI_BASE_URL", mint.as_str()),
        // Sessions only: no model judges or answers here.
        ("TRUTHY_MODELS", "groq"),
    ];
    let server = Server::start(&environment).await?;
    let mut examples = load();
    for endpoint in endpoints::all() {
        let name = endpoint.name;
        let example = examples.remove(name).unwrap_or_default();
        let reply = send(&server, &endpoint, &example["request"], "application/json").await?;
        if endpoint.file.is_some() {
            assert_eq!(reply.status, endpoint.success, "{name}");
            continue;
        }
        let mut body = reply.json();
        assert_eq!(reply.status, endpoint.success, "{name}: {body}");
        let schema = format!(
            "/paths/{}/{}/responses/{}",
            escape(endpoint.path),
            method(&endpoint),
            reply.status.as_u16()
        );
        crate::openapi::assert_fits(&format!("{schema}/content/application~1json/schema"), &body, name);
        let mut markdown = String::new();
        if endpoint.markdown {
            let report = send(&server, &endpoint, &example["request"], "text/markdown").await?;
            assert_eq!(report.header("content-type"), "text/markdown; charset=utf-8", "{name}");
            markdown = String::from_utf8(report.bytes.to_vec())?;
        }
        settle(name, &mut body, &mut markdown, &example["response"]["body"]);
        let mut response = json!({ "status": reply.status.as_u16(), "body": body });
        if endpoint.markdown {
            response["markdown"] = markdown.into();
        }
        let real = json!({ "request": example["request"], "response": response });
        assert_golden(&format!("functions/{name}/example.json"), &format!("{real:#}\n"));
    }
    Ok(())
}

#[test]
fn every_request_and_answer_fits_its_schema() {
    let examples = load();
    for endpoint in endpoints::all().into_iter().filter(|endpoint| endpoint.file.is_none()) {
        let (name, example) = (endpoint.name, &examples[endpoint.name]);
        let operation = format!("/paths/{}/{}", escape(endpoint.path), method(&endpoint));
        if endpoint.method == Method::POST {
            let schema = format!("{operation}/requestBody/content/application~1json/schema");
            crate::openapi::assert_fits(&schema, &example["request"]["body"], name);
        }
        let content = format!("{operation}/responses/{}/content", example["response"]["status"]);
        crate::openapi::assert_fits(
            &format!("{content}/application~1json/schema"),
            &example["response"]["body"],
            name,
        );
        let parameters = crate::openapi::document().pointer(&format!("{operation}/parameters")).cloned();
        for (index, parameter) in parameters.unwrap_or_default().as_array().into_iter().flatten().enumerate()
        {
            if let Some(value) = parameter.get("example") {
                crate::openapi::assert_fits(&format!("{operation}/parameters/{index}/schema"), value, name);
            }
        }
    }
}

fn method(endpoint: &Endpoint) -> String {
    endpoint.method.as_str().to_ascii_lowercase()
}

/// One segment of a JSON pointer.
fn escape(path: &str) -> String {
    path.replace('~', "~0").replace('/', "~1")
}
