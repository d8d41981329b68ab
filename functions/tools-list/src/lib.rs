//! `GET /api/tools`: the tools, declared for a model.

use std::borrow::Cow;

use declarations::Format;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use web::{Endpoint, Failure, Principal, Render};

/// What the handler needs.
#[derive(Debug)]
pub struct Deps {}

/// Which form.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Which API the declarations are for.
    #[serde(default)]
    pub format: Format,
}

impl web::Input for Input {}

/// The declarations, in the shape the format's API expects.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct Output(pub Value);

impl JsonSchema for Output {
    fn schema_name() -> Cow<'static, str> {
        "ToolDeclarations".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let list = |description: &str| {
            json_schema!({
                "description": description, "type": "array", "items": { "type": "object", "additionalProperties": true },
            })
        };
        json_schema!({
            "description": "The declarations under one key, in the shape the format's API expects.",
            "type": "object",
            "properties": {
                "tools": list("For `json-schema`, `openai` and `mcp`: one entry for each tool."),
                "functionDeclarations": list("For `gemini-live` and `gemini`: one entry for each tool."),
            },
            "additionalProperties": false,
            "minProperties": 1,
            "maxProperties": 1,
        })
    }
}

impl Render for Output {}

/// The endpoint.
#[must_use]
pub fn endpoint() -> Endpoint {
    Endpoint::get("tools-list", "/api/tools")
        .summary("The tools' declarations, for Gemini Live, Gemini, OpenAI, MCP or as JSON Schema")
        .description(
            "What a model needs to call the tools. Pass it on as it is: each format is the shape that its API \
             takes, and `gemini-live` holds only keywords that a Live session accepts.",
        )
        .handler(|_| Deps {}, handle)
}

/// Renders the declarations.
pub async fn handle(_: &Deps, _: Principal, input: Input) -> Result<Output, Failure> {
    let declarations = declarations::all().map_err(Failure::internal)?;
    Ok(Output(declarations::render(&declarations, input.format)))
}
