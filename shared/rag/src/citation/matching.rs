//! Which passage a citation means.

use super::extraction::Found;
use super::likeness::dice;
use crate::chunk::Chunk;

/// Two titles must be more alike than this.
const LEAST_LIKENESS: f64 = 0.5;
/// And each word of the shorter more like some word of the longer than this: `Export Guide` and `Import Guide` are
/// alike letter by letter and mean opposite things.
const LEAST_WORD_LIKENESS: f64 = 0.7;
/// A title this short, in characters, may be part of any other by chance.
const SHORT_TITLE: usize = 3;

/// The passage that `found` means: by its exact title over all passages, then by a title within the other, then by
/// the likest. Of the passages of that document, the first under the cited heading; else the first.
pub(crate) fn best<'chunks>(found: &Found, chunks: &'chunks [Chunk]) -> Option<&'chunks Chunk> {
    let cited = found.title.to_lowercase();
    let exact = chunks.iter().find(|chunk| chunk.title.to_lowercase() == cited);
    let within = || chunks.iter().find(|chunk| is_within(&cited, &chunk.title.to_lowercase()));
    let document = exact.or_else(within).or_else(|| likest(&cited, chunks))?;
    let of_document = || chunks.iter().filter(|chunk| chunk.document_id == document.document_id);
    let section = found.section.as_ref().map(|section| section.to_lowercase());
    let heading = |chunk: &&Chunk| chunk.section.as_ref().map(|heading| heading.to_lowercase());
    let under = of_document().find(|chunk| section.is_some() && heading(chunk) == section);
    let like = || {
        let section = section.as_ref()?;
        of_document()
            .find(|chunk| heading(chunk).is_some_and(|heading| dice(&heading, section) > LEAST_LIKENESS))
    };
    under.or_else(like).or(Some(document))
}

/// Whether one title is a run of whole words of the other.
fn is_within(left: &str, right: &str) -> bool {
    let (short, long) = if left.len() <= right.len() { (left, right) } else { (right, left) };
    if short.chars().count() <= SHORT_TITLE {
        return false;
    }
    long.match_indices(short).any(|(at, _)| {
        let before = long[..at].chars().next_back();
        let after = long[at + short.len()..].chars().next();
        let ends = |beside: Option<char>| beside.is_none_or(|character| !character.is_alphanumeric());
        ends(before) && ends(after)
    })
}

fn likest<'chunks>(cited: &str, chunks: &'chunks [Chunk]) -> Option<&'chunks Chunk> {
    let mut best: Option<(f64, &Chunk)> = None;
    for chunk in chunks {
        let likeness = dice(cited, &chunk.title);
        if likeness > best.map_or(LEAST_LIKENESS, |(most, _)| most)
            && words_agree(cited, &chunk.title.to_lowercase())
        {
            best = Some((likeness, chunk));
        }
    }
    best.map(|(_, chunk)| chunk)
}

fn words_agree(left: &str, right: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let parts = text.split(|character: char| !character.is_alphanumeric());
        parts.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let (left, right) = (words(left), words(right));
    let (short, long) = if left.len() <= right.len() { (left, right) } else { (right, left) };
    let known = |word: &String| long.iter().any(|other| dice(word, other) > LEAST_WORD_LIKENESS);
    !short.is_empty() && short.iter().all(known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::tests::chunk;

    fn matched(cited: &str, titles: &[&str]) -> Option<String> {
        let chunks: Vec<Chunk> = titles.iter().map(|title| chunk(title, None, "", 0.5)).collect();
        let found = &super::super::extract(&format!("[{cited}]"))[0];
        best(found, &chunks).map(|chunk| chunk.title.clone())
    }

    #[test]
    fn titles_are_matched_exactly_then_within_then_by_likeness() {
        let cases: [(&str, &[&str], Option<&str>); 11] = [
            // The exact one, though another comes first and is like it.
            ("Export Guide", &["Import Guide", "Export Guide"], Some("Export Guide")),
            ("EXPORT guide", &["Export Guide Singapore", "Export Guide"], Some("Export Guide")),
            ("Export Guide", &["Import Guide"], None),
            ("Booking Procedure", &["Sea Freight Booking Procedure"], Some("Sea Freight Booking Procedure")),
            ("Incoterms 2020 Reference Guide", &["Incoterms 2020"], Some("Incoterms 2020")),
            ("Cite: Export Guide", &["Import Guide", "Export Guide"], Some("Export Guide")),
            ("Singapure Export Guide", &["Singapore Export Guide"], Some("Singapore Export Guide")),
            (
                "Singapure Import Guide",
                &["Singapore Export Guide", "Singapore Import Guide"],
                Some("Singapore Import Guide"),
            ),
            ("SLA Policy", &["Service Level Agreement (SLA) Policy"], None),
            ("1", &["Incoterms 1"], None),
            ("Anything", &[""], None),
        ];
        for (cited, titles, expected) in cases {
            assert_eq!(matched(cited, titles).as_deref(), expected, "{cited} in {titles:?}");
        }
    }

    #[test]
    fn the_section_chooses_among_the_passages_of_a_document() {
        let chunks = [chunk("Guide", Some("Fees"), "a", 0.9), chunk("Guide", Some("Deadlines"), "b", 0.5)];
        let of =
            |cited: &str| best(&super::super::extract(cited)[0], &chunks).map(|chunk| chunk.text.clone());
        assert_eq!(of("[Guide > deadlines]").as_deref(), Some("b"));
        assert_eq!(of("[Guide > Deadline]").as_deref(), Some("b"));
        assert_eq!(of("[Guide > Other]").as_deref(), Some("a"));
        assert_eq!(of("[Guide]").as_deref(), Some("a"));
    }
}
