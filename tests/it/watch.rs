//! The routes that `cargo lambda watch` reads from the manifest, each called over HTTP and by `cargo lambda invoke`.
//!
//! The functions are the binaries that this test run has built, started here: left to itself, `cargo lambda watch` would
//! build each of them alone, with other features and so almost everything anew. Its events are of payload 2.0, and
//! there is no authorizer in front: what callers of a gateway meet is tested in `deploy.rs` and on the local server.

use std::collections::BTreeMap;
use std::net::{SocketAddr, TcpListener};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, ensure};
use http::Method;
use serde_json::{Value, json};
use settings::Clock;
use testkit::events::{Case, load, matches};
use tests::emulator::eventually;
use tests::{Reply, binary, request, workspace_root};
use tokio::process::{Child, Command};

/// How long something may take to come about. A bound, not an expectation.
const PATIENCE: Duration = Duration::from_mins(1);

/// `cargo lambda`, found by the search path.
fn cargo_lambda(arguments: &[&str]) -> Command {
    let mut command = Command::new("cargo-lambda");
    command.arg("lambda").args(arguments).current_dir(workspace_root()).stdin(Stdio::null());
    command.kill_on_drop(true);
    command
}

/// A function that asks the watching server for its events.
fn function(name: &str, server: SocketAddr, table: &str, provider: &str) -> anyhow::Result<Child> {
    let environment = [
        ("AWS_LAMBDA_RUNTIME_API", format!("http://{server}/.rt/{name}")),
        ("AWS_LAMBDA_FUNCTION_NAME", name.to_owned()),
        ("AWS_LAMBDA_FUNCTION_VERSION", "1".to_owned()),
        ("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "256".to_owned()),
        ("AWS_ENDPOINT_URL_DYNAMODB", table.to_owned()),
        ("SEARXNG_BASE_URL", provider.to_owned()),
        ("AWS_ACCESS_KEY_ID", "local".to_owned()),
        ("AWS_SECRET_ACCESS_KEY", "local".to_owned()),
    ];
    let mut command = Command::new(binary(name));
    command.env_clear().envs(environment).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.kill_on_drop(true).spawn().with_context(|| format!("{name} does not start"))
}

/// Sends the request that an event was made from.
async fn send(server: SocketAddr, case: &Case) -> anyhow::Result<Reply> {
    let text = |member: &str| case.event[member].as_str().unwrap_or_default();
    let method: Method = text("httpMethod").parse()?;
    request(server, method, text("path"), &[], text("body").to_owned()).await
}

fn compare(case: &Case, status: &Value, body: &Value) -> anyhow::Result<()> {
    let expected = json!({ "status": case.expected["status"], "body": case.expected["body"] });
    let answered = json!({ "status": status, "body": body });
    matches(&answered, &expected)
        .map_err(|mistake| anyhow::anyhow!("{}/{}: {mistake}", case.function, case.name))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs cargo-lambda; .ci/run has it"]
async fn every_route_is_watched_and_every_function_can_be_invoked() -> anyhow::Result<()> {
    let (table, store, _database) = tests::table::in_memory(Clock::System).await?;
    store.ingest(&crate::events::known_event()).await?;
    let provider = crate::events::provider().await;
    let server = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
    let port = server.port().to_string();
    let place = ["--invoke-address", "127.0.0.1", "--invoke-port", &port];
    let mut watch = cargo_lambda(&[&["watch", "--only-lambda-apis"], &place[..]].concat());
    let _watch = watch.stdout(Stdio::null()).stderr(Stdio::null()).spawn().context(
        "cargo-lambda does not start; .ci/run installs it and puts it on PATH, see .ci/requirements",
    )?;
    eventually("the server listens", PATIENCE, async || {
        Ok(tokio::net::TcpStream::connect(server).await.is_ok())
    })
    .await?;
    let cases = load(&workspace_root().join("events"))?;
    let cases: BTreeMap<(&str, &str), &Case> =
        cases.iter().map(|case| ((case.function.as_str(), case.name.as_str()), case)).collect();
    for endpoint in endpoints::all() {
        let _function = function(endpoint.name, server, &table, &provider.base_url())?;
        let case = cases.get(&(endpoint.name, crate::events::case_with_web_search(endpoint.name)));
        let case = case.with_context(|| format!("events/{} has no case for it", endpoint.name))?;

        let reply = send(server, case).await?;
        compare(case, &reply.status.as_u16().into(), &reply.json_or_text())?;

        let file = format!("events/{}/{}.json", endpoint.name, case.name);
        let invoke = [&["invoke", endpoint.name, "--data-file", &file], &place[..]].concat();
        let output = cargo_lambda(&invoke).output().await?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let answer: Value = serde_json::from_slice(&output.stdout)?;
        let body = answer["body"].as_str().unwrap_or_default();
        let body = serde_json::from_str(body).unwrap_or_else(|_| Value::from(body));
        compare(case, &answer["statusCode"], &body)?;
    }
    Ok(())
}
