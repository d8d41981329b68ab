//! An embedded table in this process, for tests that need no server around it.

use dynoxide::Database;
use settings::{Clock, Settings, names};
use store::Store;
use tokio::net::TcpListener;

/// Settings that point at the table behind `endpoint`.
#[must_use]
pub fn settings_for(endpoint: &str) -> Settings {
    Settings::from_pairs([
        (names::AWS_ENDPOINT_URL_DYNAMODB, endpoint),
        (names::AWS_ACCESS_KEY_ID, "local"),
        (names::AWS_SECRET_ACCESS_KEY, "local"),
    ])
}

/// A table in memory on a loopback port: its address, and the engine for looking behind the API.
pub async fn in_memory(clock: Clock) -> anyhow::Result<(String, Store, Database)> {
    let database = Database::memory()?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let endpoint = format!("http://{}", listener.local_addr()?);
    tokio::spawn(dynoxide::server::serve_on(listener, database.clone()));
    let store = Store::from_settings(&settings_for(&endpoint), clock);
    store.create_table().await?;
    Ok((endpoint, store, database))
}
