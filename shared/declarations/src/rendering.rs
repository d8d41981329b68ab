//! One strict declaration, five forms.

use serde_json::{Map, Value, json};

use crate::{Declaration, Format};

/// The declarations in `format`, in the object that its API takes.
#[must_use]
pub fn render(declarations: &[Declaration], format: Format) -> Value {
    let list: Vec<Value> = declarations.iter().map(|declaration| one(declaration, format)).collect();
    match format {
        Format::GeminiLive | Format::Gemini => json!({ "functionDeclarations": list }),
        Format::JsonSchema | Format::OpenAi | Format::Mcp => json!({ "tools": list }),
    }
}

fn one(declaration: &Declaration, format: Format) -> Value {
    let Declaration { name, description, input_schema } = declaration;
    match format {
        Format::JsonSchema => {
            json!({ "name": name, "description": description, "input_schema": input_schema })
        }
        Format::GeminiLive => {
            json!({ "name": name, "description": description, "parameters": live(input_schema) })
        }
        Format::Gemini => {
            json!({ "name": name, "description": description, "parametersJsonSchema": input_schema })
        }
        Format::OpenAi => json!({
            "type": "function",
            "function": { "name": name, "description": description, "parameters": input_schema },
        }),
        Format::Mcp => json!({
            "name": name,
            "description": description,
            "inputSchema": input_schema,
            "annotations": { "readOnlyHint": true, "idempotentHint": true },
        }),
    }
}

/// What Gemini Live accepts of a schema: an unknown keyword closes the socket before the session starts.
/// Defaults are ignored by it, so they are said in the description instead.
fn live(schema: &Value) -> Value {
    let Some(schema) = schema.as_object() else { return json!({ "type": "STRING" }) };
    let mut kept = Map::new();
    let kind = schema.get("type").and_then(Value::as_str).unwrap_or("string");
    kept.insert("type".to_owned(), kind.to_ascii_uppercase().into());
    if let Some(description) = live_description(schema) {
        kept.insert("description".to_owned(), description.into());
    }
    for keyword in ["minimum", "maximum", "required", "nullable", "pattern"] {
        if let Some(value) = schema.get(keyword) {
            kept.insert(keyword.to_owned(), value.clone());
        }
    }
    // Enumerations are accepted for strings only.
    if let Some(values) = schema.get("enum").filter(|_| kind == "string") {
        kept.insert("format".to_owned(), "enum".into());
        kept.insert("enum".to_owned(), values.clone());
    }
    if let Some(items) = schema.get("items") {
        kept.insert("items".to_owned(), live(items));
    }
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        kept.insert("propertyOrdering".to_owned(), properties.keys().cloned().collect());
        let properties: Map<String, Value> =
            properties.iter().map(|(name, property)| (name.clone(), live(property))).collect();
        kept.insert("properties".to_owned(), properties.into());
    }
    kept.into()
}

fn live_description(schema: &Map<String, Value>) -> Option<String> {
    let description = schema.get("description").and_then(Value::as_str);
    let default = schema.get("default").map(|default| match default {
        Value::String(text) => format!("default {text}"),
        other => format!("default {other}"),
    });
    match (description, default) {
        (Some(description), Some(default)) => Some(format!("{description}; {default}")),
        (description, default) => description.map(str::to_owned).or(default),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a Live session accepts in `parameters`; everything else was seen to be rejected.
    const LIVE_KEYWORDS: [&str; 13] = [
        "type",
        "description",
        "nullable",
        "format",
        "properties",
        "required",
        "items",
        "propertyOrdering",
        "enum",
        "minimum",
        "maximum",
        "pattern",
        "title",
    ];

    fn assert_live(schema: &Value) {
        let schema = schema.as_object().expect("an object");
        for (keyword, value) in schema {
            assert!(LIVE_KEYWORDS.contains(&keyword.as_str()), "{keyword}");
            match keyword.as_str() {
                "properties" => value.as_object().expect("properties").values().for_each(assert_live),
                "items" => assert_live(value),
                "enum" => assert_eq!(schema["type"], "STRING"),
                _ => {}
            }
        }
        if schema["type"] == "ARRAY" {
            assert!(schema.contains_key("items"));
        }
    }

    #[test]
    fn nothing_is_left_that_a_live_session_rejects() {
        let declarations = crate::all().expect("declarations");
        for tool in
            render(&declarations, Format::GeminiLive)["functionDeclarations"].as_array().expect("a list")
        {
            assert_live(&tool["parameters"]);
        }
    }

    #[test]
    fn keywords_that_live_rejects_are_dropped_at_every_depth() {
        let schema = json!({
            "$schema": "x", "type": "object", "additionalProperties": false,
            "properties": {
                "level": { "type": "integer", "enum": [1, 2], "default": 1 },
                "inner": { "type": "object", "properties": { "x": { "const": "a" } }, "not": {} },
                "list": { "type": "array", "items": { "type": "string", "examples": [] } },
            },
        });
        let rendered = live(&schema);
        assert_live(&rendered);
        assert_eq!(rendered["properties"]["level"]["description"], "default 1");
        assert_eq!(rendered["propertyOrdering"], json!(["level", "inner", "list"]));
    }
}
