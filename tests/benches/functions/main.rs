//! Cold start, warm round trip, memory and size of every function, beside peers, in one interleaved run.
//!
//! `cargo bench -p tests --bench functions -- [--quick] [--build] [--write] [--json FILE]
//! [--beside FOLDER]`: few rounds; a clean release build timed, too; the tables put into `docs/performance.md`;
//! every sample put into a file; the functions that lie in a folder, from another build, measured as well. What
//! the peers need is said in `peers.rs`. How it is measured, and what is not: `docs/performance.md`.

#![expect(clippy::print_stdout, reason = "a bench prints its tables")]

mod build;
mod cpu_share;
mod measure;
mod peers;
mod report;
mod runtime_api;
mod sandbox;
mod subjects;
mod targets;
mod upstreams;
mod wire;

use std::path::PathBuf;

use anyhow::bail;
use tests::workspace_root;

use crate::cpu_share::CpuShare;
use crate::measure::Amount;
use crate::report::Report;
use crate::runtime_api::RuntimeApi;
use crate::sandbox::Bench;
use crate::upstreams::Upstreams;

const WHOLE: Amount = Amount { cold: 30, warm: 3, events: 2_000, limited: 15 };
const QUICK: Amount = Amount { cold: 5, warm: 1, events: 300, limited: 3 };
/// Memory whose share of a core is simulated, in MB.
const LIMITED_MB: u32 = 128;

#[derive(Default)]
struct Arguments {
    quick: bool,
    build: bool,
    write: bool,
    json: Option<PathBuf>,
    beside: Vec<PathBuf>,
}

fn main() -> anyhow::Result<()> {
    let Arguments { quick, build, write, json, beside } = arguments()?;
    let amount = if quick { QUICK } else { WHOLE };
    let target = workspace_root().join("target");
    let build = if build { Some(build::clean_build(&target.join("clean"))?) } else { None };
    // A folder of their own: built together with this package they would carry its features.
    let folder_of_functions = target.join("functions");
    let mut subjects = subjects::functions(&folder_of_functions)?;
    let others: Vec<_> = beside.iter().flat_map(|folder| subjects::beside(&subjects, folder)).collect();
    subjects.extend(others);
    let folder = target.join("peers");
    let peers = peers::set_up(&folder, &folder_of_functions)?;
    subjects.extend(peers.subjects);
    let mut missing = peers.missing;
    let share = CpuShare::of_memory_mb(LIMITED_MB);
    if let Err(error) = &share {
        missing.push(format!("the CPU share of {LIMITED_MB} MB, a control group: {error}"));
    }
    let share = share.ok();
    let bench = Bench { api: RuntimeApi::start()?, upstreams: Upstreams::start(&folder)? };
    let figures = measure::measure(&bench, subjects, amount, share.as_ref());
    if let Some(share) = &share {
        share.remove();
    }
    let figures = figures?;
    let targets = targets::targets(&figures, build.as_ref());
    let report = Report { figures, targets, amount, missing };
    println!("{}", report.markdown());
    if write {
        report.write()?;
    }
    if let Some(path) = json {
        report.save(&path)?;
    }
    Ok(())
}

fn arguments() -> anyhow::Result<Arguments> {
    let mut arguments = Arguments::default();
    // Cargo adds `--bench` by itself.
    let mut given = std::env::args().skip(1).filter(|argument| argument != "--bench");
    while let Some(argument) = given.next() {
        match argument.as_str() {
            "--quick" => arguments.quick = true,
            "--build" => arguments.build = true,
            "--write" => arguments.write = true,
            "--json" => arguments.json = given.next().map(PathBuf::from),
            "--beside" => arguments.beside.extend(given.next().map(PathBuf::from)),
            other => bail!("{other}: expected --quick, --build, --write, --json FILE or --beside FOLDER"),
        }
    }
    Ok(arguments)
}
