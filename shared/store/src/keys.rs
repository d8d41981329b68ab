//! Keys of the table's items.
//!
//! | item | pk | sk |
//! |---|---|---|
//! | session counters | `SESSION#<id>` | `SUMMARY` |
//! | event | `SESSION#<id>` | `EVENT#<event id>` |
//! | publisher count | `SESSION#<id>` | `SOURCE#<publisher>` |
//! | decision about an event | `SESSION#<id>` | `MODERATION#<event id>#<revision>` |
//! | token | `TOKEN` | SHA-256 of it, 64 hex digits |
//!
//! An id is the rest of its key: nothing follows it, so no character in it can reach into another item. Only a
//! decision's revision follows one, of ten digits behind a `#`, which no event id has.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

/// An item as the SDK has it.
pub(crate) type Item = HashMap<String, AttributeValue>;

pub(crate) const PARTITION: &str = "pk";
pub(crate) const SORT: &str = "sk";
/// Epoch seconds after which the table may drop the item.
pub(crate) const EXPIRES_AT: &str = "expires_at";

pub(crate) const TOKENS: &str = "TOKEN";
// Attributes of an event.
pub(crate) const KIND: &str = "kind";
pub(crate) const LABEL: &str = "label";
pub(crate) const PUBLISHERS: &str = "publishers";
pub(crate) const PAYLOAD: &str = "payload";
pub(crate) const RECEIVED_AT_MS: &str = "received_at_ms";

pub(crate) const SUMMARY: &str = "SUMMARY";
pub(crate) const EVENT_PREFIX: &str = "EVENT#";
pub(crate) const SOURCE_PREFIX: &str = "SOURCE#";
pub(crate) const MODERATION_PREFIX: &str = "MODERATION#";

pub(crate) fn session(session_id: &str) -> AttributeValue {
    AttributeValue::S(format!("SESSION#{session_id}"))
}

pub(crate) fn tokens() -> AttributeValue {
    AttributeValue::S(TOKENS.to_owned())
}

pub(crate) fn sort(prefix: &str, id: &str) -> AttributeValue {
    AttributeValue::S(format!("{prefix}{id}"))
}

pub(crate) fn text(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_owned())
}

/// The text in an attribute of `item`.
pub(crate) fn text_of<'item>(item: &'item Item, name: &str) -> Option<&'item str> {
    item.get(name)?.as_s().ok().map(String::as_str)
}

/// The number in an attribute of `item`.
pub(crate) fn number_of(item: &Item, name: &str) -> Option<i64> {
    item.get(name)?.as_n().ok()?.parse().ok()
}

/// Milliseconds or seconds or counts: DynamoDB numbers travel as text.
pub(crate) fn number(value: i64) -> AttributeValue {
    AttributeValue::N(value.to_string())
}

/// The number in `value`, 0 where it is missing: an absent counter has counted nothing.
pub(crate) fn count(value: Option<&AttributeValue>) -> u64 {
    value.and_then(|value| value.as_n().ok()).and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

/// Whether an item read at `now` (epoch seconds) has expired: the table drops it within days, readers at once.
pub(crate) fn has_expired(item: &Item, now: i64) -> bool {
    number_of(item, EXPIRES_AT).is_some_and(|expires_at| expires_at <= now)
}
