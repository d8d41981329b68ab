//! What a session came to: read from its counters, never from its events.

use std::collections::BTreeMap;

use evidence::Label;
use jiff::Timestamp;

use crate::event::label_counter;
use crate::keys::{PARTITION, SORT, SOURCE_PREFIX, SUMMARY, count, has_expired, session};
use crate::{Store, StoreError};
use aws_sdk_dynamodb::types::AttributeValue;

/// A publisher and how many verdicts rest on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublisherCount {
    /// Name, as the verdicts gave it.
    pub publisher: String,
    /// Verdicts that name it, each counted once.
    pub verdicts: u64,
}

/// What a session came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Claims found.
    pub claims: u64,
    /// Pieces of transcript.
    pub transcripts: u64,
    /// Verdicts that are not suppressed, by label, all six, zero included.
    pub verdicts: BTreeMap<Label, u64>,
    /// Publishers, most cited first, then by name.
    pub publishers: Vec<PublisherCount>,
    /// When the first event was received.
    pub first_event_at: Option<Timestamp>,
    /// When the last event was received.
    pub last_event_at: Option<Timestamp>,
}

impl Store {
    /// The summary of a session, or none if nothing is known of it.
    ///
    /// Reads one item of counters and one for each publisher: the number of events does not matter.
    pub async fn summary(&self, session_id: &str) -> Result<Option<Summary>, StoreError> {
        let counters = self
            .client
            .get_item()
            .table_name(&self.table)
            .key(PARTITION, session(session_id))
            .key(SORT, AttributeValue::S(SUMMARY.to_owned()))
            .consistent_read(true)
            .send()
            .await
            .map_err(StoreError::from_sdk)?;
        let now = self.clock.now().as_second();
        let Some(counters) = counters.item.filter(|item| !has_expired(item, now)) else { return Ok(None) };
        let instant = |name: &str| {
            let millis = counters.get(name)?.as_n().ok()?.parse().ok()?;
            Timestamp::from_millisecond(millis).ok()
        };
        // Of two writers at once the later to commit may be the earlier to have looked at its clock.
        let ends = [instant("first_event_ms"), instant("last_event_ms")];
        Ok(Some(Summary {
            claims: count(counters.get("claims")),
            transcripts: count(counters.get("transcripts")),
            verdicts: Label::ALL
                .into_iter()
                .map(|label| (label, count(counters.get(label_counter(label)))))
                .collect(),
            publishers: self.publishers(session_id, now).await?,
            first_event_at: ends.into_iter().flatten().min(),
            last_event_at: ends.into_iter().flatten().max(),
        }))
    }

    async fn publishers(&self, session_id: &str, now: i64) -> Result<Vec<PublisherCount>, StoreError> {
        let mut pages = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("pk = :session AND begins_with(sk, :sources)")
            .expression_attribute_values(":session", session(session_id))
            .expression_attribute_values(":sources", AttributeValue::S(SOURCE_PREFIX.to_owned()))
            .consistent_read(true)
            .into_paginator()
            .items()
            .send();
        let mut publishers = Vec::new();
        while let Some(item) = pages.next().await {
            let item = item.map_err(StoreError::from_sdk)?;
            let key = item.get(SORT).and_then(|key| key.as_s().ok());
            let Some(publisher) = key.and_then(|key| key.strip_prefix(SOURCE_PREFIX)) else { continue };
            let verdicts = count(item.get("verdicts"));
            // None is left where all its verdicts are suppressed.
            if verdicts > 0 && !has_expired(&item, now) {
                publishers.push(PublisherCount { publisher: publisher.to_owned(), verdicts });
            }
        }
        publishers.sort_by(|one, other| {
            other.verdicts.cmp(&one.verdicts).then_with(|| one.publisher.cmp(&other.publisher))
        });
        Ok(publishers)
    }
}
