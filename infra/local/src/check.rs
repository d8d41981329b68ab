//! `truthy check "CLAIM"`: the verdict on one claim, as a person would want to see it.

use std::path::PathBuf;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use clap::Args;
use comfy_table::Table;
use serde_json::{Value, json};

use crate::data_dir::settings_over;
use crate::table::EmbeddedTable;
use crate::terminal::{label_style, plain, table};
use crate::tools::Tools;

/// One claim to check.
#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// The claim, as it was said.
    claim: String,
    /// Also store the claim as an event of this session.
    #[arg(long)]
    session: Option<String>,
    /// Print the answer of `/api/tools/verdict` as it is.
    #[arg(long)]
    json: bool,
    /// Folder of the table and the corpus.
    #[arg(long, default_value = ".truthy")]
    data_dir: PathBuf,
}

/// Asks for the verdict and prints it. Fails where there is none.
pub(crate) async fn run(arguments: CheckArguments) -> anyhow::Result<ExitCode> {
    let settings = settings_over(&arguments.data_dir);
    let (table, settings) = match arguments.session {
        Some(_) => EmbeddedTable::start_unless_named(&arguments.data_dir, settings).await?,
        None => (None, settings),
    };
    let tools = Tools::here(&settings)?;
    let claim = arguments.claim.as_str();
    let verdict = tools.post("/api/tools/verdict", &json!({ "claim": claim })).await?;
    if let Some(session) = &arguments.session {
        let event = json!({ "session_id": session, "type": "claim", "payload": { "raw_text": claim } });
        let stored = tools.post("/api/events/ingest", &event).await?;
        anyhow::ensure!(stored.status < 400, "the claim was not stored: {}", stored.message());
    }
    if let Some(table) = table {
        table.stop().await;
    }
    if arguments.json {
        anstream::println!("{:#}", verdict.body);
    } else {
        anyhow::ensure!(verdict.status < 400, "{}", plain(verdict.message()));
        print(&verdict.body);
    }
    Ok(if verdict.status < 400 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

const STRONG: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const WARNING: Style = AnsiColor::Yellow.on_default();

fn print(verdict: &Value) {
    let text = |value: &Value| plain(value.as_str().unwrap_or_default());
    let texts = |name: &str| verdict[name].as_array().into_iter().flatten();
    anstream::println!("{STRONG}{}{STRONG:#}\n", text(&verdict["claim"]));
    let confidence = verdict["confidence"].as_f64().unwrap_or_default();
    let colour = label_style(&text(&verdict["label"]));
    anstream::println!("{colour}{}{colour:#} {DIM}({confidence:.2}){DIM:#}", text(&verdict["label"]));
    anstream::println!("{}", text(&verdict["rationale"]));
    for source in texts("sources") {
        anstream::println!("{DIM}[{}] {}{DIM:#}", source["number"], text(&source["url"]));
    }
    anstream::println!();
    for warning in texts("warnings") {
        anstream::println!("{WARNING}! {}{WARNING:#}", text(warning));
    }
    anstream::println!("{DIM}{}{DIM:#}", text(&verdict["normalized"]));
    for missing in texts("missing") {
        let (source, message) = (text(&missing["source"]), text(&missing["message"]));
        anstream::println!("{DIM}without {source}: {message}{DIM:#}");
    }
    if let Some(items) = verdict["evidence"].as_array().filter(|items| !items.is_empty()) {
        anstream::println!("\n{}", evidence(items));
    }
}

fn evidence(items: &[Value]) -> Table {
    let mut table = table(["Alignment", "Score", "Source", "As of", "Passage"]);
    for item in items {
        let text = |name: &str| plain(item[name].as_str().unwrap_or_default());
        let alignment = text("alignment");
        let colour = match alignment.as_str() {
            "supports" => comfy_table::Color::Green,
            "contradicts" => comfy_table::Color::Red,
            _ => comfy_table::Color::Grey,
        };
        table.add_row([
            comfy_table::Cell::new(alignment).fg(colour),
            comfy_table::Cell::new(
                item["score"].as_f64().map_or(String::new(), |score| format!("{score:.2}")),
            ),
            comfy_table::Cell::new(format!("{} ({})\n{}", text("publisher"), text("tier"), text("url"))),
            comfy_table::Cell::new(text("as_of")),
            comfy_table::Cell::new(text("snippet")),
        ]);
    }
    table
}
