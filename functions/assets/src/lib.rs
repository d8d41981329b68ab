//! `GET /assets/{file}`: what the page is made of, and the document of the API that it shows.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::field::Text;
use web::{Endpoint, ErrorCode, Failure, File, Principal, Render};

// `FILES`: name and content of each, in the order of their names.
include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// What is named after its content never changes. A year is as long as caches keep anything.
const KEPT: &[(&str, &str)] = &[("cache-control", "public, max-age=31536000, immutable")];
/// What changes under the same name.
const ASKED_FOR_ANEW: &[(&str, &str)] = &[("cache-control", "no-cache")];
/// The API as a document.
const DOCUMENT: &str = "openapi.json";

/// What the handler needs.
#[derive(Debug)]
pub struct Deps {}

/// Which file.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "AssetInput")]
pub struct Input {
    /// Its name, as the page has it.
    pub file: Text<200>,
}

impl web::Input for Input {}

/// A file of the page.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Asset")]
pub struct Output {
    #[serde(skip)]
    file: &'static (&'static str, &'static [u8]),
}

impl Render for Output {
    const FILE: Option<&'static str> = Some("*/*");

    fn file(&self) -> Option<File> {
        let (name, bytes) = *self.file;
        let headers = if name == DOCUMENT { ASKED_FOR_ANEW } else { KEPT };
        Some(File { content_type: content_type(name), bytes, headers })
    }
}

/// The endpoint.
#[must_use]
pub fn endpoint() -> Endpoint {
    Endpoint::get("assets", "/assets/{file}")
        .summary("A file of the page")
        .description(
            "Scripts, styles and pictures by the names that the page has for them, which may be kept for a year, and \
             `openapi.json`, this document.",
        )
        .public()
        .fails_with(&[ErrorCode::NotFound])
        .handler(|_| Deps {}, handle)
}

/// Gives the file.
pub async fn handle(_: &Deps, _: Principal, input: Input) -> Result<Output, Failure> {
    let found = FILES.binary_search_by_key(&input.file.as_str(), |(name, _)| name);
    let place = found.map_err(|_| {
        Failure::new(
            ErrorCode::NotFound,
            "the page has no such file; load the page anew, it may have changed",
        )
    })?;
    Ok(Output { file: &FILES[place] })
}

/// By the end of its name.
fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_type_of_its_own_and_a_name_that_a_path_can_hold() {
        assert!(!FILES.is_empty());
        for (name, bytes) in FILES {
            assert_ne!(content_type(name), "application/octet-stream", "{name}");
            assert!(
                name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte)),
                "{name}"
            );
            assert!(!bytes.is_empty(), "{name}");
        }
        assert!(FILES.is_sorted_by_key(|(name, _)| name), "they are looked up by halves");
    }
}
