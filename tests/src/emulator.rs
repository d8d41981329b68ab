//! An AWS account on the loopback interface: ministack, and the SAM command line pointed at it.
//!
//! Both are found by `PATH`; `.ci/run` installs the pinned versions.

use std::net::{SocketAddr, TcpListener};
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use http::Method;
use serde_json::Value;
use tempfile::TempDir;
use tokio::process::{Child, Command};

use crate::client::{Reply, request};
use crate::workspace_root;

/// How long it may take to start. A bound, not an expectation.
const PATIENCE: Duration = Duration::from_mins(1);
/// Between two looks at something that takes its time.
const PAUSE: Duration = Duration::from_millis(100);

/// A running emulator; it ends when dropped.
#[derive(Debug)]
pub struct Emulator {
    child: Child,
    address: SocketAddr,
    home: TempDir,
}

impl Emulator {
    /// Starts an emulator that knows nothing, with nothing of this process's environment but the search path.
    pub async fn start() -> anyhow::Result<Self> {
        // Between this and the emulator's own bind another process could take the port; then it does not start.
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let home = TempDir::new()?;
        let log = std::fs::File::create(home.path().join("emulator.log"))?;
        let mut command = Command::new("ministack");
        command.env_clear().envs(environment(address, &home)).env("BIND_HOST", "127.0.0.1");
        command.env("GATEWAY_PORT", address.port().to_string()).stdout(log.try_clone()?).stderr(log);
        let child = command.stdin(Stdio::null()).kill_on_drop(true).spawn().context(
            "ministack does not start; .ci/run installs it and puts it on PATH, see .ci/requirements",
        )?;
        let emulator = Self { child, address, home };
        eventually("the emulator answers", PATIENCE, async || {
            let health = request(address, Method::GET, "/_ministack/health", &[], "").await;
            Ok(health.is_ok_and(|reply| reply.status.is_success()))
        })
        .await
        .with_context(|| emulator.log())?;
        Ok(emulator)
    }

    /// Runs `sam` in the workspace's root, to its end.
    pub async fn sam(&self, arguments: &[&str]) -> anyhow::Result<String> {
        let mut command = Command::new("sam");
        command.args(arguments).current_dir(workspace_root());
        let output = self.run(command).await.context("sam does not start; see .ci/requirements")?;
        let text = [output.stdout, output.stderr].concat();
        ensure!(
            output.status.success(),
            "sam {} failed: {}\n{}",
            arguments.first().unwrap_or(&""),
            String::from_utf8_lossy(&text),
            self.log()
        );
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Runs `truthy` with this account, to its end.
    pub async fn truthy(&self, arguments: &[&str]) -> anyhow::Result<Output> {
        let mut command = Command::new(crate::binary("truthy"));
        command.args(arguments);
        self.run(command).await
    }

    /// Asks one of the emulated services, as its own clients would.
    pub async fn ask(
        &self,
        service: &str,
        method: Method,
        path: &str,
        target: &str,
        body: &Value,
    ) -> anyhow::Result<Reply> {
        // The emulator finds the service in the signature's scope, and does not check the signature.
        let scope = format!(
            "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/{service}/aws4_request, SignedHeaders=host, Signature=0"
        );
        let headers = [("authorization", scope.as_str()), ("x-amz-target", target)];
        let body = if body.is_null() { String::new() } else { body.to_string() };
        request(self.address, method, path, &headers, body).await
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The end of what it has logged.
    #[must_use]
    pub fn log(&self) -> String {
        let text = std::fs::read_to_string(self.home.path().join("emulator.log")).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(40)..].join("\n")
    }

    /// Asks it to end, which ends the functions it has started, and waits until it has.
    pub async fn stop(mut self) -> anyhow::Result<()> {
        let id = self.child.id().context("the emulator is running")?;
        let told = Command::new("kill").arg(id.to_string()).status().await?;
        ensure!(told.success(), "SIGTERM was not sent");
        tokio::time::timeout(PATIENCE, self.child.wait()).await.context("the emulator did not stop")??;
        Ok(())
    }

    async fn run(&self, mut command: Command) -> anyhow::Result<Output> {
        command.env_clear().envs(environment(self.address, &self.home)).stdin(Stdio::null());
        Ok(command.output().await?)
    }
}

/// All that the emulator, its functions and its clients are told.
#[expect(clippy::disallowed_methods, reason = "tools are found by the search path of whoever runs the tests")]
fn environment(address: SocketAddr, home: &TempDir) -> [(&'static str, String); 8] {
    [
        ("PATH", std::env::var("PATH").unwrap_or_default()),
        ("HOME", home.path().display().to_string()),
        ("AWS_ENDPOINT_URL", format!("http://{address}")),
        ("AWS_ACCESS_KEY_ID", "test".to_owned()),
        ("AWS_SECRET_ACCESS_KEY", "test".to_owned()),
        ("AWS_DEFAULT_REGION", "us-east-1".to_owned()),
        ("AWS_REGION", "us-east-1".to_owned()),
        ("SAM_CLI_TELEMETRY", "0".to_owned()),
    ]
}

/// Waits until `condition` holds.
pub async fn eventually(
    what: &str,
    patience: Duration,
    mut condition: impl AsyncFnMut() -> anyhow::Result<bool>,
) -> anyhow::Result<()> {
    let started = Instant::now();
    while !condition().await? {
        ensure!(started.elapsed() < patience, "waited {} s until {what}", patience.as_secs());
        tokio::time::sleep(PAUSE).await;
    }
    Ok(())
}
