//! Tokens that may call, as SHA-256 digests: the tokens themselves are nowhere.

use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::types::AttributeValue;
use jiff::Timestamp;
use subtle::ConstantTimeEq;
use web::TokenDigest;

use crate::keys::{EXPIRES_AT, Item, PARTITION, SORT, TOKENS, has_expired, number, tokens};
use crate::{Store, StoreError};

/// What is known of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenRecord {
    /// SHA-256 of the token.
    pub digest: TokenDigest,
    /// What its operator calls it. Tokens of one name are the same caller's: an old and a new one.
    pub name: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it stops being valid.
    pub expires_at: Option<Timestamp>,
    /// Value of the API key that counts its calls.
    pub usage_key: String,
    /// Id of that key at the gateway; none for a table without one.
    pub usage_key_id: Option<String>,
}

impl TokenRecord {
    /// The first 12 hex digits of the digest: what logs call the caller.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        hex::encode(&self.digest[..6])
    }

    fn item(&self) -> Item {
        let text = |value: &str| AttributeValue::S(value.to_owned());
        let mut item = Item::from([
            (PARTITION.to_owned(), tokens()),
            (SORT.to_owned(), sort_key(&self.digest)),
            ("name".to_owned(), text(&self.name)),
            ("created_at_ms".to_owned(), number(self.created_at.as_millisecond())),
            ("usage_key".to_owned(), text(&self.usage_key)),
        ]);
        if let Some(id) = &self.usage_key_id {
            item.insert("usage_key_id".to_owned(), text(id));
        }
        if let Some(expires_at) = self.expires_at {
            item.insert(EXPIRES_AT.to_owned(), number(expires_at.as_second()));
        }
        item
    }

    /// The record in `item`; none where something is missing, as in an item that was not written here.
    fn from_item(item: &Item) -> Option<Self> {
        let text = |name: &str| item.get(name)?.as_s().ok().cloned();
        let integer = |name: &str| item.get(name)?.as_n().ok()?.parse::<i64>().ok();
        let mut digest = TokenDigest::default();
        hex::decode_to_slice(text(SORT)?, &mut digest).ok()?;
        Some(Self {
            digest,
            name: text("name")?,
            created_at: Timestamp::from_millisecond(integer("created_at_ms")?).ok()?,
            expires_at: integer(EXPIRES_AT).and_then(|seconds| Timestamp::from_second(seconds).ok()),
            usage_key: text("usage_key")?,
            usage_key_id: text("usage_key_id"),
        })
    }
}

impl Store {
    /// Stores a token. Whether it was new: one that is there already is left as it is.
    ///
    /// From the first one on the table asks for tokens, also when the last is gone: revoking must not let everyone in.
    pub async fn put_token(&self, token: &TokenRecord) -> Result<bool, StoreError> {
        let mark = Item::from([(PARTITION.to_owned(), tokens()), (SORT.to_owned(), asks())]);
        let marked = self.client.put_item().table_name(&self.table).set_item(Some(mark)).send().await;
        marked.map_err(StoreError::from_sdk)?;
        let put = self.client.put_item().table_name(&self.table).set_item(Some(token.item()));
        match put.condition_expression("attribute_not_exists(pk)").send().await {
            Ok(_) => Ok(true),
            Err(SdkError::ServiceError(error))
                if matches!(error.err(), PutItemError::ConditionalCheckFailedException(_)) =>
            {
                Ok(false)
            }
            Err(error) => Err(StoreError::from_sdk(error)),
        }
    }

    /// The token with this digest, if it is known and still valid.
    pub async fn token(&self, digest: &TokenDigest) -> Result<Option<TokenRecord>, StoreError> {
        let found = self
            .client
            .get_item()
            .table_name(&self.table)
            .key(PARTITION, tokens())
            .key(SORT, sort_key(digest))
            .consistent_read(true)
            .send()
            .await
            .map_err(StoreError::from_sdk)?;
        let now = self.clock.now().as_second();
        let record =
            found.item.filter(|item| !has_expired(item, now)).and_then(|item| TokenRecord::from_item(&item));
        // Found by its key already; compared once more in constant time, whatever the table did to find it.
        Ok(record.filter(|record| bool::from(record.digest.ct_eq(digest))))
    }

    /// Every valid token, by name and age.
    pub async fn tokens(&self) -> Result<Vec<TokenRecord>, StoreError> {
        let mut pages = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("pk = :tokens")
            .expression_attribute_values(":tokens", tokens())
            .consistent_read(true)
            .into_paginator()
            .items()
            .send();
        let now = self.clock.now().as_second();
        let mut records = Vec::new();
        while let Some(item) = pages.next().await {
            let item = item.map_err(StoreError::from_sdk)?;
            records.extend(TokenRecord::from_item(&item).filter(|_| !has_expired(&item, now)));
        }
        records.sort_by(|one, other| (&one.name, one.created_at).cmp(&(&other.name, other.created_at)));
        Ok(records)
    }

    /// Whether a token is asked for: there has been one.
    pub async fn asks_for_tokens(&self) -> Result<bool, StoreError> {
        let query = self.client.query().table_name(&self.table).key_condition_expression("pk = :tokens");
        let query = query.expression_attribute_values(":tokens", tokens()).consistent_read(true).limit(1);
        let found = query.send().await.map_err(StoreError::from_sdk)?;
        Ok(found.count() > 0)
    }

    /// Removes a token: it is no longer valid.
    pub async fn delete_token(&self, digest: &TokenDigest) -> Result<(), StoreError> {
        let delete = self.client.delete_item().table_name(&self.table);
        let delete = delete.key(PARTITION, tokens()).key(SORT, sort_key(digest));
        delete.send().await.map(drop).map_err(StoreError::from_sdk)
    }

    /// Lets a token end at `expires_at`. A token that is gone already stays gone.
    pub async fn expire_token(&self, digest: &TokenDigest, expires_at: Timestamp) -> Result<(), StoreError> {
        let update = self
            .client
            .update_item()
            .table_name(&self.table)
            .key(PARTITION, tokens())
            .key(SORT, sort_key(digest))
            .condition_expression("attribute_exists(pk)")
            .update_expression("SET expires_at = :expires")
            .expression_attribute_values(":expires", number(expires_at.as_second()));
        match update.send().await {
            Ok(_) => Ok(()),
            Err(error)
                if error.as_service_error().is_some_and(
                    aws_sdk_dynamodb::operation::update_item::UpdateItemError::is_conditional_check_failed_exception,
                ) =>
            {
                Ok(())
            }
            Err(error) => Err(StoreError::from_sdk(error)),
        }
    }

    /// Opens the connection that the next [`Store::token`] uses.
    pub async fn warm_tokens(&self) {
        self.touch(AttributeValue::S(TOKENS.to_owned())).await;
    }

    /// Opens the connection that the next read or write of a session uses.
    pub async fn warm_sessions(&self) {
        self.touch(crate::keys::session("")).await;
    }

    /// Reads an item that does not exist. Whether that succeeds does not matter: the connection is open.
    async fn touch(&self, partition: AttributeValue) {
        let read = self.client.get_item().table_name(&self.table);
        let read = read.key(PARTITION, partition).key(SORT, AttributeValue::S("-".to_owned()));
        if let Err(error) = read.send().await.map_err(StoreError::from_sdk) {
            tracing::debug!(%error, "the connection was not opened during init");
        }
    }
}

/// The key of the item that says that tokens are asked for. No digest is spelt like that.
fn asks() -> AttributeValue {
    AttributeValue::S("ASKS".to_owned())
}

fn sort_key(digest: &TokenDigest) -> AttributeValue {
    AttributeValue::S(hex::encode(digest))
}
