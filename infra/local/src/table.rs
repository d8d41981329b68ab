//! The embedded table: a DynamoDB-compatible engine in this process, on a loopback port, over one file.

use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use settings::{Clock, Settings, names};
use store::Store;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// How often expired items are removed. DynamoDB itself takes hours to days.
const SWEEP_EVERY: Duration = Duration::from_hours(1);

/// The running engine.
pub(crate) struct EmbeddedTable {
    stop: oneshot::Sender<()>,
    server: JoinHandle<Result<(), String>>,
    sweeper: JoinHandle<()>,
}

impl EmbeddedTable {
    /// Starts the engine, unless `AWS_ENDPOINT_URL_DYNAMODB` names a table already: then that one is used.
    pub(crate) async fn start_unless_named(
        data_dir: &Path,
        settings: Settings,
    ) -> anyhow::Result<(Option<Self>, Settings)> {
        if settings.text(names::AWS_ENDPOINT_URL_DYNAMODB).is_some() {
            return Ok((None, settings));
        }
        let (table, settings) = Self::start(data_dir, 0, settings).await?;
        Ok((Some(table), settings))
    }

    /// Starts the engine over `<data_dir>/table.db` on a loopback port (0: any free one), makes the table, and
    /// points the settings at it.
    pub(crate) async fn start(
        data_dir: &Path,
        port: u16,
        settings: Settings,
    ) -> anyhow::Result<(Self, Settings)> {
        std::fs::create_dir_all(data_dir)
            .with_context(|| format!("cannot make the folder {}", data_dir.display()))?;
        let file = data_dir.join("table.db");
        let path = file.to_str().context("the data folder's name is not valid text")?;
        let database =
            dynoxide::Database::new(path).with_context(|| format!("cannot open the table {path}"))?;
        let listener = TcpListener::bind(("127.0.0.1", port)).await.with_context(|| {
            format!("cannot listen on 127.0.0.1:{port}; another program may be using it: try another --port")
        })?;
        let endpoint = format!("http://{}", listener.local_addr()?);
        let (stop, stopped) = oneshot::channel::<()>();
        let server = tokio::spawn(dynoxide::server::serve_with_shutdown(listener, database.clone(), async {
            // A dropped sender stops the server too.
            stopped.await.ok();
        }));
        let sweeper = tokio::spawn(async move {
            loop {
                tokio::time::sleep(SWEEP_EVERY).await;
                if let Err(error) = database.sweep_ttl() {
                    tracing::warn!(%error, "expired items stay until the next sweep");
                }
            }
        });
        // The engine checks no signature. The credentials stay what they are: keys given by ARN are read with them.
        let settings = settings.with(names::AWS_ENDPOINT_URL_DYNAMODB, endpoint);
        Store::from_settings(&settings, Clock::System)
            .create_table()
            .await
            .context("cannot make the table")?;
        Ok((Self { stop, server, sweeper }, settings))
    }

    /// Stops the engine once every request to it has been answered.
    pub(crate) async fn stop(self) {
        self.sweeper.abort();
        // The server may be gone already; then there is nothing left to stop.
        self.stop.send(()).ok();
        if let Ok(Err(error)) = self.server.await {
            tracing::warn!(error, "the table did not stop cleanly");
        }
    }
}
