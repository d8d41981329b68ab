//! Peer: a bootstrap by hand on blocking sockets, the floor that the functions are held against.
//!
//! `PEER_WORK` says what it does: `json` (parse the event, check a claim, answer), `init` (the same, with a
//! TLS configuration built at start), `get` (the same, and one signed `GetItem` for each event).

mod dynamodb;
mod sockets;

use std::io::{self, Write};
use std::net::TcpStream;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::dynamodb::Table;
use crate::sockets::{Message, read_message};

/// The fields of the event that are read, borrowed from it.
#[derive(Deserialize)]
struct Event {
    body: Option<String>,
}

#[derive(Deserialize)]
struct Claim {
    claim: String,
}

fn main() -> io::Result<()> {
    let work = variable("PEER_WORK").unwrap_or_default();
    let mut table = match work.as_str() {
        "init" | "get" => Some(Table::from_environment()?),
        _ => None,
    };
    let api = variable("AWS_LAMBDA_RUNTIME_API").unwrap_or_default();
    let mut socket = TcpStream::connect(&api)?;
    socket.set_nodelay(true)?;
    let next = format!("GET /2018-06-01/runtime/invocation/next HTTP/1.1\r\nHost: {api}\r\n\r\n");
    loop {
        socket.write_all(next.as_bytes())?;
        let event = read_message(&mut socket)?;
        let id = event.header("lambda-runtime-aws-request-id").unwrap_or_default().to_owned();
        let item = match &mut table {
            Some(table) if work == "get" => Some(table.get_item()?),
            _ => None,
        };
        let answer = answer(&event, item.as_ref())?.to_string();
        let head = format!(
            "POST /2018-06-01/runtime/invocation/{id}/response HTTP/1.1\r\nHost: {api}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            answer.len()
        );
        socket.write_all(format!("{head}{answer}").as_bytes())?;
        read_message(&mut socket)?;
    }
}

/// Looks for what a claim leaves out, as `context_check` does, by the plainest means.
fn answer(event: &Message, item: Option<&Message>) -> io::Result<Value> {
    let event: Event = serde_json::from_slice(&event.body)?;
    let Claim { claim } = serde_json::from_str(event.body.as_deref().unwrap_or_default())?;
    let words: Vec<String> = claim.split_whitespace().map(str::to_lowercase).collect();
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
    let mut concerns = Vec::new();
    if claim.contains('%') && !has(&["from", "compared", "versus"]) {
        concerns.push("baseline");
    }
    if !has(&["per", "rate", "count"]) {
        concerns.push("unit");
    }
    if !words.iter().any(|word| word.len() == 4 && word.parse::<u16>().is_ok()) {
        concerns.push("timeframe");
    }
    let claims: Option<Value> = match item {
        Some(item) => serde_json::from_slice::<Value>(&item.body)?.pointer("/Item/claims/N").cloned(),
        None => None,
    };
    let body = json!({ "claim": claim, "concerns": concerns, "claims": claims }).to_string();
    Ok(json!({ "statusCode": 200, "headers": { "content-type": "application/json" }, "body": body }))
}

/// A variable of the environment.
#[expect(clippy::disallowed_methods, reason = "a peer has no settings of the project")]
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}
