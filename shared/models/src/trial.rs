//! What the tests of all models share: one question, one call against a scripted upstream.

use futures_util::StreamExt;
use outbound::Deadline;
use secrets::Secret;
use serde_json::{Value, json};
use settings::Clock;
use testkit::upstream::{Answer, Received, Upstream};

use crate::openai::Service;
use crate::{ChatModel, Gemini, ModelError, OpenAiCompatible, Piece, Reply, Request};

/// Long enough for any machine; no test waits for it.
pub(crate) const AMPLE_MS: u64 = 30_000;

/// Builds a model for an upstream's address.
pub(crate) type Make = fn(&str) -> Box<dyn ChatModel>;

pub(crate) fn gemini(base: &str) -> Box<dyn ChatModel> {
    let today = "2026-11-21T12:00:00Z".parse().expect("an instant");
    let client = Gemini::new(base, Secret::plain("AIza-key"), "gemini-3.8-flash");
    Box::new(client.clock(Clock::Fixed(today)))
}

pub(crate) fn groq(base: &str) -> Box<dyn ChatModel> {
    let key = Secret::plain("gsk-key");
    Box::new(OpenAiCompatible::new(Service::Groq, base, key, "openai/gpt-oss-120b"))
}

pub(crate) fn openai(base: &str) -> Box<dyn ChatModel> {
    Box::new(OpenAiCompatible::new(Service::OpenAi, base, Secret::plain("sk-key"), "some-model"))
}

pub(crate) fn question() -> Request {
    Request::new("answer", "Did prices rise?")
}

/// The events of a stream, each with this data.
pub(crate) fn events(data: &[Value]) -> Answer {
    let lines: Vec<String> = data.iter().map(|value| format!("data: {value}\n\n")).collect();
    Answer::text(200, "text/event-stream", &lines.concat()).undeclared_length()
}

/// What Gemini answers when it says `text`.
pub(crate) fn gemini_says(text: &str) -> Value {
    json!({"candidates": [{"content": {"role": "model", "parts": [{"text": text}]}, "finishReason": "STOP"}]})
}

/// What OpenAI's protocol answers when the model says `text`.
pub(crate) fn openai_says(text: &str) -> Value {
    json!({"choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}]})
}

/// What `make`'s model makes of `answers`, and what it sent.
pub(crate) async fn ask(
    make: Make,
    request: &Request,
    answers: Vec<Answer>,
    timeout_ms: u64,
) -> (Result<Reply, ModelError>, Vec<Received>) {
    let upstream = Upstream::start(answers).await;
    let outcome = make(&upstream.base_url()).complete(request, Deadline::after_ms(timeout_ms)).await;
    (outcome, upstream.requests())
}

/// The same as a stream: its texts, its end, and what was sent.
pub(crate) async fn ask_for_pieces(
    make: Make,
    request: &Request,
    answers: Vec<Answer>,
    timeout_ms: u64,
) -> (Vec<String>, Result<Reply, ModelError>, Vec<Received>) {
    let upstream = Upstream::start(answers).await;
    let model = make(&upstream.base_url());
    let (texts, outcome) = read(model.as_ref(), request, Deadline::after_ms(timeout_ms)).await;
    (texts, outcome, upstream.requests())
}

/// The texts of a stream, and its end.
pub(crate) async fn read(
    model: &dyn ChatModel,
    request: &Request,
    deadline: Deadline,
) -> (Vec<String>, Result<Reply, ModelError>) {
    let mut texts = Vec::new();
    let mut pieces = match model.stream(request, deadline).await {
        Ok(pieces) => pieces,
        Err(error) => return (texts, Err(error)),
    };
    while let Some(piece) = pieces.next().await {
        match piece {
            Ok(Piece::Text(text)) => texts.push(text),
            Ok(Piece::End(reply)) => {
                assert!(pieces.next().await.is_none(), "nothing comes after the end");
                return (texts, Ok(*reply));
            }
            Err(error) => {
                assert!(pieces.next().await.is_none(), "nothing comes after an error");
                return (texts, Err(error));
            }
        }
    }
    panic!("a stream ends with a reply or an error")
}

/// What is wrong with the answer.
pub(crate) fn problem(outcome: Result<Reply, ModelError>) -> crate::Unusable {
    match outcome {
        Err(ModelError::Unusable { source, .. }) => source,
        other => panic!("expected an answer of no use, got {other:?}"),
    }
}
