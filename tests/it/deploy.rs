//! The shipped template, deployed by README's command to an emulated account and called there.
//!
//! What the emulator does otherwise than AWS, and where that is covered instead:
//! - It does not ask the authorizer for the key (`ApiKeySourceType: AUTHORIZER`): callers here send `x-api-key`, too.
//!   That tokens bring their keys is tested on the local server and in the authorizer's own tests.
//! - It stores a usage plan's limits for each method as `CloudFormation` spells them and so does not apply them:
//!   [`Stack::apply_throttles`] writes what was deployed back in the spelling of its own API.
//! - It does not ask whether the gateway may call a function, nor what a role allows: `template.rs` reads both.
//! - It cannot pass on an answer as it is made (500), so streaming is off: `streaming.rs` does that over the Runtime API.
//! - It deploys no budget and no firewall's association: both are off by default, linters read them.
//! - Methods are live before a deployment: `template.rs` reads that the deployment waits for all of them.
//! - Alarms over several metrics are beyond it, so the template has none.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context, ensure};
use endpoints::template::{self, Throttle};
use futures_util::future::join_all;
use http::Method;
use serde_json::{Value, json};
use testkit::events::{Case, load, matches};
use tests::emulator::{Emulator, eventually};
use tests::{Reply, request, workspace_root};

/// The token of the first caller.
const TOKEN: &str = "first-token-of-the-emulator";
/// How long something may take to come about. A bound, not an expectation.
const PATIENCE: Duration = Duration::from_mins(1);

/// A caller: a token, and here the key that belongs to it.
struct Caller<'a> {
    token: &'a str,
    key: &'a str,
}

/// The stack in the emulator.
struct Stack<'a> {
    emulator: &'a Emulator,
    outputs: BTreeMap<String, String>,
}

impl<'a> Stack<'a> {
    /// README's command, with these parameters beside those of a test.
    async fn deploy(emulator: &'a Emulator, parameters: &[&str]) -> anyhow::Result<Self> {
        let first = format!("FirstToken={TOKEN}");
        let mut arguments =
            vec!["deploy", "--parameter-overrides", &first, "Architecture=x86_64", "ResponseStreaming=false"];
        arguments.extend(parameters);
        emulator.sam(&arguments).await?;
        let listed =
            emulator.sam(&["list", "stack-outputs", "--stack-name", "truthy", "--output", "json"]).await?;
        let listed = listed.find('[').and_then(|start| Some(&listed[start..=listed.rfind(']')?]));
        let listed: Value = serde_json::from_str(listed.context("the stack has outputs")?)?;
        let text = |output: &Value, name: &str| output[name].as_str().unwrap_or_default().to_owned();
        let outputs = listed.as_array().context("a list")?.iter();
        let outputs =
            outputs.map(|output| (text(output, "OutputKey"), text(output, "OutputValue"))).collect();
        Ok(Self { emulator, outputs })
    }

    fn output(&self, name: &str) -> anyhow::Result<&str> {
        Ok(self.outputs.get(name).with_context(|| format!("no output {name}"))?)
    }

    /// The id of the API, from its address.
    fn api(&self) -> anyhow::Result<&str> {
        let base = self.output("BaseUrl")?;
        base.trim_start_matches("https://").split('.').next().context("an id")
    }

    async fn call(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> anyhow::Result<Reply> {
        let path = self.place(path)?;
        request(self.emulator.address(), method, &path, headers, body.to_owned()).await
    }

    /// Where the emulator has a path of the API.
    fn place(&self, path: &str) -> anyhow::Result<String> {
        Ok(format!("/restapis/{}/prod/_user_request_{path}", self.api()?))
    }

    /// The whole address of a path of the API.
    fn address(&self, path: &str) -> anyhow::Result<String> {
        Ok(format!("http://{}{}", self.emulator.address(), self.place(path)?))
    }

    async fn call_as(
        &self,
        caller: &Caller<'_>,
        method: Method,
        path: &str,
        body: &str,
    ) -> anyhow::Result<Reply> {
        let bearer = format!("Bearer {}", caller.token);
        self.call(method, path, &[("authorization", &bearer), ("x-api-key", caller.key)], body).await
    }

    async fn gateway(&self, method: Method, path: &str, body: &Value) -> anyhow::Result<Value> {
        let reply = self.emulator.ask("apigateway", method, path, "", body).await?;
        ensure!(reply.status.is_success(), "{path}: {} {}", reply.status, reply.json());
        Ok(reply.json())
    }

    /// Values of the API keys, by id.
    async fn keys(&self) -> anyhow::Result<BTreeMap<String, String>> {
        let keys = self.gateway(Method::GET, "/apikeys?includeValues=true", &Value::Null).await?;
        let keys = keys["item"].as_array().context("keys")?.iter();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        Ok(keys.map(|key| (text(&key["id"]), text(&key["value"]))).collect())
    }

    /// Reads the limits that were deployed, and has the emulator keep them.
    async fn apply_throttles(&self) -> anyhow::Result<BTreeMap<String, Throttle>> {
        let plan = format!("/usageplans/{}", self.output("UsagePlanId")?);
        let mut stages = self.gateway(Method::GET, &plan, &Value::Null).await?["apiStages"].take();
        let mut found = BTreeMap::new();
        for (route, bucket) in stages[0]["throttle"].as_object_mut().context("throttles")? {
            let number = |name: &str| -> anyhow::Result<f64> {
                let value = &bucket[name];
                Ok(value.as_f64().map_or_else(|| value.to_string().trim_matches('"').parse(), Ok)?)
            };
            let (rate_per_second, burst) = (number("RateLimit")?, number("BurstLimit")?);
            found.insert(route.clone(), Throttle { rate_per_second, burst: burst.to_string().parse()? });
            *bucket = json!({ "rateLimit": rate_per_second, "burstLimit": burst });
        }
        let patch =
            json!({ "patchOperations": [{ "op": "replace", "path": "/apiStages", "value": stages }] });
        self.gateway(Method::PATCH, &plan, &patch).await?;
        Ok(found)
    }
}

fn check(reply: &Reply, status: u16, code: &str) -> anyhow::Result<()> {
    let body = reply.json();
    ensure!(reply.status.as_u16() == status && reply.error_code() == code, "{} {body}", reply.status);
    ensure!(body["error"]["message"].as_str().is_some_and(|message| !message.is_empty()), "{body}");
    ensure!(reply.header("access-control-allow-origin") == "*", "a browser may not read {body}");
    Ok(())
}

/// What never reaches a function.
async fn refusals_are_in_the_error_model(stack: &Stack<'_>, caller: &Caller<'_>) -> anyhow::Result<()> {
    let missing = stack.call(Method::GET, "/api/tools", &[], "").await?;
    check(&missing, 401, "NOT_AUTHORIZED")?;
    ensure!(missing.header("www-authenticate") == "Bearer", "{:?}", missing.headers);
    let unknown = Caller { token: "nobody-has-this-token-here", key: caller.key };
    check(&stack.call_as(&unknown, Method::GET, "/api/tools", "").await?, 401, "NOT_AUTHORIZED")?;
    let wrong_key = Caller { token: caller.token, key: "a-key-that-is-in-no-usage-plan" };
    check(&stack.call_as(&wrong_key, Method::GET, "/api/tools", "").await?, 403, "NOT_AUTHORIZED")?;
    check(&stack.call(Method::GET, "/api/nothing", &[], "").await?, 404, "NOT_FOUND")?;
    let method = stack.call(Method::GET, "/api/tools/search_web", &[], "").await?;
    check(&method, 405, "METHOD_NOT_ALLOWED")?;
    ensure!(method.header("allow") == "POST", "{:?}", method.headers);
    let xml = [("content-type", "application/xml")];
    check(&stack.call(Method::PUT, "/api/tools", &xml, "<a/>").await?, 415, "INVALID_ARGUMENT")?;
    let preflight = stack.call(Method::OPTIONS, "/api/tools/search_web", &[], "").await?;
    ensure!(preflight.status == 204, "{}", preflight.status);
    ensure!(preflight.header("access-control-allow-methods") == "POST, OPTIONS", "{:?}", preflight.headers);
    ensure!(preflight.header("access-control-allow-headers").contains("Authorization"));
    Ok(())
}

/// Every endpoint answers its own event, over HTTP.
async fn every_endpoint_answers(stack: &Stack<'_>, caller: &Caller<'_>) -> anyhow::Result<()> {
    let cases = load(&workspace_root().join("events"))?;
    let case_of = |function: &str| {
        let name = crate::events::case_with_web_search(function);
        cases.iter().find(|case| case.function == function && case.name == name)
    };
    // The sessions' events ask for a session of one verdict.
    let mut verdict: Value = serde_json::from_str(text(case_of("events-ingest"), "body"))?;
    verdict["session_id"] = "known".into();
    for _ in 0..2 {
        verdict["event_id"] = "e1".into();
        let body = verdict.to_string();
        let stored = stack.call_as(caller, Method::POST, "/api/events/ingest", &body).await?;
        ensure!(stored.status == 202, "{} {}", stored.status, stored.json());
    }
    for endpoint in endpoints::all() {
        let case = case_of(endpoint.name);
        let case = case.with_context(|| format!("events/{} has no case for it", endpoint.name))?;
        let reply = stack
            .call_as(caller, endpoint.method.clone(), text(Some(case), "path"), text(Some(case), "body"))
            .await?;
        let headers: BTreeMap<&str, &str> = reply
            .headers
            .iter()
            .map(|(name, value)| (name.as_str(), value.to_str().unwrap_or_default()))
            .collect();
        let answered =
            json!({ "status": reply.status.as_u16(), "headers": headers, "body": reply.json_or_text() });
        if let Err(mistake) = matches(&answered, &case.expected) {
            anyhow::bail!("{}: {mistake}\n{}", endpoint.name, stack.emulator.log());
        }
    }
    Ok(())
}

fn text<'case>(case: Option<&'case Case>, member: &str) -> &'case str {
    case.and_then(|case| case.event[member].as_str()).unwrap_or_default()
}

/// A token made by the command, throttled as the template says, and refused once it is revoked.
async fn a_token_lives_and_ends(stack: &Stack<'_>) -> anyhow::Result<()> {
    let before = stack.keys().await?;
    let deployment = ["--table", stack.output("TableName")?, "--usage-plan", stack.output("UsagePlanId")?];
    let run = async |arguments: &[&str]| -> anyhow::Result<String> {
        let output = stack.emulator.truthy(&[&["token"], arguments, &deployment].concat()).await?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Ok(String::from_utf8(output.stdout)?.trim().to_owned())
    };
    let token = run(&["create", "--name", "gemini"]).await?;
    let (_, key) =
        stack.keys().await?.into_iter().find(|(id, _)| !before.contains_key(id)).context("a new key")?;
    let caller = Caller { token: &token, key: &key };

    let body = r#"{"claim":"Crime is down"}"#;
    let calls = (0..14).map(|_| stack.call_as(&caller, Method::POST, "/api/tools/context_check", body));
    let replies = join_all(calls).await.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
    let (passed, refused): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status == 200);
    ensure!(passed.len() == 10, "{} of 14 calls passed a burst of 10", passed.len());
    for reply in refused {
        check(reply, 429, "RATE_LIMITED")?;
        ensure!(reply.header("retry-after") == "1", "{:?}", reply.headers);
    }

    run(&["revoke", "gemini"]).await?;
    eventually("the revoked token is refused", PATIENCE, async || {
        let reply = stack.call_as(&caller, Method::GET, "/api/tools", "").await?;
        Ok([401, 403].contains(&reply.status.as_u16()))
    })
    .await
}

/// Nothing is left of the stack.
async fn nothing_is_left(emulator: &Emulator) -> anyhow::Result<()> {
    let none = Value::Null;
    let functions = emulator.ask("lambda", Method::GET, "/2015-03-31/functions", "", &none).await?.json();
    ensure!(functions["Functions"] == json!([]), "{functions}");
    let tables =
        emulator.ask("dynamodb", Method::POST, "/", "DynamoDB_20120810.ListTables", &json!({})).await?;
    ensure!(tables.json()["TableNames"] == json!([]), "{}", tables.json());
    let logs = emulator.ask("logs", Method::POST, "/", "Logs_20140328.DescribeLogGroups", &json!({})).await?;
    ensure!(logs.json()["logGroups"] == json!([]), "{}", logs.json());
    let apis = emulator.ask("apigateway", Method::GET, "/restapis", "", &none).await?.json();
    ensure!(apis["item"] == json!([]), "{apis}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs the emulator, SAM, the MCP SDK and the zips; .ci/run has them"]
async fn deploy_call_update_and_delete() -> anyhow::Result<()> {
    for endpoint in endpoints::all() {
        let zip = workspace_root().join("target/lambda").join(endpoint.name).join("bootstrap.zip");
        ensure!(zip.exists(), "{} is missing; build it as .ci/run does", zip.display());
    }
    let provider = crate::events::provider().await;
    let provider = [format!("SearxngBaseUrl={}", provider.base_url())];
    let provider: Vec<&str> = provider.iter().map(String::as_str).collect();
    let emulator = Emulator::start().await?;

    let stack = Stack::deploy(&emulator, &provider).await?;
    let keys = stack.keys().await?;
    let key = keys.get(stack.output("FirstKeyId")?).context("the first key")?;
    let first = Caller { token: TOKEN, key };
    refusals_are_in_the_error_model(&stack, &first).await?;
    every_endpoint_answers(&stack, &first).await?;
    let bearer = format!("Bearer {TOKEN}");
    let headers = [("authorization", bearer.as_str()), ("x-api-key", first.key)];
    crate::mcp::official_client(&stack.address("/mcp")?, &headers).await?;
    let deployed = stack.apply_throttles().await?;
    let limits = template::limits().throttles;
    ensure!(deployed.len() == limits.len(), "{deployed:?}");
    for ((method, path), throttle) in limits {
        ensure!(deployed.get(&format!("{path}/{method}")) == Some(&throttle), "{path}: {deployed:?}");
    }

    // So slow a rate that no bucket is refilled while the test runs.
    let slower = ["ToolRatePerSecond=0.01", "AuthorizerTtlSeconds=1", "DeletionProtection=false"];
    let stack = Stack::deploy(&emulator, &[provider.as_slice(), &slower].concat()).await?;
    let authorizers = format!("/restapis/{}/authorizers", stack.api()?);
    let authorizers = stack.gateway(Method::GET, &authorizers, &Value::Null).await?;
    // A number, or a text with one.
    let ttl = authorizers["item"][0]["authorizerResultTtlInSeconds"].to_string();
    ensure!(ttl.trim_matches('"') == "1", "{authorizers}");
    stack.apply_throttles().await?;
    let known = stack.call_as(&first, Method::GET, "/api/sessions/known/summary", "").await?;
    ensure!(
        known.json()["verdicts"]["Mostly True"] == 1,
        "the update lost what was stored: {}",
        known.json()
    );
    a_token_lives_and_ends(&stack).await?;

    emulator.sam(&["delete", "--no-prompts", "--region", "us-east-1"]).await?;
    nothing_is_left(&emulator).await?;
    emulator.stop().await
}
