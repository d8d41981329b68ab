//! The tables: for a reader, for `docs/performance.md`, for a program.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Context;
use serde_json::{Value, json};
use settings::Clock;
use tests::workspace_root;

use crate::measure::{Amount, Figures};
use crate::subjects::Kind;
use crate::targets::Target;

/// What a run gave.
pub(crate) struct Report {
    pub(crate) figures: Vec<Figures>,
    pub(crate) targets: Vec<Target>,
    pub(crate) amount: Amount,
    /// What could not be measured, and why.
    pub(crate) missing: Vec<String>,
    /// The ways of a large corpus, where they were asked for.
    pub(crate) corpus: Option<String>,
}

const DOCUMENT: &str = "docs/performance.md";
const BEGIN: &str = "<!-- written by `cargo bench -p tests --bench functions -- --write`: do not edit -->\n";
const END: &str = "<!-- end of what is written -->\n";

impl Report {
    /// Everything as Markdown.
    pub(crate) fn markdown(&self) -> String {
        let (variants, others): (Vec<&Figures>, Vec<&Figures>) =
            self.figures.iter().partition(|figures| figures.subject.kind == Kind::Variant);
        let mut parts = vec![self.circumstances(), Self::table(&others), self.targets()];
        if !variants.is_empty() {
            parts.push("The same functions, built otherwise, in the same run:\n".to_owned());
            parts.push(Self::table(&variants));
        }
        if let Some(table) = &self.corpus {
            parts.push("The index of 100,000 passages, for `tools-search-vectara`:\n".to_owned());
            parts.push(table.clone());
        }
        parts.join("\n")
    }

    fn circumstances(&self) -> String {
        let Amount { cold, warm, events, limited } = self.amount;
        let mut text = format!(
            "{}, commit {}, {}; {}, Node.js {}, {}; peers {}. Medians of {cold} cold starts, {warm} × {events} warm \
             events, {limited} cold starts at the CPU share of 128 MB.\n",
            Clock::System.today(),
            said("git", &["rev-parse", "--short", "HEAD"]),
            machine(),
            said("rustc", &["--version"]),
            said("node", &["--version"]),
            said("python3", &["--version"]),
            peer_versions(),
        );
        for missing in &self.missing {
            // Writing to a String cannot fail.
            writeln!(text, "\nNot measured: {missing}.").unwrap_or_default();
        }
        text
    }

    fn table(rows: &[&Figures]) -> String {
        let mut text = "| program | event | spawn → next ms | spawn → first answer ms | event → first answer ms | the same at 128 MB \
             | CPU ms, of it after the event | warm p50 µs | p99 µs | peak MB | binary MB | zip MB | table calls |\n\
             |---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n"
            .to_owned();
        for figures in rows {
            text += &row(figures);
        }
        text
    }

    fn targets(&self) -> String {
        let mut text =
            "| measure | gate | stretch | measured, worst | of | met |\n|---|---:|---:|---:|---|---|\n"
                .to_owned();
        for target in &self.targets {
            let (value, of) = match &target.worst {
                Some((value, of)) => (target.unit.write(*value), of.as_str()),
                None => ("not measured".to_owned(), ""),
            };
            let met = match target.worst {
                Some((value, _)) if value <= target.stretch => "stretch",
                Some((value, _)) if value <= target.gate => "yes",
                Some(_) => "**no**",
                None => "",
            };
            let (gate, stretch) = (target.unit.write(target.gate), target.unit.write(target.stretch));
            writeln!(text, "| {} | ≤ {gate} | {stretch} | {value} | {of} | {met} |", target.measure)
                .unwrap_or_default();
        }
        text
    }

    /// Puts it between the marks in the document.
    pub(crate) fn write(&self) -> anyhow::Result<()> {
        let path = workspace_root().join(DOCUMENT);
        let text = fs::read_to_string(&path).with_context(|| DOCUMENT)?;
        let (before, rest) = text.split_once(BEGIN).with_context(|| format!("{DOCUMENT} lacks {BEGIN}"))?;
        let (_, after) = rest.split_once(END).with_context(|| format!("{DOCUMENT} lacks {END}"))?;
        fs::write(path, format!("{before}{BEGIN}\n{}\n{END}{after}", self.markdown()))?;
        Ok(())
    }

    /// Everything for a program, every sample included.
    pub(crate) fn save(&self, path: &Path) -> anyhow::Result<()> {
        let figures: Vec<Value> = self.figures.iter().map(of_one).collect();
        let targets: Vec<Value> = self
            .targets
            .iter()
            .map(|target| {
                let worst = target.worst.as_ref();
                json!({
                    "measure": target.measure, "gate": target.gate, "stretch": target.stretch,
                    "worst": worst.map(|(value, _)| value), "of": worst.map(|(_, of)| of),
                })
            })
            .collect();
        let value = json!({ "figures": figures, "targets": targets, "missing": self.missing });
        Ok(fs::write(path, serde_json::to_string_pretty(&value)?)?)
    }
}

fn of_one(figures: &Figures) -> Value {
    let init: Vec<f64> = figures.cold.iter().map(|sample| sample.init_ms).collect();
    let first: Vec<f64> = figures.cold.iter().map(|sample| sample.round_trips_ms[0]).collect();
    let limited: Vec<f64> = figures.limited.iter().map(|sample| sample.round_trips_ms[0]).collect();
    let (cpu_ms, event_cpu_ms) = figures.cpu_ms();
    json!({
        "name": figures.subject.name, "event": figures.subject.case, "kind": format!("{:?}", figures.subject.kind),
        "init_ms": figures.init_ms(), "clients_ms": figures.clients_ms(), "first_answer_ms": figures.first_answer_ms(),
        "first_event_ms": figures.first_event_ms(), "limited_ms": figures.limited_ms(), "cpu_ms": cpu_ms,
        "event_cpu_ms": event_cpu_ms, "warm_p50_us": figures.warm_us(50), "warm_p99_us": figures.warm_us(99),
        "peak_mb": figures.peak_mb(), "bytes": figures.bytes.map(|(bytes, _)| bytes),
        "zip_bytes": figures.bytes.map(|(_, zip)| zip), "table_calls": figures.table_calls(),
        "samples": { "init_ms": init, "first_event_ms": first, "limited_ms": limited },
    })
}

fn row(figures: &Figures) -> String {
    let (cpu, event_cpu) = figures.cpu_ms();
    let limited = figures.limited_ms().map_or_else(|| "–".to_owned(), |limited| format!("{limited:.2}"));
    let megabytes = |bytes: usize| format!("{:.2}", bytes as f64 / 1e6);
    let (bytes, zip) = figures
        .bytes
        .map_or_else(|| ("–".to_owned(), "–".to_owned()), |(bytes, zip)| (megabytes(bytes), megabytes(zip)));
    format!(
        "| {} | {} | {:.2} | {:.2} | {:.2} | {limited} | {cpu:.2}, {event_cpu:.2} | {:.0} | {:.0} | {:.1} | {bytes} | {zip} | {} |\n",
        figures.subject.name,
        figures.subject.case.rsplit('/').next().unwrap_or_default(),
        figures.init_ms(),
        figures.first_answer_ms(),
        figures.first_event_ms(),
        figures.warm_us(50),
        figures.warm_us(99),
        figures.peak_mb(),
        figures.table_calls(),
    )
}

/// What a program says of itself.
fn said(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(workspace_root()).output();
    output.map_or_else(
        |_| "absent".to_owned(),
        |output| String::from_utf8_lossy(&output.stdout).trim().trim_start_matches('v').to_owned(),
    )
}

/// Processor, cores, memory and kernel.
fn machine() -> String {
    let file = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let cpu = file("/proc/cpuinfo");
    let value = |text: &str, key: &str| {
        let line = text.lines().find(|line| line.starts_with(key));
        line.and_then(|line| line.split_once(':'))
            .map(|(_, value)| value.trim().to_owned())
            .unwrap_or_default()
    };
    let memory_kib: f64 =
        value(&file("/proc/meminfo"), "MemTotal").trim_end_matches(" kB").parse().unwrap_or(0.0);
    format!(
        "{} × {}, {:.0} GB, Linux {}",
        cpu.lines().filter(|line| line.starts_with("processor")).count(),
        value(&cpu, "model name"),
        memory_kib * 1_024.0 / 1e9,
        file("/proc/sys/kernel/osrelease").trim(),
    )
}

/// The peers' packages, as they are pinned.
fn peer_versions() -> String {
    let file =
        |path: &str| fs::read_to_string(workspace_root().join("tests/peers").join(path)).unwrap_or_default();
    let package: Value = serde_json::from_str(&file("node/package.json")).unwrap_or_default();
    let node = package["dependencies"].as_object().into_iter().flatten();
    let node = node.map(|(name, version)| format!("{name} {}", version.as_str().unwrap_or_default()));
    let python = file("python/requirements.txt");
    let python = python.lines().map(|line| line.replace("==", " "));
    node.chain(python).collect::<Vec<_>>().join(", ")
}
