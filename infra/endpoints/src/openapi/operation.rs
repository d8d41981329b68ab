//! One endpoint as an operation.

use serde_json::{Map, Value, json};
use web::{Access, Endpoint, Method, RateClass};

use super::failures;
use super::schemas::{Schemas, pascal};

/// The operation; its types are defined in `schemas`.
pub(super) fn write(endpoint: &Endpoint, example: Option<&Value>, schemas: &mut Schemas) -> Value {
    let mut operation = json!({
        "tags": [tag(endpoint)],
        "summary": endpoint.summary,
        "description": description(endpoint),
        "operationId": operation_id(endpoint.name),
        "parameters": shared(endpoint),
    });
    let part = |path: &str| example.and_then(|example| example.pointer(path));
    if endpoint.method == Method::GET {
        let parameters = parameters(endpoint, &part, &schemas.of_input(endpoint));
        operation["parameters"] = [parameters, shared(endpoint)].concat().into();
    } else {
        let schema = schemas.reference_input(endpoint);
        operation["requestBody"] = json!({ "required": true, "content": { "application/json": media(&schema, part("/request/body")) } });
    }
    operation["responses"] = responses(endpoint, &part, schemas);
    operation["security"] = match endpoint.access {
        Access::Token => json!([{ "bearer": [] }]),
        Access::Public => json!([]),
    };
    operation
}

/// The group an endpoint belongs to: the first word of its path after `/api`, and that of the page its own.
pub(super) fn tag(endpoint: &Endpoint) -> &'static str {
    let path = endpoint.path.strip_prefix("/api/").unwrap_or(endpoint.path);
    path.split('/').find(|word| !word.is_empty()).unwrap_or("page")
}

/// `tools-search-web` as `toolsSearchWeb`.
fn operation_id(name: &str) -> String {
    let words = pascal(name);
    let (first, rest) = words.split_at(words.len().min(1));
    format!("{}{rest}", first.to_ascii_lowercase())
}

fn description(endpoint: &Endpoint) -> String {
    let mut description = endpoint.description.to_owned();
    let mut limits = Vec::new();
    if endpoint.method != Method::GET {
        limits.push(format!("bodies up to {} KiB", endpoint.body_limit_bytes / 1_024));
    }
    if endpoint.rate == RateClass::Tool {
        limits.push(
            "60 calls a minute for each caller, burst 10, unless the deployment says otherwise".to_owned(),
        );
    }
    if !limits.is_empty() {
        description.push_str("\n\nLimits: ");
        description.push_str(&limits.join("; "));
        description.push('.');
    }
    description
}

/// Path and query parameters: the properties of the input.
fn parameters<'example>(
    endpoint: &Endpoint,
    part: &impl Fn(&str) -> Option<&'example Value>,
    input: &Value,
) -> Vec<Value> {
    let required = input["required"].as_array();
    let properties = input["properties"].as_object();
    let parameter = |(name, schema): (&String, &Value)| {
        let place = if endpoint.path.contains(&format!("{{{name}}}")) { "path" } else { "query" };
        let mut schema = schema.clone();
        let mut parameter = Map::new();
        parameter.insert("name".to_owned(), name.as_str().into());
        parameter.insert("in".to_owned(), place.into());
        if let Some(description) = schema.as_object_mut().and_then(|schema| schema.remove("description")) {
            parameter.insert("description".to_owned(), description);
        }
        if required.is_some_and(|required| required.iter().any(|required| required == name)) {
            parameter.insert("required".to_owned(), true.into());
        }
        parameter.insert("schema".to_owned(), schema);
        if let Some(example) = part(&format!("/request/{place}/{name}")) {
            parameter.insert("example".to_owned(), example.clone());
        }
        Value::from(parameter)
    };
    properties.into_iter().flatten().map(parameter).collect()
}

fn responses<'example>(
    endpoint: &Endpoint,
    part: &impl Fn(&str) -> Option<&'example Value>,
    schemas: &mut Schemas,
) -> Value {
    let output = schemas.of_output(endpoint);
    let mut content = if let Some(media_type) = endpoint.file {
        json!({ media_type: { "schema": { "type": "string" } } })
    } else {
        let schema = schemas.reference_output(endpoint);
        json!({ "application/json": media(&schema, part("/response/body")) })
    };
    if endpoint.markdown {
        content["text/markdown"] = media(&json!({ "type": "string" }), part("/response/markdown"));
    }
    if !endpoint.events.is_empty() {
        content["text/event-stream"] =
            json!({ "schema": { "type": "string", "description": events(endpoint) } });
    }
    let mut responses = Map::new();
    responses.insert(
        endpoint.success.as_u16().to_string(),
        json!({
            "description": output["description"].as_str().unwrap_or(endpoint.summary),
            "headers": { "X-Request-Id": { "$ref": "#/components/headers/RequestId" } },
            "content": content,
        }),
    );
    for code in failures::codes(endpoint) {
        let name = failures::component(endpoint, code);
        let response = json!({ "$ref": format!("#/components/responses/{name}") });
        responses.insert(endpoint.failure_shape.status(code).as_u16().to_string(), response);
    }
    for (status, description) in endpoint.also_answers {
        responses.insert(status.as_u16().to_string(), json!({ "description": description }));
    }
    responses.into()
}

/// The events of a stream, in words: OpenAPI has no form for them.
fn events(endpoint: &Endpoint) -> String {
    let own = endpoint.events.iter().map(|event| format!("- `{}`: {}.\n", event.name, event.description));
    let own: String = own.collect();
    format!(
        "Server-sent events, the data of each being JSON on one line:\n\n{own}- `done`: the whole answer, as \
         `application/json` would have it; the last event.\n- `error`: what went wrong after the first event, in the form \
         of a failure; the last event in place of `done`. Before the first event a failure is an ordinary answer."
    )
}

fn media(schema: &Value, example: Option<&Value>) -> Value {
    let mut media = json!({ "schema": schema });
    if let Some(example) = example {
        media["example"] = example.clone();
    }
    media
}

/// The headers of the operation's requests.
fn shared(endpoint: &Endpoint) -> Vec<Value> {
    let names =
        if endpoint.rate == RateClass::Tool { &["RequestId", "SessionId"][..] } else { &["RequestId"] };
    names.iter().map(|name| json!({ "$ref": format!("#/components/parameters/{name}") })).collect()
}

/// Headers that requests may carry.
pub(super) fn shared_parameters() -> Value {
    json!({
        "RequestId": {
            "name": "X-Request-Id",
            "in": "header",
            "description": "Your own id of this call, sent back and logged. Without one, or with one that is not a plain \
                            word, the service makes one up.",
            "schema": { "type": "string", "pattern": "^[A-Za-z0-9_.:-]{1,128}$" },
        },
        "SessionId": {
            "name": "X-Session-Id",
            "in": "header",
            "description": "The session the call belongs to. Calls without a token are limited by session.",
            "schema": { "type": "string" },
        },
    })
}
