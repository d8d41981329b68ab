//! The verdicts of a session, one by one: what its report is made of.

use jiff::Timestamp;

use crate::keys::{
    EVENT_PREFIX, PAYLOAD, RECEIVED_AT_MS, SORT, has_expired, number_of, session, text, text_of,
};
use crate::{Moderation, Store, StoreError};

/// A verdict as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredVerdict {
    /// Its id in the session.
    pub event_id: String,
    /// When it was received.
    pub received_at: Timestamp,
    /// The payload as it was sent: JSON.
    pub payload: String,
    /// What a moderator decided last.
    pub moderation: Option<Moderation>,
}

/// How much is read at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadLimit {
    /// Verdicts.
    pub verdicts: usize,
    /// Bytes of their payloads, all together.
    pub payload_bytes: usize,
}

/// Verdicts of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdicts {
    /// Those that were read, in the order of their ids.
    pub list: Vec<StoredVerdict>,
    /// Whether there are more than the limit allows.
    pub truncated: bool,
}

impl Store {
    /// The verdicts of a session, page by page until there are no more or `limit` is reached.
    pub async fn verdicts(&self, session_id: &str, limit: ReadLimit) -> Result<Verdicts, StoreError> {
        let mut pages = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("pk = :session AND begins_with(sk, :events)")
            .filter_expression("kind = :verdict")
            .expression_attribute_values(":session", session(session_id))
            .expression_attribute_values(":events", text(EVENT_PREFIX))
            .expression_attribute_values(":verdict", text("verdict"))
            .consistent_read(true)
            .into_paginator()
            .items()
            .send();
        let now = self.clock.now().as_second();
        let (mut list, mut payload_bytes) = (Vec::new(), 0);
        while let Some(item) = pages.next().await {
            let item = item.map_err(StoreError::from_sdk)?;
            let event_id = text_of(&item, SORT).and_then(|key| key.strip_prefix(EVENT_PREFIX));
            let received_at =
                number_of(&item, RECEIVED_AT_MS).and_then(|millis| Timestamp::from_millisecond(millis).ok());
            let (Some(event_id), Some(received_at), Some(payload)) =
                (event_id, received_at, text_of(&item, PAYLOAD))
            else {
                continue;
            };
            if has_expired(&item, now) {
                continue;
            }
            payload_bytes += payload.len();
            if list.len() == limit.verdicts || payload_bytes > limit.payload_bytes {
                return Ok(Verdicts { list, truncated: true });
            }
            list.push(StoredVerdict {
                event_id: event_id.to_owned(),
                received_at,
                payload: payload.to_owned(),
                moderation: Moderation::of_event(&item),
            });
        }
        Ok(Verdicts { list, truncated: false })
    }
}
