//! `infra/template.yaml`: written from the endpoints, and whole.

use endpoints::template::{self, Document, Worker};
use settings::names;
use tests::{assert_golden, workspace_root};
use web::{Needs, TableUse};

/// Until the authorizer is a function of this workspace.
fn authorizer_needs() -> Needs {
    let read = TableUse { keys: Some("TOKEN"), actions: &["GetItem"], purpose: "looks a token up by its hash" };
    Needs::memory_mb(128, "one hash and at most one read of the table")
        .table(&[read])
        .settings(&[names::TRUTHY_TABLE, names::TRUTHY_TOKENS])
}

#[test]
fn the_template_is_what_the_endpoints_say() {
    let text = std::fs::read_to_string(workspace_root().join("infra/template.yaml")).expect("the template");
    let needs = authorizer_needs();
    let authorizer = Worker { name: "authorizer", summary: "Says whose token it is.", needs: &needs };
    let written = template::write(&text, &endpoints::all(), authorizer).expect("a template");
    Document::parse(&written).expect("YAML");
    assert_golden("infra/template.yaml", &written);
}
