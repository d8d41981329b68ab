//! The tools' declarations: from the types, the same as the contract's, in every form.

use serde_json::{Value, json};
use tests::{Server, assert_golden};

/// `infra/tools.json`, generated.
#[test]
fn the_checked_in_declarations_are_those_of_the_types() {
    let declarations = endpoints::tool_declarations(&endpoints::all());
    assert_golden("infra/tools.json", &format!("{declarations:#}\n"));
}

/// The contract's input schemas, section 1 of the API specification, as it states them.
fn contract() -> [(&'static str, Value); 3] {
    let vectara = json!({
        "type": "object",
        "properties": {
            "query": { "type": "string", "description": "Normalized claim or targeted query" },
            "top_k": { "type": "integer", "minimum": 1, "maximum": 10, "default": 5 },
            "freshness_days": { "type": "integer", "minimum": 1, "maximum": 3660, "default": 1095 },
            "filters": {
                "type": "object",
                "properties": {
                    "publisher_tier": {
                        "type": "string", "enum": ["primary", "secondary", "analysis", "any"], "default": "any",
                    },
                },
                "additionalProperties": false,
            },
        },
        "required": ["query"],
        "additionalProperties": false,
    });
    let web = json!({
        "type": "object",
        "properties": {
            "query": { "type": "string" },
            "top_k": { "type": "integer", "default": 5 },
            "recency_days": { "type": "integer", "default": 365 },
            "allowlist": { "type": "array", "items": { "type": "string" } },
        },
        "required": ["query"],
        "additionalProperties": false,
    });
    let context = json!({
        "type": "object",
        "properties": {
            "claim": { "type": "string" },
            "expected": {
                "type": "object",
                "properties": {
                    "metric": { "type": "string" },
                    "location": { "type": "string" },
                    "timeframe": { "type": "string" },
                },
                "additionalProperties": false,
            },
        },
        "required": ["claim"],
        "additionalProperties": false,
    });
    [("search_vectara", vectara), ("search_web", web), ("context_check", context)]
}

fn named<'list>(list: &'list Value, name: &str, path: &str) -> &'list Value {
    let found = list
        .as_array()
        .expect("a list")
        .iter()
        .find(|tool| tool.pointer(path).is_some_and(|found| found == name));
    found.unwrap_or_else(|| panic!("{name} is not declared"))
}

/// What callers paste into their sessions must not change unseen.
#[tokio::test]
async fn every_form_is_the_golden_one() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    for format in ["json-schema", "gemini-live", "gemini", "openai", "mcp"] {
        let declared = server.get(&format!("/api/tools?format={format}")).await?.json();
        assert_golden(&format!("tests/golden/tools.{format}.json"), &format!("{declared:#}\n"));
    }
    Ok(())
}

#[tokio::test]
async fn every_form_declares_the_three_tools() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let get = async |format: &str| -> anyhow::Result<Value> {
        Ok(server.get(&format!("/api/tools?format={format}")).await?.json())
    };
    let strict = get("json-schema").await?;
    assert_eq!(server.get("/api/tools").await?.json(), strict, "the strict form is the default");
    let (gemini, openai, mcp) = (get("gemini").await?, get("openai").await?, get("mcp").await?);
    let live = get("gemini-live").await?;
    for (name, schema) in contract() {
        let tool = named(&strict["tools"], name, "/name");
        assert_eq!(tool["input_schema"], schema, "{name}");
        assert!(
            tool["description"].as_str().expect("a description").len() < 160,
            "long ones slow the model down"
        );
        assert_eq!(named(&gemini["functionDeclarations"], name, "/name")["parametersJsonSchema"], schema);
        let function = named(&openai["tools"], name, "/function/name");
        assert_eq!((&function["type"], &function["function"]["parameters"]), (&json!("function"), &schema));
        let tool = named(&mcp["tools"], name, "/name");
        assert_eq!((&tool["inputSchema"], &tool["annotations"]["readOnlyHint"]), (&schema, &json!(true)));
        let parameters = &named(&live["functionDeclarations"], name, "/name")["parameters"];
        assert_eq!(parameters["required"], schema["required"]);
        let properties = schema["properties"].as_object().expect("properties");
        let ordering = parameters["propertyOrdering"].as_array().expect("an ordering");
        assert_eq!(ordering.len(), properties.len());
        assert!(!parameters.to_string().contains("additionalProperties"));
    }
    let tier = json!({ "type": "STRING", "description": "default any", "format": "enum", "enum": ["primary", "secondary", "analysis", "any"] });
    let live_vectara = named(&live["functionDeclarations"], "search_vectara", "/name");
    assert_eq!(live_vectara.pointer("/parameters/properties/filters/properties/publisher_tier"), Some(&tier));
    Ok(())
}
