//! The tools, called in this process through their own handlers.

use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{CallToolResult, ContentBlock, JsonObject, Tool, ToolAnnotations};
use serde::Deserialize;
use serde_json::Value;
use settings::Settings;
use web::{Endpoint, ErrorCode, Failure, Function, Principal};

/// Longest that a call may take. The tools end before by themselves, with what has come by then.
const CALL_LIMIT: Duration = Duration::from_secs(4);

/// The strict declarations, generated from the tools' types.
const DECLARATIONS: &str = include_str!("../../../infra/tools.json");

/// Every tool's endpoint.
pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![
        tools_context_check::endpoint(),
        tools_detect_claims::endpoint(),
        tools_search_vectara::endpoint(),
        tools_search_web::endpoint(),
        tools_verdict::endpoint(),
    ]
}

/// The tools by name.
pub(crate) struct Tools(Vec<(Tool, Function)>);

/// A tool as its types declare it.
#[derive(Deserialize)]
struct Declaration {
    name: String,
    description: String,
    input_schema: JsonObject,
}

impl Tools {
    /// Reads every tool's settings.
    pub(crate) fn from_settings(settings: &Settings) -> Self {
        // Generated and compared by a test: it is there and whole.
        let declarations: Vec<Declaration> = serde_json::from_str(DECLARATIONS).unwrap_or_default();
        let tools = endpoints().into_iter().filter_map(|endpoint| {
            let name = endpoint.tool.as_ref()?.name;
            let declaration = declarations.iter().find(|declaration| declaration.name == name)?;
            let tool = declared(declaration, &endpoint);
            // What is wrong with its settings is known to them, and named when this function is opened.
            Some((tool, endpoint.open(settings).ok()?))
        });
        Self(tools.collect())
    }

    /// The declarations.
    pub(crate) fn list(&self) -> Vec<Tool> {
        self.0.iter().map(|(tool, _)| tool.clone()).collect()
    }

    /// One declaration.
    pub(crate) fn get(&self, name: &str) -> Option<&Tool> {
        self.0.iter().map(|(tool, _)| tool).find(|tool| tool.name == name)
    }

    /// Calls a tool; none if there is no such tool. What goes wrong is told as a result that the model reads.
    pub(crate) async fn call(
        &self,
        name: &str,
        arguments: JsonObject,
        caller: &Principal,
        request_id: &str,
    ) -> Option<CallToolResult> {
        let (_, function) = self.0.iter().find(|(tool, _)| tool.name == name)?;
        let body = Value::Object(arguments).to_string().into_bytes();
        let answer = tokio::time::timeout(CALL_LIMIT, function.ask(caller, request_id, body)).await;
        let answer = answer.unwrap_or_else(|_| Err(too_late(name)));
        let answer = answer.and_then(|bytes| serde_json::from_slice(&bytes).map_err(Failure::internal));
        Some(match answer {
            Ok(value) => CallToolResult::structured(value),
            // Not structured: that is what the output's schema describes.
            Err(failure) => CallToolResult::error(vec![ContentBlock::text(failure.body().to_string())]),
        })
    }
}

fn declared(declaration: &Declaration, endpoint: &Endpoint) -> Tool {
    let input = Arc::new(declaration.input_schema.clone());
    let tool = Tool::new(declaration.name.clone(), declaration.description.clone(), input);
    let tool = tool.with_annotations(ToolAnnotations::new().read_only(true).idempotent(true));
    match endpoint.output.inline().to_value() {
        Value::Object(output) => tool.with_raw_output_schema(Arc::new(output)),
        _ => tool,
    }
}

fn too_late(name: &str) -> Failure {
    Failure::new(
        ErrorCode::Timeout,
        format!("{name} did not answer within {} seconds; try again, or ask for less", CALL_LIMIT.as_secs()),
    )
}
