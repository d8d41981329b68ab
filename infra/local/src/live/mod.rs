//! `truthy live`: claims found and judged while somebody speaks.

mod checking;
mod figures;
mod journal;
mod line;
mod queue;
mod replay;
mod screen;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use settings::{Clock, Settings, names};

use crate::data_dir::settings_over;
use crate::table::EmbeddedTable;
use crate::tools::Tools;
use journal::Journal;
use screen::Screen;

/// What to listen to, and where the tools are.
#[derive(Debug, Args)]
pub(crate) struct LiveArguments {
    /// A transcript to replay, JSON Lines of speaker, start, end (seconds) and text. Needs no key.
    #[arg(long, value_name = "FILE.jsonl")]
    transcript: PathBuf,
    /// How much faster than it was said.
    #[arg(long, default_value_t = 1.0, value_parser = speed)]
    speed: f64,
    /// Session to store transcripts, claims and verdicts in. Not given: a new one.
    #[arg(long)]
    session: Option<String>,
    /// Verdicts at work at once. Not given: one for each core.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=64))]
    at_once: Option<u8>,
    /// Address of a server to ask, such as http://localhost:3000, with the token in TRUTHY_TOKEN. Not given: the
    /// tools in this program.
    #[arg(long)]
    url: Option<String>,
    /// Print JSON lines.
    #[arg(long)]
    json: bool,
    /// Folder of the table and the corpus.
    #[arg(long, default_value = ".truthy")]
    data_dir: PathBuf,
}

fn speed(text: &str) -> Result<f64, String> {
    let speed = text.parse::<f64>().ok().filter(|speed| (0.1..=1_000.0).contains(speed));
    speed.ok_or_else(|| "must be a number from 0.1 to 1000".to_owned())
}

/// Listens until there is no more, then says what it came to.
pub(crate) async fn run(arguments: LiveArguments) -> anyhow::Result<ExitCode> {
    line::Transcript::check(&arguments.transcript)?;
    let settings = settings_over(&arguments.data_dir);
    let (table, settings) = match arguments.url {
        None => EmbeddedTable::start_unless_named(&arguments.data_dir, settings).await?,
        Some(_) => (None, settings),
    };
    let tools = Arc::new(open_tools(arguments.url.as_deref(), &settings)?);
    tools.warm().await;
    let screen = if arguments.json { Screen::Programs } else { Screen::People };
    let session = arguments.session.clone().unwrap_or_else(new_session);
    let (journal, writing) = Journal::open(Arc::clone(&tools), session.clone());
    let at_once = arguments
        .at_once
        .map_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get), usize::from);
    let checking = checking::Checking { tools: Arc::clone(&tools), journal, screen, at_once };
    let figures = replay::run(&arguments.transcript, arguments.speed, checking).await?;
    let kept = writing.await?;
    if let Some(problem) = &kept.problem {
        screen.notice(&format!("not every event was stored at once: {problem}"));
    }
    let report = tools.report(&format!("/api/sessions/{session}/summary")).await?;
    screen.end(&report, &figures.to_json(&kept), &figures.to_text(&kept));
    if let Some(table) = table {
        table.stop().await;
    }
    Ok(if kept.lost == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn open_tools(url: Option<&str>, settings: &Settings) -> anyhow::Result<Tools> {
    Ok(match url {
        Some(url) => Tools::there(url, settings.secret(names::TRUTHY_TOKEN))?,
        None => Tools::here(settings)?,
    })
}

fn new_session() -> String {
    Clock::System.now().strftime("live_%Y%m%dT%H%M%SZ").to_string()
}
