//! The tools' declarations, from the types that validate: the content of `infra/tools.json`.

use serde_json::{Map, Value, json};
use web::Endpoint;

/// A list of `{"name", "description", "input_schema"}`, one for each tool, the schema as the contract states it.
#[must_use]
pub fn tool_declarations(endpoints: &[Endpoint]) -> Value {
    let tools = endpoints.iter().filter_map(|endpoint| Some((endpoint, endpoint.tool?)));
    let declaration = |(endpoint, tool): (&Endpoint, web::Tool)| {
        json!({
            "name": tool.name,
            "description": tool.description,
            "input_schema": strict(endpoint.input.inline().as_value()),
        })
    };
    tools.map(declaration).collect()
}

/// A schema as a model should read it: short, because long declarations slow the model down.
///
/// Kept are structure, bounds, defaults and the descriptions meant for models; dropped are the
/// documentation for people, defaults that say nothing, formats of machine integers, and what the contract's
/// schemas leave open although it is checked: all lengths, and bounds marked with `x-tool-unbounded`.
fn strict(schema: &Value) -> Value {
    let Some(schema) = schema.as_object() else { return schema.clone() };
    let mut kept = Map::new();
    for (keyword, value) in schema {
        match keyword.as_str() {
            "title" | "description" | "format" | "minLength" | "maxLength" | "maxItems" => {}
            "minimum" | "maximum" | "x-tool-unbounded" if schema.contains_key("x-tool-unbounded") => {}
            "x-tool-description" => {
                kept.insert("description".to_owned(), value.clone());
            }
            "default"
                if *value == json!({}) || *value == json!([]) || value.is_null() || is_object(schema) => {}
            "oneOf" => {
                if let Some(values) = constants(value) {
                    kept.insert("type".to_owned(), "string".into());
                    kept.insert("enum".to_owned(), values);
                }
            }
            "properties" => {
                let properties = value.as_object().into_iter().flatten();
                let properties: Map<String, Value> =
                    properties.map(|(name, property)| (name.clone(), strict(property))).collect();
                kept.insert(keyword.clone(), properties.into());
            }
            "items" => {
                kept.insert(keyword.clone(), strict(value));
            }
            _ => {
                kept.insert(keyword.clone(), value.clone());
            }
        }
    }
    kept.into()
}

fn is_object(schema: &Map<String, Value>) -> bool {
    schema.get("type").is_some_and(|kind| kind == "object")
}

/// The values of an enumeration whose values are documented one by one.
fn constants(alternatives: &Value) -> Option<Value> {
    alternatives.as_array()?.iter().map(|alternative| alternative.get("const").cloned()).collect()
}
