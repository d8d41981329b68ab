//! JSON Schema as OpenAPI 3.0 knows it, and as people read it.

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::{Map, Value};

/// How inputs are written.
pub(super) fn of_inputs() -> SchemaSettings {
    SchemaSettings::openapi3().for_deserialize().with(|settings| {
        settings.transforms.insert(0, Box::new(RecursiveTransform(plain)));
    })
}

/// How outputs are written.
pub(super) fn of_outputs() -> SchemaSettings {
    SchemaSettings::openapi3().for_serialize().with(|settings| {
        settings.transforms.insert(0, Box::new(RecursiveTransform(plain)));
        settings.transforms.insert(0, Box::new(RecursiveTransform(absent_instead_of_null)));
    })
}

fn plain(schema: &mut Schema) {
    let Some(schema) = schema.as_object_mut() else { return };
    // What tool declarations read is not for people, and a default of null says nothing.
    schema.retain(|keyword, value| {
        !(keyword == "title" || keyword.starts_with("x-tool-") || keyword == "default" && value.is_null())
    });
    list_constants(schema);
    // OpenAPI has two formats of integers, and no unsigned ones.
    if schema.get("format").and_then(Value::as_str).is_some_and(|format| format.starts_with("uint")) {
        schema.insert("format".to_owned(), "int64".into());
    }
}

/// Writes alternatives of one constant each as one enumeration; what each value means moves to the description.
fn list_constants(schema: &mut Map<String, Value>) {
    let Some(alternatives) = schema.get("oneOf").and_then(Value::as_array) else { return };
    let constants: Option<Vec<Value>> =
        alternatives.iter().map(|alternative| alternative.get("const").cloned()).collect();
    let Some(constants) = constants else { return };
    let meanings: Vec<String> = alternatives
        .iter()
        .filter_map(|alternative| {
            let (value, meaning) = (alternative["const"].as_str()?, alternative["description"].as_str()?);
            Some(format!("- `{value}`: {meaning}"))
        })
        .collect();
    let about = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    let description = format!("{about}\n\n{}", meanings.join("\n"));
    schema.remove("oneOf");
    schema.insert("description".to_owned(), description.trim().into());
    schema.insert("type".to_owned(), "string".into());
    schema.insert("enum".to_owned(), constants.into());
}

/// An output's field that may be absent is absent where it would be null.
fn absent_instead_of_null(schema: &mut Schema) {
    let required = schema.get("required").cloned().unwrap_or_default();
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else { return };
    for (name, property) in properties {
        let always_there =
            required.as_array().is_some_and(|required| required.iter().any(|field| field == name));
        if let Some(property) = property.as_object_mut().filter(|_| !always_there) {
            remove_null(property);
        }
    }
}

fn remove_null(schema: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            schema.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(alternatives)) = schema.get_mut("anyOf") {
        alternatives.retain(|alternative| alternative.get("type").is_none_or(|name| name != "null"));
        if let [Value::Object(only)] = alternatives.as_slice() {
            let only = only.clone();
            schema.remove("anyOf");
            schema.extend(only);
        }
    }
}
