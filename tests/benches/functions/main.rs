//! Cold start, warm round trip, memory and size of every function, beside peers, in one interleaved run.
//!
//! `cargo bench -p tests --bench functions -- [--quick] [--build] [--corpus] [--write]
//! [--json FILE] [--beside FOLDER]`: few rounds; a clean release build timed, too; ways to bring a large corpus to a function; the tables put into `docs/performance.md`;
//! every sample put into a file; the functions that lie in a folder, from another build, measured as well. What
//! the peers need is said in `peers.rs`. How it is measured, and what is not: `docs/performance.md`.

#![expect(clippy::print_stdout, reason = "a bench prints its tables")]

mod awake;
mod build;
mod corpus;
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

use anyhow::ensure;
use tests::workspace_root;

use crate::cpu_share::CpuShare;
use crate::measure::Amount;
use crate::report::Report;
use crate::runtime_api::RuntimeApi;
use crate::sandbox::Bench;
use crate::upstreams::Upstreams;

const WHOLE: Amount = Amount { cold: 30, warm: 7, events: 1_000, limited: 15 };
const QUICK: Amount = Amount { cold: 5, warm: 1, events: 300, limited: 3 };
/// Memory whose share of a core is simulated, in MB.
const LIMITED_MB: u32 = 128;

/// What is asked for.
struct Arguments(Vec<String>);

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::read()?;
    let amount = if arguments.has("--quick") { QUICK } else { WHOLE };
    let target = workspace_root().join("target");
    let time = arguments.has("--build").then(|| build::clean_build(&target.join("clean"))).transpose()?;
    // A folder of their own: built together with this package they would carry its features.
    let built = target.join("functions");
    let mut subjects = subjects::functions(&built)?;
    let others: Vec<_> = arguments
        .paths("--beside")
        .iter()
        .flat_map(|folder| subjects::beside(&subjects, &workspace_root().join(folder)))
        .collect();
    let readers = subjects::with_model(&subjects)?;
    subjects.extend(readers.into_iter().chain(others));
    let folder = target.join("peers");
    let peers = peers::set_up(&folder, &built)?;
    subjects.extend(peers.subjects);
    let mut missing = peers.missing;
    let share = CpuShare::of_memory_mb(LIMITED_MB);
    if let Err(error) = &share {
        missing.push(format!("the CPU share of {LIMITED_MB} MB, a control group: {error}"));
    }
    let share = share.ok();
    let bench = Bench { api: RuntimeApi::start()?, upstreams: Upstreams::start(&folder)? };
    let corpus =
        arguments.has("--corpus").then(|| corpus::measure(&bench, &subjects, amount.cold / 2)).transpose()?;
    let figures = measure::measure(&bench, subjects, amount, share.as_ref());
    if let Some(share) = &share {
        share.remove();
    }
    let figures = figures?;
    let targets = targets::targets(&figures, time.as_ref());
    let report = Report { figures, targets, amount, missing, corpus };
    println!("{}", report.markdown());
    if arguments.has("--write") {
        report.write()?;
    }
    for path in arguments.paths("--json") {
        report.save(&workspace_root().join(path))?;
    }
    Ok(())
}

impl Arguments {
    const FLAGS: [&str; 4] = ["--quick", "--build", "--corpus", "--write"];
    const WITH_PATH: [&str; 2] = ["--json", "--beside"];

    fn read() -> anyhow::Result<Self> {
        // Cargo adds `--bench` by itself.
        let given: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
        for (place, argument) in given.iter().enumerate() {
            let is_path = place > 0 && Self::WITH_PATH.contains(&given[place - 1].as_str());
            let is_known =
                Self::FLAGS.contains(&argument.as_str()) || Self::WITH_PATH.contains(&argument.as_str());
            ensure!(
                is_path || is_known,
                "{argument}: expected {:?} or with a path {:?}",
                Self::FLAGS,
                Self::WITH_PATH
            );
        }
        Ok(Self(given))
    }

    fn has(&self, flag: &str) -> bool {
        self.0.iter().any(|argument| argument == flag)
    }

    /// Every path that follows `option`.
    fn paths(&self, option: &str) -> Vec<PathBuf> {
        self.0.windows(2).filter(|pair| pair[0] == option).map(|pair| PathBuf::from(&pair[1])).collect()
    }
}
