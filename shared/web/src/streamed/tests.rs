use std::time::Duration;

use http::header;
use lambda_http::Body;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use settings::Settings;
use tokio::sync::Notify;

use super::*;
use crate::progress::EventKind;
use crate::{Endpoint, ErrorCode, Input, Principal, Render};

#[derive(Deserialize, JsonSchema)]
struct Wish {
    steps: Vec<String>,
}
impl Input for Wish {}

#[derive(Serialize, JsonSchema)]
struct Granted {
    steps: usize,
}
impl Render for Granted {}

/// Does what the steps say.
async fn handle(gate: &Notify, _: Principal, wish: Wish, progress: Progress) -> Result<Granted, Failure> {
    for step in &wish.steps {
        match step.as_str() {
            "wait" => gate.notified().await,
            "fail" => return Err(Failure::new(ErrorCode::Timeout, "too late")),
            "panic" => panic!("secret of the caller"),
            said => progress.send("step", &json!({ "said": said })),
        }
    }
    Ok(Granted { steps: wish.steps.len() })
}

const EVENTS: &[EventKind] = &[EventKind { name: "step", description: "a step" }];

fn function() -> Arc<Function> {
    let endpoint = Endpoint::post("sample", "/api/sample").streaming_handler(
        EVENTS,
        |_| {
            let gate = Notify::new();
            gate.notify_one();
            gate
        },
        |_| Box::pin(std::future::ready(())),
        handle,
    );
    Arc::new(endpoint.open(&Settings::default()).expect("no setting is needed"))
}

fn request(steps: &[&str], accept: &str) -> Request {
    let request = http::Request::builder().method("POST").header("accept", accept);
    request.body(Body::Text(json!({ "steps": steps }).to_string())).expect("a request")
}

async fn whole(response: Response<StreamedBody>) -> (u16, String, String) {
    let (parts, body) = response.into_parts();
    let content_type = parts.headers[header::CONTENT_TYPE].to_str().expect("text").to_owned();
    let bytes = body.collect().await.expect("a body").to_bytes();
    (parts.status.as_u16(), content_type, String::from_utf8(bytes.to_vec()).expect("text"))
}

#[tokio::test]
async fn a_stream_holds_every_event_and_then_the_answer_or_the_failure() {
    let done = "event: done\ndata: {\"steps\":";
    let late = "event: error\ndata: {\"error\":{\"code\":\"TIMEOUT\"";
    for (steps, expected) in [
        (
            &["a", "b"][..],
            vec!["event: step\ndata: {\"said\":\"a\"}", "event: step\ndata: {\"said\":\"b\"}", done],
        ),
        (&["a", "wait", "b"], vec!["event: step", "event: step", done]),
        (&[], vec![done]),
        (&["wait"], vec![done]),
        (&["a", "fail"], vec!["event: step", late]),
        (
            &["a", "wait", "panic"],
            vec!["event: step", "event: error\ndata: {\"error\":{\"code\":\"INTERNAL\""],
        ),
    ] {
        let (status, content_type, streamed) =
            whole(function().respond_streaming(request(steps, "text/event-stream")).await).await;
        assert_eq!((status, content_type.as_str()), (200, EVENT_STREAM), "{steps:?}");
        let events: Vec<&str> = streamed.split_terminator("\n\n").collect();
        assert_eq!(events.len(), expected.len(), "{streamed}");
        for (event, expected) in events.iter().zip(expected) {
            assert!(event.starts_with(expected), "{event} for {steps:?}");
        }
        assert!(!streamed.contains("secret"), "{streamed}");
        let at_once = function().respond(request(steps, "text/event-stream")).await;
        assert_eq!(at_once.headers()[header::CONTENT_TYPE], EVENT_STREAM);
        assert_eq!(String::from_utf8_lossy(at_once.body()), streamed, "{steps:?}");
    }
}

#[tokio::test]
async fn what_fails_before_the_first_event_keeps_its_status() {
    for (steps, accept, expected) in [
        (&["fail"][..], "text/event-stream", 504),
        (&["wait", "fail"], "text/event-stream", 504),
        (&["a", "fail"], "application/json", 504),
        (&["a"], "*/*", 200),
    ] {
        let (status, content_type, body) =
            whole(function().respond_streaming(request(steps, accept)).await).await;
        assert_eq!((status, content_type.as_str()), (expected, "application/json; charset=utf-8"));
        assert!(serde_json::from_str::<Value>(&body).is_ok(), "{body}");
        assert_eq!(function().respond(request(steps, accept)).await.status().as_u16(), expected);
    }
    let bad = http::Request::builder().method("POST").header("accept", "text/event-stream");
    let bad = bad.body(Body::Text("{".to_owned())).expect("a request");
    assert_eq!(function().respond_streaming(bad).await.status().as_u16(), 422);
}

#[tokio::test]
async fn an_event_is_sent_before_the_work_goes_on() {
    let function = function();
    // The gate opens once: the second wait lasts until the end of the test.
    let steps = ["a", "wait", "b", "wait", "c"];
    let mut body = function.respond_streaming(request(&steps, "text/event-stream")).await.into_body();
    for said in ["a", "b"] {
        let frame = body.frame().await.expect("an event").expect("never fails");
        let data = frame.into_data().expect("data");
        assert!(String::from_utf8_lossy(&data).contains(said));
    }
    let third = tokio::time::timeout(Duration::from_millis(20), body.frame()).await;
    assert!(third.is_err(), "nothing is sent while the work waits");
}
