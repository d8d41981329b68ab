//! Whether a schema may be enforced strictly.

use serde_json::{Map, Value};

/// Whether every object in `schema` names all its properties as required and allows no others: a strict answer
/// in any other schema is refused before the model is asked.
pub(super) fn is_strict(schema: &Value) -> bool {
    match schema {
        Value::Array(schemas) => schemas.iter().all(is_strict),
        Value::Object(keywords) => {
            (!is_of_objects(keywords) || is_closed(keywords))
                && keywords.iter().all(|(keyword, value)| match keyword.as_str() {
                    // What is listed is data, not a schema.
                    "enum" | "const" | "default" | "examples" | "required" => true,
                    "properties" | "$defs" => {
                        value.as_object().is_none_or(|named| named.values().all(is_strict))
                    }
                    _ => is_strict(value),
                })
        }
        _ => true,
    }
}

fn is_of_objects(keywords: &Map<String, Value>) -> bool {
    match keywords.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "object"),
        kind => kind.is_some_and(|kind| kind == "object"),
    }
}

fn is_closed(keywords: &Map<String, Value>) -> bool {
    let properties = keywords.get("properties").and_then(Value::as_object);
    let mut names = properties.into_iter().flat_map(Map::keys);
    let required = keywords.get("required").and_then(Value::as_array);
    let is_required =
        |name: &String| required.is_some_and(|required| required.iter().any(|entry| entry == name));
    keywords.get("additionalProperties") == Some(&Value::Bool(false)) && names.all(is_required)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn closed_schemas_are_strict_and_others_are_not() {
        let closed = json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": false});
        let optional = json!({"type": "object", "properties": {"a": {}, "b": {}}, "required": ["a"], "additionalProperties": false});
        let open = json!({"type": "object", "properties": {"a": {}}, "required": ["a"]});
        let nested = |inner: &Value| json!({"type": "object", "properties": {"list": {"type": "array", "items": inner}}, "required": ["list"], "additionalProperties": false});
        assert!(is_strict(&closed) && is_strict(&nested(&closed)));
        assert!(!is_strict(&optional) && !is_strict(&open) && !is_strict(&nested(&open)));
        assert!(is_strict(&json!({"enum": [{"type": "object"}]})));
        assert!(is_strict(&json!({"type": "object", "additionalProperties": false})));
        assert!(!is_strict(&json!({"type": ["object", "null"]})));
        assert!(!is_strict(&json!({"properties": {"default": {"type": "object"}}})));
    }
}
