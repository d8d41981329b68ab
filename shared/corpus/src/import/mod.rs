//! Brings files and pages into the index: find, read, cut, upsert.
//!
//! A file that cannot be read is named with its reason and skipped; the rest goes in. What is imported
//! again replaces what was there: unchanged passages are not rewritten, and passages that the document no
//! longer has disappear. Everything becomes visible at once, at the end.

mod chroma;
mod chunk;
mod claim_review;
mod clean;
mod collection;
mod date;
mod draft;
mod encoding;
mod field;
mod front_matter;
mod guard;
mod html;
mod json;
mod kind;
mod library;
mod markdown;
mod meaning;
mod pdf;
mod record;
mod recursive;
mod row;
mod sentence;
mod table;
mod walk;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::path::Path;

use evidence::Tier;
use jiff::civil::Date;
use outbound::{Client, Deadline, Request};

pub use chroma::{ChromaError, add_chroma};
pub use date::read as read_date;
pub use library::{Library, LibraryError, Listed, Selection, Stats};

use crate::CollectionSettings;
use crate::collection::SETTINGS_FILE;
use draft::Reading;
use guard::guarded;
use kind::{Kind, Origin};

/// The collection of what is imported without naming one.
pub const DEFAULT_COLLECTION: &str = "default";

/// How long one page may take to arrive.
const PAGE_TIMEOUT_MS: u64 = 30_000;

/// What the user says about everything that is imported.
///
/// What a file says about itself wins; these fill what it leaves open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// The collection to import into; [`DEFAULT_COLLECTION`] where absent.
    pub collection: Option<String>,
    /// Who says so.
    pub publisher: Option<String>,
    /// Where it can be read.
    pub url: Option<String>,
    /// The date that it speaks for.
    pub as_of: Option<Date>,
    /// How close the publisher is to the fact.
    pub tier: Option<Tier>,
    /// How documents are cut into passages.
    pub chunking: Chunking,
}

/// How documents are cut into passages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Chunking {
    /// Sentences of one section, some 60 to 120 words.
    #[default]
    Sentences,
    /// Markdown by size alone: pieces of 600 characters at most where headings, blank lines and line feeds allow it,
    /// which overlap by 90. What is no Markdown is cut by sentences.
    Recursive,
}

/// What an import did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Files and pages that were read.
    pub files: usize,
    /// Files and pages that were there before and have changed.
    pub replaced: usize,
    /// Passages that were written.
    pub added: usize,
    /// Passages that were there already.
    pub unchanged: usize,
    /// Passages that are gone because their file no longer has them, or because their file is no longer in the
    /// folder that was imported.
    pub removed: usize,
    /// What was left out.
    pub skipped: Vec<Skipped>,
}

/// Something that was left out of an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// The path or URL, with the line or row where only that was left out.
    pub place: String,
    /// Why.
    pub reason: String,
}

/// How far an import is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress<'a> {
    /// So many files and pages will be read.
    Found(usize),
    /// This one is next.
    Reading(&'a str),
    /// One more is done, imported or skipped.
    Done,
}

/// Imports `sources`, each a file, a folder or a URL, into `library`.
///
/// Pages are fetched with `client`, which must be one made by [`Client::for_pages`].
pub async fn add(
    library: &mut Library,
    sources: &[String],
    options: &Options,
    client: &Client,
    mut progress: impl FnMut(Progress<'_>),
) -> Result<Report, LibraryError> {
    let mut report = Report::default();
    let (mut origins, folders) = origins(sources, &mut report.skipped);
    let described = take_settings(&mut origins);
    progress(Progress::Found(origins.len()));
    let collection =
        options.collection.as_deref().and_then(clean::label).unwrap_or_else(|| DEFAULT_COLLECTION.to_owned());
    for place in described {
        let read = std::fs::read_to_string(&place).map_err(|error| error.to_string());
        match read.and_then(|text| CollectionSettings::read(&text)) {
            Ok(settings) => library.keep_settings(&collection, settings)?,
            Err(reason) => report.skipped.push(Skipped { place, reason }),
        }
    }
    let mut writing = library.writing()?;
    let found: BTreeSet<String> = origins.iter().map(|origin| origin.source.clone()).collect();
    for folder in folders {
        report.removed += writing.remove_missing(&collection, &folder, &found)?;
    }
    for origin in origins {
        progress(Progress::Reading(&origin.source));
        match read(origin.clone(), client).await {
            Ok(reading) => {
                let records = record::records(&reading.drafts, &origin, &collection, options);
                let place_of = |place: &str| format!("{}, {place}", origin.source);
                report.skipped.extend(
                    reading
                        .skipped
                        .into_iter()
                        .map(|(place, reason)| Skipped { place: place_of(&place), reason }),
                );
                if records.is_empty() {
                    report.skipped.push(Skipped { place: origin.source, reason: "no text in it".to_owned() });
                } else {
                    let change = writing.put(&collection, &origin.source, &records)?;
                    let was_there = change.unchanged + change.removed > 0;
                    report.files += 1;
                    report.replaced += usize::from(was_there && change.added + change.removed > 0);
                    report.added += change.added;
                    report.unchanged += change.unchanged;
                    report.removed += change.removed;
                }
            }
            Err(reason) => report.skipped.push(Skipped { place: origin.source, reason }),
        }
        progress(Progress::Done);
    }
    writing.finish()?;
    Ok(report)
}

/// Takes the files out of `origins` that are no documents but say how the collection is to be used.
fn take_settings(origins: &mut Vec<Origin>) -> Vec<String> {
    let is_settings = |origin: &Origin| {
        let folder = origin.folder.as_deref();
        folder.is_some_and(|folder| Path::new(&origin.source) == Path::new(folder).join(SETTINGS_FILE))
    };
    origins.extract_if(.., |origin| is_settings(origin)).map(|origin| origin.source).collect()
}

/// The passages of every file below `folder`, without an index.
#[cfg(test)]
pub(crate) fn records_of_folder(
    folder: &str,
    collection: &str,
    options: &Options,
) -> Result<Vec<crate::record::Record>, String> {
    let (origins, _) = origins(&[folder.to_owned()], &mut Vec::new());
    let mut records = Vec::new();
    for origin in origins {
        let bytes = std::fs::read(&origin.source).map_err(|error| error.to_string())?;
        let reading = Kind::of(&origin, &bytes)?.read(&bytes, &origin)?;
        records.extend(record::records(&reading.drafts, &origin, collection, options));
    }
    Ok(records)
}

/// Every file and page behind `sources`, each once, and which of the sources are folders.
fn origins(sources: &[String], skipped: &mut Vec<Skipped>) -> (Vec<Origin>, Vec<String>) {
    let mut seen = BTreeSet::new();
    let (mut origins, mut folders) = (Vec::new(), Vec::new());
    for source in sources {
        if is_url(source) {
            let page = source.split('#').next().unwrap_or(source).to_owned();
            origins.push(Origin { source: page.clone(), url: Some(page), named: true, ..Origin::default() });
        } else {
            let path = Path::new(source);
            let (files, left_out) = walk::files(path);
            skipped.extend(left_out);
            let is_named = |file: &Path| file == path;
            let folder = path.is_dir().then(|| plain_path(path));
            folders.extend(folder.clone());
            origins.extend(files.into_iter().map(|file| Origin {
                named: is_named(&file),
                source: plain_path(&file),
                folder: folder.clone(),
                ..Origin::default()
            }));
        }
    }
    origins.retain(|origin| seen.insert(origin.source.clone()));
    (origins, folders)
}

fn is_url(source: &str) -> bool {
    source.starts_with("https://") || source.starts_with("http://")
}

/// The path as it was given, without detours that mean nothing: `./a//b` and `a/b` are one document.
fn plain_path(path: &Path) -> String {
    let parts = path.components().filter(|part| !matches!(part, std::path::Component::CurDir));
    parts.collect::<std::path::PathBuf>().display().to_string()
}

async fn read(mut origin: Origin, client: &Client) -> Result<Reading, draft::Reason> {
    let bytes = if let Some(url) = origin.url.clone() {
        let most_bytes = usize::try_from(walk::MOST_BYTES).unwrap_or(usize::MAX);
        let page =
            client.bytes(Request::get(&url).max_bytes(most_bytes), Deadline::after_ms(PAGE_TIMEOUT_MS)).await;
        let page = page.map_err(|error| error.to_string())?;
        origin.content_type = page.content_type;
        origin.url = Some(page.final_url);
        page.bytes.to_vec()
    } else {
        std::fs::read(&origin.source).map_err(|error| error.to_string())?
    };
    guarded(move || Kind::of(&origin, &bytes)?.read(&bytes, &origin))
}
