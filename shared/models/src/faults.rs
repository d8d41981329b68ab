//! Every model against every fault of an upstream, whole and as a stream.

use std::error::Error;

use outbound::OutboundError;
use serde_json::{Value, json};
use testkit::upstream::Answer;

use crate::trial::{
    self, AMPLE_MS, Make, ask, ask_for_pieces, events, gemini_says, openai_says, problem, question,
};
use crate::{Cause, ModelError, Reply, Unusable};

/// A model, and its answer, whole and as a stream.
struct Subject {
    name: &'static str,
    make: Make,
    whole: Value,
    pieces: Vec<Value>,
}

fn subjects() -> Vec<Subject> {
    let delta = |text: &str| json!({"choices": [{"delta": {"content": text}}]});
    let end = json!({"choices": [{"delta": {}, "finish_reason": "stop"}]});
    let part = |text: &str| json!({"candidates": [{"content": {"parts": [{"text": text}]}}]});
    let openai = || vec![delta("Yes"), delta(", they did"), end.clone()];
    vec![
        Subject {
            name: "gemini",
            make: trial::gemini,
            whole: gemini_says("Yes, they did."),
            pieces: vec![part("Yes"), part(", they did"), gemini_says(".")],
        },
        Subject { name: "groq", make: trial::groq, whole: openai_says("Yes, they did."), pieces: openai() },
        Subject {
            name: "openai",
            make: trial::openai,
            whole: openai_says("Yes, they did."),
            pieces: openai(),
        },
    ]
}

impl Subject {
    fn fine(&self) -> [Answer; 2] {
        [Answer::json(200, &self.whole), events(&self.pieces)]
    }

    /// The outcomes of a whole answer and of a stream, with the number of requests each took, where the upstream
    /// has these faults and is fine after them.
    async fn after(&self, faults: &[Answer]) -> [(Result<Reply, ModelError>, usize); 2] {
        let [whole, pieces] = self.fine();
        let script = |fine| faults.iter().cloned().chain([fine]).collect::<Vec<_>>();
        let (outcome, requests) = ask(self.make, &question(), script(whole), AMPLE_MS).await;
        let (_, streamed, begun) = ask_for_pieces(self.make, &question(), script(pieces), AMPLE_MS).await;
        [(outcome, requests.len()), (streamed, begun.len())]
    }

    /// The outcomes where the upstream has nothing but this fault.
    async fn with(&self, fault: &Answer, timeout_ms: u64) -> [(Result<Reply, ModelError>, usize); 2] {
        let (outcome, requests) = ask(self.make, &question(), vec![fault.clone()], timeout_ms).await;
        let (_, streamed, begun) =
            ask_for_pieces(self.make, &question(), vec![fault.clone()], timeout_ms).await;
        [(outcome, requests.len()), (streamed, begun.len())]
    }
}

fn cause(outcome: Result<Reply, ModelError>) -> Cause {
    match outcome {
        Err(ModelError::Unavailable { source, .. }) => source,
        other => panic!("expected an unavailable model, got {other:?}"),
    }
}

#[tokio::test]
async fn passing_faults_cost_nothing_but_time() {
    let at_once = |status| Answer::status(status).header("retry-after", "0");
    for subject in subjects() {
        for faults in [
            vec![at_once(500), at_once(503)],
            vec![at_once(429), at_once(408)],
            vec![Answer::close_at_once(), at_once(502)],
            vec![Answer::status(429).header("retry-after-ms", "5").slow(10)],
        ] {
            for (outcome, requests) in subject.after(&faults).await {
                assert!(outcome.is_ok(), "{} {faults:?} {outcome:?}", subject.name);
                assert_eq!(requests, faults.len() + 1, "{} {faults:?}", subject.name);
            }
        }
    }
}

#[tokio::test]
async fn three_attempts_are_made_and_no_more() {
    for subject in subjects() {
        let fault = Answer::status(500).header("retry-after", "0");
        for (outcome, requests) in subject.with(&fault, AMPLE_MS).await {
            assert!(matches!(cause(outcome), Cause::Call(OutboundError::Failed { status: 500 })));
            assert_eq!(requests, 3, "{}", subject.name);
        }
    }
}

#[tokio::test]
async fn a_slow_answer_is_waited_for_and_silence_is_a_timeout() {
    for subject in subjects() {
        let [whole, pieces] = subject.fine().map(|answer| answer.slow(30));
        assert!(ask(subject.make, &question(), vec![whole], AMPLE_MS).await.0.is_ok());
        assert!(ask_for_pieces(subject.make, &question(), vec![pieces], AMPLE_MS).await.1.is_ok());
        for (outcome, _) in subject.with(&Answer::hang(), 100).await {
            let is_late =
                matches!(outcome, Err(ModelError::Timeout { provider }) if provider == subject.name);
            assert!(is_late, "{} {outcome:?}", subject.name);
        }
    }
}

#[tokio::test]
async fn a_stream_that_stops_in_the_middle_is_not_repeated() {
    for subject in subjects() {
        let [_, pieces] = subject.fine();
        let first = format!("data: {}\n\n", subject.pieces[0]).len();
        let whole_length = 100_000;
        let cut_off = pieces.clone().declared_length(whole_length).cut_off(first + 9);
        let (texts, outcome, requests) =
            ask_for_pieces(subject.make, &question(), vec![cut_off, pieces.clone()], AMPLE_MS).await;
        assert_eq!((texts.as_slice(), requests.len()), (["Yes".to_owned()].as_slice(), 1));
        assert!(matches!(cause(outcome), Cause::Call(OutboundError::Unreachable { .. })));

        let stalled = pieces.declared_length(whole_length).stalled(first + 9);
        let (texts, outcome, requests) = ask_for_pieces(subject.make, &question(), vec![stalled], 200).await;
        assert_eq!((texts.as_slice(), requests.len()), (["Yes".to_owned()].as_slice(), 1));
        assert!(matches!(outcome, Err(ModelError::Timeout { .. })), "{outcome:?}");
    }
}

#[tokio::test]
async fn a_busy_provider_says_for_how_long() {
    for subject in subjects() {
        let fault = Answer::status(429).header("retry-after", "3600");
        for (outcome, requests) in subject.with(&fault, AMPLE_MS).await {
            let Err(ModelError::Unavailable { provider, retry_after_ms, .. }) = outcome else {
                panic!("{outcome:?}")
            };
            assert_eq!((provider, retry_after_ms, requests), (subject.name, Some(3_600_000), 1));
        }
    }
}

#[tokio::test]
async fn lasting_faults_are_named_and_not_repeated() {
    type Is = fn(&Cause) -> bool;

    let coded =
        |status, code: &str| Answer::json(status, &json!({"error": {"code": code, "message": "of you"}}));
    let google = json!({"error": {"code": 400, "status": "INVALID_ARGUMENT", "details": [{"reason": "API_KEY_INVALID"}]}});
    let cases: [(Answer, Is); 9] = [
        (Answer::status(401), |cause| matches!(cause, Cause::KeyRefused { .. })),
        (Answer::status(403), |cause| matches!(cause, Cause::KeyRefused { .. })),
        (Answer::json(400, &google), |cause| matches!(cause, Cause::KeyRefused { .. })),
        (Answer::status(402), |cause| matches!(cause, Cause::PlanUsedUp { .. })),
        (Answer::status(404), |cause| matches!(cause, Cause::UnknownModel { .. })),
        (coded(400, "model_decommissioned"), |cause| matches!(cause, Cause::UnknownModel { .. })),
        (Answer::status(413), |cause| matches!(cause, Cause::PromptTooLong { .. })),
        (coded(400, "context_length_exceeded"), |cause| matches!(cause, Cause::PromptTooLong { .. })),
        (coded(498, "capacity_exceeded"), |cause| matches!(cause, Cause::Call(_))),
    ];
    for subject in subjects() {
        for (fault, is_expected) in &cases {
            for (outcome, requests) in subject.with(fault, AMPLE_MS).await {
                let cause = cause(outcome);
                assert!(is_expected(&cause), "{} {fault:?} {cause:?}", subject.name);
                assert_eq!(requests, 1, "{} {fault:?}", subject.name);
            }
        }
    }
}

#[tokio::test]
async fn what_is_no_json_is_refused() {
    let page = || Answer::text(200, "text/html", "<html><body>Please sign in</body></html>");
    for subject in subjects() {
        let whole = |answer| async { ask(subject.make, &question(), vec![answer], AMPLE_MS).await.0 };
        assert!(matches!(cause(whole(page()).await), Cause::Call(OutboundError::Malformed { .. })));
        let junk = whole(Answer::junk(10_000_000)).await;
        assert!(matches!(cause(junk), Cause::Call(OutboundError::TooLarge { .. })));
        let pieces =
            |answer| async { ask_for_pieces(subject.make, &question(), vec![answer], AMPLE_MS).await.1 };
        assert_eq!(problem(pieces(page()).await), Unusable::BrokenOff, "no event at all");
        let garbled = Answer::text(200, "text/event-stream", "data: <html>\n\n");
        assert_eq!(problem(pieces(garbled).await), Unusable::Garbled);
        let junk = pieces(Answer::junk(10_000_000)).await;
        assert!(matches!(cause(junk), Cause::Call(OutboundError::TooLarge { .. })));
        assert_eq!(problem(pieces(Answer::text(200, "text/event-stream", "")).await), Unusable::BrokenOff);
    }
}

#[tokio::test]
async fn neither_key_nor_text_is_in_any_error() {
    let echo =
        json!({"error": {"message": "Did prices rise? AIza-key gsk-key sk-key", "code": "Did prices rise?"}});
    for subject in subjects() {
        for status in [200, 400, 401, 429, 500] {
            let fault = Answer::json(status, &echo).header("retry-after", "3600");
            for (outcome, _) in subject.with(&fault, AMPLE_MS).await {
                let error = outcome.expect_err("an error");
                let first: &(dyn Error + 'static) = &error;
                let errors = std::iter::successors(Some(first), |&error| error.source());
                let text = errors.map(|error| format!("{error} {error:?}")).collect::<Vec<_>>().join(" ");
                let message = web::Failure::from(error).message;
                for secret in ["-key", "prices", "127.0.0.1"] {
                    assert!(!text.contains(secret) && !message.contains(secret), "{text} {message}");
                }
            }
        }
    }
}
