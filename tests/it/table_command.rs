//! `truthy table`: the embedded table alone, as functions that run on their own use it.

use std::process::Stdio;
use std::time::Duration;

use anyhow::Context;
use settings::Clock;
use store::Store;
use tests::{binary, table};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Command;

/// How long it may take to start. A bound, not an expectation.
const PATIENCE: Duration = Duration::from_mins(1);

#[tokio::test]
async fn functions_find_their_table_at_the_printed_address() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let mut child = Command::new(binary("truthy"))
        .args(["table", "--port", "0", "--data-dir"])
        .arg(folder.path())
        .env_clear()
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let mut lines = BufReader::new(child.stdout.take().context("its standard output")?).lines();
    let line = tokio::time::timeout(PATIENCE, lines.next_line()).await??.context("a line")?;
    let (_, endpoint) = line.rsplit_once("AWS_ENDPOINT_URL_DYNAMODB=").context("what to set")?;
    let store = Store::from_settings(&table::settings_for(endpoint), Clock::System);
    store.check().await?;
    assert!(store.summary("nobody").await?.is_none());
    Ok(())
}
