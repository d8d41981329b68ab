//! Stores an event and moves its counters: one transaction, once.

use std::time::Duration;

use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::builders::UpdateBuilder;
use aws_sdk_dynamodb::types::{AttributeValue, Put, TransactWriteItem, Update};

use crate::event::{Event, MAX_ITEM_BYTES};
use crate::keys::{EVENT_PREFIX, EXPIRES_AT, PARTITION, SORT, SOURCE_PREFIX, SUMMARY, number, session, sort};
use crate::{Store, StoreError};

/// What became of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ingested {
    /// It is stored and counted.
    New,
    /// It was there already; nothing changed.
    Duplicate,
}

/// How often a contended session is tried again.
const MAX_ATTEMPTS: u32 = 10;
/// The first pause between tries, doubled each time up to the last.
const FIRST_PAUSE_MS: u64 = 10;
const LAST_PAUSE_MS: u64 = 320;

impl Store {
    /// Stores `event` and moves the counters of its session and publishers, in one transaction.
    ///
    /// An event whose id the session already has changes nothing. A conflict with another writer of the
    /// same session is retried with jitter. Fails with [`StoreError::TooLarge`] before anything is
    /// written if the event is over [`MAX_ITEM_BYTES`].
    pub async fn ingest(&self, event: &Event) -> Result<Ingested, StoreError> {
        let payload = event.payload.to_string();
        let bytes = item_bytes(event, &payload);
        if bytes > MAX_ITEM_BYTES {
            return Err(StoreError::TooLarge { bytes });
        }
        let items = self.transaction(event, &payload)?;
        for attempt in 1..=MAX_ATTEMPTS {
            let written = self.client.transact_write_items().set_transact_items(Some(items.clone())).send();
            match written.await {
                Ok(_) => return Ok(Ingested::New),
                Err(error) => match refusal(&error) {
                    Refusal::Duplicate => return Ok(Ingested::Duplicate),
                    Refusal::Conflict => tokio::time::sleep(pause(attempt)).await,
                    Refusal::Other => return Err(StoreError::from_sdk(error)),
                },
            }
        }
        Err(StoreError::Contended { attempts: MAX_ATTEMPTS })
    }

    fn transaction(&self, event: &Event, payload: &str) -> Result<Vec<TransactWriteItem>, StoreError> {
        let now_ms = number(self.clock.now().as_millisecond());
        let expires_at = number(self.expires_at());
        let put = Put::builder()
            .table_name(&self.table)
            .item(PARTITION, session(&event.session_id))
            .item(SORT, sort(EVENT_PREFIX, &event.event_id))
            .item("kind", AttributeValue::S(event.kind.as_str().to_owned()))
            .item("payload", AttributeValue::S(payload.to_owned()))
            .item("received_at_ms", now_ms.clone())
            .item(EXPIRES_AT, expires_at.clone())
            .condition_expression("attribute_not_exists(pk)");
        let counters = self
            .update(event, AttributeValue::S(SUMMARY.to_owned()))
            .update_expression(
                "ADD #counter :one SET first_event_ms = if_not_exists(first_event_ms, :now), \
                 last_event_ms = :now, expires_at = :expires",
            )
            .expression_attribute_names("#counter", event.kind.counter())
            .expression_attribute_values(":one", number(1))
            .expression_attribute_values(":now", now_ms)
            .expression_attribute_values(":expires", expires_at.clone());
        let publishers = event.publishers.iter().map(|publisher| {
            self.update(event, sort(SOURCE_PREFIX, publisher))
                .update_expression("ADD verdicts :one SET expires_at = :expires")
                .expression_attribute_values(":one", number(1))
                .expression_attribute_values(":expires", expires_at.clone())
        });
        let put = put.build().map_err(StoreError::from_build)?;
        let mut items = vec![TransactWriteItem::builder().put(put).build()];
        for update in std::iter::once(counters).chain(publishers) {
            let update = update.build().map_err(StoreError::from_build)?;
            items.push(TransactWriteItem::builder().update(update).build());
        }
        Ok(items)
    }

    fn update(&self, event: &Event, sort_key: AttributeValue) -> UpdateBuilder {
        Update::builder()
            .table_name(&self.table)
            .key(PARTITION, session(&event.session_id))
            .key(SORT, sort_key)
    }
}

enum Refusal {
    Duplicate,
    Conflict,
    Other,
}

/// Reads why a transaction was cancelled. A conflict anywhere means that no reason beside it can be
/// trusted yet; otherwise the only condition there is says that the event exists.
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
        Refusal::Duplicate
    } else {
        Refusal::Other
    }
}

/// Full jitter: anywhere between nothing and the attempt's pause.
fn pause(attempt: u32) -> Duration {
    let longest = FIRST_PAUSE_MS.saturating_mul(1 << attempt.min(10)).min(LAST_PAUSE_MS);
    Duration::from_millis(fastrand::u64(0..=longest))
}

/// Size of the event's item as DynamoDB counts it, with room for the fixed attributes.
fn item_bytes(event: &Event, payload: &str) -> usize {
    const FIXED_BYTES: usize = 128;
    payload.len() + event.session_id.len() + event.event_id.len() + FIXED_BYTES
}
