//! Index open time, query latency and size at 10³, 10⁴ and 10⁵ passages.
//!
//! `cargo bench -p tests --bench corpus [-- FOLDER]`. Passages are sentences of the text files under
//! `FOLDER` (any documentation will do); without one, words of the starter corpus drawn by Zipf's law,
//! which is harder than real text: every passage shares the same few thousand words. Queries are
//! whole sentences, as people speak them.

#![expect(clippy::print_stdout, reason = "a bench prints its table")]

use std::io::Write as _;
use std::path::Path;
use std::time::Instant;

use corpus::embedded::EmbeddedCorpus;
use corpus::import::{self, Library, Options};
use corpus::{Corpus, Query};
use outbound::{Client, Deadline};
use tests::words::{text_at, zipf_words};

const SIZES: [usize; 3] = [1_000, 10_000, 100_000];
const QUERIES: usize = 2_000;
/// Words in a passage and in a spoken sentence.
const PASSAGE_WORDS: usize = 40;
const SENTENCE_WORDS: usize = 16;

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let folder = std::env::args().nth(1).filter(|argument| !argument.starts_with('-'));
    let words = match &folder {
        Some(folder) => real_words(Path::new(folder)),
        None => zipf_words(SIZES[2] * PASSAGE_WORDS),
    };
    println!(
        "| passages | import s | open ms | p50 ms | p99 ms | bytes | resident |\n|---|---:|---:|---:|---:|---:|---|"
    );
    for size in SIZES {
        measure(size, &words).await?;
    }
    Ok(())
}

async fn measure(size: usize, words: &[String]) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("passages.jsonl");
    let mut lines = std::io::BufWriter::new(std::fs::File::create(&file)?);
    for passage in 0..size {
        let text = text_at(words, passage * PASSAGE_WORDS, PASSAGE_WORDS);
        let line = serde_json::json!({ "text": text, "publisher": "Bench", "url": format!("https://example.org/{passage}") });
        writeln!(lines, "{line}")?;
    }
    drop(lines);
    let index = folder.path().join("corpus");
    let started = Instant::now();
    let mut library = Library::create(&index)?;
    let sources = [file.to_string_lossy().into_owned()];
    import::add(&mut library, &sources, &Options::default(), &Client::for_pages("bench"), ignore).await?;
    let import_s = started.elapsed().as_secs_f64();
    let bytes = library.stats()?.bytes;
    drop(library);
    let started = Instant::now();
    let corpus = EmbeddedCorpus::in_folder(&index);
    corpus.check(Deadline::after_ms(10_000)).await?;
    let open_ms = started.elapsed().as_secs_f64() * 1_000.0;
    let mut latencies = Vec::with_capacity(QUERIES);
    for number in 0..QUERIES {
        // Sentences start in the middle of passages, all over the corpus.
        let start = number * 7_919 * PASSAGE_WORDS + PASSAGE_WORDS / 3;
        let query = Query::new(text_at(words, start % (size * PASSAGE_WORDS), SENTENCE_WORDS), 10);
        let started = Instant::now();
        let found = corpus.search(&query, Deadline::after_ms(10_000)).await?;
        latencies.push(started.elapsed().as_secs_f64() * 1_000.0);
        anyhow::ensure!(!found.is_empty(), "a sentence of the corpus is not found: {}", query.text);
    }
    latencies.sort_by(f64::total_cmp);
    let (p50, p99) = (latencies[QUERIES / 2], latencies[QUERIES * 99 / 100]);
    let resident = resident()?;
    println!("| {size} | {import_s:.1} | {open_ms:.2} | {p50:.2} | {p99:.2} | {bytes} | {resident} |");
    Ok(())
}

/// The import's progress is not shown.
fn ignore(_: import::Progress<'_>) {}

/// The words of every text file under `folder`, in order.
fn real_words(folder: &Path) -> Vec<String> {
    let mut words = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).into_iter().flatten().filter_map(Result::ok) {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                words.extend(text.split_whitespace().map(str::to_owned));
            }
        }
    }
    assert!(words.len() > SIZES[0] * PASSAGE_WORDS, "the folder holds too little text");
    words
}

fn resident() -> anyhow::Result<String> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap_or_default();
    Ok(line.split_whitespace().skip(1).collect::<Vec<_>>().join(" "))
}
