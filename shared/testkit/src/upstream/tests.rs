use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::json;

use super::*;

/// Sends `request` and returns everything up to the end of the connection.
async fn exchange(upstream: &Upstream, request: &'static str) -> String {
    let address = upstream.address;
    let blocking = tokio::task::spawn_blocking(move || {
        let mut connection = TcpStream::connect(address).expect("the upstream listens");
        connection.write_all(request.as_bytes()).expect("the upstream reads");
        let mut answer = Vec::new();
        _ = connection.read_to_end(&mut answer);
        String::from_utf8(answer).expect("the scripts here are text")
    });
    blocking.await.expect("the exchange does not panic")
}

#[tokio::test]
async fn answers_come_in_order_and_the_last_repeats() {
    let upstream = Upstream::start(vec![Answer::status(503), Answer::json(200, &json!({"a": 1}))]).await;
    let mut answers = Vec::new();
    for _ in 0..3 {
        answers.push(exchange(&upstream, "GET /x HTTP/1.1\r\nhost: a\r\n\r\n").await);
    }
    assert!(answers[0].starts_with("HTTP/1.1 503 "));
    assert!(answers[1].ends_with("content-length: 7\r\n\r\n{\"a\":1}"));
    assert_eq!(answers[1], answers[2]);
}

#[tokio::test]
async fn routes_match_by_method_and_path_and_requests_are_recorded() {
    let upstream = Upstream::routes(vec![
        Route::new("POST", "/search", vec![Answer::status(202)]),
        Route::new("GET", "/", vec![Answer::status(204)]),
    ])
    .await;
    let post = "POST /search?q=17+%25&empty HTTP/1.1\r\nX-Key: k\r\nContent-Length: 7\r\n\r\n{\"b\":2}";
    assert!(exchange(&upstream, post).await.starts_with("HTTP/1.1 202 "));
    assert!(exchange(&upstream, "GET /search HTTP/1.1\r\n\r\n").await.starts_with("HTTP/1.1 204 "));
    assert!(exchange(&upstream, "PUT /search HTTP/1.1\r\n\r\n").await.starts_with("HTTP/1.1 404 "));
    let requests = upstream.requests();
    assert_eq!(requests.len(), 3);
    assert_eq!(requests[0].path(), "/search");
    assert_eq!(requests[0].query("q").as_deref(), Some("17 %"));
    assert_eq!(requests[0].query("empty").as_deref(), Some(""));
    assert_eq!(requests[0].query("missing"), None);
    assert_eq!(requests[0].header("x-key"), Some("k"));
    assert_eq!(requests[0].json(), json!({"b": 2}));
}

#[tokio::test]
async fn faults_are_played_on_the_wire() {
    let upstream = Upstream::start(vec![
        Answer::text(200, "text/plain", "complete").cut_off(3),
        Answer::text(200, "text/plain", "complete").undeclared_length(),
        Answer::text(200, "text/plain", "complete").declared_length(99).header("retry-after", "1"),
        Answer::close_at_once(),
    ])
    .await;
    let request = "GET / HTTP/1.1\r\n\r\n";
    assert!(exchange(&upstream, request).await.ends_with("content-length: 8\r\n\r\ncom"));
    assert!(!exchange(&upstream, request).await.contains("content-length"));
    assert!(exchange(&upstream, request).await.contains("retry-after: 1\r\ncontent-length: 99\r\n"));
    assert_eq!(exchange(&upstream, request).await, "");
}

#[tokio::test]
async fn dropping_it_ends_open_connections() {
    let upstream = Upstream::start(vec![Answer::hang()]).await;
    let address = upstream.address;
    let blocking = tokio::task::spawn_blocking(move || {
        let mut connection = TcpStream::connect(address).expect("the upstream listens");
        connection.write_all(b"GET / HTTP/1.1\r\n\r\n").expect("the upstream reads");
        // Returns only when the other side is gone.
        _ = connection.read_to_end(&mut Vec::new());
    });
    while upstream.requests().is_empty() {
        tokio::task::yield_now().await;
    }
    drop(upstream);
    blocking.await.expect("the connection was closed");
}
