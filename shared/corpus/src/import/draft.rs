//! A document as a reader found it, before it is cut into passages.

use evidence::Tier;
use jiff::civil::Date;

/// What is known about a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct About {
    pub(crate) title: Option<String>,
    pub(crate) publisher: Option<String>,
    pub(crate) url: Option<String>,
    pub(crate) as_of: Option<Date>,
    pub(crate) tier: Option<Tier>,
    /// Every address it names as its source, best first.
    pub(crate) source_urls: Vec<String>,
    /// Words it is to be found by and that are not part of its text.
    pub(crate) keywords: Vec<String>,
}

impl About {
    /// What is known here, and from `other` what is not.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            title: self.title.or(other.title),
            publisher: self.publisher.or(other.publisher),
            url: self.url.or(other.url),
            as_of: self.as_of.or(other.as_of),
            tier: self.tier.or(other.tier),
            source_urls: if self.source_urls.is_empty() { other.source_urls } else { self.source_urls },
            keywords: if self.keywords.is_empty() { other.keywords } else { self.keywords },
        }
    }
}

/// A run of paragraphs under one heading.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Section {
    /// Empty where the document has none.
    pub(crate) heading: String,
    pub(crate) paragraphs: Vec<String>,
}

/// One document of a file: the file itself, or one row of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Draft {
    /// What the row is called inside its file; absent where the file is the document.
    pub(crate) key: Option<String>,
    pub(crate) about: About,
    pub(crate) sections: Vec<Section>,
    /// The text as it is written, where the kind of file is one that people read as it is: what the recursive
    /// splitter cuts.
    pub(crate) body: Option<String>,
}

impl Draft {
    /// A document of one section without a heading.
    pub(crate) fn of_paragraphs(about: About, paragraphs: Vec<String>) -> Self {
        Self { key: None, about, sections: vec![Section { heading: String::new(), paragraphs }], body: None }
    }
}

/// What a reader made of a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Reading {
    pub(crate) drafts: Vec<Draft>,
    /// Places inside the file that were left out, and why.
    pub(crate) skipped: Vec<(String, String)>,
}

/// Places inside a file that are named one by one when they cannot be read; further ones are counted.
const MOST_NAMED: usize = 10;

impl Reading {
    /// Names the first few skipped places and counts the rest as `more`, "lines" or "rows".
    pub(crate) fn naming_few(mut self, more: &str) -> Self {
        let unnamed = self.skipped.len().saturating_sub(MOST_NAMED);
        self.skipped.truncate(MOST_NAMED);
        if unnamed > 0 {
            self.skipped.push((format!("{unnamed} more {more}"), "not readable either".to_owned()));
        }
        self
    }
}

impl From<Vec<Draft>> for Reading {
    fn from(drafts: Vec<Draft>) -> Self {
        Self { drafts, skipped: Vec::new() }
    }
}

/// Why a file cannot be read, as its user is told.
pub(crate) type Reason = String;
