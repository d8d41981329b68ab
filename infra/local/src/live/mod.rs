//! `truthy live`: claims found and judged while somebody speaks.

mod checking;
mod conversation;
mod figures;
mod journal;
mod line;
mod queue;
mod recording;
mod replay;
mod screen;
mod typed;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use live::Prices;
use serde_json::Value;
use settings::{Clock, Settings, names};

use crate::data_dir::settings_over;
use crate::table::EmbeddedTable;
use crate::tools::Tools;
use checking::Checking;
use conversation::Conversation;
use journal::Journal;
use recording::Recording;
use screen::Screen;

/// What to listen to, and where the tools are.
#[derive(Debug, Args)]
pub(crate) struct LiveArguments {
    #[command(flatten)]
    source: Source,
    /// Who speaks: once for each speaker. A line typed as `NAME: words` is that speaker's; a channel of the
    /// recording is the speaker's in its place.
    #[arg(long, default_value = "Speaker", value_parser = speaker, conflicts_with = "transcript")]
    speaker: Vec<String>,
    /// How much faster than it was said.
    #[arg(long, default_value_t = 1.0, value_parser = speed)]
    speed: f64,
    /// Session to store transcripts, claims and verdicts in. Not given: a new one.
    #[arg(long)]
    session: Option<String>,
    /// Verdicts at work at once, for --transcript. Not given: one for each core.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=64))]
    at_once: Option<u8>,
    /// Address of a server to ask, such as `http://localhost:3000`, with the token in `TRUTHY_TOKEN`. Not given: the
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

/// Where the words come from.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct Source {
    /// A transcript to replay, JSON Lines of speaker, start, end (seconds) and text. Needs no key.
    #[arg(long, value_name = "FILE.jsonl")]
    transcript: Option<PathBuf>,
    /// Lines typed on standard input, over Gemini Live.
    #[arg(long)]
    text: bool,
    /// A recording, 16 kHz and 16 bit, over Gemini Live.
    #[arg(long, value_name = "FILE.wav")]
    wav: Option<PathBuf>,
}

fn speed(text: &str) -> Result<f64, String> {
    let speed = text.parse::<f64>().ok().filter(|speed| (0.1..=1_000.0).contains(speed));
    speed.ok_or_else(|| "must be a number from 0.1 to 1000".to_owned())
}

fn speaker(text: &str) -> Result<String, String> {
    let name = text.trim();
    let fits = (1..=line::MAX_SPEAKER_CHARS).contains(&name.chars().count());
    fits.then(|| name.to_owned())
        .ok_or_else(|| format!("must have 1 to {} characters", line::MAX_SPEAKER_CHARS))
}

/// What a run came to: the same figures for programs and for people, and why it is no success, if it is none.
struct Outcome {
    figures: Value,
    text: String,
    failures: Vec<String>,
}

/// Listens until there is no more, then says what it came to.
pub(crate) async fn run(arguments: LiveArguments) -> anyhow::Result<ExitCode> {
    if let Some(path) = &arguments.source.transcript {
        line::Transcript::check(path)?;
    }
    let settings = settings_over(&arguments.data_dir);
    let (table, settings) = match arguments.url {
        None => EmbeddedTable::start_unless_named(&arguments.data_dir, settings).await?,
        Some(_) => (None, settings),
    };
    let tools = Arc::new(open_tools(arguments.url.as_deref(), &settings)?);
    tools.warm().await;
    let screen = if arguments.json { Screen::Programs } else { Screen::People };
    let session = arguments.session.clone().unwrap_or_else(new_session);
    let outcome = match &arguments.source.transcript {
        Some(path) => replayed(path, &arguments, &tools, &session, screen).await?,
        None => listened(&arguments, &settings, &tools, &session, screen).await?,
    };
    let report = tools.report(&format!("/api/sessions/{session}/summary")).await;
    screen.end(&report.unwrap_or_else(|error| format!("{error:#}")), &outcome.figures, &outcome.text);
    for failure in &outcome.failures {
        Screen::notice(failure);
    }
    if let Some(table) = table {
        table.stop().await;
    }
    Ok(if outcome.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn replayed(
    path: &Path,
    arguments: &LiveArguments,
    tools: &Arc<Tools>,
    session: &str,
    screen: Screen,
) -> anyhow::Result<Outcome> {
    let (journal, writing) = Journal::open(Arc::clone(tools), session.to_owned());
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let at_once = arguments.at_once.map_or_else(cores, usize::from);
    let checking = Checking { tools: Arc::clone(tools), journal, screen, at_once };
    let figures = replay::run(path, arguments.speed, checking).await?;
    let kept = writing.await?;
    Ok(Outcome { figures: figures.to_json(&kept), text: figures.to_text(&kept), failures: kept.failures() })
}

async fn listened(
    arguments: &LiveArguments,
    settings: &Settings,
    tools: &Arc<Tools>,
    session: &str,
    screen: Screen,
) -> anyhow::Result<Outcome> {
    let prices = Prices::from_settings(settings);
    let (conversation, watching) = Conversation::open(settings, Arc::clone(tools))?;
    let speakers = &arguments.speaker;
    let recording =
        arguments.source.wav.as_deref().map(|path| Recording::open(path, speakers.len())).transpose()?;
    let (journal, writing) = Journal::open(Arc::clone(tools), session.to_owned());
    let watched = conversation::watch(watching, journal, screen);
    match recording {
        Some(recording) => recording.play(conversation, speakers, arguments.speed).await?,
        None => typed::run(conversation, speakers).await?,
    }
    let tally = watched.await?;
    let kept = writing.await?;
    let failures = tally.failures().iter().cloned().chain(kept.failures()).collect();
    let prices = prices.as_ref();
    Ok(Outcome { figures: tally.to_json(&kept, prices), text: tally.to_text(&kept, prices), failures })
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
