//! `infra/template.yaml`: written from the endpoints, and whole.

use endpoints::template::{self, Document};
use tests::{assert_golden, workspace_root};
use web::Authorizer;

fn text() -> String {
    std::fs::read_to_string(workspace_root().join("infra/template.yaml")).expect("the template")
}

fn authorizer() -> Authorizer {
    let mut authorizers = endpoints::authorizers();
    assert_eq!(authorizers.len(), 1, "the template has one authorizer for all routes");
    authorizers.remove(0)
}

#[test]
fn the_template_is_what_the_endpoints_say() {
    let written = template::write(&text(), &endpoints::all(), &authorizer()).expect("a template");
    Document::parse(&written).expect("YAML");
    assert_golden("infra/template.yaml", &written);
}

#[test]
fn the_watched_routes_are_those_of_the_endpoints() {
    let manifest = std::fs::read_to_string(workspace_root().join("Cargo.toml")).expect("the manifest");
    let written = endpoints::watch_routes(&manifest, &endpoints::all()).expect("a place for the routes");
    assert_golden("Cargo.toml", &written);
}
