//! The tools' declarations, in the form that each API takes.
//!
//! They come from the types that validate: `infra/tools.json` is generated from those, checked in, and compared
//! by a test. Reading it here keeps whoever declares the tools free of the tools' own dependencies.

mod rendering;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use rendering::render;

/// The strict declarations, generated.
const DECLARATIONS: &str = include_str!("../../../infra/tools.json");

/// A tool as the types declare it.
#[derive(Debug, Clone, Deserialize)]
pub struct Declaration {
    /// The name a model calls.
    pub name: String,
    /// When to call it.
    pub description: String,
    /// Its arguments, as strict JSON Schema.
    pub input_schema: Value,
}

/// The API that the declarations are for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "ToolFormat")]
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

/// Every tool, by name. Fails only where the generated file is not what generates it.
pub fn all() -> Result<Vec<Declaration>, serde_json::Error> {
    serde_json::from_str(DECLARATIONS)
}
