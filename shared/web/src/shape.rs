//! A type that goes over the wire, as JSON Schema in the dialect that a document needs.

use std::borrow::Cow;

use schemars::generate::{Contract, SchemaSettings};
use schemars::transform::Transform;
use schemars::{JsonSchema, Schema, SchemaGenerator};

/// The input or the output of an endpoint.
#[derive(Debug, Clone)]
pub struct Shape {
    contract: Contract,
    name: fn() -> Cow<'static, str>,
    schema: fn(&mut SchemaGenerator) -> Schema,
}

impl Shape {
    pub(crate) fn input<T: JsonSchema>() -> Self {
        Self { contract: Contract::Deserialize, name: T::schema_name, schema: T::json_schema }
    }

    pub(crate) fn output<T: JsonSchema>() -> Self {
        Self { contract: Contract::Serialize, name: T::schema_name, schema: T::json_schema }
    }

    /// The type's name in documents.
    #[must_use]
    pub fn name(&self) -> Cow<'static, str> {
        (self.name)()
    }

    /// A self-contained JSON Schema: nothing is referenced, because tool declarations cannot refer.
    #[must_use]
    pub fn inline(&self) -> Schema {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.inline_subschemas = true;
            settings.contract = self.contract.clone();
        });
        (self.schema)(&mut settings.into_generator())
    }

    /// The schema in `generator`'s dialect. The types inside it are defined there and referenced here.
    pub fn within(&self, generator: &mut SchemaGenerator) -> Schema {
        let mut schema = (self.schema)(generator);
        for transform in generator.transforms_mut() {
            Transform::transform(transform, &mut schema);
        }
        schema
    }
}
