//! The table itself: made where it is missing, and asked whether it answers.

use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::create_table::CreateTableError;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, KeySchemaElement, KeyType, ScalarAttributeType, TimeToLiveSpecification,
};

use crate::keys::{EXPIRES_AT, PARTITION, SORT};
use crate::{Store, StoreError};

impl Store {
    /// Makes the table if it is missing. For the embedded table: on AWS the template makes it.
    ///
    /// No stream is asked for: the embedded engine slows down with the square of the writes if there is one.
    pub async fn create_table(&self) -> Result<(), StoreError> {
        let table = self
            .client
            .create_table()
            .table_name(&self.table)
            .billing_mode(BillingMode::PayPerRequest)
            .set_attribute_definitions(Some(vec![attribute(PARTITION)?, attribute(SORT)?]))
            .set_key_schema(Some(vec![key(PARTITION, KeyType::Hash)?, key(SORT, KeyType::Range)?]));
        match table.send().await {
            Ok(_) => {}
            Err(SdkError::ServiceError(error))
                if matches!(error.err(), CreateTableError::ResourceInUseException(_)) =>
            {
                return Ok(());
            }
            Err(error) => return Err(StoreError::from_sdk(error)),
        }
        let expiry = TimeToLiveSpecification::builder().enabled(true).attribute_name(EXPIRES_AT).build();
        let expiry = expiry.map_err(StoreError::from_build)?;
        let update =
            self.client.update_time_to_live().table_name(&self.table).time_to_live_specification(expiry);
        update.send().await.map_err(StoreError::from_sdk)?;
        Ok(())
    }

    /// Whether the table answers.
    pub async fn check(&self) -> Result<(), StoreError> {
        let described = self.client.describe_table().table_name(&self.table).send();
        described.await.map(drop).map_err(StoreError::from_sdk)
    }
}

fn attribute(name: &str) -> Result<AttributeDefinition, StoreError> {
    let attribute =
        AttributeDefinition::builder().attribute_name(name).attribute_type(ScalarAttributeType::S);
    attribute.build().map_err(StoreError::from_build)
}

fn key(name: &str, role: KeyType) -> Result<KeySchemaElement, StoreError> {
    KeySchemaElement::builder().attribute_name(name).key_type(role).build().map_err(StoreError::from_build)
}
