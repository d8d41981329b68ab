//! How an output becomes a body, in the form the caller asked for.

use bytes::Bytes;
use http::{HeaderMap, StatusCode, header};
use schemars::JsonSchema;
use serde::Serialize;

use crate::Failure;

/// An output: JSON by default, with the few things that may differ.
pub trait Render: Serialize + JsonSchema + Send + 'static {
    /// The status of a success.
    const STATUS: StatusCode = StatusCode::OK;

    /// Whether [`Render::markdown`] returns something, for the API documents.
    const MARKDOWN: bool = false;

    /// The media type of its answers for the API documents, where they are files instead of JSON.
    const FILE: Option<&'static str> = None;

    /// The file that the answer is, where [`Render::FILE`] says that it is one.
    fn file(&self) -> Option<File> {
        None
    }

    /// The same answer as a document people read, for `Accept: text/markdown`.
    fn markdown(&self) -> Option<String> {
        None
    }

    /// How many items of evidence it holds, for the metrics.
    fn items(&self) -> Option<usize> {
        None
    }
}

/// A file, as it is sent.
#[derive(Debug, Clone, Copy)]
pub struct File {
    /// Its media type, with the character set of a text.
    pub content_type: &'static str,
    /// What is in it.
    pub bytes: &'static [u8],
    /// Headers beside those of every answer, or in their place, by lower-case name.
    pub headers: &'static [(&'static str, &'static str)],
}

/// The form the caller prefers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    Json,
    Markdown,
    /// Server-sent events, the answer being the last.
    Events,
}

impl Wanted {
    /// Reads `Accept`: another form than JSON only where it is named and not ranked below JSON.
    pub(crate) fn from_headers(headers: &HeaderMap) -> Self {
        let (mut markdown, mut events, mut json) = (0.0_f32, 0.0_f32, 0.0_f32);
        let values = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
        for range in values.flat_map(|value| value.split(',')) {
            let mut parts = range.split(';').map(str::trim);
            let media = parts.next().unwrap_or_default().to_ascii_lowercase();
            let quality = parts.find_map(|part| part.strip_prefix("q=")?.parse().ok()).unwrap_or(1.0);
            match media.as_str() {
                "text/markdown" => markdown = quality,
                "text/event-stream" => events = quality,
                "application/json" => json = quality,
                _ => {}
            }
        }
        let best = markdown.max(events);
        if best <= 0.0 || best < json {
            Self::Json
        } else if markdown >= events {
            Self::Markdown
        } else {
            Self::Events
        }
    }
}

/// A success, ready to send.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) content_type: &'static str,
    pub(crate) body: Bytes,
    pub(crate) headers: &'static [(&'static str, &'static str)],
    pub(crate) items: Option<usize>,
}

/// The contract's content type.
pub(crate) const JSON: &str = "application/json; charset=utf-8";

impl Reply {
    pub(crate) fn render<O: Render>(output: &O, wanted: Wanted) -> Result<Self, Failure> {
        let markdown = if O::MARKDOWN && wanted == Wanted::Markdown { output.markdown() } else { None };
        if let Some(File { content_type, bytes, headers }) = output.file() {
            let body = Bytes::from_static(bytes);
            return Ok(Self { status: O::STATUS, content_type, body, headers, items: output.items() });
        }
        let (content_type, body) = match markdown {
            Some(text) => ("text/markdown; charset=utf-8", Bytes::from(text)),
            None => (JSON, Bytes::from(serde_json::to_vec(output).map_err(Failure::internal)?)),
        };
        Ok(Self { status: O::STATUS, content_type, body, headers: &[], items: output.items() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_form_is_sent_to_those_who_ask_for_it() {
        for (accept, wanted) in [
            ("text/markdown", Wanted::Markdown),
            ("text/html, TEXT/Markdown;q=0.9", Wanted::Markdown),
            ("application/json, text/markdown;q=0.5", Wanted::Json),
            ("*/*", Wanted::Json),
            ("text/markdown;q=0", Wanted::Json),
            ("text/event-stream", Wanted::Events),
            ("text/event-stream, */*;q=0.1", Wanted::Events),
            ("application/json, text/event-stream", Wanted::Events),
            ("application/json, text/event-stream;q=0.9", Wanted::Json),
            ("text/event-stream;q=0.5, text/markdown", Wanted::Markdown),
            ("", Wanted::Json),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, accept.parse().expect("a header"));
            assert_eq!(Wanted::from_headers(&headers), wanted, "{accept}");
        }
    }
}
