//! The template as plain data, for what is read from it.

use serde_json::{Map, Value, json};

/// Why a template cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TemplateError {
    /// Not YAML.
    #[error("the template is not YAML")]
    Yaml(#[from] yaml_serde::Error),
    /// A section has no place for what is generated.
    #[error("section {0} of the template has no line `# Generated from …`")]
    Mark(String),
    /// Something is not where it should be.
    #[error("the template has no usable {0}")]
    Missing(String),
}

/// A template. Functions such as `!Ref X` are objects with one member: `{"!Ref": "X"}`.
#[derive(Debug)]
pub struct Document {
    root: Value,
}

impl Document {
    /// Reads a template.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        Ok(Self { root: plain(yaml_serde::from_str(text)?) })
    }

    /// The value at a JSON pointer, null where there is none.
    #[must_use]
    pub fn at(&self, pointer: &str) -> &Value {
        self.root.pointer(pointer).unwrap_or(&Value::Null)
    }

    /// The resources of a type, with their logical ids.
    pub fn resources(&self, kind: &str) -> impl Iterator<Item = (&str, &Value)> {
        let all = self.root["Resources"].as_object().into_iter().flatten();
        all.filter(move |(_, resource)| resource["Type"] == kind)
            .map(|(id, resource)| (id.as_str(), resource))
    }

    /// A number, given or as the default of the parameter that it refers to.
    pub fn number(&self, value: &Value) -> Option<f64> {
        match value.get("!Ref").and_then(Value::as_str) {
            Some(parameter) => self.at(&format!("/Parameters/{parameter}/Default")).as_f64(),
            None => value.as_f64(),
        }
    }
}

/// Plain data with members in the order of their names, so that only what is said counts, not in which order.
fn plain(value: yaml_serde::Value) -> Value {
    match value {
        yaml_serde::Value::Mapping(members) => {
            let named = members.into_iter().map(|(name, value)| (key(&name), plain(value)));
            let sorted: std::collections::BTreeMap<String, Value> = named.collect();
            Value::Object(Map::from_iter(sorted))
        }
        yaml_serde::Value::Sequence(values) => values.into_iter().map(plain).collect(),
        yaml_serde::Value::Tagged(tagged) => json!({ tagged.tag.to_string(): plain(tagged.value) }),
        scalar => serde_json::to_value(scalar).unwrap_or_default(),
    }
}

fn key(name: &yaml_serde::Value) -> String {
    name.as_str().map_or_else(|| format!("{name:?}"), str::to_owned)
}
