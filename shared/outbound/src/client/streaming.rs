//! Bodies that are read as they arrive, and calls that are made more than twice.

use serde_json::{Value, json};
use testkit::upstream::{Answer, Upstream};

use crate::{Client, Deadline, OutboundError, Request};

/// Long enough for any machine; no test waits for it.
const AMPLE_MS: u64 = 30_000;

/// Everything a stream gives before it ends, and how it ends.
async fn read(answers: Vec<Answer>, timeout_ms: u64) -> (Vec<u8>, Result<(), OutboundError>, usize) {
    let upstream = Upstream::start(answers).await;
    let request = Request::get(&upstream.base_url()).max_bytes(1_000);
    let mut body = Vec::new();
    let outcome = match Client::new("scripted").stream(request, Deadline::after_ms(timeout_ms)).await {
        Err(error) => Err(error),
        Ok(mut streamed) => loop {
            match streamed.next().await {
                Ok(Some(piece)) => body.extend_from_slice(&piece),
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
        },
    };
    (body, outcome, upstream.requests().len())
}

fn text() -> Answer {
    Answer::text(200, "text/event-stream", "data: one\n\ndata: two\n\n")
}

#[tokio::test]
async fn a_body_is_given_as_it_arrives() {
    let (body, outcome, requests) = read(vec![text().undeclared_length()], AMPLE_MS).await;
    assert_eq!(body, b"data: one\n\ndata: two\n\n");
    assert!(outcome.is_ok(), "{outcome:?}");
    assert_eq!(requests, 1);
}

#[tokio::test]
async fn what_fails_before_the_body_is_repeated_and_nothing_after() {
    let faults = [Answer::status(503).header("retry-after", "0"), Answer::close_at_once()];
    for fault in faults {
        let (body, outcome, requests) = read(vec![fault.clone(), text()], AMPLE_MS).await;
        assert!(outcome.is_ok() && body == b"data: one\n\ndata: two\n\n", "{fault:?} {outcome:?}");
        assert_eq!(requests, 2, "{fault:?}");
    }
    let (body, outcome, requests) = read(vec![text().cut_off(11), text()], AMPLE_MS).await;
    assert_eq!(body, b"data: one\n\n");
    assert!(matches!(outcome, Err(OutboundError::Unreachable { .. })), "{outcome:?}");
    assert_eq!(requests, 1);
    let (_, outcome, requests) = read(vec![Answer::status(401)], AMPLE_MS).await;
    assert!(matches!(outcome, Err(OutboundError::Unauthorized { status: 401 })), "{outcome:?}");
    assert_eq!(requests, 1);
}

#[tokio::test]
async fn a_body_ends_at_the_deadline_and_at_the_cap() {
    let (body, outcome, _) = read(vec![text().stalled(11)], 150).await;
    assert_eq!(body, b"data: one\n\n");
    assert!(matches!(outcome, Err(OutboundError::Timeout)), "{outcome:?}");
    let (_, outcome, requests) = read(vec![Answer::hang()], 150).await;
    assert!(matches!(outcome, Err(OutboundError::Timeout)), "{outcome:?}");
    assert!(requests <= 1);
    let (body, outcome, _) = read(vec![Answer::junk(1_001)], AMPLE_MS).await;
    assert!(matches!(outcome, Err(OutboundError::TooLarge { limit_bytes: 1_000 })), "{outcome:?}");
    assert!(body.len() <= 1_000);
    let (body, outcome, _) = read(vec![Answer::junk(1_000)], AMPLE_MS).await;
    assert!(outcome.is_ok() && body.len() == 1_000, "{outcome:?}");
}

#[tokio::test]
async fn a_stream_shows_no_address() {
    let upstream = Upstream::start(vec![text()]).await;
    let request = Request::get(&upstream.base_url()).query("key", "AIza-secret");
    let streamed = Client::new("scripted").stream(request, Deadline::after_ms(AMPLE_MS)).await;
    assert_eq!(format!("{:?}", streamed.expect("it begins")), "Streamed { left_bytes: 2097152, .. }");
}

#[tokio::test]
async fn a_request_says_how_often_it_is_made() {
    let busy = || Answer::status(408);
    for (attempts, made) in [(0, 1), (1, 1), (2, 2), (3, 3)] {
        let upstream = Upstream::start(vec![busy(), busy(), Answer::json(200, &json!({}))]).await;
        let request = Request::get(&upstream.base_url()).attempts(attempts);
        let outcome = Client::new("scripted").json::<Value>(request, Deadline::after_ms(AMPLE_MS)).await;
        assert_eq!(outcome.is_ok(), attempts == 3, "{outcome:?}");
        assert_eq!(upstream.requests().len(), made);
    }
}

#[tokio::test]
async fn a_day_s_allowance_that_is_used_up_is_not_asked_for_again() {
    let details = json!([{"violations": [{"quotaId": "RequestsPerDay-FreeTier"}]}, {"retryDelay": "0.01s"}]);
    let upstream = Upstream::start(vec![Answer::json(429, &json!({"error": {"details": details}}))]).await;
    let request = Request::get(&upstream.base_url());
    let outcome = Client::new("scripted").json::<Value>(request, Deadline::after_ms(AMPLE_MS)).await;
    assert!(matches!(outcome, Err(OutboundError::RateLimited { retry_after_ms: None })), "{outcome:?}");
    assert_eq!(upstream.requests().len(), 1);
}
