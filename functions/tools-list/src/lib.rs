//! `GET /api/tools`: the tools, declared for a model.
//!
//! The declarations come from the types that validate: `infra/tools.json` is generated from them, checked
//! in, and compared by a test. Reading it here keeps this function free of the tools' own dependencies.

mod rendering;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use web::{Endpoint, Failure, Principal, Render};

/// The strict declarations, generated.
const DECLARATIONS: &str = include_str!("../../../infra/tools.json");

/// What the handler needs.
#[derive(Debug)]
pub struct Deps {}

/// Which form.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The form of the declarations.
    #[serde(default)]
    pub format: Format,
}

/// A form of the declarations.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Strict JSON Schema, as the contract states it.
    #[default]
    JsonSchema,
    /// Only what a Gemini Live session accepts.
    GeminiLive,
    /// Gemini `generateContent`, with `parametersJsonSchema`.
    Gemini,
    /// OpenAI and compatible chat APIs.
    #[serde(rename = "openai")]
    OpenAi,
    /// Model Context Protocol `tools/list`.
    Mcp,
}

impl web::Input for Input {}

/// The declarations, in the shape the format's API expects.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Output(pub Value);

impl Render for Output {}

/// The endpoint.
#[must_use]
pub fn endpoint() -> Endpoint {
    Endpoint::get("tools-list", "/api/tools")
        .summary("The tools' declarations, for Gemini Live, Gemini, OpenAI, MCP or as JSON Schema")
        .handler(|_| Deps {}, handle)
}

/// Renders the declarations.
pub async fn handle(_: &Deps, _: Principal, input: Input) -> Result<Output, Failure> {
    let declarations: Vec<rendering::Declaration> =
        serde_json::from_str(DECLARATIONS).map_err(Failure::internal)?;
    Ok(Output(rendering::render(&declarations, input.format)))
}
