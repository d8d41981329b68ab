//! Citations: found in an answer, matched to the passages that were given for it, and made links.

mod extraction;
mod likeness;
mod matching;

use std::collections::HashSet;

use crate::answer::{Citation, RelatedDocument, Source};
use crate::chunk::Chunk;
use crate::support;

pub(crate) use extraction::extract;
use matching::best;

/// The citations of an answer that hold.
#[derive(Debug, Default)]
pub(crate) struct Cited<'chunks> {
    /// Each with the passage it was matched to.
    pub(crate) citations: Vec<(Citation, &'chunks Chunk)>,
    /// How many were matched and not borne out.
    pub(crate) dropped: usize,
}

/// Reads the citations of `answer`, matches them to `chunks`, best first, and keeps those whose passage bears out the
/// statement before them. Two sections of one document are two citations.
pub(crate) fn resolve<'chunks>(answer: &str, chunks: &'chunks [Chunk]) -> Cited<'chunks> {
    let mut cited = Cited::default();
    let mut seen = HashSet::new();
    for found in extract(answer) {
        let Some(matched) = best(&found, chunks) else { continue };
        let place =
            (found.title.to_lowercase(), found.section.as_ref().map(|section| section.to_lowercase()));
        // The section may be cited for what another passage of it says.
        let mut same = chunks.iter().filter(|chunk| chunk.label() == matched.label());
        let Some(chunk) = same.find(|chunk| support::bears_out(&found.statement, chunk)) else {
            cited.dropped += 1;
            continue;
        };
        if seen.insert(place) {
            let citation = Citation {
                raw: found.raw,
                title: found.title,
                section: found.section.or_else(|| chunk.section.clone()),
                matched: true,
                source_urls: chunk.urls.clone(),
                doc_id: chunk.document_id.clone(),
                score: rounded(chunk.score),
            };
            cited.citations.push((citation, chunk));
        }
    }
    cited
}

/// Where the cited documents can be read: each address once.
pub(crate) fn sources(cited: &Cited<'_>) -> Vec<Source> {
    by_address(cited.citations.iter().map(|(citation, chunk)| (*chunk, &citation.section)))
}

/// Where the documents of `chunks` can be read, each address once, in their order.
pub(crate) fn readable(chunks: &[Chunk]) -> Vec<Source> {
    by_address(chunks.iter().map(|chunk| (chunk, &chunk.section)))
}

/// An entry for each address of the chunks, with the section that it is named for; the first of an address stays.
fn by_address<'a>(named: impl Iterator<Item = (&'a Chunk, &'a Option<String>)>) -> Vec<Source> {
    let mut seen = HashSet::new();
    let rows = named.flat_map(|(chunk, section)| {
        chunk.urls.iter().map(move |url| Source {
            title: chunk.title.clone(),
            org: chunk.organization.clone(),
            url: url.clone(),
            section: section.clone(),
        })
    });
    rows.filter(|row| seen.insert(row.url.clone())).collect()
}

/// The documents of `chunks`, each once, in their order.
pub(crate) fn related(chunks: &[Chunk]) -> Vec<RelatedDocument> {
    let mut seen = HashSet::new();
    let named = chunks.iter().filter(|chunk| !chunk.document_id.is_empty());
    let first = named.filter(|chunk| seen.insert(chunk.document_id.as_str()));
    first
        .map(|chunk| RelatedDocument {
            title: chunk.title.clone(),
            category: chunk.category.clone(),
            doc_id: chunk.document_id.clone(),
            url: chunk.urls.first().cloned(),
        })
        .collect()
}

/// Four decimals are more than a score means.
fn rounded(score: f64) -> f64 {
    (score * 10_000.0).round() / 10_000.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::tests::chunk;

    fn chunks() -> Vec<Chunk> {
        vec![
            chunk("Export Guide", Some("Fees"), "The export fee is 25 EUR for each declaration.", 0.8),
            chunk("Export Guide", Some("Deadlines"), "Declarations are filed 24 hours before loading.", 0.6),
            chunk("Import Guide", None, "The import fee is 30 EUR.", 0.4),
        ]
    }

    #[test]
    fn two_sections_are_two_citations_and_one_cited_twice_is_one() {
        let chunks = chunks();
        let answer = "The export fee is 25 EUR [Export Guide > Fees]. Declarations are filed 24 hours before loading \
                      [Export Guide > Deadlines]. It is 25 EUR each [export guide > fees]. Nothing [Unknown] here.";
        let cited = resolve(answer, &chunks);
        let raws: Vec<&str> = cited.citations.iter().map(|(citation, _)| citation.raw.as_str()).collect();
        assert_eq!(raws, ["[Export Guide > Fees]", "[Export Guide > Deadlines]"]);
        assert_eq!(cited.dropped, 0);
        assert!((cited.citations[1].0.score - 0.6).abs() < 1e-9);
        assert_eq!(sources(&cited).len(), 1, "one address, one source");
        assert_eq!(sources(&cited)[0].section.as_deref(), Some("Fees"));
    }

    #[test]
    fn a_citation_without_a_section_gets_the_passage_s() {
        let chunks = chunks();
        let cited = resolve("The export fee is 25 EUR [Export Guide].", &chunks);
        assert_eq!(cited.citations[0].0.section.as_deref(), Some("Fees"));
        let cited = resolve("The import fee is 30 EUR [Import Guide].", &chunks);
        assert_eq!(cited.citations[0].0.section, None);
    }

    #[test]
    fn what_the_passage_does_not_say_is_dropped() {
        let chunks = chunks();
        let cited = resolve("The export fee is 99 EUR [Export Guide > Fees].", &chunks);
        assert_eq!((cited.citations.len(), cited.dropped), (0, 1));
    }

    #[test]
    fn related_documents_are_those_found_each_once() {
        let related = related(&chunks());
        let titles: Vec<&str> = related.iter().map(|document| document.title.as_str()).collect();
        assert_eq!(titles, ["Export Guide", "Import Guide"]);
    }
}
