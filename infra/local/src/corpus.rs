//! `truthy corpus`: import, search and inspect the trusted corpus.
//!
//! Each command makes the text that it shows; [`run`] prints it. The index is where `truthy serve`
//! looks for it, and what is imported here is seen there at once.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use ::corpus::import::{self, Chunking, Library, Listed, Options, Progress, Report, Selection, Stats};
use ::corpus::{Passage, Query};
use anstyle::{AnsiColor, Style};
use anyhow::Context;
use clap::{Args, Subcommand};
use comfy_table::{Cell, CellAlignment};
use encoder::Lazy;
use evidence::Tier;
use indicatif::{ProgressBar, ProgressStyle};
use outbound::Client;
use serde_json::{Value, json};
use settings::{Clock, Settings};

use crate::data_dir::corpus_dir;
use crate::terminal::{plain, table};

const STRONG: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const WARNING: Style = AnsiColor::Yellow.on_default();

/// What can be done with the corpus.
#[derive(Debug, Subcommand)]
pub(crate) enum CorpusCommand {
    /// Import files, folders and web pages: Markdown, HTML, text, PDF, CSV, JSON Lines, fact-check feeds.
    ///
    /// What is imported again replaces what was there.
    Add(AddArguments),
    /// Take over a collection of a Chroma server; doing it again takes over what has changed.
    ImportChroma {
        /// The server, such as `http://localhost:8000`.
        url: String,
        /// The collection there, and here unless another name is given.
        name: String,
        /// The collection to import into.
        #[arg(long)]
        collection: Option<String>,
    },
    /// List what was imported.
    List,
    /// Remove a file or page, a collection, or everything by a publisher.
    Remove(RemoveArguments),
    /// Search, as the tools do.
    Search(SearchArguments),
    /// Show how much there is.
    Stats {
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
    },
}

/// What to import, and what to say about it where it does not say so itself.
#[derive(Debug, Args)]
pub(crate) struct AddArguments {
    /// Files, folders or URLs.
    #[arg(required = true, value_name = "PATH|URL")]
    sources: Vec<String>,
    /// The collection to import into.
    #[arg(long, default_value = import::DEFAULT_COLLECTION)]
    collection: String,
    /// Who says so.
    #[arg(long)]
    publisher: Option<String>,
    /// Where it can be read.
    #[arg(long)]
    url: Option<String>,
    /// The date that it speaks for, such as 2024-05-31.
    #[arg(long, value_name = "DATE")]
    as_of: Option<String>,
    /// How close the publisher is to the fact: primary, secondary or analysis.
    #[arg(long)]
    tier: Option<Tier>,
    /// Cut Markdown by size, 600 characters with an overlap of 90, instead of by sentences.
    #[arg(long)]
    recursive: bool,
}

/// What to remove: exactly one of the three.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct RemoveArguments {
    /// A file or page, by its path or URL as `list` shows it.
    #[arg(value_name = "PATH|URL")]
    document: Option<String>,
    /// A whole collection; `starter` is the one that is built in.
    #[arg(long)]
    collection: Option<String>,
    /// Everything by this publisher, by its exact name.
    #[arg(long)]
    publisher: Option<String>,
}

/// What to look for.
#[derive(Debug, Args)]
pub(crate) struct SearchArguments {
    /// Plain language; "quoted parts" must occur as they stand.
    query: String,
    /// At most this many passages.
    #[arg(long, default_value_t = 5)]
    limit: usize,
    /// Only passages of this tier: primary, secondary or analysis.
    #[arg(long)]
    tier: Option<Tier>,
    /// Leave out passages that speak for an earlier day.
    #[arg(long, value_name = "DAYS")]
    freshness_days: Option<u32>,
    /// Print one JSON array.
    #[arg(long)]
    json: bool,
}

/// Runs `command` on the index that belongs to `data_dir`.
///
/// The exit code is 1 where an import took in nothing or a removal found nothing.
pub(crate) async fn run(command: CorpusCommand, data_dir: &Path) -> anyhow::Result<ExitCode> {
    let settings = Settings::from_process();
    let encoder = Arc::new(Lazy::from_settings(&settings));
    let mut library = Library::create(&corpus_dir(data_dir, &settings))?.with_encoder(encoder);
    let (shown, code) = match command {
        CorpusCommand::Add(arguments) => add(&mut library, arguments).await?,
        CorpusCommand::ImportChroma { url, name, collection } => {
            let into = collection.as_ref().unwrap_or(&name);
            let report = import::add_chroma(&mut library, &url, &name, into, &Client::new("chroma")).await?;
            let code = if report.files == 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS };
            (shown_report(&report), code)
        }
        CorpusCommand::List => (shown_list(&library.list()?), ExitCode::SUCCESS),
        CorpusCommand::Remove(arguments) => remove(&mut library, arguments)?,
        CorpusCommand::Search(arguments) => (search(&library, &arguments)?, ExitCode::SUCCESS),
        CorpusCommand::Stats { json } => (shown_stats(&library.stats()?, json), ExitCode::SUCCESS),
    };
    match writeln!(anstream::stdout(), "{}", shown.trim_end()) {
        // Whoever reads has seen enough: `truthy corpus list | head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(code),
        written => written.map(|()| code).context("the result cannot be printed"),
    }
}

async fn add(library: &mut Library, arguments: AddArguments) -> anyhow::Result<(String, ExitCode)> {
    let as_of = match &arguments.as_of {
        Some(text) => {
            Some(import::read_date(text).with_context(|| format!("`{text}` is no date such as 2024-05-31"))?)
        }
        None => None,
    };
    let options = Options {
        collection: Some(arguments.collection),
        publisher: arguments.publisher,
        url: arguments.url,
        as_of,
        tier: arguments.tier,
        chunking: if arguments.recursive { Chunking::Recursive } else { Chunking::Sentences },
    };
    let bar = progress_bar();
    let client = Client::for_pages("import");
    let report = import::add(library, &arguments.sources, &options, &client, |progress| match progress {
        Progress::Found(count) => bar.set_length(count as u64),
        Progress::Reading(source) => bar.set_message(plain(source)),
        Progress::Done => bar.inc(1),
    });
    let report = report.await;
    bar.finish_and_clear();
    let report = report?;
    let code = if report.files == 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS };
    Ok((shown_report(&report), code))
}

/// A bar on standard error; it hides itself where that is no terminal.
fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {wide_msg}") {
        bar.set_style(style);
    }
    bar
}

fn shown_report(report: &Report) -> String {
    let mut shown = format!(
        "{STRONG}{} imported{STRONG:#}: {} added, {} unchanged, {} removed",
        counted(report.files, "file"),
        counted(report.added, "passage"),
        report.unchanged,
        report.removed
    );
    if report.replaced > 0 {
        append(&mut shown, format_args!("; {} had changed", counted(report.replaced, "file")));
    }
    shown.push('\n');
    for skipped in &report.skipped {
        let (place, reason) = (plain(&skipped.place), plain(&skipped.reason));
        append(&mut shown, format_args!("{WARNING}skipped{WARNING:#} {place}: {reason}\n"));
    }
    shown
}

fn shown_list(listed: &[Listed]) -> String {
    if listed.is_empty() {
        return "The corpus is empty. `truthy corpus add PATH` fills it.".to_owned();
    }
    let mut table = table(["Collection", "Document", "Publisher", "Passages", "As of"]);
    for document in listed {
        let publisher = match document.publishers.iter().next() {
            Some(only) if document.publishers.len() == 1 => plain(only),
            _ => counted(document.publishers.len(), "publisher"),
        };
        table.add_row([
            Cell::new(plain(&document.collection)),
            Cell::new(plain(&document.document)),
            Cell::new(publisher),
            Cell::new(document.passages).set_alignment(CellAlignment::Right),
            Cell::new(document.as_of.map(|date| date.to_string()).unwrap_or_default()),
        ]);
    }
    table.to_string()
}

fn remove(library: &mut Library, arguments: RemoveArguments) -> anyhow::Result<(String, ExitCode)> {
    let document = arguments.document.map(Selection::Document);
    let collection = arguments.collection.map(Selection::Collection);
    let selection = document.or(collection).or(arguments.publisher.map(Selection::Publisher));
    let selection = selection.context("name a document, a collection or a publisher")?;
    Ok(match library.remove(&selection)? {
        0 => ("Nothing by that name. `truthy corpus list` shows the names.".to_owned(), ExitCode::FAILURE),
        count => (format!("{} removed", counted(usize::try_from(count)?, "passage")), ExitCode::SUCCESS),
    })
}

fn search(library: &Library, arguments: &SearchArguments) -> anyhow::Result<String> {
    let found = library.search(&Query {
        text: arguments.query.clone(),
        limit: arguments.limit,
        tier: arguments.tier,
        not_before: arguments.freshness_days.map(|days| settings::days_before(Clock::System.today(), days)),
        ..Query::new("", 0)
    })?;
    Ok(if arguments.json {
        format!("{:#}", Value::Array(found.iter().map(passage_json).collect()))
    } else {
        shown_passages(&found)
    })
}

fn passage_json(passage: &Passage) -> Value {
    json!({
        "id": passage.id,
        "document": passage.document,
        "collection": passage.collection,
        "title": passage.title,
        "text": passage.text,
        "publisher": passage.publisher,
        "url": passage.url,
        "as_of": passage.as_of.map(|date| date.to_string()),
        "tier": passage.tier,
        "relevance": passage.relevance,
    })
}

fn shown_passages(found: &[Passage]) -> String {
    if found.is_empty() {
        return "Nothing found. Other words, no --tier, or a larger --freshness-days may help.".to_owned();
    }
    let mut shown = String::new();
    for passage in found {
        let date = passage.as_of.map(|date| format!(", {date}")).unwrap_or_default();
        append(
            &mut shown,
            format_args!("{STRONG}{:.2}  {}{STRONG:#}\n", passage.relevance, plain(&passage.title)),
        );
        append(&mut shown, format_args!("{}\n", plain(&passage.text)));
        let (publisher, url) = (plain(&passage.publisher), plain(&passage.url));
        append(&mut shown, format_args!("{DIM}{publisher} ({}{date}) {url}{DIM:#}\n\n", passage.tier));
    }
    shown
}

fn shown_stats(stats: &Stats, json: bool) -> String {
    if json {
        let by_tier: serde_json::Map<String, Value> =
            stats.by_tier.iter().map(|(tier, count)| (tier.to_string(), json!(count))).collect();
        let all = json!({
            "passages": stats.passages,
            "documents": stats.documents,
            "bytes": stats.bytes,
            "segments": stats.segments,
            "by_tier": by_tier,
        });
        return format!("{all:#}");
    }
    let mut table = table(["What", "How much"]);
    let size = indicatif::HumanBytes(stats.bytes).to_string();
    let mut rows = vec![("passages".to_owned(), stats.passages.to_string())];
    rows.extend(stats.by_tier.iter().map(|(tier, count)| (format!("  {tier}"), count.to_string())));
    rows.extend([
        ("documents".to_owned(), stats.documents.to_string()),
        ("on disk".to_owned(), size),
        ("segments".to_owned(), stats.segments.to_string()),
    ]);
    for (what, count) in rows {
        table.add_row([Cell::new(what), Cell::new(count).set_alignment(CellAlignment::Right)]);
    }
    table.to_string()
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn append(shown: &mut String, text: std::fmt::Arguments<'_>) {
    shown.write_fmt(text).expect("a string takes any text");
}

#[cfg(test)]
mod tests {
    use ::corpus::Likeness;
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Arguments {
        #[command(subcommand)]
        command: CorpusCommand,
    }

    fn command(arguments: &[&str]) -> Result<CorpusCommand, clap::Error> {
        let arguments = std::iter::once(&"corpus").chain(arguments);
        Arguments::try_parse_from(arguments).map(|arguments| arguments.command)
    }

    #[test]
    fn commands_are_understood_or_refused() {
        let understood: [&[&str]; 6] = [
            &[
                "add",
                "a.md",
                "https://x.org/",
                "--collection",
                "c",
                "--tier",
                "Primary",
                "--as-of",
                "2024-05-31",
            ],
            &["list"],
            &["remove", "a.md"],
            &["remove", "--collection", "starter"],
            &[
                "search",
                "how high is inflation",
                "--limit",
                "3",
                "--tier",
                "primary",
                "--freshness-days",
                "30",
                "--json",
            ],
            &["stats", "--json"],
        ];
        for arguments in understood {
            assert!(command(arguments).is_ok(), "{arguments:?}");
        }
        let refused: [&[&str]; 5] = [
            &["add"],
            &["add", "a.md", "--tier", "official"],
            &["remove"],
            &["remove", "a.md", "--publisher", "b"],
            &["search", "x", "--freshness-days", "-1"],
        ];
        for arguments in refused {
            assert!(command(arguments).is_err(), "{arguments:?}");
        }
    }

    #[test]
    fn a_report_names_what_was_skipped_without_escape_sequences() {
        let skipped =
            import::Skipped { place: "bad\u{1b}[2J.pdf".to_owned(), reason: "no text in it".to_owned() };
        let report = Report { files: 2, replaced: 1, added: 1, skipped: vec![skipped], ..Report::default() };
        let shown = anstream::adapter::strip_str(&shown_report(&report)).to_string();
        assert_eq!(
            shown,
            "2 files imported: 1 passage added, 0 unchanged, 0 removed; 1 file had changed\n\
             skipped bad [2J.pdf: no text in it\n"
        );
    }

    #[test]
    fn an_answer_is_shown_with_its_source() {
        let passage = Passage {
            id: "1".to_owned(),
            document: "a.md".to_owned(),
            title: "Prices".to_owned(),
            text: "Prices rose.\nWages fell.".to_owned(),
            publisher: "Bureau".to_owned(),
            url: "https://bureau.example/a".to_owned(),
            as_of: import::read_date("2024-05-31"),
            tier: Tier::Primary,
            collection: "default".to_owned(),
            document_id: "a".to_owned(),
            section: String::new(),
            category: String::new(),
            source_urls: Vec::new(),
            keywords: String::new(),
            likeness: Likeness::default(),
            relevance: 0.875,
        };
        let shown = anstream::adapter::strip_str(&shown_passages(std::slice::from_ref(&passage))).to_string();
        assert_eq!(
            shown,
            "0.88  Prices\nPrices rose. Wages fell.\nBureau (primary, 2024-05-31) https://bureau.example/a\n\n"
        );
        assert_eq!(passage_json(&passage)["as_of"], "2024-05-31");
        assert!(shown_passages(&[]).starts_with("Nothing found"));
    }
}
