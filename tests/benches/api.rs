//! Requests per second and latency of each endpoint, through a real server over HTTP.
//!
//! `cargo bench -p tests --bench api [-- SECONDS]`. The load comes from this process, on the same machine:
//! it takes its share of the cores, so compare figures of one run with each other.

#![expect(clippy::print_stdout, reason = "a bench prints its table")]

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::{Method, Request, header};
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use serde_json::json;
use tests::Server;
use tokio::net::TcpStream;
use tokio::task::JoinSet;

/// Connections that are kept busy at once.
const CONNECTIONS: usize = 16;

/// What one endpoint is asked: the method, the path, and the body of the `n`th call.
struct Load {
    name: &'static str,
    method: Method,
    path: &'static str,
    body: fn(usize) -> String,
}

const LOADS: [Load; 6] = [
    Load { name: "context_check", method: Method::POST, path: "/api/tools/context_check", body: context },
    Load {
        name: "search_vectara (starter corpus)",
        method: Method::POST,
        path: "/api/tools/search_vectara",
        body: search,
    },
    Load { name: "tools", method: Method::GET, path: "/api/tools", body: nothing },
    Load { name: "ingest, one session", method: Method::POST, path: "/api/events/ingest", body: one_session },
    Load {
        name: "ingest, many sessions",
        method: Method::POST,
        path: "/api/events/ingest",
        body: many_sessions,
    },
    Load { name: "summary", method: Method::GET, path: "/api/sessions/bench/summary", body: nothing },
];

fn context(_: usize) -> String {
    let expected =
        json!({ "metric": "violent crime", "location": "Chicago", "timeframe": "YTD current year" });
    json!({ "claim": "Violent crime in Chicago dropped 17% this year", "expected": expected }).to_string()
}

fn search(_: usize) -> String {
    json!({ "query": "US CPI 2024 YoY", "top_k": 3, "freshness_days": 3660 }).to_string()
}

fn nothing(_: usize) -> String {
    String::new()
}

fn one_session(call: usize) -> String {
    event("bench", call)
}

fn many_sessions(call: usize) -> String {
    event(&format!("bench_{}", call % 1_000), call)
}

fn event(session: &str, call: usize) -> String {
    let sources = json!([{ "name": "BLS", "url": "https://www.bls.gov/" }]);
    let payload =
        json!({ "claim": format!("claim {call}"), "label": "True", "confidence": 0.9, "sources": sources });
    json!({ "session_id": session, "type": "verdict", "payload": payload }).to_string()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let seconds = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(5);
    let server = Server::start(&[("TRUTHY_LOG", "error")]).await?;
    println!("| endpoint | requests/s | p50 ms | p99 ms | failed |\n|---|---:|---:|---:|---:|");
    for load in &LOADS {
        let (latencies, failed) = run(server.address(), load, Duration::from_secs(seconds)).await?;
        let rate = latencies.len() as f64 / seconds as f64;
        let (p50, p99) = (percentile(&latencies, 50), percentile(&latencies, 99));
        println!("| {} | {rate:.0} | {p50:.2} | {p99:.2} | {failed} |", load.name);
    }
    println!("\nServer: {} after the run.", resident(&server)?);
    Ok(())
}

/// Keeps every connection busy for `length`; gives the sorted latencies in milliseconds, and the failures.
async fn run(
    address: SocketAddr,
    load: &'static Load,
    length: Duration,
) -> anyhow::Result<(Vec<f64>, usize)> {
    let until = Instant::now() + length;
    let mut connections = JoinSet::new();
    for number in 0..CONNECTIONS {
        connections.spawn(async move {
            let (mut sender, connection) =
                handshake(TokioIo::new(TcpStream::connect(address).await?)).await?;
            tokio::spawn(connection);
            let (mut latencies, mut failed) = (Vec::new(), 0);
            for call in (number..).step_by(CONNECTIONS) {
                let started = Instant::now();
                if started >= until {
                    break;
                }
                failed += usize::from(!call_once(&mut sender, address, load, call).await?);
                latencies.push(started.elapsed().as_secs_f64() * 1_000.0);
            }
            anyhow::Ok((latencies, failed))
        });
    }
    let (mut latencies, mut failures) = (Vec::new(), 0);
    while let Some(done) = connections.join_next().await {
        let (of_one, failed) = done??;
        latencies.extend(of_one);
        failures += failed;
    }
    latencies.sort_by(f64::total_cmp);
    Ok((latencies, failures))
}

async fn call_once(
    sender: &mut SendRequest<Full<Bytes>>,
    address: SocketAddr,
    load: &Load,
    call: usize,
) -> anyhow::Result<bool> {
    let request = Request::builder()
        .method(load.method.clone())
        .uri(load.path)
        .header(header::HOST, address.to_string())
        .header(header::CONTENT_TYPE, "application/json")
        .body(Full::new(Bytes::from((load.body)(call))))?;
    sender.ready().await?;
    let response = sender.send_request(request).await?;
    let succeeded = response.status().is_success();
    response.into_body().collect().await?;
    Ok(succeeded)
}

/// The `percent`th percentile of sorted values, 0 where there are none.
fn percentile(sorted: &[f64], percent: usize) -> f64 {
    let index = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    sorted.get(index).copied().unwrap_or(0.0)
}

/// Peak and present memory of the server, as the kernel counts it.
fn resident(server: &Server) -> anyhow::Result<String> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id()))?;
    let lines = status.lines().filter(|line| line.starts_with("VmHWM") || line.starts_with("VmRSS"));
    Ok(lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join(", "))
}
