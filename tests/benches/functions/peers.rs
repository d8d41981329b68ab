//! Sets up what the functions are held against, under `target/peers`.
//!
//! The Rust peers are examples of the package `peers`. The Node.js peer needs `npm` and, for the native part of
//! `aws-lambda-ric`, `cmake`, `autoconf`, `automake`, `libtool`, `make` and a C++ compiler; the Python peer needs
//! `python3` with `venv`. What is missing leaves its rows out, and the report says so.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ::peers::WORKS;
use anyhow::{Context, ensure};
use tests::workspace_root;

use crate::subjects::{Subject, cargo, peers};

/// The peers that could be set up, and why the others could not.
pub(crate) struct Peers {
    pub(crate) subjects: Vec<Subject>,
    pub(crate) missing: Vec<String>,
}

/// Sets up every peer: the Rust ones beside the functions in `target`, the others in `folder`.
pub(crate) fn set_up(folder: &Path, target: &Path) -> anyhow::Result<Peers> {
    let mut subjects = rust(target)?;
    let mut missing = Vec::new();
    for (name, made) in [("Node.js", node(&folder.join("node"))), ("Python", python(&folder.join("python")))]
    {
        match made {
            Ok(made) => subjects.extend(made),
            Err(error) => missing.push(format!("{name}: {error:#}")),
        }
    }
    Ok(Peers { subjects, missing })
}

fn rust(target: &Path) -> anyhow::Result<Vec<Subject>> {
    let mut build = cargo();
    build.args(["build", "--release", "--package", "peers", "--examples", "--target-dir"]).arg(target);
    ensure!(build.status()?.success(), "the Rust peers do not build");
    let examples = target.join("release/examples");
    let mut subjects =
        peers("lambda_runtime", &["hello"], &examples.join("peer-hello"), &[], workspace_root())?;
    subjects.extend(peers("raw", &WORKS, &examples.join("peer-raw"), &[], workspace_root())?);
    Ok(subjects)
}

fn node(folder: &Path) -> anyhow::Result<Vec<Subject>> {
    let program = found("node")?;
    copy("node", folder)?;
    let client = folder.join("node_modules/aws-lambda-ric");
    if !client.join("dist/rapid-client.node").exists() {
        run(Command::new("npm").arg("ci").current_dir(folder))?;
    }
    let entry = client.join("bin/index.mjs").display().to_string();
    peers("Node.js", &WORKS, &program, &[&entry, "index.handler"], folder)
}

fn python(folder: &Path) -> anyhow::Result<Vec<Subject>> {
    let own = folder.join("venv/bin/python");
    copy("python", folder)?;
    if !folder.join("venv/complete").exists() {
        run(Command::new("python3").args(["-m", "venv", "venv"]).current_dir(folder))?;
        let pip = ["-m", "pip", "install", "--quiet", "--requirement", "requirements.txt"];
        run(Command::new(&own).args(pip).current_dir(folder))?;
        fs::write(folder.join("venv/complete"), "")?;
    }
    peers("Python", &WORKS, &own, &["-m", "awslambdaric", "app.handler"], folder)
}

/// Where a program is, so that it starts without a search and without a version manager's script before it.
fn found(name: &str) -> anyhow::Result<PathBuf> {
    let output =
        Command::new(name).args(["-p", "process.execPath"]).output().with_context(|| name.to_owned())?;
    Ok(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}

fn copy(peer: &str, folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder)?;
    for file in fs::read_dir(workspace_root().join("tests/peers").join(peer))?.flatten() {
        fs::copy(file.path(), folder.join(file.file_name()))?;
    }
    Ok(())
}

fn run(command: &mut Command) -> anyhow::Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().with_context(|| program.clone())?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{program}: {}", said.lines().last().unwrap_or_default());
    Ok(())
}
