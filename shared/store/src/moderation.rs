//! Decisions of people about verdicts: the latest stands on the event, each is kept beside it.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::{AttributeValue, Put, TransactWriteItem};
use evidence::Label;
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::event::label_counter;
use crate::keys::{
    EVENT_PREFIX, EXPIRES_AT, Item, LABEL, MODERATION_PREFIX, PARTITION, PUBLISHERS, SORT, SOURCE_PREFIX,
    SUMMARY, has_expired, number, number_of, session, sort, text, text_of,
};
use crate::transaction::{MAX_ATTEMPTS, Written, pause};
use crate::{Store, StoreError};

/// The latest decision, on the event.
const MODERATION: &str = "moderation";
/// How many decisions there have been about the event.
const REVISION: &str = "revision";

/// What a moderator decides about a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// It stands as it is.
    Approve,
    /// It is not shown and not counted.
    Suppress,
    /// It stands with the moderator's note.
    Annotate,
}

impl Decision {
    /// The decision as it goes over the wire and into the table.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Approve => "approve",
            Self::Suppress => "suppress",
            Self::Annotate => "annotate",
        }
    }

    fn from_text(word: &str) -> Option<Self> {
        [Self::Approve, Self::Suppress, Self::Annotate].into_iter().find(|decision| decision.as_str() == word)
    }
}

/// One decision about a verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moderation {
    /// What was decided.
    pub decision: Decision,
    /// Why, or what readers should know.
    pub note: Option<String>,
    /// Who decided, by the name they gave.
    pub moderator: String,
    /// Which token was used: its fingerprint, or `anonymous`.
    pub caller: String,
    /// When.
    pub at: Timestamp,
}

/// A decision, and whether it changed anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moderated {
    /// The decision that stands.
    pub moderation: Moderation,
    /// False where the same decision stood already.
    pub changed: bool,
}

impl Moderation {
    /// Whether readers see no verdict.
    #[must_use]
    pub fn suppresses(&self) -> bool {
        self.decision == Decision::Suppress
    }

    /// Whether `other` says the same, whenever it was said.
    fn says_the_same(&self, other: &Self) -> bool {
        *self == Self { at: self.at, ..other.clone() }
    }

    fn attributes(&self) -> Item {
        let mut attributes = HashMap::from([
            ("decision".to_owned(), text(self.decision.as_str())),
            ("moderator".to_owned(), text(&self.moderator)),
            ("caller".to_owned(), text(&self.caller)),
            ("at_ms".to_owned(), number(self.at.as_millisecond())),
        ]);
        if let Some(note) = &self.note {
            attributes.insert("note".to_owned(), text(note));
        }
        attributes
    }

    fn from_attributes(attributes: &Item) -> Option<Self> {
        Some(Self {
            decision: Decision::from_text(text_of(attributes, "decision")?)?,
            note: text_of(attributes, "note").map(str::to_owned),
            moderator: text_of(attributes, "moderator")?.to_owned(),
            caller: text_of(attributes, "caller")?.to_owned(),
            at: Timestamp::from_millisecond(number_of(attributes, "at_ms")?).ok()?,
        })
    }

    /// The latest decision about the event in `item`.
    pub(crate) fn of_event(item: &Item) -> Option<Self> {
        Self::from_attributes(item.get(MODERATION)?.as_m().ok()?)
    }
}

/// A verdict as a decision finds it.
struct Seen {
    label: Label,
    publishers: Vec<String>,
    expires_at: i64,
    revision: i64,
    moderation: Option<Moderation>,
}

impl Store {
    /// Stores a decision about a verdict, in one transaction: on the event, where the latest wins, as one more line of the
    /// audit trail, and in the session's counters where the verdict becomes or ceases to be suppressed.
    ///
    /// None if the session has no such verdict. A decision that stands already changes nothing, so it may be sent again.
    /// Decisions that meet are made one after the other: each sees what it changes.
    pub async fn moderate(
        &self,
        session_id: &str,
        event_id: &str,
        moderation: Moderation,
    ) -> Result<Option<Moderated>, StoreError> {
        for attempt in 1..=MAX_ATTEMPTS {
            let Some(seen) = self.verdict_to_moderate(session_id, event_id).await? else { return Ok(None) };
            if let Some(standing) = seen.moderation.as_ref().filter(|one| one.says_the_same(&moderation)) {
                return Ok(Some(Moderated { moderation: standing.clone(), changed: false }));
            }
            let items = self.decided(session_id, event_id, &seen, &moderation)?;
            match self.write(items).await? {
                Written::Done => return Ok(Some(Moderated { moderation, changed: true })),
                // Another decision came in between: look again.
                Written::Refused => tokio::time::sleep(pause(attempt)).await,
            }
        }
        Err(StoreError::Contended { attempts: MAX_ATTEMPTS })
    }

    /// Every decision about a session's verdicts, by event and then in order; at most `limit` of them.
    pub async fn decisions(
        &self,
        session_id: &str,
        limit: usize,
    ) -> Result<Vec<(String, Moderation)>, StoreError> {
        let mut pages = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("pk = :session AND begins_with(sk, :decisions)")
            .expression_attribute_values(":session", session(session_id))
            .expression_attribute_values(":decisions", text(MODERATION_PREFIX))
            .consistent_read(true)
            .into_paginator()
            .items()
            .send();
        let now = self.clock.now().as_second();
        let mut decisions = Vec::new();
        while let Some(item) = pages.next().await {
            let item = item.map_err(StoreError::from_sdk)?;
            let key = text_of(&item, SORT).and_then(|key| key.strip_prefix(MODERATION_PREFIX));
            let Some((event_id, _)) = key.and_then(|key| key.rsplit_once('#')) else { continue };
            let Some(moderation) = Moderation::from_attributes(&item) else { continue };
            if decisions.len() == limit {
                break;
            }
            if !has_expired(&item, now) {
                decisions.push((event_id.to_owned(), moderation));
            }
        }
        Ok(decisions)
    }

    async fn verdict_to_moderate(
        &self,
        session_id: &str,
        event_id: &str,
    ) -> Result<Option<Seen>, StoreError> {
        let found = self
            .client
            .get_item()
            .table_name(&self.table)
            .key(PARTITION, session(session_id))
            .key(SORT, sort(EVENT_PREFIX, event_id))
            .projection_expression("label, publishers, expires_at, moderation, revision")
            .consistent_read(true)
            .send()
            .await
            .map_err(StoreError::from_sdk)?;
        let now = self.clock.now().as_second();
        Ok(found.item.filter(|item| !has_expired(item, now)).and_then(|item| Seen::of_verdict(&item)))
    }

    fn decided(
        &self,
        session_id: &str,
        event_id: &str,
        seen: &Seen,
        moderation: &Moderation,
    ) -> Result<Vec<TransactWriteItem>, StoreError> {
        let next = seen.revision + 1;
        let event = self
            .update(session_id, sort(EVENT_PREFIX, event_id))
            .update_expression("SET moderation = :moderation, revision = :next")
            // The event may have expired since, or have been decided about.
            .condition_expression(
                "attribute_exists(pk) AND (revision = :seen OR attribute_not_exists(revision))",
            )
            .expression_attribute_values(":moderation", AttributeValue::M(moderation.attributes()))
            .expression_attribute_values(":next", number(next))
            .expression_attribute_values(":seen", number(seen.revision));
        let line = Put::builder()
            .table_name(&self.table)
            .set_item(Some(moderation.attributes()))
            .item(PARTITION, session(session_id))
            .item(SORT, sort(MODERATION_PREFIX, &format!("{event_id}#{next:010}")))
            .item(EXPIRES_AT, number(seen.expires_at))
            // What is in the trail stays as it is.
            .condition_expression("attribute_not_exists(pk)");
        let line = line.build().map_err(StoreError::from_build)?;
        let mut updates = vec![event];
        let was_suppressed = seen.moderation.as_ref().is_some_and(Moderation::suppresses);
        if was_suppressed != moderation.suppresses() {
            let step = number(if was_suppressed { 1 } else { -1 });
            let counters = self
                .update(session_id, text(SUMMARY))
                .update_expression("ADD #counter :step")
                .expression_attribute_names("#counter", label_counter(seen.label));
            updates.push(counters.expression_attribute_values(":step", step.clone()));
            for publisher in &seen.publishers {
                let count = self
                    .update(session_id, sort(SOURCE_PREFIX, publisher))
                    .update_expression("ADD verdicts :step");
                updates.push(count.expression_attribute_values(":step", step.clone()));
            }
        }
        let mut items = vec![TransactWriteItem::builder().put(line).build()];
        for update in updates {
            let update = update.build().map_err(StoreError::from_build)?;
            items.push(TransactWriteItem::builder().update(update).build());
        }
        Ok(items)
    }
}

impl Seen {
    /// The verdict in `item`; none where it is another event.
    fn of_verdict(item: &Item) -> Option<Self> {
        let label = text_of(item, LABEL)?;
        Some(Self {
            label: Label::ALL.into_iter().find(|one| one.as_str() == label)?,
            publishers: item.get(PUBLISHERS).and_then(|list| list.as_ss().ok()).cloned().unwrap_or_default(),
            expires_at: number_of(item, EXPIRES_AT)?,
            revision: number_of(item, REVISION).unwrap_or(0),
            moderation: Moderation::of_event(item),
        })
    }
}
