//! How an index of 100,000 passages comes to a function: read in place, as from a layer, or fetched from an
//! object store and unpacked when the process starts.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use ::corpus::import::{self, Library, Options};
use anyhow::Context;
use flate2::Compression;
use flate2::write::{GzDecoder, GzEncoder};
use outbound::Client;
use serde_json::{Value, json};
use tests::words::{text_at, zipf_words};

use crate::measure::{median, percentile};
use crate::sandbox::{Bench, Sample};
use crate::subjects::Subject;
use crate::wire::read_message;

const PASSAGES: usize = 100_000;
const PASSAGE_WORDS: usize = 40;
const QUERY_WORDS: usize = 16;
/// The function that reads the index.
const FUNCTION: &str = "tools-search-vectara";

/// What it takes, as lines of Markdown; `rounds` processes for each way.
pub(crate) fn measure(bench: &Bench, functions: &[Subject], rounds: usize) -> anyhow::Result<String> {
    let function = functions.iter().find(|subject| subject.name == FUNCTION).context(FUNCTION)?;
    let scratch = tempfile::tempdir()?;
    let index = scratch.path().join("corpus");
    let words = zipf_words(PASSAGES * PASSAGE_WORDS);
    make_index(&index, scratch.path(), &words)?;
    let (store, packed) = ObjectStore::start(&index)?;
    let event = searching(function, &text_at(&words, PASSAGE_WORDS / 3, QUERY_WORDS))?;
    let reading = |folder: &Path| Subject {
        environment: vec![("TRUTHY_CORPUS_DIR".to_owned(), folder.display().to_string())],
        event: event.clone(),
        ..function.clone()
    };
    let (mut in_place, mut fetched, mut fetches_ms) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..=rounds {
        let unpacked = scratch.path().join(format!("unpacked-{round}"));
        let started = Instant::now();
        store.fetch(&unpacked)?;
        let fetch_ms = started.elapsed().as_secs_f64() * 1_000.0;
        let (one, other) =
            (bench.run(&reading(&index), 50, None)?, bench.run(&reading(&unpacked), 50, None)?);
        fs::remove_dir_all(unpacked)?;
        // The first round only brings everything into the page cache.
        if round > 0 {
            in_place.push(one);
            fetched.push(other);
            fetches_ms.push(fetch_ms);
        }
    }
    let megabytes = |bytes: u64| bytes as f64 / 1e6;
    let on_disk = megabytes(size(&index)?);
    let mut lines = "| way | before the first search ms | init ms | first search ms | warm p50 ms | peak MB | to move MB | in /tmp MB |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|\n"
        .to_owned();
    lines += &row("read in place (layer, read-only)", 0.0, &in_place, on_disk, 0.0);
    lines += &row(
        "fetched over loopback, unpacked to /tmp",
        median(fetches_ms.into_iter()),
        &fetched,
        megabytes(packed),
        on_disk,
    );
    Ok(lines)
}

fn row(way: &str, before_ms: f64, samples: &[Sample], moved_mb: f64, temporary_mb: f64) -> String {
    let of = |value: fn(&Sample) -> f64| median(samples.iter().map(value));
    let warm = samples.iter().flat_map(|sample| sample.round_trips_ms.iter().skip(1).copied()).collect();
    format!(
        "| {way} | {before_ms:.0} | {:.2} | {:.2} | {:.2} | {:.1} | {moved_mb:.1} | {temporary_mb:.1} |\n",
        of(|sample| sample.init_ms),
        of(|sample| sample.round_trips_ms[0]),
        percentile(warm, 50),
        of(|sample| sample.peak_mb),
    )
}

fn make_index(index: &Path, scratch: &Path, words: &[String]) -> anyhow::Result<()> {
    let file = scratch.join("passages.jsonl");
    let mut lines = io::BufWriter::new(fs::File::create(&file)?);
    for passage in 0..PASSAGES {
        let text = text_at(words, passage * PASSAGE_WORDS, PASSAGE_WORDS);
        let url = format!("https://example.org/{passage}");
        writeln!(lines, "{}", json!({ "text": text, "publisher": "Bench", "url": url }))?;
    }
    drop(lines);
    let mut library = Library::create(index)?;
    let sources = [file.to_string_lossy().into_owned()];
    let (options, client) = (Options::default(), Client::for_pages("bench"));
    let added = import::add(&mut library, &sources, &options, &client, |_| ());
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(added)?;
    Ok(())
}

/// The function's event with another query.
fn searching(function: &Subject, query: &str) -> anyhow::Result<Vec<u8>> {
    let mut event: Value = serde_json::from_slice(&function.event)?;
    event["body"] = json!({ "query": query, "top_k": 5 }).to_string().into();
    Ok(event.to_string().into_bytes())
}

fn size(folder: &Path) -> io::Result<u64> {
    fs::read_dir(folder)?.map(|file| Ok(file?.metadata()?.len())).sum()
}

/// The index's files, each compressed, on a loopback port.
struct ObjectStore {
    address: String,
    names: Vec<String>,
}

impl ObjectStore {
    /// Serves the files of `folder`; gives how many bytes they are compressed, too.
    fn start(folder: &Path) -> anyhow::Result<(Self, u64)> {
        let mut objects = HashMap::new();
        for file in fs::read_dir(folder)?.flatten() {
            let mut packed = GzEncoder::new(Vec::new(), Compression::default());
            packed.write_all(&fs::read(file.path())?)?;
            objects.insert(file.file_name().to_string_lossy().into_owned(), packed.finish()?);
        }
        let names = objects.keys().cloned().collect();
        let packed = objects.values().map(|object| object.len() as u64).sum();
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?.to_string();
        let objects = Arc::new(objects);
        thread::spawn(move || {
            for socket in listener.incoming().flatten() {
                // Whoever fetched it notices what is missing.
                serve(socket, &objects).unwrap_or_default();
            }
        });
        Ok((Self { address, names }, packed))
    }

    fn fetch(&self, folder: &Path) -> anyhow::Result<()> {
        fs::create_dir_all(folder)?;
        let mut socket = TcpStream::connect(&self.address)?;
        for name in &self.names {
            write!(socket, "GET /{name} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address)?;
            let object = read_message(&mut socket)?;
            let mut unpacked = GzDecoder::new(fs::File::create(folder.join(name))?);
            unpacked.write_all(&object.body)?;
            unpacked.finish()?;
        }
        Ok(())
    }
}

fn serve(mut socket: TcpStream, objects: &HashMap<String, Vec<u8>>) -> io::Result<()> {
    loop {
        let request = read_message(&mut socket)?;
        let path = request.head.split(' ').nth(1).unwrap_or_default();
        let object = objects.get(path.trim_start_matches('/')).map_or(&[][..], Vec::as_slice);
        write!(socket, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", object.len())?;
        socket.write_all(object)?;
    }
}
