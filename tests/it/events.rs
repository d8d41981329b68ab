//! Every event of the corpus through the real binary, over the Runtime API.

use std::collections::{BTreeMap, BTreeSet};

use evidence::Label;
use jiff::Timestamp;
use serde_json::{Value, json};
use settings::Clock;
use store::{Event, EventKind, TokenRecord};
use testkit::events::{Case, load, matches};
use testkit::runtime_api::{Posted, Sandbox};
use testkit::upstream::{Answer, Upstream};
use tests::{binary, workspace_root};
use web::Credential;

/// What a function answered, in the form of the expectations.
///
/// An authorizer's answer is no HTTP response: it counts as a 200 with the answer as its body, and a failed
/// invocation, which is how it refuses, as a 500.
fn answered(posted: &Posted) -> Value {
    let response = match posted {
        Posted::Response(response) if response["statusCode"].is_u64() => response,
        Posted::Response(answer) => return json!({ "status": 200, "body": answer }),
        Posted::Error(error) => return json!({ "status": 500, "body": error }),
        Posted::Streamed(head, body) => return json!({ "status": head["statusCode"], "body": body }),
    };
    let text = response["body"].as_str().unwrap_or_default();
    let several = response["multiValueHeaders"].as_object().filter(|headers| !headers.is_empty());
    let headers = several.or(response["headers"].as_object());
    let headers: BTreeMap<&String, &Value> =
        headers.into_iter().flatten().map(|(name, value)| (name, value.get(0).unwrap_or(value))).collect();
    json!({
        "status": response["statusCode"],
        "headers": headers,
        "body": serde_json::from_str::<Value>(text).unwrap_or_else(|_| text.into()),
    })
}

/// The one event of the session `known`, which the cases of the sessions ask for.
pub(crate) fn known_event() -> Event {
    let payload = json!({
        "speaker": "A", "claim": "Violent crime in Chicago dropped 17% this year", "label": "Mostly True",
        "confidence": 0.74, "rationale": "16.7 % found, 17 % said: within rounding", "timestamp": 93_500,
        "sources": [{
            "name": "Chicago PD", "url": "https://www.chicagopolice.org/statistics-data/", "as_of": "2025-09-30",
        }],
    });
    Event {
        session_id: "known".to_owned(),
        event_id: "e1".to_owned(),
        kind: EventKind::Verdict(Label::MostlyTrue),
        publishers: BTreeSet::from(["Chicago PD".to_owned()]),
        payload,
    }
}

/// A token of the table, which the authorizer's cases show.
fn token(token: &str, expires_at: Option<Timestamp>) -> TokenRecord {
    TokenRecord {
        digest: Credential::new(token).digest(),
        name: token.to_owned(),
        created_at: Timestamp::UNIX_EPOCH,
        expires_at,
        usage_key: "usage-key-of-the-table".to_owned(),
        usage_key_id: None,
    }
}

/// The case that `function` answers where it runs with SearXNG alone for a provider.
pub(crate) fn case_with_web_search(function: &str) -> &'static str {
    if function == "live-token" { NOT_CONFIGURED } else { "ok" }
}

/// Name of the cases whose function has no provider to ask.
const NOT_CONFIGURED: &str = "not-configured";

/// A web search that always finds the same page.
pub(crate) async fn provider() -> Upstream {
    let found = json!({ "results": [{
        "title": "Consumer Price Index", "url": "https://www.bls.gov/cpi/", "publishedDate": "2025-01-15",
        "content": "The all items index rose 2.9 percent for the 12 months ending December 2024.",
    }] });
    Upstream::start(vec![Answer::json(200, &found)]).await
}

async fn run(function: &str, cases: &[&Case]) -> anyhow::Result<Vec<String>> {
    let (endpoint, store, _database) = tests::table::in_memory(Clock::System).await?;
    if function.starts_with("sessions-") || function == "mcp" {
        store.ingest(&known_event()).await?;
    }
    if function == "authorizer" {
        store.put_token(&token("table-token", None)).await?;
        store.put_token(&token("expired-token", Some(Timestamp::UNIX_EPOCH))).await?;
    }
    let provider = provider().await;
    let provider = provider.base_url();
    let mint = Upstream::start(vec![Answer::json(200, &json!({ "name": "auth_tokens/abc" }))]).await;
    let mint = mint.base_url();
    let environment = [
        ("AWS_ENDPOINT_URL_DYNAMODB", endpoint.as_str()),
        ("TRUTHY_TOKENS", "event-token"),
        ("TRUTHY_USAGE_KEY", "deployment-usage-key"),
        ("SEARXNG_BASE_URL", provider.as_str()),
        ("GEMINI_API_KEY", "key"),
        ("GEMINI_BASE_URL", mint.as_str()),
    ];
    // Only those that are about a provider have one: what is expected of the others knows of none.
    let bare = &environment[..3];
    let configured =
        if ["tools-search-web", "live-token"].contains(&function) { &environment[..] } else { bare };
    let mut mistakes = answer_all(function, cases, |case| case.name != NOT_CONFIGURED, configured).await?;
    mistakes.extend(answer_all(function, cases, |case| case.name == NOT_CONFIGURED, bare).await?);
    Ok(mistakes)
}

/// Hands those of `cases` that are `wanted` to one sandbox, and says which were answered otherwise than expected.
async fn answer_all(
    function: &str,
    cases: &[&Case],
    wanted: impl Fn(&Case) -> bool,
    environment: &[(&str, &str)],
) -> anyhow::Result<Vec<String>> {
    let mut mistakes = Vec::new();
    let mut cases = cases.iter().filter(|case| wanted(case)).peekable();
    if cases.peek().is_none() {
        return Ok(mistakes);
    }
    let mut sandbox = Sandbox::start(&binary(function), environment).await?;
    for case in cases {
        match sandbox.invoke(case.event.clone()).await {
            Some(posted) => {
                if let Err(mistake) = matches(&answered(&posted), &case.expected) {
                    mistakes.push(format!("{function}/{}: {mistake}", case.name));
                }
            }
            None => mistakes.push(format!("{function}/{}: no answer", case.name)),
        }
    }
    let log = sandbox.stop().await;
    if !log.lines().all(|line| line.is_empty() || serde_json::from_str::<Value>(line).is_ok()) {
        mistakes.push(format!("{function} logs something that is not JSON: {log}"));
    }
    Ok(mistakes)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_event_gets_its_answer_from_the_real_binary() -> anyhow::Result<()> {
    let cases = load(&workspace_root().join("events"))?;
    let mut by_function: BTreeMap<&str, Vec<&Case>> = BTreeMap::new();
    for case in &cases {
        by_function.entry(&case.function).or_default().push(case);
    }
    let mut mistakes = Vec::new();
    for (function, cases) in by_function {
        mistakes.extend(run(function, &cases).await?);
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
    Ok(())
}

#[tokio::test]
async fn a_function_survives_an_event_it_cannot_read() -> anyhow::Result<()> {
    let mut sandbox = Sandbox::start(&binary("tools-context-check"), &[]).await?;
    let failed = sandbox.invoke(json!({ "Records": [] })).await;
    assert!(matches!(failed, Some(Posted::Error(_))), "{failed:?}");
    let event = json!({
        "version": "2.0", "routeKey": "$default", "rawPath": "/api/tools/context_check", "rawQueryString": "",
        "headers": { "content-type": "application/json" },
        "requestContext": {
            "accountId": "1", "apiId": "a", "domainName": "d", "domainPrefix": "d", "requestId": "r", "routeKey": "$default",
            "stage": "$default", "time": "12/Mar/2026:19:03:58 +0000", "timeEpoch": 1_583_348_638_390_i64,
            "http": { "method": "POST", "path": "/api/tools/context_check", "protocol": "HTTP/1.1", "sourceIp": "1.1.1.1", "userAgent": "x" },
        },
        "body": "{\"claim\":\"Crime is down\"}", "isBase64Encoded": false,
    });
    let answered = sandbox.invoke(event).await;
    assert!(
        matches!(&answered, Some(Posted::Response(response)) if response["statusCode"] == 200),
        "{answered:?}"
    );
    Ok(())
}
