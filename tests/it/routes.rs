//! One list of routes in many places: the functions', the API documents', the template's, the router's of
//! `cargo lambda watch`, the events', the local server's. A piece that is missing or too much is named.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use endpoints::template::Document;
use http::Method;
use serde_json::{Value, json};
use testkit::events::load;
use tests::{Server, workspace_root};

/// `METHOD /path`, with `{name}` for a path parameter.
type Routes = BTreeSet<String>;

/// One sentence for each route that `place` lacks or has too much.
fn compare(place: &str, found: &Routes, expected: &Routes) -> Vec<String> {
    let missing = expected.difference(found).map(|route| format!("{place} lacks {route}"));
    let extra =
        found.difference(expected).map(|route| format!("{place} has {route}, which no endpoint states"));
    missing.chain(extra).collect()
}

fn assert_same(place: &str, found: &Routes) {
    let sentences = compare(place, found, &of_functions());
    assert!(sentences.is_empty(), "{}", sentences.join("\n"));
}

/// What the functions serve: the list that all others are held against.
fn of_functions() -> Routes {
    endpoints::all().iter().map(|endpoint| format!("{} {}", endpoint.method, endpoint.path)).collect()
}

fn of_document(document: &Value) -> Routes {
    let paths = document["paths"].as_object().into_iter().flatten();
    let routes = paths.flat_map(|(path, item)| {
        item.as_object()
            .into_iter()
            .flatten()
            .map(move |(method, _)| format!("{} {path}", method.to_uppercase()))
    });
    routes.collect()
}

/// The router's table, from the workspace's metadata. A route to a function by its name alone takes every method
/// and is the function's own; the function refuses the others itself.
fn of_router(metadata: &Value) -> Routes {
    let method_of = |function: &Value, path: &str| {
        let endpoints = endpoints::all();
        let served = endpoints.iter().find(|endpoint| *function == endpoint.name && endpoint.path == path);
        served
            .map_or_else(|| format!("every method to {function} at"), |endpoint| endpoint.method.to_string())
    };
    let table = metadata.pointer("/lambda/watch/router").and_then(Value::as_object).into_iter().flatten();
    let mut routes = Routes::new();
    for (path, target) in table {
        for entry in target.as_array().into_iter().flatten() {
            routes.insert(format!("{} {path}", entry["method"].as_str().unwrap_or_default()));
        }
        if target.is_string() {
            routes.insert(format!("{} {path}", method_of(target, path)));
        }
    }
    routes
}

/// The methods of the template's API, but for those that the gateway answers itself: preflights, and `ANY` for
/// what a path does not have.
fn of_template(text: &str) -> Routes {
    let template = Document::parse(text).expect("YAML");
    let methods = template.resources("AWS::ApiGateway::Method").map(|(_, method)| &method["Properties"]);
    methods
        .filter(|method| method["HttpMethod"] != "OPTIONS" && method["HttpMethod"] != "ANY")
        .map(|method| {
            let verb = method["HttpMethod"].as_str().unwrap_or_default();
            format!("{verb} {}", path_of(&template, &method["ResourceId"]))
        })
        .collect()
}

/// The path of an API resource, from its place in the tree: its own part after its parents'. What is no reference,
/// in the short form or the long one, is the root.
pub(crate) fn path_of(template: &Document, place: &Value) -> String {
    let Some(id) = place["!Ref"].as_str().or(place["Ref"].as_str()) else { return "/".to_owned() };
    let resource = template.at(&format!("/Resources/{id}/Properties"));
    let part = resource["PathPart"].as_str().unwrap_or_default();
    format!("{}/{part}", path_of(template, &resource["ParentId"]).trim_end_matches('/'))
}

/// What the event corpus calls, but for preflights and wrong methods.
fn of_events() -> Routes {
    let cases = load(&workspace_root().join("events")).expect("events");
    let endpoints = endpoints::all();
    let template_of = |path: &str| {
        let served = endpoints.iter().find(|endpoint| endpoint.match_path(path).is_some());
        served.map_or(path.to_owned(), |endpoint| endpoint.path.to_owned())
    };
    let called = cases.iter().filter(|case| case.expected["status"] != 405).map(|case| {
        let text = |pointer: &str| case.event.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
        if case.event["version"] == "2.0" {
            format!("{} {}", text("/requestContext/http/method"), template_of(text("/rawPath")))
        } else {
            format!("{} {}", text("/httpMethod"), text("/resource"))
        }
    });
    called.filter(|route| !route.starts_with("OPTIONS ")).collect()
}

/// What the running server admits to, asked at each of `paths` with a method that no endpoint has.
async fn of_server(server: &Server, paths: &BTreeSet<String>) -> anyhow::Result<Routes> {
    let mut routes = Routes::new();
    for path in paths {
        let concrete: Vec<&str> =
            path.split('/').map(|part| if part.starts_with('{') { "value" } else { part }).collect();
        let reply = server.send(Method::PATCH, &concrete.join("/"), &[], "").await?;
        let allowed = reply.header("allow").split(", ").filter(|method| !method.is_empty());
        routes.extend(allowed.map(|method| format!("{method} {path}")));
    }
    Ok(routes)
}

fn workspace_metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(workspace_root())
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("metadata");
    metadata["metadata"].clone()
}

fn template() -> String {
    fs::read_to_string(workspace_root().join("infra/template.yaml")).expect("infra/template.yaml")
}

#[test]
fn the_api_documents_have_the_routes_of_the_functions() {
    let text = fs::read_to_string(workspace_root().join("infra/openapi.json")).expect("infra/openapi.json");
    let document = serde_json::from_str(&text).expect("JSON");
    assert_same("infra/openapi.json", &of_document(&document));
}

#[test]
fn the_events_have_the_routes_of_the_functions() {
    assert_same("events/", &of_events());
}

#[test]
fn the_template_has_the_routes_of_the_functions() {
    assert_same("infra/template.yaml", &of_template(&template()));
}

#[test]
fn the_router_has_the_routes_of_the_functions() {
    let found = of_router(&workspace_metadata());
    assert_same("[workspace.metadata.lambda.watch.router] in Cargo.toml", &found);
}

/// Asked at every path that any place names.
#[tokio::test]
async fn the_local_server_has_the_routes_of_the_functions() -> anyhow::Result<()> {
    let mut named = of_functions();
    named.extend(of_document(crate::openapi::document()));
    named.extend(of_events());
    named.extend(of_router(&workspace_metadata()));
    named.extend(of_template(&template()));
    let paths =
        named.iter().filter_map(|route| route.rsplit_once(' ')).map(|(_, path)| path.to_owned()).collect();
    let server = Server::start(&[]).await?;
    assert_same("the local server", &of_server(&server, &paths).await?);
    Ok(())
}

fn routes(list: &[&str]) -> Routes {
    list.iter().map(|route| (*route).to_owned()).collect()
}

#[test]
fn a_missing_and_an_extra_piece_are_named() {
    let expected = routes(&["GET /api/health", "POST /api/events/ingest"]);
    let found = routes(&["GET /api/health", "PUT /api/events/ingest"]);
    assert_eq!(
        compare("infra/template.yaml", &found, &expected),
        [
            "infra/template.yaml lacks POST /api/events/ingest",
            "infra/template.yaml has PUT /api/events/ingest, which no endpoint states",
        ]
    );
    assert!(compare("events/", &expected, &expected).is_empty());
}

#[test]
fn a_template_s_methods_are_read_along_the_tree_of_its_resources() {
    let text = r"
Resources:
  Api: {Type: AWS::ApiGateway::RestApi}
  ApiPath:
    Type: AWS::ApiGateway::Resource
    Properties: {RestApiId: !Ref Api, ParentId: !GetAtt Api.RootResourceId, PathPart: api}
  SessionPath:
    Type: AWS::ApiGateway::Resource
    Properties: {RestApiId: {Ref: Api}, ParentId: {Ref: ApiPath}, PathPart: '{id}'}
  SessionGet:
    Type: AWS::ApiGateway::Method
    Properties: {ResourceId: !Ref SessionPath, HttpMethod: GET}
  SessionPreflight:
    Type: AWS::ApiGateway::Method
    Properties: {ResourceId: !Ref SessionPath, HttpMethod: OPTIONS}
  ApiPost:
    Type: AWS::ApiGateway::Method
    Properties: {ResourceId: !Ref ApiPath, HttpMethod: POST, Uri: !Sub 'arn:${Api}'}
";
    assert_eq!(of_template(text), routes(&["GET /api/{id}", "POST /api"]));
}

#[test]
fn a_router_s_entries_are_read_in_both_forms() {
    let router = json!({
        "/api/health": "health",
        "/api/tools": [
            { "function": "tools-list", "method": "GET" },
            { "function": "tools-list", "method": "POST" },
        ],
        "/api/events/ingest": "health",
    });
    assert_eq!(
        of_router(&json!({ "lambda": { "watch": { "router": router } } })),
        routes(&[
            "GET /api/health",
            "GET /api/tools",
            "POST /api/tools",
            "every method to \"health\" at /api/events/ingest",
        ])
    );
}
