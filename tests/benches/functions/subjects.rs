//! What is measured: every folder in `functions/`, and the peers.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};
use tests::workspace_root;

/// What a subject carries, which decides what it is held against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A function that calls nobody.
    Pure,
    /// A function with a TLS client: the table's SDK, or the searches'.
    Client,
    /// A function with the full-text index, with or without a client.
    Index,
    /// A function that reads with the model: a tenth of a second for each event.
    Reader,
    /// A function as another build left it.
    Variant,
    /// Something to compare with.
    Peer,
}

/// A program and its event.
#[derive(Debug, Clone)]
pub(crate) struct Subject {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<String>,
    pub(crate) environment: Vec<(String, String)>,
    pub(crate) folder: PathBuf,
    /// Name of the event, as a file of `events/`.
    pub(crate) case: String,
    pub(crate) event: Vec<u8>,
}

/// The event that the peers get.
pub(crate) const PEER_EVENT: &str = "tools-context-check/ok";

/// Builds every function, without anything else of the workspace, and lists them.
pub(crate) fn functions(target: &Path) -> anyhow::Result<Vec<Subject>> {
    let names = function_names()?;
    let mut cargo = cargo();
    cargo.args(["build", "--release", "--bins", "--target-dir"]).arg(target);
    for name in &names {
        cargo.args(["--package", name]);
    }
    ensure!(cargo.status()?.success(), "the functions do not build");
    names.into_iter().map(|name| function(&name, target)).collect()
}

/// The same functions as another build left them in `folder`: to see what a setting does.
pub(crate) fn beside(functions: &[Subject], folder: &Path) -> Vec<Subject> {
    let label = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let found = functions.iter().filter(|function| folder.join(&function.name).exists());
    found
        .map(|function| Subject {
            name: format!("{}, {label}", function.name),
            kind: Kind::Variant,
            program: folder.join(&function.name),
            ..function.clone()
        })
        .collect()
}

/// The folders in `functions/`, in order.
pub(crate) fn function_names() -> anyhow::Result<BTreeSet<String>> {
    let folders = fs::read_dir(workspace_root().join("functions"))?.flatten();
    let names = folders.filter(|folder| folder.path().join("Cargo.toml").exists());
    Ok(names.map(|folder| folder.file_name().to_string_lossy().into_owned()).collect())
}

fn function(name: &str, target: &Path) -> anyhow::Result<Subject> {
    let case = case_of(name)?;
    Ok(Subject {
        name: name.to_owned(),
        kind: kind_of(name)?,
        program: target.join("release").join(name),
        arguments: Vec::new(),
        environment: environment_of(name),
        folder: workspace_root().to_owned(),
        event: event(&case)?,
        case,
    })
}

/// The authorizer knows no token by itself, so that it asks the table. The model is measured apart.
fn environment_of(name: &str) -> Vec<(String, String)> {
    let tokens = (name == "authorizer").then_some(("TRUTHY_TOKENS", "another-token"));
    let model = (MODEL_DIR, "off");
    tokens.into_iter().chain([model]).map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

const MODEL_DIR: &str = "TRUTHY_MODEL_DIR";

/// The functions that read with the model, with it.
pub(crate) fn with_model(functions: &[Subject]) -> anyhow::Result<Vec<Subject>> {
    let mut reading = Vec::new();
    for function in functions {
        // `health` only says whether it is there, and that not in the event it gets.
        if function.name != "health" && links(&function.name, "rten")? {
            let mut reader = Subject { name: format!("{}, model", function.name), ..function.clone() };
            reader.kind = Kind::Reader;
            reader.environment.retain(|(name, _)| name != MODEL_DIR);
            reading.push(reader);
        }
    }
    Ok(reading)
}

/// `ok`, or for a function whose call needs what a test cannot have, the event that says so: here it can.
fn case_of(name: &str) -> anyhow::Result<String> {
    let cases = ["ok", "not-configured"].map(|case| format!("{name}/{case}"));
    let found = cases.into_iter().find(|case| event_file(case).exists());
    found.with_context(|| format!("events/{name}/ok.json is missing"))
}

fn event_file(case: &str) -> PathBuf {
    workspace_root().join("events").join(format!("{case}.json"))
}

fn event(case: &str) -> anyhow::Result<Vec<u8>> {
    let value: serde_json::Value = serde_json::from_slice(&fs::read(event_file(case))?)?;
    Ok(value.to_string().into_bytes())
}

fn kind_of(name: &str) -> anyhow::Result<Kind> {
    Ok(match () {
        () if links(name, "tantivy")? => Kind::Index,
        () if links(name, "rustls")? => Kind::Client,
        () => Kind::Pure,
    })
}

/// Whether the function called `name` is linked with `package`.
fn links(name: &str, package: &str) -> anyhow::Result<bool> {
    let output =
        cargo().args(["tree", "--edges", "normal", "--prefix", "none", "--package", name]).output()?;
    ensure!(output.status.success(), "cargo tree: {}", String::from_utf8_lossy(&output.stderr));
    let start = format!("{package} v");
    Ok(String::from_utf8_lossy(&output.stdout).lines().any(|line| line.starts_with(&start)))
}

/// A peer for each of `works`, named `peer work`.
pub(crate) fn peers(
    name: &str,
    works: &[&str],
    program: &Path,
    arguments: &[&str],
    folder: &Path,
) -> anyhow::Result<Vec<Subject>> {
    let peer = |work: &&str| {
        Ok(Subject {
            name: format!("{name} {work}"),
            kind: Kind::Peer,
            program: program.to_owned(),
            arguments: arguments.iter().map(|argument| (*argument).to_owned()).collect(),
            environment: vec![("PEER_WORK".to_owned(), (*work).to_owned())],
            folder: folder.to_owned(),
            case: PEER_EVENT.to_owned(),
            event: event(PEER_EVENT)?,
        })
    };
    works.iter().map(peer).collect()
}

/// Cargo, in the workspace.
pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(workspace_root());
    cargo
}
