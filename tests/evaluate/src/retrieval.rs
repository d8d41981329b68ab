//! Claims to documents, by the product's own index.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use corpus::Query;
use corpus::embedded::Embedded;
use corpus::import::{self, Library, Options};
use encoder::Lazy;
use outbound::Client;
use serde::Deserialize;

use crate::metrics::{Retrieval, retrieval};
use crate::rows::Row;

/// Documents that are ranked for each claim.
const RANKED: usize = 20;
/// Passages that are asked for: a long document has several.
const PASSAGES: usize = 40;
/// Ends a document's name in a passage's address.
const ADDRESS: &str = "https://documents.example/";

#[derive(Debug, Deserialize)]
struct Document {
    doc_id: String,
    #[serde(default)]
    title: String,
    text: String,
    #[serde(default)]
    unit: String,
}

/// An index over one corpus, in a folder that goes with it.
pub(crate) struct Index {
    _folder: tempfile::TempDir,
    opened: Embedded,
}

impl Index {
    /// Imports `folder/name.corpus.jsonl`; none where there is no such file.
    pub(crate) async fn build(
        folder: &Path,
        name: &str,
        encoder: &Arc<Lazy>,
    ) -> anyhow::Result<Option<Self>> {
        let path = folder.join(format!("{name}.corpus.jsonl"));
        if !path.is_file() {
            return Ok(None);
        }
        let text = fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        let temporary = tempfile::tempdir()?;
        let mut lines = String::new();
        for line in text.lines() {
            let Document { doc_id, title, text, unit } = serde_json::from_str(line)?;
            let text = if unit.is_empty() { text } else { format!("{text} ({unit})") };
            let url = format!("{ADDRESS}{doc_id}");
            let record = serde_json::json!({ "id": doc_id, "title": title, "text": text, "url": url });
            lines.push_str(&record.to_string());
            lines.push('\n');
        }
        let documents = temporary.path().join("documents.jsonl");
        fs::write(&documents, lines)?;
        let index = temporary.path().join("index");
        let mut library = Library::create(&index)?.with_encoder(Arc::clone(encoder));
        library.remove(&import::Selection::Collection("starter".to_owned()))?;
        let sources = [documents.display().to_string()];
        import::add(&mut library, &sources, &Options::default(), &Client::for_pages("evaluate"), |_| {})
            .await?;
        Ok(Some(Self { opened: Embedded::open(&index)?, _folder: temporary }))
    }

    /// The figures of `rows`, searched with or without the model, and the microseconds of a search.
    pub(crate) fn measure(&self, rows: &[Row], encoder: &Lazy) -> anyhow::Result<(Retrieval, f64)> {
        let mut queries = Vec::with_capacity(rows.len());
        let started = Instant::now();
        for row in rows {
            let passages =
                self.opened.search_by_meaning(&Query::new(row.claim.clone(), PASSAGES), encoder)?;
            let mut ranked: Vec<String> = Vec::with_capacity(RANKED);
            for passage in passages {
                let id = passage.url.trim_start_matches(ADDRESS).to_owned();
                if ranked.len() < RANKED && !ranked.contains(&id) {
                    ranked.push(id);
                }
            }
            queries.push((ranked, row.relevant.clone()));
        }
        let micros = started.elapsed().as_secs_f64() * 1e6 / rows.len().max(1) as f64;
        Ok((retrieval(&queries), micros))
    }
}
