//! Takes over a collection of a Chroma server (HTTP API v2).
//!
//! Only its texts and what is said about them: vectors of another model are of no use here, and are made anew.

use std::collections::{BTreeMap, BTreeSet};

use evidence::Tier;
use outbound::{Client, Deadline, OutboundError, Request, is_base_url};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::clean::{label, printable};
use super::field::{address, tier_of_kind};
use super::{Library, LibraryError, Report, collection, date};
use crate::record::{CatalogEntry, Record};

/// Passages that are asked for at once: what Chroma's own service gives at most.
const PAGE: usize = 300;
/// No collection that fits this index has more passages.
const MOST_PASSAGES: usize = 1_000_000;
/// How long one page may take, in milliseconds.
const PAGE_TIMEOUT_MS: u64 = 30_000;
/// A server that is not told otherwise has this tenant and this database.
const PLACE: [&str; 6] = ["api", "v2", "tenants", "default_tenant", "databases", "default_database"];

/// Why a collection could not be taken over.
#[derive(Debug, thiserror::Error)]
pub enum ChromaError {
    /// The address is none.
    #[error("{address} is no http or https address")]
    Address {
        /// What was given.
        address: String,
    },
    /// The server does not answer, has no such collection, or answers something else.
    #[error("the Chroma server did not give the collection")]
    Server(#[from] OutboundError),
    /// The index cannot be written.
    #[error(transparent)]
    Library(#[from] LibraryError),
}

#[derive(Debug, Deserialize)]
struct Collection {
    id: String,
}

/// One page: the lists run side by side, and any entry may be missing.
#[derive(Debug, Default, Deserialize)]
struct Page {
    #[serde(default)]
    ids: Vec<String>,
    documents: Option<Vec<Option<String>>>,
    metadatas: Option<Vec<Option<Map<String, Value>>>>,
}

/// Makes the passages of the collection `name` on the server at `base_url` those of the collection `into` here.
///
/// `report.files` counts documents. What is no longer on the server goes; what has no text is left out.
pub async fn add_chroma(
    library: &mut Library,
    base_url: &str,
    name: &str,
    into: &str,
    client: &Client,
) -> Result<Report, ChromaError> {
    if !is_base_url(base_url) {
        return Err(ChromaError::Address { address: base_url.to_owned() });
    }
    let into = label(into).unwrap_or_else(|| super::DEFAULT_COLLECTION.to_owned());
    let place = |rest: &[&str]| {
        PLACE.iter().copied().chain(rest.iter().copied()).map(str::to_owned).collect::<Vec<_>>()
    };
    let deadline = || Deadline::after_ms(PAGE_TIMEOUT_MS);
    let found = place(&["collections", name]);
    let request = Request::get(base_url).segments(found.iter().map(String::as_str));
    let Collection { id } = client.json(request, deadline()).await?;
    let source = format!("chroma:{name}");
    let mut documents: BTreeMap<String, Vec<Record>> = BTreeMap::new();
    let records = place(&["collections", &id, "get"]);
    let mut offset = 0;
    while offset < MOST_PASSAGES {
        let asked = json!({ "limit": PAGE, "offset": offset, "include": ["documents", "metadatas"] });
        let request = Request::post_json(base_url, &asked).segments(records.iter().map(String::as_str));
        let page: Page = client.json(request, deadline()).await?;
        let count = page.ids.len();
        for record in of_page(page, &source, &into) {
            documents.entry(record.source.clone()).or_default().push(record);
        }
        offset += count;
        if count < PAGE {
            break;
        }
    }
    let mut report = Report::default();
    let mut writing = library.writing()?;
    let known: BTreeSet<String> = documents.keys().cloned().collect();
    report.removed += writing.remove_missing(&into, &source, &known)?;
    for (place, records) in &documents {
        let change = writing.put(&into, place, records)?;
        report.files += 1;
        report.replaced +=
            usize::from(change.unchanged + change.removed > 0 && change.added + change.removed > 0);
        report.added += change.added;
        report.unchanged += change.unchanged;
        report.removed += change.removed;
    }
    writing.finish()?;
    Ok(report)
}

fn of_page(page: Page, source: &str, into: &str) -> Vec<Record> {
    let texts = page.documents.unwrap_or_default().into_iter().chain(std::iter::repeat(None));
    let metadata = page.metadatas.unwrap_or_default().into_iter().chain(std::iter::repeat(None));
    let rows = page.ids.into_iter().zip(texts).zip(metadata);
    rows.filter_map(|((id, text), about)| record(&id, &text?, &about.unwrap_or_default(), source, into))
        .collect()
}

/// A passage, by the names that such collections have for what is said about it.
fn record(id: &str, text: &str, about: &Map<String, Value>, source: &str, into: &str) -> Option<Record> {
    let text = printable(text).trim().to_owned();
    let said = |name: &str| about.get(name).and_then(Value::as_str).and_then(label);
    let document = said("doc_id")
        .unwrap_or_else(|| id.rsplit_once("_chunk_").map_or(id, |(document, _)| document).to_owned());
    let title = said("title").unwrap_or_else(|| document.clone());
    let headings = [said("section_header").or_else(|| said("section")), said("subsection_header")];
    let section = headings.into_iter().flatten().collect::<Vec<_>>().join(" > ");
    let listed =
        about.get("source_urls").or_else(|| about.get("url")).and_then(Value::as_str).unwrap_or_default();
    let source_urls: Vec<String> = listed.split(',').filter_map(address).collect();
    let category = said("category").map(|name| collection::shelf(&name)).unwrap_or_default();
    let keywords = [said("retrieval_keywords"), said("use_cases"), said("jurisdiction")];
    (!text.is_empty()).then(|| Record {
        collection: into.to_owned(),
        source: format!("{source}/{document}"),
        document: format!("{source}/{document}"),
        title: if section.is_empty() { title.clone() } else { format!("{title} > {section}") },
        text,
        publisher: said("source_org").or_else(|| said("publisher")).unwrap_or_else(|| into.to_owned()),
        url: source_urls.first().cloned().unwrap_or_default(),
        as_of: said("last_updated").and_then(|day| date::read(&day)),
        tier: said("source_type").and_then(|kind| tier_of_kind(&kind)).unwrap_or(Tier::Analysis),
        entry: CatalogEntry {
            document_id: document,
            section,
            category,
            source_urls,
            keywords: keywords.into_iter().flatten().collect::<Vec<_>>().join(", "),
        },
    })
}

#[cfg(test)]
mod tests {
    use testkit::upstream::{Answer, Route, Upstream};

    use super::*;
    use crate::Query;

    fn page(ids: &[&str], texts: &[Value], metadata: &[Value]) -> Answer {
        Answer::json(
            200,
            &json!({ "ids": ids, "documents": texts, "metadatas": metadata, "embeddings": null }),
        )
    }

    async fn server(answers: Vec<Answer>) -> Upstream {
        Upstream::routes(vec![
            Route::new(
                "GET",
                "/api/v2/tenants/default_tenant/databases/default_database/collections/kb",
                vec![Answer::json(
                    200,
                    &json!({ "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7", "name": "kb" }),
                )],
            ),
            Route::new(
                "POST",
                "/api/v2/tenants/default_tenant/databases/default_database/collections/7c9e6679",
                answers,
            ),
        ])
        .await
    }

    #[tokio::test]
    async fn a_collection_is_taken_over_and_follows_the_server() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut library = Library::create(folder.path()).expect("an index");
        let about = json!({
            "doc_id": "01_regulatory_vgm", "title": "Gross Mass", "source_org": "Office", "category": "01_regulatory",
            "source_urls": "https://a.example/x, N/A,https://b.example/", "section_header": "Who", "last_updated": "2026-02-11",
            "chunk_index": 3,
        });
        let first = page(
            &["01_regulatory_vgm_chunk_003", "notes_chunk_000", "empty"],
            &[json!("The shipper weighs the zebra."), json!("Plain words about okapis."), Value::Null],
            &[about, Value::Null, Value::Null],
        );
        let second = page(&["notes_chunk_000"], &[json!("Plain words about okapis.")], &[Value::Null]);
        let upstream = server(vec![first, second]).await;
        let client = Client::new("chroma");
        let base = upstream.base_url();
        let report = add_chroma(&mut library, &base, "kb", "manual", &client).await.expect("taken over");
        assert_eq!((report.files, report.added, report.removed), (2, 2, 0));
        let found = library.search(&Query::new("zebra", 3)).expect("a search").remove(0);
        assert_eq!(
            (found.document_id.as_str(), found.category.as_str()),
            ("01_regulatory_vgm", "regulatory")
        );
        assert_eq!((found.document_title(), found.section.as_str()), ("Gross Mass", "Who"));
        assert_eq!(found.source_urls, ["https://a.example/x", "https://b.example/"]);
        assert_eq!(found.collection, "manual");
        assert_eq!(library.search(&Query::new("okapis", 3)).expect("a search")[0].document_id, "notes");

        let report = add_chroma(&mut library, &base, "kb", "manual", &client).await.expect("taken over");
        assert_eq!((report.files, report.unchanged, report.removed), (1, 1, 1));
        assert_eq!(library.search(&Query::new("zebra", 3)).expect("a search"), []);
    }

    #[tokio::test]
    async fn pages_are_asked_for_until_one_is_not_full() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut library = Library::create(folder.path()).expect("an index");
        let ids: Vec<String> = (0..PAGE).map(|number| format!("d{number}")).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let texts: Vec<Value> = ids.iter().map(|id| json!(format!("Text {id}."))).collect();
        let upstream =
            server(vec![page(&ids, &texts, &[]), page(&["last"], &[json!("The last one.")], &[])]).await;
        let report =
            add_chroma(&mut library, &upstream.base_url(), "kb", "manual", &Client::new("chroma")).await;
        assert_eq!(report.expect("taken over").files, PAGE + 1);
        let offsets: Vec<Value> =
            upstream.requests().iter().skip(1).map(|request| request.json()["offset"].clone()).collect();
        assert_eq!(offsets, [json!(0), json!(PAGE)]);
    }

    #[tokio::test]
    async fn a_server_that_refuses_changes_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut library = Library::create(folder.path()).expect("an index");
        let before = library.stats().expect("counts").passages;
        let missing =
            Upstream::start(vec![Answer::json(404, &json!({ "error": "NotFoundError", "message": "no" }))])
                .await;
        let client = Client::new("chroma");
        for address in [missing.base_url(), "ftp://x".to_owned()] {
            assert!(add_chroma(&mut library, &address, "kb", "manual", &client).await.is_err(), "{address}");
        }
        assert_eq!(library.stats().expect("counts").passages, before);
    }
}
