//! Writes several items at once or none, and tries again where another writer was in the way.

use std::time::Duration;

use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::builders::UpdateBuilder;
use aws_sdk_dynamodb::types::{AttributeValue, TransactWriteItem, Update};

use crate::keys::{PARTITION, SORT, session};
use crate::{Store, StoreError};

/// What became of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    /// Everything is written.
    Done,
    /// A condition does not hold; nothing is written.
    Refused,
}

/// How often a contended session is tried again.
pub(crate) const MAX_ATTEMPTS: u32 = 10;
/// The first pause between tries, doubled each time up to the last.
const FIRST_PAUSE_MS: u64 = 10;
const LAST_PAUSE_MS: u64 = 320;

impl Store {
    /// Writes `items` in one transaction. A conflict with another writer is retried with jitter.
    pub(crate) async fn write(&self, items: Vec<TransactWriteItem>) -> Result<Written, StoreError> {
        for attempt in 1..=MAX_ATTEMPTS {
            let written = self.client.transact_write_items().set_transact_items(Some(items.clone())).send();
            match written.await {
                Ok(_) => return Ok(Written::Done),
                Err(error) => match refusal(&error) {
                    Refusal::Condition => return Ok(Written::Refused),
                    Refusal::Conflict => tokio::time::sleep(pause(attempt)).await,
                    Refusal::Other => return Err(StoreError::from_sdk(error)),
                },
            }
        }
        Err(StoreError::Contended { attempts: MAX_ATTEMPTS })
    }

    /// An update of one item of a session, without its expressions yet.
    pub(crate) fn update(&self, session_id: &str, sort_key: AttributeValue) -> UpdateBuilder {
        Update::builder().table_name(&self.table).key(PARTITION, session(session_id)).key(SORT, sort_key)
    }
}

enum Refusal {
    Condition,
    Conflict,
    Other,
}

/// Reads why a transaction was cancelled. A conflict anywhere means that no reason beside it can be
/// trusted yet.
fn refusal(error: &SdkError<TransactWriteItemsError>) -> Refusal {
    let Some(TransactWriteItemsError::TransactionCanceledException(cancelled)) = error.as_service_error()
    else {
        return Refusal::Other;
    };
    let codes: Vec<&str> =
        cancelled.cancellation_reasons().iter().filter_map(|reason| reason.code()).collect();
    if codes.contains(&"TransactionConflict") {
        Refusal::Conflict
    } else if codes.contains(&"ConditionalCheckFailed") {
        Refusal::Condition
    } else {
        Refusal::Other
    }
}

/// Full jitter: anywhere between nothing and the attempt's pause.
pub(crate) fn pause(attempt: u32) -> Duration {
    let longest = FIRST_PAUSE_MS.saturating_mul(1 << attempt.min(10)).min(LAST_PAUSE_MS);
    Duration::from_millis(fastrand::u64(0..=longest))
}
