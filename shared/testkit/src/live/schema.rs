//! What a Live session refuses in a setup, as it was seen to: one unknown keyword, and the socket closes.

use serde_json::Value;

/// Keys of a setup.
const SETUP: [&str; 10] = [
    "model",
    "generationConfig",
    "systemInstruction",
    "tools",
    "realtimeInputConfig",
    "sessionResumption",
    "contextWindowCompression",
    "inputAudioTranscription",
    "outputAudioTranscription",
    "historyConfig",
];

/// Keys of `generationConfig` that Live does not take.
const NOT_IN_CONFIG: [&str; 9] = [
    "responseLogprobs",
    "responseMimeType",
    "logprobs",
    "responseSchema",
    "responseJsonSchema",
    "stopSequences",
    "routingConfig",
    "audioTimestamp",
    "thinkingConfig",
];

/// Keywords of `parameters`.
const KEYWORDS: [&str; 22] = [
    "type",
    "description",
    "title",
    "nullable",
    "format",
    "properties",
    "required",
    "items",
    "anyOf",
    "propertyOrdering",
    "example",
    "enum",
    "minimum",
    "maximum",
    "minItems",
    "maxItems",
    "minLength",
    "maxLength",
    "minProperties",
    "maxProperties",
    "pattern",
    // Accepted and ignored.
    "default",
];

/// Why the server would close with 1007, if it would.
pub(super) fn refusal(setup: &Value) -> Option<String> {
    let keys = setup.as_object()?.keys();
    if let Some(unknown) = keys.into_iter().find(|key| !SETUP.contains(&key.as_str())) {
        return Some(format!("Unknown name \"{unknown}\" at 'setup': Cannot find field."));
    }
    if !setup["model"].as_str().unwrap_or_default().starts_with("models/") {
        return Some("setup.model: unexpected model name format".to_owned());
    }
    let config = setup["generationConfig"].as_object();
    if let Some(refused) =
        config.and_then(|config| config.keys().find(|key| NOT_IN_CONFIG.contains(&key.as_str())))
    {
        return Some(format!("setup.generationConfig.{refused} is not supported"));
    }
    let tools = setup["tools"].as_array().into_iter().flatten();
    let declarations = tools.filter_map(|tool| tool["functionDeclarations"].as_array()).flatten();
    declarations.enumerate().find_map(|(number, declaration)| {
        let at = format!("setup.tools[0].function_declarations[{number}]");
        let name = declaration["name"].as_str().unwrap_or_default();
        let begins = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
        if !begins || name.len() > 64 || !declaration["description"].is_string() {
            return Some(format!("{at}: name and description are required"));
        }
        let known = ["name", "description", "behavior", "parameters", "response"];
        if let Some(unknown) = declaration.as_object()?.keys().find(|key| !known.contains(&key.as_str())) {
            return Some(format!("Unknown name \"{unknown}\" at '{at}': Cannot find field."));
        }
        in_schema(declaration.get("parameters")?, &format!("{at}.parameters"))
    })
}

fn in_schema(schema: &Value, at: &str) -> Option<String> {
    let keywords = schema.as_object()?;
    if let Some(unknown) = keywords.keys().find(|key| !KEYWORDS.contains(&key.as_str())) {
        return Some(format!("Unknown name \"{unknown}\" at '{at}': Cannot find field."));
    }
    let kind = schema["type"].as_str().unwrap_or_default().to_ascii_uppercase();
    if let Some(values) = schema["enum"].as_array()
        && (kind != "STRING" || !values.iter().all(Value::is_string))
    {
        return Some(format!("{at}.enum: only allowed for STRING type"));
    }
    if kind == "ARRAY" && schema.get("items").is_none() {
        return Some(format!("{at}.items: missing field."));
    }
    let properties = schema["properties"].as_object();
    if kind == "OBJECT" && properties.is_none_or(serde_json::Map::is_empty) {
        return Some(format!("{at}.properties: should be non-empty for OBJECT type"));
    }
    let within = properties.into_iter().flatten();
    within
        .map(|(name, property)| in_schema(property, &format!("{at}.properties.{name}")))
        .chain(schema.get("items").map(|items| in_schema(items, &format!("{at}.items"))))
        .find_map(std::convert::identity)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn with(parameters: &Value) -> Option<String> {
        let declaration = json!({ "name": "f", "description": "d", "parameters": parameters });
        refusal(&json!({ "model": "models/m", "tools": [{ "functionDeclarations": [declaration] }] }))
    }

    #[test]
    fn what_was_seen_to_be_refused_is_refused() {
        let fine = json!({ "type": "OBJECT", "properties": { "x": { "type": "STRING", "enum": ["a"], "default": "a" } } });
        assert_eq!(with(&fine), None);
        for (keyword, value) in [
            ("additionalProperties", json!(false)),
            ("$schema", json!("x")),
            ("$ref", json!("x")),
            ("const", json!("x")),
            ("oneOf", json!([])),
            ("exclusiveMinimum", json!(1)),
            ("multipleOf", json!(1)),
            ("examples", json!([])),
            ("enum", json!([1, 2])),
        ] {
            let mut inner = json!({ "type": "INTEGER" });
            inner[keyword] = value;
            let schema =
                json!({ "type": "OBJECT", "properties": { "x": { "type": "ARRAY", "items": inner } } });
            assert!(with(&schema).is_some_and(|reason| reason.contains("properties.x.items")), "{keyword}");
        }
        assert!(with(&json!({ "type": "OBJECT", "properties": {} })).is_some());
        assert!(with(&json!({ "type": "ARRAY" })).is_some());
        assert!(refusal(&json!({ "model": "m" })).is_some());
        assert!(refusal(&json!({ "model": "models/m", "toolConfig": {} })).is_some());
    }
}
