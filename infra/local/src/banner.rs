//! What a person sees when the server starts: where it is, what is in it, and what keys would add.

use std::net::SocketAddr;

use anstyle::{AnsiColor, Style};
use settings::{Settings, names};

const STRONG: Style = Style::new().bold();
const GOOD: Style = AnsiColor::Green.on_default();
const DIM: Style = Style::new().dimmed();

/// Keys that switch something on, and what.
const KEYS: [(&str, &str); 7] = [
    (names::TAVILY_API_KEY, "web search by Tavily"),
    (names::BRAVE_API_KEY, "web search by Brave"),
    (names::EXA_API_KEY, "web search by Exa"),
    (names::SEARXNG_BASE_URL, "web search by your SearXNG"),
    (names::GOOGLE_FACT_CHECK_API_KEY, "published fact checks"),
    (
        names::VECTARA_API_KEY,
        "Vectara as the trusted corpus (with TRUTHY_CORPUS=vectara and VECTARA_CORPUS_KEY)",
    ),
    (names::TRUTHY_TOKENS, "bearer tokens: without them anyone who reaches this address may call"),
];

/// Prints to standard output. The line that starts with `Truthy` ends with the base URL: scripts read it.
pub(crate) fn print(address: SocketAddr, settings: &Settings, open: bool, embedded_table: bool) {
    let base = format!("http://{address}/api");
    anstream::println!("{STRONG}Truthy{STRONG:#} is listening on {GOOD}{base}{GOOD:#}");
    anstream::println!("  the page   {GOOD}http://{address}/{GOOD:#}");
    if embedded_table {
        anstream::println!("  embedded   DynamoDB-compatible table, full-text corpus, context check");
    } else {
        anstream::println!("  embedded   full-text corpus, context check; the table is the one you named");
    }
    for (name, meaning) in KEYS {
        if settings.text(name).is_some() {
            anstream::println!("  {GOOD}on{GOOD:#}         {meaning}");
        } else {
            anstream::println!("  {DIM}off        {name} switches on {meaning}{DIM:#}");
        }
    }
    if open {
        tracing::warn!("no token is asked for; set TRUTHY_TOKENS before others can reach this address");
    }
    let token = if open { "" } else { " -H 'Authorization: Bearer <token>'" };
    anstream::println!(
        "\ncurl -s {base}/tools/search_vectara{token} -H 'Content-Type: application/json' \\\n  \
         -d '{{\"query\":\"US CPI 2024 YoY\", \"top_k\":3}}'\n"
    );
}
