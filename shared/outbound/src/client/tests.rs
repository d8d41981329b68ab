use std::error::Error;

use secrecy::SecretString;
use serde_json::{Value, json};
use testkit::upstream::{Answer, Route, Upstream};

use super::*;
use crate::Malformation;

/// Long enough for any machine; no test waits for it.
const AMPLE_MS: u64 = 30_000;

async fn call(answers: Vec<Answer>) -> (Result<Value, OutboundError>, usize) {
    call_within(answers, AMPLE_MS).await
}

/// The outcome of one call, and how many requests it took.
async fn call_within(answers: Vec<Answer>, timeout_ms: u64) -> (Result<Value, OutboundError>, usize) {
    let upstream = Upstream::start(answers).await;
    let request = Request::get(&upstream.base_url()).query("q", "what was claimed").max_bytes(100_000);
    let outcome = Client::new("scripted").json(request, Deadline::after_ms(timeout_ms)).await;
    (outcome, upstream.requests().len())
}

/// The whole chain of messages, as it would be logged.
fn chain(error: &(dyn Error + 'static)) -> String {
    let errors = std::iter::successors(Some(error), |&error| error.source());
    errors.map(|error| format!("{error} {error:?}")).collect::<Vec<_>>().join(": ")
}

#[tokio::test]
async fn json_is_decoded_and_the_request_is_sent_as_built() {
    let upstream = Upstream::start(vec![Answer::json(200, &json!({"ok": true})).slow(20)]).await;
    let request = Request::post_json(&upstream.base_url(), &json!({"query": "é"}))
        .segments(["v2", "search"])
        .query("limit", "5")
        .bearer(&SecretString::from("key"))
        .timeout_header("request-timeout-millis");
    let answer: Value = Client::new("scripted").json(request, Deadline::after_ms(AMPLE_MS)).await.unwrap();
    assert_eq!(answer, json!({"ok": true}));
    let received = upstream.only_request();
    assert_eq!((received.method.as_str(), received.target.as_str()), ("POST", "/v2/search?limit=5"));
    assert_eq!(received.json(), json!({"query": "é"}));
    assert_eq!(received.header("authorization"), Some("Bearer key"));
    assert_eq!(received.header("accept"), Some("application/json"));
    assert_eq!(received.header("accept-encoding"), Some("gzip"));
    let budget: u64 = received.header("request-timeout-millis").unwrap().parse().unwrap();
    assert!((1..=AMPLE_MS).contains(&budget));
}

#[tokio::test]
async fn forms_are_encoded() {
    let upstream = Upstream::start(vec![Answer::json(200, &json!({}))]).await;
    let request = Request::post_form(&upstream.base_url(), &[("q", "17 % & more"), ("format", "json")]);
    Client::new("scripted").bytes(request, Deadline::after_ms(AMPLE_MS)).await.unwrap();
    let received = upstream.only_request();
    assert_eq!(received.header("content-type"), Some("application/x-www-form-urlencoded"));
    assert_eq!(received.body, b"q=17+%25+%26+more&format=json");
}

#[tokio::test]
async fn passing_faults_are_repeated_once() {
    let fine = || Answer::json(200, &json!({}));
    let faults = [
        Answer::status(500),
        Answer::status(503).header("retry-after", "0"),
        Answer::status(429).header("retry-after-ms", "5"),
        Answer::close_at_once(),
        Answer::json(200, &json!({"a": "b"})).cut_off(4),
        Answer::json(200, &json!({"a": "b"})).cut_off(0),
        Answer::text(200, "application/json", "{}").declared_length(50),
    ];
    for fault in faults {
        let (outcome, requests) = call(vec![fault.clone(), fine()]).await;
        assert!(outcome.is_ok(), "{fault:?}: {outcome:?}");
        assert_eq!(requests, 2, "{fault:?}");
        let (outcome, requests) = call(vec![fault.clone()]).await;
        assert!(outcome.is_err_and(|error| error.is_retryable()), "{fault:?}");
        assert_eq!(requests, 2, "{fault:?}");
    }
}

#[tokio::test]
async fn lasting_faults_are_not_repeated() {
    let cases = [
        (Answer::status(401), "access refused with status 401"),
        (Answer::status(403), "access refused with status 403"),
        (Answer::status(301).header("location", "http://127.0.0.1:1/"), "request rejected with status 301"),
        (Answer::json(422, &json!({"error": {"code": "BAD"}})), "request rejected with status 422 (BAD)"),
        (
            Answer::json(433, &json!({"detail": {"error": "what was claimed"}})),
            "request rejected with status 433",
        ),
        (Answer::text(200, "text/html", "<html>sign in</html>"), "the answer cannot be read"),
        (Answer::text(200, "application/json", ""), "the answer cannot be read"),
        (Answer::bytes(200, "application/json", vec![0xFF, 0xFE]), "the answer cannot be read"),
        (Answer::text(200, "application/json", &"[".repeat(50_000)), "the answer cannot be read"),
        (Answer::junk(10_000_000), "the answer is larger than 100000 bytes"),
        (Answer::junk(10_000_000).declared_length(10_000_000), "the answer is larger than 100000 bytes"),
        (Answer::junk(100_001), "the answer is larger than 100000 bytes"),
    ];
    for (answer, expected) in cases {
        let (outcome, requests) = call(vec![answer]).await;
        let error = outcome.expect_err(expected);
        assert_eq!(error.to_string(), expected);
        assert!(!error.is_retryable());
        assert_eq!(requests, 1, "{expected}");
    }
}

#[tokio::test]
async fn a_hint_beyond_the_deadline_is_returned_instead_of_waited_for() {
    let (outcome, requests) = call(vec![Answer::status(429).header("retry-after", "3600")]).await;
    assert!(
        matches!(outcome, Err(OutboundError::RateLimited { retry_after_ms: Some(3_600_000) })),
        "{outcome:?}"
    );
    assert_eq!(requests, 1);
}

#[tokio::test]
async fn a_refusal_whose_body_never_comes_is_still_a_refusal() {
    let answer = || Answer::text(429, "text/html", "challenge").header("retry-after", "3600");
    for answer in [answer().stalled(3), answer().cut_off(3), answer().declared_length(99_999_999)] {
        let (outcome, requests) = call(vec![answer.clone()]).await;
        assert!(matches!(outcome, Err(OutboundError::RateLimited { .. })), "{answer:?} {outcome:?}");
        assert_eq!(requests, 1);
    }
}

#[tokio::test]
async fn silence_ends_at_the_deadline() {
    let (outcome, requests) = call_within(vec![Answer::hang()], 150).await;
    assert!(matches!(outcome, Err(OutboundError::Timeout)), "{outcome:?}");
    assert!(requests <= 1);
    let (outcome, _) = call_within(vec![Answer::json(200, &json!({"a": "b"})).stalled(4)], 150).await;
    assert!(matches!(outcome, Err(OutboundError::Timeout)), "{outcome:?}");
    let (outcome, requests) = call_within(vec![Answer::status(200)], 0).await;
    assert!(matches!(outcome, Err(OutboundError::Timeout)), "{outcome:?}");
    assert_eq!(requests, 0);
}

#[tokio::test]
async fn errors_name_neither_url_nor_query_nor_key_nor_body() {
    let unreachable = {
        let closed = Upstream::start(vec![]).await;
        closed.base_url()
    };
    let upstream = Upstream::start(vec![Answer::json(200, &json!("what was answered"))]).await;
    for base in [unreachable, upstream.base_url(), upstream.base_url().replace("http:", "https:")] {
        let request =
            Request::get(&base).query("key", "AIza-secret").secret_header("x-key", &"AIza-secret".into());
        let outcome = Client::new("scripted").json::<Vec<u8>>(request, Deadline::after_ms(AMPLE_MS)).await;
        let text = chain(&outcome.expect_err("neither answers with a list"));
        assert!(!text.contains("secret") && !text.contains("key=") && !text.contains("answered"), "{text}");
    }
}

#[tokio::test]
async fn a_wrong_shape_is_told_from_no_json_at_all() {
    let upstream = Upstream::start(vec![Answer::json(200, &json!({"a": 1}))]).await;
    let request = Request::get(&upstream.base_url());
    let outcome = Client::new("scripted").json::<Vec<u8>>(request, Deadline::after_ms(AMPLE_MS)).await;
    assert!(
        matches!(outcome, Err(OutboundError::Malformed { source: Malformation { is_json: true, .. } })),
        "{outcome:?}"
    );
    let (outcome, _) = call(vec![Answer::text(200, "text/html", "<html>")]).await;
    assert!(
        matches!(outcome, Err(OutboundError::Malformed { source: Malformation { is_json: false, .. } })),
        "{outcome:?}"
    );
}

/// A gzip stream of `1 + 258 * repeats` zeros, in RFC 1951's fixed code: one literal, then copies of it.
fn zeros(repeats: usize) -> Vec<u8> {
    let mut bits = String::from("110") + "00110000";
    bits.push_str(&"1100010100000".repeat(repeats));
    bits.push_str("0000000");
    let mut stream = vec![0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3];
    for byte in bits.as_bytes().chunks(8) {
        stream.push(byte.iter().rev().fold(0, |value, bit| value << 1 | u8::from(*bit == b'1')));
    }
    stream
}

#[tokio::test]
async fn compressed_bodies_are_decoded_and_capped_after_decompression() {
    let gzip =
        |body: Vec<u8>| Answer::bytes(200, "application/json", body).header("content-encoding", "gzip");
    // An empty object in one stored block, its checksum and its length.
    let mut object = vec![0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 0, 0xFD, 0xFF, b'{', b'}'];
    object.extend([0x43, 0xBF, 0xA6, 0xA3, 2, 0, 0, 0]);
    let (outcome, _) = call(vec![gzip(object)]).await;
    assert_eq!(outcome.expect("a compressed empty object"), json!({}));

    let bomb = zeros(1_000);
    assert!(bomb.len() < 2_000);
    let (outcome, _) = call(vec![gzip(bomb)]).await;
    assert!(matches!(outcome, Err(OutboundError::TooLarge { limit_bytes: 100_000 })), "{outcome:?}");
}

#[tokio::test]
async fn pages_follow_redirects_without_credentials_and_apis_follow_none() {
    let other = Upstream::start(vec![Answer::text(200, "text/html; charset=utf-8", "<p>page</p>")]).await;
    let first =
        Upstream::start(vec![Answer::status(302).header("location", &format!("{}/there", other.base_url()))])
            .await;
    let request = || Request::get(&first.base_url()).secret_header("x-api-key", &SecretString::from("key"));

    let page = Client::for_pages("pages").bytes(request(), Deadline::after_ms(AMPLE_MS)).await.unwrap();
    assert_eq!(&page.bytes[..], b"<p>page</p>");
    assert_eq!(page.content_type.as_deref(), Some("text/html; charset=utf-8"));
    assert_eq!(page.final_url, format!("{}/there", other.base_url()));
    assert_eq!(first.only_request().header("x-api-key"), None);
    assert_eq!(other.only_request().header("x-api-key"), None);

    let refused = Client::new("api").bytes(request(), Deadline::after_ms(AMPLE_MS)).await;
    assert!(matches!(refused, Err(OutboundError::Rejected { status: 302, .. })), "{refused:?}");
    assert_eq!(first.requests()[1].header("x-api-key"), Some("key"));
    assert_eq!(other.requests().len(), 1);
}

#[tokio::test]
async fn redirects_end_after_five_and_stay_on_the_web() {
    let circle = Upstream::start(vec![Answer::status(302).header("location", "/again")]).await;
    let pages = Client::for_pages("pages");
    let outcome = pages.bytes(Request::get(&circle.base_url()), Deadline::after_ms(AMPLE_MS)).await;
    assert!(matches!(outcome, Err(OutboundError::Rejected { status: 302, .. })), "{outcome:?}");
    assert_eq!(circle.requests().len(), 6);

    let file = Route::any(vec![Answer::status(302).header("location", "file:///etc/passwd")]);
    let upstream = Upstream::routes(vec![file]).await;
    let outcome = pages.bytes(Request::get(&upstream.base_url()), Deadline::after_ms(AMPLE_MS)).await;
    assert!(outcome.is_err(), "{outcome:?}");
}

#[tokio::test]
async fn nothing_is_built_before_the_first_call() {
    let upstream = Upstream::start(vec![Answer::json(200, &json!({}))]).await;
    let client = Client::new("scripted");
    let unusable = client.bytes(Request::get("no address"), Deadline::after_ms(AMPLE_MS)).await;
    assert!(matches!(unusable, Err(OutboundError::InvalidUrl)));
    assert!(client.connections.get().is_none() && client.loopback.get().is_none());
    client.bytes(Request::get(&upstream.base_url()), Deadline::after_ms(AMPLE_MS)).await.unwrap();
    assert!(client.connections.get().is_none() && client.loopback.get().is_some());
}

#[test]
fn connections_beyond_this_machine_can_be_built() {
    let client = Client::new("scripted");
    let url = Url::parse("https://api.example/").unwrap();
    assert!(client.connections(&url).is_ok());
    assert!(client.connections.get().is_some());
}
