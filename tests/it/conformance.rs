//! One endpoint, one name: folders, packages, binaries, events and generated files agree.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use http::Method;
use tests::{assert_golden, workspace_root};

fn folders(path: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(workspace_root().join(path)).expect(path);
    let names = entries.filter_map(Result::ok).filter(|entry| entry.path().is_dir());
    names.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// Folders of `functions/` whose library states a thing by this function: an `endpoint` or an `authorizer`.
fn stating(statement: &str) -> Vec<String> {
    let stated = |name: &String| {
        let library = workspace_root().join("functions").join(name).join("src/lib.rs");
        fs::read_to_string(library).expect(name).contains(&format!("\npub fn {statement}() -> "))
    };
    folders("functions").into_iter().filter(stated).collect()
}

/// One function of the generated list.
fn list(names: &[String], statement: &str, function: &str, meaning: &str, of: &str) -> String {
    let calls: Vec<String> =
        names.iter().map(|name| format!("{}::{statement}()", name.replace('-', "_"))).collect();
    let calls = match calls.as_slice() {
        [only] => format!("vec![{only}]"),
        several => format!("vec![\n        {},\n    ]", several.join(",\n        ")),
    };
    format!("\n/// {meaning}\n#[must_use]\npub fn {function}() -> Vec<{of}> {{\n    {calls}\n}}\n")
}

/// The list of functions is written from the folders; nobody edits it by hand.
#[test]
fn the_list_of_functions_is_the_list_of_folders() {
    let functions = folders("functions");
    let (endpoints, authorizers) = (stating("endpoint"), stating("authorizer"));
    assert_eq!(
        functions.len(),
        endpoints.len() + authorizers.len(),
        "each folder of functions/ states one `pub fn endpoint()` or one `pub fn authorizer()`"
    );
    let generated = format!(
        "//! Generated from the folders in `functions/` by `BLESS=1 cargo test -p tests`: do not edit.\n\n\
         use web::{{Authorizer, Endpoint}};\n{}{}",
        list(&endpoints, "endpoint", "all", "Every endpoint, in the order of its folder.", "Endpoint"),
        list(&authorizers, "authorizer", "authorizers", "Every authorizer.", "Authorizer"),
    );
    assert_golden("infra/endpoints/src/all.rs", &generated);
    let manifest =
        fs::read_to_string(workspace_root().join("infra/endpoints/Cargo.toml")).expect("the manifest");
    let marker = "do not edit below.\n";
    let kept = manifest.find(marker).map(|place| &manifest[..place + marker.len()]).expect("the marker");
    let dependencies: Vec<String> =
        functions.iter().map(|name| format!("{name} = {{ path = \"../../functions/{name}\" }}\n")).collect();
    assert_golden("infra/endpoints/Cargo.toml", &format!("{kept}{}", dependencies.concat()));
}

#[test]
fn an_endpoint_is_named_after_its_folder_and_its_url() {
    let endpoints = endpoints::all();
    let names: Vec<String> = endpoints.iter().map(|endpoint| endpoint.name.to_owned()).collect();
    assert_eq!(
        names,
        stating("endpoint"),
        "the endpoints are not the folders; after `BLESS=1 cargo test -p tests` run the tests once more"
    );
    let routes: BTreeSet<String> =
        endpoints.iter().map(|endpoint| format!("{} {}", endpoint.method, endpoint.path)).collect();
    assert_eq!(routes.len(), endpoints.len(), "a route exists once");
    for endpoint in &endpoints {
        let path = endpoint.path.trim_start_matches("/api").split('/');
        let words = path.filter(|word| !word.is_empty() && !word.starts_with('{'));
        let url: Vec<String> = words.map(|word| word.replace('_', "-")).collect();
        let from_url = match endpoint.path {
            "/" => "console".to_owned(),
            "/api/tools" => "tools-list".to_owned(),
            _ => url.join("-"),
        };
        assert_eq!(endpoint.name, from_url, "{} is served at {}", endpoint.name, endpoint.path);
        assert!(!endpoint.summary.is_empty(), "{} has no summary", endpoint.name);
        assert_eq!(endpoint.tool.is_some(), endpoint.path.starts_with("/api/tools/"));
        assert!([Method::GET, Method::POST].contains(&endpoint.method));
    }
}

#[test]
fn every_function_is_a_lib_and_a_short_main() {
    for name in folders("functions") {
        let folder = workspace_root().join("functions").join(&name);
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect(&name);
        assert!(
            manifest.contains(&format!("[package]\nname = \"{name}\"")),
            "{name}: the package is its folder"
        );
        assert!(
            manifest.contains(&format!("[[bin]]\nname = \"{name}\"")),
            "{name}: the binary is its folder"
        );
        let main = fs::read_to_string(folder.join("src/main.rs")).expect(&name);
        assert!(main.lines().count() <= 12, "{name}: main.rs only wires");
    }
}

#[test]
fn every_function_has_an_event_that_succeeds_and_one_that_fails() {
    assert_eq!(
        folders("events"),
        folders("functions"),
        "a function without events, or events without a function"
    );
    let cases = testkit::events::load(&workspace_root().join("events")).expect("events");
    for name in folders("functions") {
        let statuses: Vec<u64> = cases
            .iter()
            .filter(|case| case.function == name)
            .filter_map(|case| case.expected["status"].as_u64())
            .collect();
        assert!(statuses.iter().any(|status| *status < 300), "{name} has no event that succeeds");
        assert!(statuses.iter().any(|status| *status >= 400), "{name} has no event that fails");
    }
    for case in cases {
        assert!(case.expected["status"].is_u64(), "{}/{} expects no status", case.function, case.name);
    }
}

/// `docs/settings.md`, generated from the registry of variables.
#[test]
fn the_settings_are_documented() {
    let rows: Vec<String> = settings::names::ALL
        .iter()
        .map(|variable| format!("| `{}` | {} |\n", variable.name, variable.meaning))
        .collect();
    let document = format!(
        "# Settings\n\nEvery variable, read once at start; a malformed one ends the start with all of them named.\n\
         Generated by `BLESS=1 cargo test -p tests` from `shared/settings/src/names.rs`.\n\n\
         A key that may be given by ARN is either the key itself or the ARN of where it is kept: an SSM parameter\n\
         (`arn:aws:ssm:REGION:ACCOUNT:parameter/NAME`) or a Secrets Manager secret\n\
         (`arn:aws:secretsmanager:REGION:ACCOUNT:secret:NAME-SUFFIX`, with `#FIELD` behind it for one field of a JSON\n\
         secret). It is read on first use and again every five minutes, so a rotated key needs no deployment.\n\n\
         | variable | meaning |\n|---|---|\n{}",
        rows.concat()
    );
    assert_golden("docs/settings.md", &document);
}

#[test]
fn files_are_short_and_say_what_they_are() {
    let mut sources = Vec::new();
    for folder in ["functions", "shared", "infra", "tests"] {
        collect(&workspace_root().join(folder), &mut sources);
    }
    assert!(sources.len() > 50);
    for path in sources {
        let text = fs::read_to_string(&path).expect("a source file");
        let name = path.display();
        assert!(text.lines().count() <= 500, "{name} is over 500 lines: one idea each");
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        assert!(
            !["utils", "util", "helpers", "common", "misc"].contains(&stem.as_str()),
            "{name} says nothing"
        );
        assert!(stem == "tests" || text.starts_with("//!"), "{name} does not say what it is for");
    }
}

fn collect(folder: &Path, sources: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").filter_map(Result::ok) {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            sources.push(path);
        }
    }
}
