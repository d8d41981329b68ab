//! The one DynamoDB table: sessions, their events and their counters.
//!
//! The code speaks the DynamoDB API and nothing else; on a laptop an embedded engine speaks it too.
//! An event and the counters it moves change in one transaction, once, however often it is sent.

pub mod access;
mod error;
mod event;
mod ingest;
mod keys;
mod moderation;
mod summary;
mod table;
mod token;
mod transaction;
mod verdicts;

use std::time::Duration;

use aws_sdk_dynamodb::Client;
use settings::{Clock, Settings, names};

pub use error::StoreError;
pub use event::{Event, EventKind, MAX_ITEM_BYTES};
pub use ingest::Ingested;
pub use moderation::{Decision, Moderated, Moderation};
pub use summary::{PublisherCount, Summary};
pub use token::TokenRecord;
pub use verdicts::{ReadLimit, StoredVerdict, Verdicts};

/// How long one call to the table may take, retries included.
const OPERATION_TIMEOUT: Duration = Duration::from_millis(3_500);

/// The table, reached through one client.
#[derive(Debug, Clone)]
pub struct Store {
    client: Client,
    table: String,
    retention_days: u32,
    clock: Clock,
}

impl Store {
    /// Builds the client from settings. Nothing is connected yet.
    #[must_use]
    pub fn from_settings(settings: &Settings, clock: Clock) -> Self {
        let retention_days = settings.parsed_or(names::TRUTHY_RETENTION_DAYS, 90_u32);
        if !(1..=3_660).contains(&retention_days) {
            settings.problem(names::TRUTHY_RETENTION_DAYS, &"must be a number of days from 1 to 3660");
        }
        Self {
            client: Client::new(&aws::config(settings, names::AWS_ENDPOINT_URL_DYNAMODB, OPERATION_TIMEOUT)),
            table: settings.text_or(names::TRUTHY_TABLE, "truthy").to_owned(),
            retention_days: retention_days.clamp(1, 3_660),
            clock,
        }
    }

    /// The store's time, for what is dated before it is stored.
    #[must_use]
    pub fn now(&self) -> jiff::Timestamp {
        self.clock.now()
    }

    /// When an item written now expires, in epoch seconds.
    fn expires_at(&self) -> i64 {
        self.clock.now().as_second() + i64::from(self.retention_days) * 86_400
    }
}
