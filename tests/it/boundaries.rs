//! Which crate may know which: read from `cargo metadata`.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;
use tests::workspace_root;

/// Levels of the house, from the ground up: a crate may use crates of lower levels, and of its own only
/// where that is said.
const LEVELS: [&[&str]; 6] = [
    &["settings", "evidence", "declarations"],
    &["telemetry", "outbound", "aws", "encoder"],
    &["web", "secrets"],
    &["store", "corpus", "websearch", "models", "findings", "sessions", "live"],
    &["access", "judging", "rag"],
    // Functions, then what is made of them.
    &[],
];

/// Functions that call other functions in their own process: one level above them.
const COMPOSED: [&str; 1] = ["mcp"];

/// Crates that only development uses.
const DEVELOPMENT: [&str; 4] = ["testkit", "tests", "evaluate", "peers"];

fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(workspace_root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("metadata")
}

fn level(package: &Value) -> usize {
    let name = package["name"].as_str().unwrap_or_default();
    if let Some(level) = LEVELS.iter().position(|level| level.contains(&name)) {
        return level;
    }
    let manifest = package["manifest_path"].as_str().unwrap_or_default();
    match manifest {
        _ if COMPOSED.contains(&name) => LEVELS.len(),
        _ if manifest.contains("/functions/") => LEVELS.len() - 1,
        _ if manifest.ends_with("/infra/endpoints/Cargo.toml") => LEVELS.len() + 1,
        _ if manifest.ends_with("/infra/local/Cargo.toml") => LEVELS.len() + 2,
        _ => panic!("{name} has no level: add it to LEVELS"),
    }
}

#[test]
fn dependencies_point_down() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().expect("packages");
    let by_name: BTreeMap<&str, &Value> =
        packages.iter().map(|package| (package["name"].as_str().unwrap_or_default(), package)).collect();
    for (name, package) in &by_name {
        if DEVELOPMENT.contains(name) {
            continue;
        }
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            let used = dependency["name"].as_str().unwrap_or_default();
            let for_development = dependency["kind"] == "dev";
            let Some(target) = by_name.get(used) else { continue };
            if for_development && DEVELOPMENT.contains(&used) {
                continue;
            }
            assert!(!DEVELOPMENT.contains(&used), "{name} uses {used}, which is for development only");
            assert!(level(package) > level(target), "{name} uses {used}: that arrow points up or sideways");
        }
    }
}

#[test]
fn evidence_does_no_io() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().expect("packages");
    let evidence = packages.iter().find(|package| package["name"] == "evidence").expect("evidence");
    for dependency in evidence["dependencies"].as_array().expect("dependencies") {
        let name = dependency["name"].as_str().unwrap_or_default();
        let io = ["tokio", "reqwest", "hyper", "axum", "tantivy", "tracing", "settings", "web", "outbound"];
        assert!(!io.contains(&name), "evidence is pure and must not use {name}");
    }
}

/// A Lambda function must not hold a socket: it is billed by the wall clock, and ends after 15 minutes.
#[test]
fn only_the_command_line_speaks_web_socket() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().expect("packages");
    let asking = |wanted: fn(&Value) -> bool| -> Vec<&str> {
        let asks =
            |package: &&Value| package["dependencies"].as_array().expect("dependencies").iter().any(wanted);
        let mut names: Vec<&str> =
            packages.iter().filter(asks).filter_map(|package| package["name"].as_str()).collect();
        names.sort_unstable();
        names
    };
    let with_client = |dependency: &Value| {
        let features = dependency["features"].as_array().into_iter().flatten();
        dependency["name"] == "live" && features.into_iter().any(|feature| feature == "client")
    };
    assert_eq!(asking(with_client), ["truthy"]);
    assert_eq!(asking(|dependency| dependency["name"] == "tokio-tungstenite"), ["live", "testkit"]);
}

#[test]
fn every_member_takes_the_workspace_s_lints_and_versions() {
    for package in metadata()["packages"].as_array().expect("packages") {
        let manifest = package["manifest_path"].as_str().expect("a path");
        let text = std::fs::read_to_string(manifest).expect("a manifest");
        assert!(text.contains("[lints]\nworkspace = true"), "{manifest} has lints of its own");
        for line in text.lines().skip_while(|line| !line.contains("dependencies]")) {
            assert!(
                !line.contains("version = \"") && (!line.contains(" = \"") || line.contains("path = \"../")),
                "{manifest}: {line}: versions stand in the workspace"
            );
        }
    }
}

#[test]
fn the_old_stacks_stay_out() {
    let lock = std::fs::read_to_string(workspace_root().join("Cargo.lock")).expect("the lock file");
    for (name, why) in [
        ("aws-lc-rs", "it costs 36 ms of CPU at the first TLS handshake"),
        ("aws-lc-sys", "it costs 36 ms of CPU at the first TLS handshake"),
        ("openssl", "ring is the only crypto provider"),
        ("native-tls", "ring is the only crypto provider"),
    ] {
        assert!(!lock.contains(&format!("name = \"{name}\"\n")), "{name} came back: {why}");
    }
    let old_hyper = lock
        .split("[[package]]")
        .any(|package| package.contains("name = \"hyper\"\n") && package.contains("version = \"0."));
    assert!(!old_hyper, "hyper 0.14 came back");
}
