//! Whole imports: from files on disk, through the index, to a search that finds a sentence.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;
use testkit::upstream::{Answer, Route, Upstream};

use super::*;
use crate::embedded::EmbeddedCorpus;
use crate::{Corpus, CorpusError, Passage, Query, starter};

/// A folder of files and an index beside it.
struct Bench {
    folder: TempDir,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("files")).expect("a folder");
        Self { folder }
    }

    fn index(&self) -> PathBuf {
        self.folder.path().join("index")
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join("files").join(name)
    }

    fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        fs::write(self.file(name), contents).expect("a file");
    }

    fn library(&self) -> Library {
        Library::create(&self.index()).expect("an index")
    }

    async fn add(&self, options: &Options) -> Report {
        let source = self.folder.path().join("files").display().to_string();
        add(&mut self.library(), &[source], options, &Client::for_pages("import"), |_| {})
            .await
            .expect("an import")
    }

    fn search(&self, text: &str) -> Vec<Passage> {
        self.library().search(&Query::new(text, 5)).expect("a search")
    }

    fn contents(&self) -> Vec<u8> {
        fs::read(self.index().join("meta.json")).expect("a table of contents")
    }
}

fn counts(report: &Report) -> [usize; 5] {
    [report.files, report.replaced, report.added, report.unchanged, report.removed]
}

#[tokio::test]
async fn a_sentence_of_each_kind_of_file_is_found_again() {
    let bench = Bench::new();
    bench.write("a.md", "---\npublisher: Bureau A\nas_of: 2024-01-31\ntier: primary\nurl: https://a.example/x\n---\n# Report\n\n## Wheat\n\nThe wheat harvest doubled within a year.\n");
    bench.write("b.html", "<title>Steel</title><meta property='og:site_name' content='Bureau B'><body><p>Tariffs on steel were raised to a quarter of the price of each imported ton, the ministry said.</p>");
    bench.write("c.txt", b"Der Z\xf6llner: customs revenue fell by \x80 3 million.");
    bench.write("d.pdf", include_bytes!("../../fixtures/prices.pdf"));
    bench.write("e.csv", "county,fatalities,publisher,as_of\nCook,217,Road Office,2023-12-31\nLake,18,Road Office,2023-12-31\n");
    bench.write("f.jsonl", "{\"id\": \"7\", \"text\": \"Reservoirs stood at ninety percent in autumn.\", \"publisher\": \"Water Board\"}\nbroken\n");
    bench.write("g.json", r#"{"@type": "DataFeed", "dataFeedElement": [{"@type": "ClaimReview", "claimReviewed": "Vaccines contain microchips.", "reviewRating": {"alternateName": "False"}, "author": {"name": "Checkers"}}]}"#);
    bench.write("bad.pdf", "%PDF-1.4 but not really");
    bench.write("photo.jpg", b"\xff\xd8\xff\0\0");
    let report = bench.add(&Options { collection: Some("mixed".to_owned()), ..Options::default() }).await;

    assert_eq!(report.files, 7, "{:?}", report.skipped);
    let skipped: Vec<_> = report.skipped.iter().map(|skipped| skipped.place.as_str()).collect();
    let place = |name: &str| bench.file(name).display().to_string();
    assert_eq!(skipped, [place("bad.pdf"), format!("{}, line 2", place("f.jsonl")), place("photo.jpg")]);

    let cases = [
        ("the wheat harvest has doubled", "a.md", "Bureau A", "Report > Wheat"),
        ("tariffs on steel got raised", "b.html", "Bureau B", "Steel"),
        ("customs revenues and the Zöllner", "c.txt", "files", "c"),
        ("the rent index and owners' equivalent rent", "d.pdf", "files", "d"),
        ("fatalities in Cook county were 217", "e.csv", "Road Office", "e"),
        ("reservoirs at ninety percent", "f.jsonl#7", "Water Board", "f"),
        ("do vaccines contain microchips", "g.json", "Checkers", "g"),
    ];
    for (text, document, publisher, title) in cases {
        let found = &bench.search(text)[0];
        assert!(found.document.starts_with(&place(document)), "{text}: {found:?}");
        assert_eq!(
            (found.publisher.as_str(), found.title.as_str(), found.collection.as_str()),
            (publisher, title, "mixed")
        );
    }
    let wheat = &bench.search("wheat harvest")[0];
    assert_eq!((wheat.url.as_str(), wheat.tier), ("https://a.example/x", Tier::Primary));
    assert_eq!(wheat.as_of, Some(jiff::civil::date(2024, 1, 31)));
}

#[tokio::test]
async fn importing_again_changes_only_what_has_changed() {
    let bench = Bench::new();
    let sentence =
        |number: usize| format!("Sentence number {number} says something about the matter at hand. ");
    let long = |range: std::ops::Range<usize>| range.map(sentence).collect::<String>();
    bench.write("a.txt", long(0..40));
    bench.write("b.txt", "Zebras are striped.");
    assert_eq!(counts(&bench.add(&Options::default()).await), [2, 0, 5, 0, 0]);

    let before = bench.contents();
    assert_eq!(counts(&bench.add(&Options::default()).await), [2, 0, 0, 5, 0]);
    assert_eq!(bench.contents(), before, "nothing was to be written");

    bench.write("a.txt", long(0..30));
    bench.write("b.txt", "Zebras are not horses.");
    let report = bench.add(&Options::default()).await;
    assert_eq!((report.files, report.replaced), (2, 2));
    assert!(report.unchanged >= 2, "the beginning of the long file is as it was: {report:?}");
    assert_eq!(bench.search("\"zebras are striped\""), []);
    assert_eq!(bench.search("zebras")[0].text, "Zebras are not horses.");

    let id = bench.search("zebras")[0].id.clone();
    bench.add(&Options { publisher: Some("Zoo".to_owned()), ..Options::default() }).await;
    let zebras = bench.search("zebras");
    assert_eq!((zebras.len(), zebras[0].publisher.as_str(), &zebras[0].id), (1, "Zoo", &id));
}

#[tokio::test]
async fn a_folder_becomes_a_collection_with_shelves_and_sections() {
    let bench = Bench::new();
    for folder in ["01_regulatory", "04_internal_synthetic"] {
        fs::create_dir(bench.file(folder)).expect("a folder");
    }
    let text = "---\ntitle: \"Gross Mass\"\nsource_organization: Office\nsource_urls:\n  - https://a.example/x\n  - N/A\n  - \
                https://b.example/\nsource_type: public_regulatory\nlast_updated: 2026-02-11\nretrieval_keywords: [VGM]\n---\n# \
                Gross Mass\n\n## Who\n\nThe shipper weighs the container.\n\n### Others\n\nThe forwarder relies on it.\n";
    bench.write("01_regulatory/gross_mass.md", text);
    bench.write("04_internal_synthetic/fees.md", "# Fees\n\nWeighing costs 30 EUR.\n");
    let options = Options { collection: Some("manual".to_owned()), ..Options::default() };
    assert_eq!(bench.add(&options).await.files, 2);

    let found = &bench.search("who weighs the container")[0];
    assert_eq!(
        (found.document_id.as_str(), found.category.as_str()),
        ("01_regulatory_gross_mass", "regulatory")
    );
    assert_eq!((found.document_title(), found.section.as_str()), ("Gross Mass", "Who"));
    assert_eq!(found.source_urls, ["https://a.example/x", "https://b.example/"]);
    assert_eq!((found.publisher.as_str(), found.tier), ("Office", Tier::Primary));
    assert_eq!(bench.search("the forwarder relies on it")[0].section, "Who > Others");
    assert_eq!(bench.search("VGM")[0].document_id, "01_regulatory_gross_mass", "keywords are searched");
    let narrowed = |collection: &str, category: &str| {
        let query = Query {
            collection: Some(collection.to_owned()),
            category: Some(category.to_owned()),
            ..Query::new("weighing costs of the container", 9)
        };
        bench.library().search(&query).expect("a search").len()
    };
    assert_eq!((narrowed("manual", "internal"), narrowed("manual", "regulatory")), (1, 1));
    assert_eq!((narrowed("starter", "internal"), narrowed("manual", "carrier")), (0, 0));

    fs::remove_file(bench.file("04_internal_synthetic/fees.md")).expect("a file");
    let report = bench.add(&options).await;
    assert_eq!(
        (report.files, report.unchanged, report.removed),
        (1, 2, 1),
        "what is gone from the folder goes"
    );
    assert_eq!(narrowed("manual", "internal"), 0);
    let elsewhere = bench.add(&Options { collection: Some("other".to_owned()), ..Options::default() }).await;
    assert_eq!((elsewhere.added, elsewhere.removed), (2, 0), "another collection is another matter");
}

#[tokio::test]
async fn a_folder_can_be_cut_by_size() {
    let bench = Bench::new();
    let filler = "The carrier counts each calendar day of the stay. ".repeat(12);
    bench.write("a.md", format!("# Guide\n\n## Free time\n\n{filler}\n\n## Charges\n\nZebra fees apply.\n"));
    bench.add(&Options { chunking: Chunking::Recursive, ..Options::default() }).await;
    let found = &bench.search("zebra fees")[0];
    assert_eq!((found.section.as_str(), found.text.as_str()), ("Charges", "## Charges\n\nZebra fees apply."));
}

#[tokio::test]
async fn rows_come_and_go_one_by_one() {
    let bench = Bench::new();
    bench.write("a.csv", "animal,count\nlynx,3\nwolf,5\nbear,2\nlynx,3\n");
    assert_eq!(counts(&bench.add(&Options::default()).await), [1, 0, 3, 0, 0]);
    bench.write("a.csv", "animal,count\nbear,2\nowl,9\nlynx,3\n");
    assert_eq!(counts(&bench.add(&Options::default()).await), [1, 1, 1, 2, 1]);
    assert_eq!(bench.search("wolf"), []);
    assert_eq!(bench.search("owl count")[0].text, "animal: owl; count: 9");
}

#[tokio::test]
async fn documents_collections_and_publishers_can_be_removed() {
    let bench = Bench::new();
    bench.write("a.csv", "animal,publisher\nlynx,Zoo\nwolf,Zoo\nbear,Park\n");
    bench.write("b.txt", "An owl was seen.");
    bench.add(&Options::default()).await;
    let mut library = bench.library();
    let starter = starter::records().len() as u64;
    let passages = |library: &Library| library.stats().expect("counts").passages;
    let document = |name: &str| Selection::Document(bench.file(name).display().to_string());

    assert_eq!(passages(&library), starter + 4);
    assert_eq!(library.remove(&Selection::Publisher("Zoo".to_owned())).expect("a removal"), 2);
    assert_eq!(library.remove(&Selection::Publisher("zoo".to_owned())).expect("a removal"), 0);
    assert_eq!(library.remove(&document("b.txt")).expect("a removal"), 1);
    assert_eq!(library.remove(&Selection::Collection("starter".to_owned())).expect("a removal"), starter);
    assert_eq!(passages(&library), 1);
    assert_eq!(library.remove(&document("a.csv")).expect("a removal"), 1);
    drop(library);
    assert_eq!(passages(&bench.library()), 0, "the starter corpus stays away");
}

#[tokio::test]
async fn what_was_imported_is_listed_and_counted() {
    let bench = Bench::new();
    bench.write(
        "a.csv",
        "animal,publisher,as_of,tier\nlynx,Zoo,2020-01-01,primary\nwolf,Park,2024-01-01,secondary\n",
    );
    bench.add(&Options { collection: Some("animals".to_owned()), ..Options::default() }).await;
    let library = bench.library();
    let listed = library.list().expect("a list");
    assert_eq!(
        listed.iter().map(|listed| listed.collection.as_str()).collect::<Vec<_>>(),
        ["animals", "starter"]
    );
    assert_eq!(listed[0].publishers.iter().map(String::as_str).collect::<Vec<_>>(), ["Park", "Zoo"]);
    assert_eq!((listed[0].passages, listed[0].as_of), (2, Some(jiff::civil::date(2024, 1, 1))));
    let stats = library.stats().expect("counts");
    let starter = starter::records().len() as u64;
    assert_eq!((stats.passages, stats.documents), (starter + 2, starter + 2));
    assert_eq!(stats.by_tier.iter().map(|(_, count)| count).sum::<u64>(), stats.passages);
    assert!(stats.bytes > 1_000 && stats.segments >= 1, "{stats:?}");
}

#[tokio::test]
async fn an_import_is_seen_by_a_corpus_that_is_already_open() {
    let bench = Bench::new();
    let corpus = EmbeddedCorpus::in_folder(bench.index());
    let find = async |text: &str| {
        corpus
            .search(&Query::new(text, 1), Deadline::after_ms(5_000))
            .await
            .expect("a search")
            .first()
            .map(|found| found.text.clone())
    };
    let known = starter::records()[0].text.clone();
    assert_eq!(find(&known).await.as_deref(), Some(known.as_str()));
    assert_eq!(find("platypus").await, None);
    for text in ["A platypus lays eggs.", "A platypus has a beak."] {
        bench.write("a.txt", text);
        bench.add(&Options::default()).await;
        assert_eq!(find("platypus").await.as_deref(), Some(text));
    }
    assert_eq!(find(&known).await.as_deref(), Some(known.as_str()));
    bench.library().remove(&Selection::Collection(DEFAULT_COLLECTION.to_owned())).expect("a removal");
    assert_eq!(find("platypus").await, None);
}

#[tokio::test]
async fn many_imports_leave_few_segments() {
    let bench = Bench::new();
    for number in 0..20 {
        bench.write("a.txt", format!("Import number {number} of a small file."));
        bench.write(&format!("{number}.txt"), format!("File number {number} stays."));
        bench.add(&Options::default()).await;
    }
    let stats = bench.library().stats().expect("counts");
    assert!(stats.segments <= 4, "{stats:?}");
    assert_eq!(stats.passages, starter::records().len() as u64 + 21);
}

#[tokio::test]
async fn a_second_writer_is_told_so_and_readers_are_not_hindered() {
    let bench = Bench::new();
    let mut first = bench.library();
    let mut second = bench.library();
    let writing = first.writing().expect("the only writer");
    let refused = second.remove(&Selection::Collection("starter".to_owned()));
    assert!(matches!(refused, Err(LibraryError::Locked { .. })), "{refused:?}");
    assert!(!bench.search(&starter::records()[0].text).is_empty());
    drop(writing);
    assert!(second.remove(&Selection::Collection("starter".to_owned())).expect("a removal") > 0);
}

#[tokio::test]
async fn an_import_that_is_given_up_never_happened() {
    let bench = Bench::new();
    let mut library = bench.library();
    let before = bench.contents();
    let mut writing = library.writing().expect("a writer");
    let record = crate::record::Record { text: "A platypus.".to_owned(), ..starter::records()[0].clone() };
    assert_eq!(writing.put("c", "s", &[record]).expect("a change").added, 1);
    drop(writing);
    assert_eq!(bench.contents(), before);
    assert_eq!(bench.search("platypus"), []);
}

#[tokio::test]
async fn a_damaged_index_is_an_error_whatever_is_broken() {
    let bench = Bench::new();
    drop(bench.library());
    let files: Vec<PathBuf> =
        fs::read_dir(bench.index()).expect("a folder").map(|file| file.expect("a file").path()).collect();
    let mut broken = 0;
    for file in files {
        let whole = fs::read(&file).expect("a file");
        let zeroes = vec![0; whole.len()];
        for damaged in [&whole[..whole.len() / 2], &zeroes, b"\xff"] {
            fs::write(&file, damaged).expect("a file");
            let corpus = EmbeddedCorpus::in_folder(bench.index());
            let answer =
                corpus.search(&Query::new("inflation rate percent", 5), Deadline::after_ms(5_000)).await;
            if let Err(error) = answer {
                assert!(matches!(error, CorpusError::Unavailable { .. }), "{error:?}");
                broken += 1;
            }
        }
        fs::write(&file, whole).expect("a file");
    }
    assert!(broken >= 10, "only {broken} damages were noticed");
    assert!(!bench.search("inflation rate percent").is_empty());
}

#[tokio::test]
async fn a_folder_that_cannot_be_written_to_can_be_searched() {
    let bench = Bench::new();
    drop(bench.library());
    let lock = bench.index().join(".tantivy-meta.lock");
    fs::remove_file(&lock).ok();
    fs::create_dir(&lock).expect("something that cannot be opened for writing, also by root");
    let corpus = EmbeddedCorpus::in_folder(bench.index());
    let found =
        corpus.search(&Query::new(starter::records()[0].text.clone(), 1), Deadline::after_ms(5_000)).await;
    assert_eq!(found.expect("a search").len(), 1);
}

#[tokio::test]
async fn paths_are_documents_once_however_they_are_written() {
    let bench = Bench::new();
    bench.write("a.txt", "Hello platypus.");
    let path = bench.file("a.txt").display().to_string();
    let detour = bench.file("./a.txt").display().to_string();
    let sources = [path.clone(), detour, path, "no/such/file.txt".to_owned()];
    let mut seen = Vec::new();
    let note = |progress: Progress<'_>| seen.push(format!("{progress:?}"));
    let report =
        add(&mut bench.library(), &sources, &Options::default(), &Client::for_pages("import"), note).await;
    let report = report.expect("an import");
    assert_eq!(counts(&report), [1, 0, 1, 0, 0]);
    assert_eq!(report.skipped.len(), 1);
    assert_eq!(
        (seen.first().map(String::as_str), seen.last().map(String::as_str), seen.len()),
        (Some("Found(1)"), Some("Done"), 3)
    );
}

#[tokio::test]
async fn pages_are_fetched_and_read_by_what_the_server_says() {
    let bench = Bench::new();
    let page = "<title>Ferries</title><body><p>Ferries carried two million passengers across the strait last summer, the harbour office said.</p>";
    let upstream = Upstream::routes(vec![
        Route::new("GET", "/page", vec![Answer::text(200, "text/html; charset=utf-8", page)]),
        Route::new("GET", "/rows", vec![Answer::text(200, "text/csv", "port,ferries\nAlba,12\n")]),
        Route::new("GET", "/gone", vec![Answer::status(404)]),
    ])
    .await;
    let base = upstream.base_url();
    let sources = ["page?id=1#top", "rows", "gone"].map(|path| format!("{base}/{path}"));
    let report =
        add(&mut bench.library(), &sources, &Options::default(), &Client::for_pages("import"), |_| {}).await;
    let report = report.expect("an import");
    assert_eq!((report.files, report.skipped.len()), (2, 1), "{:?}", report.skipped);
    assert_eq!(report.skipped[0].place, format!("{base}/gone"));
    let ferries = &bench.search("ferries carried passengers across the strait")[0];
    assert_eq!(
        (ferries.document.clone(), ferries.url.clone()),
        (format!("{base}/page?id=1"), format!("{base}/page?id=1"))
    );
    assert_eq!((ferries.title.as_str(), ferries.publisher.as_str()), ("Ferries", "127.0.0.1"));
    assert_eq!(bench.search("Alba")[0].text, "port: Alba; ferries: 12");
}

#[tokio::test]
async fn an_address_that_does_not_answer_is_skipped() {
    let bench = Bench::new();
    let port = std::net::TcpListener::bind("127.0.0.1:0")
        .and_then(|free| free.local_addr())
        .expect("a free port")
        .port();
    let sources = [format!("http://127.0.0.1:{port}/a#b"), "http://".to_owned()];
    let report =
        add(&mut bench.library(), &sources, &Options::default(), &Client::for_pages("import"), |_| {}).await;
    let report = report.expect("an import");
    assert_eq!((report.files, report.skipped.len()), (0, 2));
    assert_eq!(report.skipped[0].place, format!("http://127.0.0.1:{port}/a"));
}
