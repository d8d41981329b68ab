//! `infra/openapi.json`: generated from the types, valid by the rules of OpenAPI 3.0, and true.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use serde_json::{Map, Value, json};
use testkit::events::{load, matches};
use tests::{assert_golden, workspace_root};

/// The document of the types and the checked-in examples.
pub(crate) fn document() -> &'static Value {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    DOCUMENT.get_or_init(|| {
        endpoints::openapi(&endpoints::all(), &crate::examples::load())
            .unwrap_or_else(|clash| panic!("{clash}"))
    })
}

/// Checks a value against the schema at `pointer` in the document.
pub(crate) fn assert_fits(pointer: &str, value: &Value, what: &str) {
    let schema = document().pointer(pointer).unwrap_or_else(|| panic!("{what}: nothing stands at {pointer}"));
    if let Some(mistake) = misfit(schema, value) {
        panic!("{what} does not fit {pointer}: {mistake}");
    }
}

/// The first way in which `value` is not what `schema` says; references are resolved in the document.
fn misfit(schema: &Value, value: &Value) -> Option<String> {
    let root = json_schema(&json!({ "allOf": [schema], "components": document()["components"] }));
    let validator = jsonschema::options()
        .with_draft(jsonschema::Draft::Draft4)
        .should_validate_formats(true)
        .build(&root)
        .expect("a schema");
    validator.iter_errors(value).next().map(|error| format!("{}: {error}", error.instance_path()))
}

/// A schema of OpenAPI 3.0 as JSON Schema draft 4, of which it is a dialect: `nullable` becomes a type.
fn json_schema(schema: &Value) -> Value {
    match schema {
        Value::Array(list) => list.iter().map(json_schema).collect(),
        Value::Object(fields) => {
            let mut fields: Map<String, Value> =
                fields.iter().map(|(name, value)| (name.clone(), json_schema(value))).collect();
            if fields.get("enum") == Some(&json!([null])) {
                // The alternative that is null and nothing else.
                return json!({ "type": "null" });
            }
            if fields.remove("nullable") == Some(Value::Bool(true)) {
                let kind = fields.get("type").cloned().expect("what is nullable has a type");
                fields.insert("type".to_owned(), json!([kind, "null"]));
                if let Some(Value::Array(values)) = fields.get_mut("enum") {
                    values.retain(|value| !value.is_null());
                    values.push(Value::Null);
                }
            }
            fields.into()
        }
        other => other.clone(),
    }
}

#[test]
fn the_checked_in_document_is_that_of_the_types() {
    assert_golden("infra/openapi.json", &format!("{:#}\n", document()));
}

/// What is read by the strict types of OpenAPI 3.0 and written again has lost nothing: each keyword stands where
/// the specification knows it, with a value it allows.
#[test]
fn the_document_holds_only_what_open_api_knows() {
    let read: openapiv3::OpenAPI = serde_json::from_value(document().clone()).expect("OpenAPI 3.0");
    let written = serde_json::to_value(&read).expect("JSON");
    if let Err(mistake) = matches(&written, document()) {
        panic!("not OpenAPI 3.0: {mistake}");
    }
    assert!(!document().to_string().contains("\"x-"), "what is meant for tool declarations leaks");
}

fn walk<'value>(value: &'value Value, visit: &mut impl FnMut(&'value Map<String, Value>)) {
    match value {
        Value::Array(list) => list.iter().for_each(|value| walk(value, visit)),
        Value::Object(fields) => {
            visit(fields);
            fields.iter().filter(|(name, _)| *name != "example").for_each(|(_, value)| walk(value, visit));
        }
        _ => {}
    }
}

#[test]
fn every_reference_resolves_and_every_component_is_used() {
    let mut references = BTreeSet::new();
    walk(document(), &mut |fields| {
        if let Some(reference) = fields.get("$ref") {
            let reference = reference.as_str().expect("a text");
            assert_eq!(fields.len(), 1, "what stands beside {reference} is ignored");
            references.insert(reference);
        }
    });
    for reference in &references {
        assert!(document().pointer(reference.trim_start_matches('#')).is_some(), "{reference} leads nowhere");
    }
    for (kind, components) in document()["components"].as_object().expect("components") {
        for name in components.as_object().expect(kind).keys().filter(|_| kind != "securitySchemes") {
            assert!(
                references.contains(format!("#/components/{kind}/{name}").as_str()),
                "{kind}/{name} is not used"
            );
        }
    }
}

/// Each operation with its path and method.
fn operations() -> Vec<(String, &'static Value)> {
    let paths = document()["paths"].as_object().expect("paths");
    let of_path = |(path, item): (&'static String, &'static Value)| {
        let methods = item.as_object().expect(path).iter();
        methods.map(move |(method, operation)| (format!("{} {path}", method.to_uppercase()), operation))
    };
    paths.iter().flat_map(of_path).collect()
}

#[test]
fn every_operation_is_whole() {
    let mut ids = BTreeSet::new();
    for (route, operation) in operations() {
        let text = |name: &str| operation[name].as_str().unwrap_or_default();
        assert!(ids.insert(text("operationId")), "{route}: {} is taken", text("operationId"));
        for name in ["summary", "description", "operationId"] {
            assert!(!text(name).is_empty(), "{route} has no {name}");
        }
        let parameters = operation["parameters"].as_array().expect("parameters");
        let declared: BTreeSet<&str> = parameters
            .iter()
            .filter(|parameter| parameter["in"] == "path" && parameter["required"] == true)
            .filter_map(|parameter| parameter["name"].as_str())
            .collect();
        let in_path: BTreeSet<&str> =
            route.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect();
        assert_eq!(declared, in_path, "{route}: its path parameters");
        for parameter in parameters.iter().filter(|parameter| parameter.get("$ref").is_none()) {
            assert!(parameter["description"].is_string(), "{route}: {} says nothing", parameter["name"]);
            assert!(parameter.get("example").is_some(), "{route}: {} has no example", parameter["name"]);
        }
        for tag in operation["tags"].as_array().expect("tags") {
            let tags = document()["tags"].as_array().expect("tags");
            assert!(tags.iter().any(|known| known["name"] == *tag), "{route}: the tag {tag} is not listed");
        }
    }
}

/// Every way to fail that the event corpus shows is documented, and the documented examples fit the model.
#[test]
fn failures_are_documented() {
    let all = endpoints::all();
    for case in load(&workspace_root().join("events")).expect("events") {
        let Some(status) = case.expected["status"].as_u64().filter(|status| *status >= 400) else { continue };
        // The authorizer answers the gateway, not callers.
        let Some(endpoint) = all.iter().find(|endpoint| endpoint.name == case.function) else { continue };
        let route = format!("{} {}", endpoint.method, endpoint.path);
        let operations = operations();
        let (_, operation) = operations.iter().find(|(found, _)| *found == route).expect("an operation");
        let answer = &operation["responses"][status.to_string()];
        assert!(answer.is_object(), "{route} answers {status} in events/{}/{}", case.function, case.name);
    }
    for (name, response) in document()["components"]["responses"].as_object().expect("responses") {
        let content = &response["content"]["application/json"];
        assert_eq!(misfit(&content["schema"], &content["example"]), None, "{name}");
    }
}

/// Health under the name of another function: both have an `Output`, and they differ.
#[test]
fn two_types_of_one_name_are_refused() {
    let mut endpoints = endpoints::all();
    let health = endpoints.iter_mut().find(|endpoint| endpoint.name == "health").expect("health");
    health.name = "sessions-summary";
    let clash = endpoints::openapi(&endpoints, &BTreeMap::new()).expect_err("a clash");
    assert!(clash.to_string().contains("SessionsSummaryOutput"), "{clash}");
}

/// The checks of this file see what is wrong.
#[test]
fn a_schema_refuses_what_it_should() {
    let refused = [
        ("Findings", json!({ "items": [{}] })),
        ("Error", json!({ "error": { "code": "TEAPOT", "message": "m" } })),
        ("ToolsContextCheckInput", json!({ "claim": "" })),
        ("ToolsContextCheckInput", json!({ "claim": "c", "extra": 1 })),
        ("ToolsSearchWebInput", json!({ "query": "q", "top_k": 11 })),
        ("IngestInput", json!({ "session_id": "s", "type": "note", "payload": { "text": "t" } })),
        ("IngestInput", json!([])),
    ];
    for (name, value) in refused {
        let schema = json!({ "$ref": format!("#/components/schemas/{name}") });
        assert!(misfit(&schema, &value).is_some(), "{name} takes {value}");
    }
}
