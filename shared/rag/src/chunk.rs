//! A passage as an answer uses it.

use corpus::{Likeness, Passage};
use evidence::claim::location::{self, Location};

use crate::calibration::{self, Against};
use crate::question::names;
use crate::wording::words;

/// What a document without a title is called.
const UNTITLED: &str = "Unknown Document";

/// A passage with its score.
#[derive(Debug, Clone, PartialEq)]
pub struct Chunk {
    /// Title of its document.
    pub title: String,
    /// The heading it stands under, without those above it.
    pub section: Option<String>,
    /// Its words.
    pub text: String,
    /// The document's id.
    pub document_id: String,
    /// The document's shelf.
    pub category: String,
    /// Who published the document.
    pub organization: String,
    /// Where the document can be read, best first.
    pub urls: Vec<String>,
    /// Words that the document is to be found by.
    pub keywords: String,
    /// How like it is to the question.
    pub likeness: Likeness,
    /// How well it answers the question, 0..=1.
    pub score: f64,
}

impl Chunk {
    /// The passages that were found for `question` as chunks, best first.
    pub(crate) fn of(passages: Vec<Passage>, question: &str) -> Vec<Self> {
        let likenesses: Vec<Likeness> = passages.iter().map(|passage| passage.likeness).collect();
        let names = Names::of(question, &passages);
        let against: Vec<Against> = passages
            .iter()
            .zip(elsewhere(question, &passages))
            .map(|(passage, is_elsewhere)| Against { missing_names: names.missing_in(passage), is_elsewhere })
            .collect();
        let asked = calibration::Question { unknown_names: names.unknown, length: words(question).len() };
        let scores = calibration::scores(&likenesses, &against, &asked);
        let mut chunks: Vec<Self> =
            passages.into_iter().zip(scores).map(|(passage, score)| Self::new(passage, score)).collect();
        chunks.sort_by(|one, other| other.score.total_cmp(&one.score));
        chunks
    }

    fn new(passage: Passage, score: f64) -> Self {
        let title = plain(passage.document_title());
        let section = passage.section.rsplit(" > ").next().map(plain).filter(|section| !section.is_empty());
        Self {
            title: if title.is_empty() { UNTITLED.to_owned() } else { title },
            section,
            document_id: if passage.document_id.is_empty() { passage.document } else { passage.document_id },
            category: passage.category,
            organization: passage.publisher,
            urls: passage.source_urls,
            keywords: passage.keywords,
            likeness: passage.likeness,
            score,
            text: passage.text,
        }
    }

    /// What stands in brackets where it is cited: `Title > Section`.
    #[must_use]
    pub fn label(&self) -> String {
        match &self.section {
            Some(section) => format!("{} > {section}", self.title),
            None => self.title.clone(),
        }
    }
}

/// The names in a question, in lower case.
struct Names {
    /// Those that the title or the keywords of some passage have: what documents are about.
    subjects: Vec<String>,
    /// How many others no passage has.
    unknown: usize,
}

impl Names {
    /// A word is a name where the question writes it as one, or where the passages' titles and keywords do.
    fn of(question: &str, passages: &[Passage]) -> Self {
        let said = names(question);
        let labels: Vec<String> = passages
            .iter()
            .map(|passage| format!("{} {}", passage.document_title(), passage.keywords))
            .collect();
        let written: Vec<String> = labels.iter().flat_map(|label| abbreviations(label)).collect();
        let labels = labels.join(" ").to_lowercase();
        let known = passages.iter().map(|passage| passage.text.to_lowercase()).collect::<Vec<_>>().join(" ");
        let lower = question.to_lowercase();
        let mut words: Vec<&str> = lower
            .split(|character: char| !character.is_alphanumeric())
            .filter(|word| word.len() >= 3)
            .collect();
        words.sort_unstable();
        words.dedup();
        let is_name = |word: &&&str| {
            said.iter().any(|name| name == **word) || written.iter().any(|name| name == **word)
        };
        let (subjects, others): (Vec<&str>, Vec<&str>) =
            words.iter().filter(is_name).partition(|word| has_word(&labels, word));
        let unknown = others.iter().filter(|word| !known.contains(**word)).count();
        Self { subjects: subjects.into_iter().map(str::to_owned).collect(), unknown }
    }

    /// How many of the subjects neither `passage` nor its document's title and keywords name.
    fn missing_in(&self, passage: &Passage) -> usize {
        let text = format!("{} {} {}", passage.title, passage.keywords, passage.text).to_lowercase();
        self.subjects.iter().filter(|name| !has_word(&text, name)).count()
    }
}

/// Which of `passages` speak of other places than `question`, where none speaks of those that it names, of what they
/// lie in or of what lies in them. A passage that speaks of no place holds everywhere, and one place that is known is
/// enough: goods also come from where no document has rules for.
fn elsewhere(question: &str, passages: &[Passage]) -> Vec<bool> {
    let asked = location::find(question);
    let said: Vec<Vec<Location>> = passages
        .iter()
        .map(|passage| location::find(&format!("{}. {}. {}", passage.title, passage.keywords, passage.text)))
        .collect();
    let may_be = |asked: &Location, said: &Location| {
        asked.name == said.name || asked.within.contains(&said.name) || said.within.contains(&asked.name)
    };
    let is_known = said.iter().flatten().any(|said| asked.iter().any(|asked| may_be(asked, said)));
    said.iter().map(|said| !asked.is_empty() && !is_known && !said.is_empty()).collect()
}

/// Whether `word` stands in `text` as a whole word.
fn has_word(text: &str, word: &str) -> bool {
    text.split(|character: char| !character.is_alphanumeric()).any(|other| other == word)
}

/// The words of `label` that are written in capitals, in lower case.
fn abbreviations(label: &str) -> Vec<String> {
    let words = label.split(|character: char| !character.is_alphanumeric());
    let capitals =
        |word: &&str| word.len() >= 3 && word.chars().filter(|letter| letter.is_uppercase()).count() >= 2;
    words.filter(capitals).map(str::to_lowercase).collect()
}

/// `text` without what would end a citation or part it.
fn plain(text: &str) -> String {
    let replaced = text.replace(['[', '{'], "(").replace([']', '}'], ")").replace('>', "/");
    replaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A chunk of the document `title`.
    pub(crate) fn chunk(title: &str, section: Option<&str>, text: &str, score: f64) -> Chunk {
        Chunk {
            title: title.to_owned(),
            section: section.map(str::to_owned),
            text: text.to_owned(),
            document_id: title.to_lowercase().replace(' ', "_"),
            category: "reference".to_owned(),
            organization: "Office".to_owned(),
            urls: vec![format!("https://office.example/{}", title.len())],
            keywords: String::new(),
            likeness: Likeness { words: score, cosine: None },
            score,
        }
    }

    #[test]
    fn labels_have_one_arrow_and_no_brackets_inside() {
        assert_eq!(plain("A [draft] > B\n c"), "A (draft) / B c");
        assert_eq!(chunk("Guide", Some("Fees"), "", 0.5).label(), "Guide > Fees");
        assert_eq!(chunk("Guide", None, "", 0.5).label(), "Guide");
    }
}
