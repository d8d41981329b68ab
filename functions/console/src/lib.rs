//! `GET /`: the page. What it is made of comes from `assets`, the function beside this one.
//!
//! The page is written in `web/` and checked in as it is built, in `assets/`: nobody needs Node to serve it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::{Endpoint, Failure, File, Principal, Render};

const PAGE: &str = include_str!("../assets/index.html");

/// What the page may load, and from where: its own files, this API, and Gemini for a live session.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
                      connect-src 'self' https://generativelanguage.googleapis.com \
                      wss://generativelanguage.googleapis.com; media-src 'self' blob:; worker-src 'self' blob:; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// It names its files by their content, so it alone is asked for anew each time.
const HEADERS: &[(&str, &str)] = &[
    ("cache-control", "no-cache"),
    ("content-security-policy", POLICY),
    ("permissions-policy", "microphone=(self), camera=(), geolocation=()"),
    ("referrer-policy", "no-referrer"),
    ("x-frame-options", "DENY"),
];

/// What the handler needs.
#[derive(Debug)]
pub struct Deps {}

/// Nothing is asked. Whatever a link adds to the address is for others to read.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "PageInput")]
pub struct Input {}

impl web::Input for Input {}

/// The page.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Page")]
pub struct Output {}

impl Render for Output {
    const FILE: Option<&'static str> = Some("text/html");

    fn file(&self) -> Option<File> {
        Some(File { content_type: "text/html; charset=utf-8", bytes: PAGE.as_bytes(), headers: HEADERS })
    }
}

/// The endpoint.
#[must_use]
pub fn endpoint() -> Endpoint {
    Endpoint::get("console", "/")
        .summary("The page: live debates, moderation, reports, and this API to try")
        .description(
            "HTML that loads nothing from elsewhere. It talks to this API, and to Gemini in a live session.",
        )
        .public()
        .handler(|_| Deps {}, handle)
}

/// Gives the page.
pub async fn handle(_: &Deps, _: Principal, _: Input) -> Result<Output, Failure> {
    Ok(Output {})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_asks_for_nothing_that_its_policy_forbids() {
        for part in [
            "<style",
            " style=",
            " onclick=",
            "javascript:",
            "src=\"http",
            "href=\"http",
            "href=\"/",
            "src=\"/",
        ] {
            assert!(!PAGE.contains(part), "{part}");
        }
        let scripts = PAGE.matches("<script").count();
        assert_eq!(scripts, PAGE.matches("src=\"./assets/").count(), "no script is written into the page");
        assert!(!POLICY.contains("unsafe"), "{POLICY}");
    }
}
