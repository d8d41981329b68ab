//! The types of the document: each defined once under its name, referenced everywhere else.

use std::collections::BTreeMap;

use schemars::SchemaGenerator;
use serde_json::{Value, json};
use web::{Endpoint, Shape};

use super::dialect;

/// Two types with one name.
#[derive(Debug, thiserror::Error)]
#[error(
    "two different types are called {name} in the API documents; name one with #[schemars(rename = \"…\")]"
)]
pub struct NameClash {
    name: String,
}

/// The types met so far.
pub(super) struct Schemas {
    inputs: SchemaGenerator,
    outputs: SchemaGenerator,
    roots: Vec<(String, Value)>,
}

impl Schemas {
    pub(super) fn new() -> Self {
        Self {
            inputs: dialect::of_inputs().into_generator(),
            outputs: dialect::of_outputs().into_generator(),
            roots: Vec::new(),
        }
    }

    /// The endpoint's input, written out.
    pub(super) fn of_input(&mut self, endpoint: &Endpoint) -> Value {
        endpoint.input.within(&mut self.inputs).to_value()
    }

    /// The endpoint's output, written out.
    pub(super) fn of_output(&mut self, endpoint: &Endpoint) -> Value {
        endpoint.output.within(&mut self.outputs).to_value()
    }

    /// A reference to the endpoint's input.
    pub(super) fn reference_input(&mut self, endpoint: &Endpoint) -> Value {
        let schema = self.of_input(endpoint);
        self.reference(&name_of(endpoint, &endpoint.input), schema)
    }

    /// A reference to the endpoint's output.
    pub(super) fn reference_output(&mut self, endpoint: &Endpoint) -> Value {
        let schema = self.of_output(endpoint);
        self.reference(&name_of(endpoint, &endpoint.output), schema)
    }

    /// Adds a schema that belongs to no endpoint.
    pub(super) fn define(&mut self, name: &str, schema: Value) {
        self.roots.push((name.to_owned(), schema));
    }

    fn reference(&mut self, name: &str, schema: Value) -> Value {
        self.define(name, schema);
        json!({ "$ref": format!("#/components/schemas/{name}") })
    }

    /// Every type by name, in the order of names.
    pub(super) fn finish(mut self) -> Result<BTreeMap<String, Value>, NameClash> {
        let inner = self.inputs.take_definitions(true).into_iter().chain(self.outputs.take_definitions(true));
        let mut named: BTreeMap<String, Value> = BTreeMap::new();
        for (name, schema) in self.roots.into_iter().chain(inner) {
            if named.insert(name.clone(), schema.clone()).is_some_and(|other| other != schema) {
                return Err(NameClash { name });
            }
        }
        // The generator numbers types of one name itself.
        match named.keys().find_map(|name| name.strip_suffix('2').filter(|first| named.contains_key(*first)))
        {
            Some(name) => Err(NameClash { name: name.to_owned() }),
            None => Ok(named),
        }
    }
}

/// Every function calls its types `Input` and `Output`; what has a name of its own keeps it.
fn name_of(endpoint: &Endpoint, shape: &Shape) -> String {
    let name = shape.name();
    if ["Input", "Output"].contains(&name.as_ref()) {
        format!("{}{name}", pascal(endpoint.name))
    } else {
        name.into_owned()
    }
}

/// `tools-list` and `TOOLS_LIST` as `ToolsList`.
pub(super) fn pascal(name: &str) -> String {
    let words = name.split(['-', '_']).map(|word| word.split_at(word.len().min(1)));
    words.flat_map(|(first, rest)| [first.to_ascii_uppercase(), rest.to_ascii_lowercase()]).collect()
}
