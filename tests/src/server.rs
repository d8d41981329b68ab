//! A running `truthy serve`, as a process of its own.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::Duration;

use anyhow::{Context, ensure};
use bytes::Bytes;
use http::Method;
use serde_json::Value;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::client::{Reply, request};

/// How long a server may take to start or stop. A bound, not an expectation.
const PATIENCE: Duration = Duration::from_mins(1);

/// A server and its folder.
#[derive(Debug)]
pub struct Server {
    child: Child,
    address: SocketAddr,
    data_dir: PathBuf,
    log: PathBuf,
    /// Removed with the server, where it was made for it.
    folder: Option<TempDir>,
}

impl Server {
    /// Starts a server over a new folder, with only `environment` set and no rate limit unless it sets one.
    pub async fn start(environment: &[(&str, &str)]) -> anyhow::Result<Self> {
        let folder = TempDir::new()?;
        let mut server = Self::start_over(&folder.path().join("data"), environment).await?;
        server.folder = Some(folder);
        Ok(server)
    }

    /// Starts a server over `data_dir`.
    pub async fn start_over(data_dir: &Path, environment: &[(&str, &str)]) -> anyhow::Result<Self> {
        std::fs::create_dir_all(data_dir)?;
        let log = data_dir.join("log.jsonl");
        let writer = std::fs::OpenOptions::new().create(true).append(true).open(&log)?;
        let mut child = Command::new(crate::binary("truthy"))
            .args(["serve", "--port", "0", "--data-dir"])
            .arg(data_dir)
            .env_clear()
            .env("TRUTHY_RATE_LIMIT", "off")
            .envs(environment.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(writer)
            .kill_on_drop(true)
            .spawn()?;
        let stdout = child.stdout.take().context("the server has a standard output")?;
        let mut lines = BufReader::new(stdout).lines();
        let address = tokio::time::timeout(PATIENCE, async {
            while let Some(line) = lines.next_line().await? {
                if let Some((_, base)) = line.split_once("listening on http://") {
                    return Ok(base.trim_end_matches("/api").parse()?);
                }
            }
            anyhow::bail!("the server ended: {}", std::fs::read_to_string(&log).unwrap_or_default())
        })
        .await
        .context("the server did not start")??;
        // The rest of the banner, and metrics lines, must not fill the pipe.
        let sink = data_dir.join("stdout.txt");
        tokio::spawn(async move {
            let mut text = String::new();
            while let Ok(Some(line)) = lines.next_line().await {
                text.push_str(&line);
                text.push('\n');
                std::fs::write(&sink, &text).unwrap_or_default();
            }
        });
        Ok(Self { child, address, data_dir: data_dir.to_owned(), log, folder: None })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its process, 0 once it has ended.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id().unwrap_or(0)
    }

    /// Its folder.
    #[must_use]
    pub fn data_dir(&self) -> &Path {
        &self.data_dir
    }

    /// What it has logged so far.
    #[must_use]
    pub fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// What it has written to standard output after its first line.
    #[must_use]
    pub fn stdout(&self) -> String {
        std::fs::read_to_string(self.data_dir.join("stdout.txt")).unwrap_or_default()
    }

    /// POST of a JSON value.
    pub async fn post(&self, path: &str, body: &Value) -> anyhow::Result<Reply> {
        self.send(Method::POST, path, &[], body.to_string()).await
    }

    /// GET.
    pub async fn get(&self, path: &str) -> anyhow::Result<Reply> {
        self.send(Method::GET, path, &[], Bytes::new()).await
    }

    /// Any request.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Bytes>,
    ) -> anyhow::Result<Reply> {
        request(self.address, method, path, headers, body).await
    }

    /// Asks it to stop, as a service manager would, and waits until it has.
    pub async fn terminate(mut self) -> anyhow::Result<()> {
        let id = self.child.id().context("the server is running")?;
        ensure!(Command::new("kill").arg(id.to_string()).status().await?.success(), "SIGTERM was not sent");
        let status = tokio::time::timeout(PATIENCE, self.child.wait()).await.context("it did not stop")??;
        ensure!(status.success(), "the server ended with {status}");
        Ok(())
    }

    /// Kills it on the spot, as a power cut would.
    pub async fn kill_now(&self) -> anyhow::Result<()> {
        let id = self.child.id().context("the server is running")?;
        ensure!(
            Command::new("kill").args(["-9", &id.to_string()]).status().await?.success(),
            "it was not killed"
        );
        Ok(())
    }
}

/// Runs `truthy` with these arguments to its end.
pub async fn truthy(arguments: &[&str], environment: &[(&str, &str)]) -> anyhow::Result<Output> {
    let output = Command::new(crate::binary("truthy"))
        .args(arguments)
        .env_clear()
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .output()
        .await?;
    Ok(output)
}
