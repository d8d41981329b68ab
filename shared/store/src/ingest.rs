//! Stores an event and moves its counters: one transaction, once.

use aws_sdk_dynamodb::types::builders::PutBuilder;
use aws_sdk_dynamodb::types::{AttributeValue, Put, TransactWriteItem};

use crate::event::{Event, EventKind, MAX_ITEM_BYTES};
use crate::keys::{
    EVENT_PREFIX, EXPIRES_AT, KIND, LABEL, PARTITION, PAYLOAD, PUBLISHERS, RECEIVED_AT_MS, SORT,
    SOURCE_PREFIX, SUMMARY, number, session, sort, text,
};
use crate::transaction::Written;
use crate::{Store, StoreError};

/// What became of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ingested {
    /// It is stored and counted.
    New,
    /// It was there already; nothing changed.
    Duplicate,
}

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
        let items = self.counted(event, &payload)?;
        Ok(match self.write(items).await? {
            Written::Done => Ingested::New,
            // The only condition there is says that the event exists.
            Written::Refused => Ingested::Duplicate,
        })
    }

    fn counted(&self, event: &Event, payload: &str) -> Result<Vec<TransactWriteItem>, StoreError> {
        let now_ms = number(self.clock.now().as_millisecond());
        let expires_at = number(self.expires_at());
        let put = described(Put::builder(), event)
            .table_name(&self.table)
            .item(PARTITION, session(&event.session_id))
            .item(SORT, sort(EVENT_PREFIX, &event.event_id))
            .item(PAYLOAD, text(payload))
            .item(RECEIVED_AT_MS, now_ms.clone())
            .item(EXPIRES_AT, expires_at.clone())
            .condition_expression("attribute_not_exists(pk)");
        let counters = self
            .update(&event.session_id, text(SUMMARY))
            .update_expression(
                "ADD #counter :one SET first_event_ms = if_not_exists(first_event_ms, :now), \
                 last_event_ms = :now, expires_at = :expires",
            )
            .expression_attribute_names("#counter", event.kind.counter())
            .expression_attribute_values(":one", number(1))
            .expression_attribute_values(":now", now_ms)
            .expression_attribute_values(":expires", expires_at.clone());
        let publishers = event.publishers.iter().map(|publisher| {
            self.update(&event.session_id, sort(SOURCE_PREFIX, publisher))
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
}

/// Adds what the counters need to know of the event, so that a decision about it can move them again.
fn described(put: PutBuilder, event: &Event) -> PutBuilder {
    let mut put = put.item(KIND, text(event.kind.as_str()));
    if let EventKind::Verdict(label) = event.kind {
        put = put.item(LABEL, text(label.as_str()));
    }
    if !event.publishers.is_empty() {
        put = put.item(PUBLISHERS, AttributeValue::Ss(event.publishers.iter().cloned().collect()));
    }
    put
}

/// Size of the event's item as DynamoDB counts it, with room for the fixed attributes.
fn item_bytes(event: &Event, payload: &str) -> usize {
    const FIXED_BYTES: usize = 128;
    let publishers: usize = event.publishers.iter().map(String::len).sum();
    payload.len() + publishers + event.session_id.len() + event.event_id.len() + FIXED_BYTES
}
