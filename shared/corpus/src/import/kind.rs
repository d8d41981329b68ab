//! What kind of file something is, and which reader reads it.

use super::draft::{About, Draft, Reading, Reason};
use super::{clean, encoding, html, json, markdown, pdf, table};

/// How far into a file its kind is looked for, in bytes.
const LOOKED_AT: usize = 8_192;

/// A kind of file that can be imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Markdown,
    Html,
    Text,
    Pdf,
    /// Comma-separated, or semicolons: the header row tells.
    Csv,
    TabSeparated,
    JsonLines,
    /// JSON, JSON-LD, data feeds.
    Json,
}

/// What is known about a file besides its bytes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Origin {
    /// The path or URL that it came from.
    pub(crate) source: String,
    /// Where it was fetched, if it was.
    pub(crate) url: Option<String>,
    /// What the server called it.
    pub(crate) content_type: Option<String>,
    /// Whether the user named this very file, and did not come upon it in a folder.
    pub(crate) named: bool,
    /// The folder that the user named, where the file was come upon in one.
    pub(crate) folder: Option<String>,
}

impl Origin {
    /// The extension in lower case, of a path or of a URL's path.
    fn extension(&self) -> Option<String> {
        let name = file_name(&self.source);
        name.rsplit_once('.')
            .filter(|(stem, _)| !stem.is_empty())
            .map(|(_, extension)| extension.to_lowercase())
    }
}

/// The last part of a path or URL, without a URL's query.
pub(crate) fn file_name(source: &str) -> &str {
    let path = if super::is_url(source) { source.split(['?', '#']).next().unwrap_or(source) } else { source };
    path.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().unwrap_or(path)
}

impl Kind {
    /// The kind: by the magic of PDF, by what a server says, by the extension, by the first bytes.
    pub(crate) fn of(origin: &Origin, bytes: &[u8]) -> Result<Self, Reason> {
        let start = &bytes[..bytes.len().min(LOOKED_AT)];
        if start.windows(5).take(1_024).any(|window| window == b"%PDF-") {
            return Ok(Self::Pdf);
        }
        let is_utf_16 = start.starts_with(&[0xff, 0xfe]) || start.starts_with(&[0xfe, 0xff]);
        if start.contains(&0) && !is_utf_16 {
            return Err("not a text".to_owned());
        }
        let extension = origin.extension();
        let told = origin.content_type.as_deref().and_then(Self::of_content_type);
        let known =
            told.or_else(|| Self::of_extension(extension.as_deref()?)).or_else(|| Self::of_content(start));
        match (known, extension) {
            (Some(kind), _) => Ok(kind),
            (None, Some(extension)) if !origin.named => Err(format!("unknown kind of file (.{extension})")),
            (None, _) => Ok(Self::Text),
        }
    }

    fn of_content_type(content_type: &str) -> Option<Self> {
        match content_type.split(';').next().unwrap_or_default().trim().to_lowercase().as_str() {
            "text/html" | "application/xhtml+xml" => Some(Self::Html),
            "text/markdown" => Some(Self::Markdown),
            "text/csv" => Some(Self::Csv),
            "text/tab-separated-values" => Some(Self::TabSeparated),
            "application/json" | "application/ld+json" => Some(Self::Json),
            "application/jsonl" | "application/x-ndjson" | "application/x-jsonlines" => Some(Self::JsonLines),
            // `text/plain` is what servers say when they do not know.
            _ => None,
        }
    }

    fn of_extension(extension: &str) -> Option<Self> {
        Some(match extension {
            "md" | "markdown" | "mdown" | "mkd" => Self::Markdown,
            "html" | "htm" | "xhtml" => Self::Html,
            "txt" | "text" | "rst" | "adoc" | "asciidoc" | "org" => Self::Text,
            "csv" => Self::Csv,
            "tsv" | "tab" => Self::TabSeparated,
            "pdf" => Self::Pdf,
            "jsonl" | "ndjson" => Self::JsonLines,
            "json" | "jsonld" => Self::Json,
            _ => return None,
        })
    }

    fn of_content(start: &[u8]) -> Option<Self> {
        let text = String::from_utf8_lossy(start);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let begins =
            |prefix: &str| text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix));
        let mut lines = text.lines();
        let is_object = |line: Option<&str>| {
            line.is_some_and(|line| serde_json::from_str::<serde::de::IgnoredAny>(line).is_ok())
        };
        if begins("<!doctype html") || begins("<html") {
            Some(Self::Html)
        } else if text.starts_with('{')
            && is_object(lines.next())
            && lines.next().is_some_and(|line| line.starts_with('{'))
        {
            Some(Self::JsonLines)
        } else if text.starts_with("{\"") || text.starts_with("[{") {
            Some(Self::Json)
        } else {
            None
        }
    }

    /// Reads a file of this kind.
    pub(crate) fn read(self, bytes: &[u8], origin: &Origin) -> Result<Reading, Reason> {
        let text = || encoding::text(bytes);
        match self {
            Self::Markdown => Ok(markdown::read(&text())),
            Self::Html => {
                html::read(&encoding::page_text(bytes, origin.content_type.as_deref()), origin.url.as_deref())
            }
            Self::Text => Ok(vec![Draft::of_paragraphs(About::default(), clean::paragraphs(&text()))].into()),
            Self::Pdf => pdf::read(bytes),
            Self::Csv => {
                let text = text();
                table::read(&text, table::delimiter_of(&text))
            }
            Self::TabSeparated => table::read(&text(), b'\t'),
            Self::JsonLines => Ok(json::read_lines(&text())),
            Self::Json => json::read(&text()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(source: &str, bytes: &[u8]) -> Result<Kind, Reason> {
        Kind::of(&Origin { source: source.to_owned(), ..Origin::default() }, bytes)
    }

    #[test]
    fn kinds_are_known_by_name_and_by_content() {
        let cases: [(&str, &[u8], Kind); 12] = [
            ("a/b.MD", b"x", Kind::Markdown),
            ("b.txt", b"%PDF-1.4", Kind::Pdf),
            ("b.csv", b"a,b", Kind::Csv),
            ("b.tsv", b"a\tb", Kind::TabSeparated),
            ("page", b"\n<!DOCTYPE html>", Kind::Html),
            ("page.aspx", b"<HTML><body>", Kind::Html),
            ("rows", b"{\"a\": 1}\n{\"a\": 2}\n", Kind::JsonLines),
            ("feed", b"{\"a\":\n1}", Kind::Json),
            ("README", b"Hello", Kind::Text),
            (".hidden", b"Hello", Kind::Text),
            ("wide.txt", b"\xff\xfeH\0i\0", Kind::Text),
            ("https://x.org/data.csv?v=1.html", b"a,b", Kind::Csv),
        ];
        for (source, bytes, expected) in cases {
            assert_eq!(kind(source, bytes), Ok(expected), "{source}");
        }
    }

    #[test]
    fn binaries_and_unknown_kinds_are_refused_unless_named() {
        assert!(kind("a.png", b"\x89PNG\0\0").is_err());
        assert!(kind("a.txt", b"a\0b").is_err());
        assert!(kind("style.css", b"a { }").is_err());
        let named = Origin { source: "notes.log".to_owned(), named: true, ..Origin::default() };
        assert_eq!(Kind::of(&named, b"Hello"), Ok(Kind::Text));
    }

    #[test]
    fn a_server_is_believed_where_it_says_something() {
        let of = |source: &str, content_type: &str| {
            let origin = Origin {
                source: source.to_owned(),
                content_type: Some(content_type.to_owned()),
                ..Origin::default()
            };
            Kind::of(&origin, b"x")
        };
        assert_eq!(of("https://x.org/a.csv", "text/html; charset=utf-8"), Ok(Kind::Html));
        assert_eq!(of("https://x.org/a.md", "text/plain"), Ok(Kind::Markdown));
        assert_eq!(of("https://x.org/", "application/ld+json"), Ok(Kind::Json));
    }
}
