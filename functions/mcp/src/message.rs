//! Messages as the API documents show them. The library decodes them itself.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// A request or a notification.
pub(crate) enum Message {}

impl JsonSchema for Message {
    fn schema_name() -> Cow<'static, str> {
        "McpMessage".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A JSON-RPC 2.0 request, or without `id` a notification.",
            "type": "object",
            "properties": {
                "jsonrpc": { "type": "string", "enum": ["2.0"] },
                "id": { "description": "Comes back with the answer.", "anyOf": [{ "type": "string" }, { "type": "integer" }] },
                "method": { "type": "string" },
                "params": { "type": "object", "additionalProperties": true },
            },
            "required": ["jsonrpc", "method"],
        })
    }
}

/// An answer to a request.
pub(crate) enum Answer {}

impl JsonSchema for Answer {
    fn schema_name() -> Cow<'static, str> {
        "McpAnswer".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A JSON-RPC 2.0 response: `result` or `error`.",
            "type": "object",
            "properties": {
                "jsonrpc": { "type": "string", "enum": ["2.0"] },
                "id": { "anyOf": [{ "type": "string" }, { "type": "integer" }] },
                "result": { "type": "object", "additionalProperties": true },
                "error": {
                    "type": "object",
                    "properties": {
                        "code": { "type": "integer" },
                        "message": { "type": "string" },
                        "data": { "type": "object", "additionalProperties": true },
                    },
                    "required": ["code", "message"],
                },
            },
            "required": ["jsonrpc"],
        })
    }
}
