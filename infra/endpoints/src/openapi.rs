//! The API in the words of OpenAPI 3.0.1: the content of `infra/openapi.json`.

mod dialect;
mod failures;
mod operation;
mod schemas;

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use web::{Endpoint, FailureShape};

pub use schemas::NameClash;
use schemas::Schemas;

/// What the paths' first words stand for, in the order in which people read about them.
const TAGS: [(&str, &str); 5] = [
    ("tools", "What a model calls while it listens: search and check."),
    ("events", "What happened in a session, as it happens."),
    ("sessions", "What a session came to."),
    ("live", "What a browser needs to listen with Gemini Live."),
    ("health", "Whether the service is up."),
];

/// The document. `examples` are those of the functions, by name: each `{"request", "response"}` with the parts
/// `path`, `query` or `body`, and `status`, `body`, `markdown`; a function without one has none in the document.
pub fn openapi(endpoints: &[Endpoint], examples: &BTreeMap<String, Value>) -> Result<Value, NameClash> {
    let mut schemas = Schemas::new();
    let mut paths: Map<String, Value> = Map::new();
    for endpoint in endpoints {
        let operation = operation::write(endpoint, examples.get(endpoint.name), &mut schemas);
        let path = paths.entry(endpoint.path).or_insert_with(|| json!({}));
        path[endpoint.method.as_str().to_ascii_lowercase()] = operation;
    }
    schemas.define("Error", failures::schema());
    if endpoints.iter().any(|endpoint| endpoint.failure_shape == FailureShape::Named) {
        schemas.define("NamedError", failures::named_schema());
    }
    Ok(json!({
        "openapi": "3.0.1",
        "info": {
            "title": "Truthy",
            "version": env!("CARGO_PKG_VERSION"),
            "description": about(),
            "license": {
                "name": env!("CARGO_PKG_LICENSE"),
                "url": "https://www.apache.org/licenses/LICENSE-2.0",
            },
        },
        "servers": servers(),
        "tags": tags(endpoints),
        "paths": paths,
        "components": {
            "schemas": schemas.finish()?,
            "responses": failures::responses(endpoints),
            "parameters": operation::shared_parameters(),
            "headers": failures::headers(),
            "securitySchemes": {
                "bearer": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A token of the deployment. Where it has none, as on one's own machine, any token or \
                                    none will do.",
                },
            },
        },
    }))
}

fn about() -> String {
    format!(
        "Live fact checks: what is known, who says so, as of when.\n\n\
         Bodies are JSON in UTF-8, times ISO 8601 UTC. Keys that a schema does not know are refused, and \
         `null` is not the same as a missing key. Every answer carries `X-Request-Id`; quote it when something goes wrong.\n\n\
         ## Errors\n\nEvery failed call answers with the same model, `{{\"error\": {{\"code\", \"message\", \"details\"}}}}`, \
         but for `/api/query`, whose contract has its own, `{{\"error\", \"message\"}}`: the message says what to do next.\n\n| code | status | meaning |\n|---|---:|---|\n{}",
        failures::table()
    )
}

fn servers() -> Value {
    json!([
        { "url": "http://localhost:3000", "description": "`truthy serve` on this machine" },
        {
            "url": "https://{api_id}.execute-api.{region}.amazonaws.com/{stage}",
            "description": "A deployment on AWS",
            "variables": {
                "api_id": { "default": "abc123", "description": "Id of the deployed REST API" },
                "region": { "default": "us-east-1", "description": "Region it is deployed in" },
                "stage": { "default": "prod", "description": "Its stage" },
            },
        },
    ])
}

/// The tags in use; one that is not described here stands last, by its name only.
fn tags(endpoints: &[Endpoint]) -> Value {
    let used: Vec<&str> = endpoints.iter().map(operation::tag).collect();
    let known = TAGS.iter().filter(|(name, _)| used.contains(name));
    let mut tags: Vec<Value> =
        known.map(|(name, description)| json!({ "name": name, "description": description })).collect();
    for name in used {
        if !tags.iter().any(|tag| tag["name"] == name) {
            tags.push(json!({ "name": name }));
        }
    }
    tags.into()
}
