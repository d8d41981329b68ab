//! `evaluate`: how right the product is, on labelled data.
//!
//! Runs the product's own code over the sets of a folder, prints the figures, and writes `docs/evaluation.md` with
//! `--write`.

mod alignment;
mod catalog;
mod context;
mod detection;
mod failures;
mod measure;
mod metrics;
mod questions;
mod report;
mod retrieval;
mod rows;
mod seen;

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Parser, Subcommand};
use encoder::Lazy;
use serde_json::{Map, Value};

use alignment::label;
use catalog::SETS;
use measure::{Measured, Outcome};
use seen::Seen;

/// Measures the product's judgement on labelled data.
#[derive(Debug, Parser)]
struct Options {
    #[command(subcommand)]
    command: Option<Command>,
    /// Folder with the sets, `NAME.jsonl` each, and for retrieval `NAME.corpus.jsonl`.
    #[arg(long, default_value = "../shared/data")]
    data: PathBuf,
    /// Only these sets; all that are known otherwise.
    #[arg(long)]
    set: Vec<String>,
    /// Folder with the model, or `off`: then the exact layer is measured alone.
    #[arg(long, default_value = "models/minilm-stance", global = true)]
    model: PathBuf,
    /// Print one JSON object, figures by set.
    #[arg(long, global = true)]
    json: bool,
    /// Write `docs/evaluation.md`.
    #[arg(long)]
    write: bool,
    /// Write what the layers saw of each row of an alignment set, one JSON object a line, into this folder.
    #[arg(long)]
    features: Option<PathBuf>,
}

/// What else can be measured.
#[derive(Debug, Subcommand)]
enum Command {
    /// Questions answered from documents: retrieval, citations, refusals, confidence.
    Rag(questions::Options),
}

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line program")]
#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    let off = options.model.as_os_str() == "off";
    let encoder = Arc::new(if off { Lazy::none() } else { Lazy::in_folder(&options.model) });
    if encoder.get().is_none() {
        eprintln!("no model in {}: the exact layer alone", options.model.display());
    }
    if let Some(Command::Rag(asked)) = &options.command {
        return questions::run(asked, &encoder, options.json).await;
    }
    let seen = Seen::read(&options.data);
    let known: Vec<catalog::Set> = SETS.into_iter().chain(catalog::other_alignment(&options.set)).collect();
    let mut all = Vec::new();
    for set in known {
        if !options.set.is_empty() && !options.set.iter().any(|name| name == set.name) {
            continue;
        }
        match measure::measure(&options.data, set, &seen, &encoder).await? {
            Some(measured) => {
                if !options.json {
                    println!("{}", report::line(&measured));
                }
                write_features(&options, &measured)?;
                all.push(measured);
            }
            None => eprintln!("{}: not in {}, left out", set.name, options.data.display()),
        }
    }
    if options.json {
        let figures: Map<String, Value> =
            all.iter().map(|measured| (measured.set.name.to_owned(), measured.json())).collect();
        println!("{:#}", Value::Object(figures));
    }
    if options.write {
        std::fs::write("docs/evaluation.md", report::document(&all))?;
    }
    Ok(())
}

fn write_features(options: &Options, measured: &Measured) -> anyhow::Result<()> {
    let (Some(folder), Outcome::Alignment(judged)) = (&options.features, &measured.outcome) else {
        return Ok(());
    };
    std::fs::create_dir_all(folder)?;
    let line = |judged: &alignment::Judged| {
        let stance = judged.stance.map(|stance| [stance.supports, stance.contradicts, stance.neutral]);
        serde_json::json!({
            "claim": measured.rows[judged.row].claim, "label": judged.truth, "features": judged.features.to_vec(),
            "stance": stance, "id": measured.rows[judged.row].id,
            "exact": [label(judged.exact.0), format!("{:.2}", judged.exact.1)],
            "ground": judged.decision.map(|decision| format!("{:?}", decision.ground)),
            "said": judged.decision.map(|decision| label(decision.alignment)),
            "probability": judged.decision.map(|decision| decision.probability),
        })
        .to_string()
    };
    let lines: Vec<String> = judged.iter().map(line).collect();
    Ok(std::fs::write(folder.join(format!("{}.jsonl", measured.set.name)), lines.join("\n") + "\n")?)
}
