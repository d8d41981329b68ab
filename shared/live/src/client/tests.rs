//! The client against a stand-in that speaks the protocol with its quirks.

use fastrand::Rng;
use serde_json::json;
use testkit::live::{Exchange, LiveServer, Step};

use super::*;
use crate::{Scheduling, Service, Setup};

/// A tool whose arguments say how it behaves.
struct Moody;

#[async_trait]
impl Tools for Moody {
    async fn call(&self, _: &str, args: Map<String, Value>) -> Outcome {
        match args.get("mood").and_then(Value::as_str) {
            Some("slow") => {
                tokio::time::sleep(Duration::from_millis(20)).await;
                Ok(json!({ "items": [] }))
            }
            Some("never") => std::future::pending().await,
            Some("fails") => Err(ToolFailure::new("BACKEND_UNAVAILABLE", "no provider: try search_web")),
            Some("panics") => panic!("a tool that panics"),
            Some("bare") => Ok(json!(["a list"])),
            _ => Ok(json!({ "label": "True" })),
        }
    }
}

/// Runs a session against `server` with this input, and gives what happened.
async fn run(server: &LiveServer, input: Vec<Voice>) -> Vec<Happening> {
    let settings = settings::Settings::from_pairs([(settings::names::GEMINI_BASE_URL, server.base_url())]);
    let url = Service::from_settings(&settings).key_url();
    let target = Target::new(url, secrets::Secret::plain("AQ.secret")).expect("ring is compiled in");
    let router = Router::new(Setup::new("gemini-3.8-live").expect("declarations"), Scheduling::WhenIdle);
    let (watch, mut watching) = mpsc::channel(64);
    let (voice, listening) = mpsc::channel(64);
    let session = tokio::spawn(Session::new(router, Arc::new(target), Arc::new(Moody), watch).run(listening));
    let given = tokio::spawn(async move {
        for input in input {
            voice.send(input).await.ok();
        }
    });
    let mut happenings = Vec::new();
    while let Some(happening) = watching.recv().await {
        happenings.push(happening);
    }
    given.await.expect("given");
    session.await.expect("the session ends");
    happenings
}

fn failure(happenings: &[Happening]) -> Option<&str> {
    let Some(Happening::Ended { failure, .. }) = happenings.last() else { panic!("{happenings:?}") };
    failure.as_deref()
}

fn call(id: &str, mood: &str) -> Value {
    json!({ "id": id, "name": "verdict", "args": { "claim": "Crime fell", "mood": mood, "top_k": 5.0 } })
}

fn saved() -> Step {
    Step::Send(json!({ "sessionResumptionUpdate": { "newHandle": "handle", "resumable": true } }))
}

#[tokio::test]
async fn a_session_sends_setup_and_voice_and_answers_in_binary_frames_too() {
    let calls = json!({
        "toolCall": { "functionCalls": [call("a", "quick"), call("b", "bare")] },
        "serverContent": { "inputTranscription": { "text": "Crime fell." }, "turnComplete": true },
        "usageMetadata": { "totalTokenCount": 5 },
    });
    let script = vec![
        Step::Await("realtimeInput", 2),
        Step::SendJunk,
        Step::SendBinary(calls),
        Step::Await("toolResponse", 2),
        Step::Close(1000, ""),
    ];
    let server = LiveServer::start(vec![script]).await;
    let happenings = run(&server, vec![Voice::Audio(vec![1, 0]), Voice::Text("Jobs rose.".to_owned())]).await;
    assert_eq!(failure(&happenings), None);
    let heard: Vec<&str> = happenings
        .iter()
        .filter_map(|happening| match happening {
            Happening::Heard { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(heard, ["Jobs rose.", "Crime fell."]);
    assert!(matches!(happenings.last(), Some(Happening::Ended { usage, .. }) if usage.total_tokens == 5));
    let exchanges = server.exchanges();
    assert_eq!(exchanges.len(), 1);
    assert_eq!(exchanges[0].key.as_deref(), Some("AQ.secret"));
    assert!(
        exchanges[0].target.ends_with(".v1beta.GenerativeService.BidiGenerateContent"),
        "no key in the address"
    );
    assert_eq!(exchanges[0].answers("b")[0]["response"], json!({ "result": ["a list"] }));
}

#[tokio::test]
async fn a_refused_setup_or_model_ends_the_session_with_advice() {
    for (code, reason, words) in [
        (1007, "Unknown name \"additionalProperties\"", "GEMINI_LIVE_MODEL"),
        (1007, "API key expired. Please renew the API key.", "GEMINI_API_KEY"),
        (1008, "models/x is not found for API version v1beta", "GEMINI_LIVE_MODEL"),
    ] {
        let server = LiveServer::start(vec![vec![Step::RefuseSetup(code, reason)]]).await;
        let happenings = run(&server, vec![]).await;
        let why = failure(&happenings).expect("a failure");
        assert!(why.contains(words) && why.contains(&code.to_string()), "{why}");
        assert_eq!(server.exchanges().len(), 1, "nothing is tried twice that cannot help");
    }
}

#[tokio::test]
async fn a_handle_that_is_no_good_is_dropped() {
    let broken = vec![saved(), Step::Pause(20), Step::Close(1011, "Deadline expired")];
    let refused = vec![Step::RefuseSetup(1007, "invalid handle")];
    let last = vec![Step::Close(1000, "")];
    let server = LiveServer::start(vec![broken, refused, last]).await;
    let happenings = run(&server, vec![]).await;
    assert_eq!(failure(&happenings), None, "{happenings:?}");
    let handles: Vec<Value> = server
        .exchanges()
        .iter()
        .map(|exchange| exchange.received[0]["setup"]["sessionResumption"].clone())
        .collect();
    assert_eq!(handles, [json!({}), json!({ "handle": "handle" }), json!({})]);
}

#[tokio::test]
async fn a_second_setup_would_close_the_connection() {
    // Of the stand-in: what it refuses is what the client never sends.
    let server = LiveServer::start(vec![vec![]]).await;
    let settings = settings::Settings::from_pairs([(settings::names::GEMINI_BASE_URL, server.base_url())]);
    let target =
        Target::new(Service::from_settings(&settings).key_url(), secrets::Secret::plain("k")).expect("ring");
    let mut socket = Socket::connect(&target).await.map_err(|refused| refused.message).expect("connected");
    let setup = json!({ "setup": Setup::new("m").expect("declarations").to_json(None) });
    socket.send(&setup).await.expect("sent");
    assert!(matches!(socket.next().await, Frame::Message(message) if message.setup_complete));
    socket.send(&setup).await.expect("sent");
    assert!(
        matches!(socket.next().await, Frame::Closed { code: Some(1007), reason } if reason.contains("only the first"))
    );
}

/// How a connection of the long test ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    GoAway,
    Failure,
    Break,
    Entity,
    Quiet,
}

const CALLS_OF_EACH: usize = 45;
const ENDS: [End; 12] = [
    End::GoAway,
    End::Failure,
    End::GoAway,
    End::Break,
    End::GoAway,
    End::Entity,
    End::GoAway,
    End::Failure,
    End::GoAway,
    End::Break,
    End::GoAway,
    End::Quiet,
];

/// What a server does on one connection: calls of every mood, taken back early, late or never, sent twice, mixed
/// with everything else.
fn wild(random: &mut Rng, connection: usize, end: End) -> Vec<Step> {
    let moods = ["quick", "quick", "slow", "fails", "bare", "panics", "never"];
    let mut script = vec![saved()];
    let mut made: Vec<Value> = Vec::new();
    while made.len() < CALLS_OF_EACH {
        let mut calls: Vec<Value> = (0..random.usize(1..=4))
            .map(|_| {
                // Those that never answer hold a place for four seconds: a few are enough.
                let most = if random.u8(..) < 12 { moods.len() } else { moods.len() - 1 };
                let mut call = call(&format!("c-{connection}-{}", made.len()), moods[random.usize(..most)]);
                if random.u8(..) < 20 {
                    call["name"] = "weather".into();
                }
                made.push(call.clone());
                call
            })
            .collect();
        if random.u8(..) < 40 {
            calls.push(made[random.usize(..made.len())].clone());
        }
        let mut message = json!({ "toolCall": { "functionCalls": calls } });
        if random.bool() {
            message["usageMetadata"] = json!({ "totalTokenCount": 1 });
            message["serverContent"] = json!({ "inputTranscription": { "text": "And more. " } });
        }
        script.push(if random.bool() { Step::Send(message) } else { Step::SendBinary(message) });
        if random.u8(..) < 60 {
            let id = made[random.usize(made.len().saturating_sub(6)..made.len())]["id"].clone();
            script.push(Step::Send(json!({ "toolCallCancellation": { "ids": [id, "nobody"] } })));
        }
        if random.u8(..) < 20 {
            script.push(Step::SendJunk);
        }
        if random.u8(..) < 120 {
            script.push(Step::Pause(random.u64(1..30)));
        }
    }
    match end {
        End::GoAway => {
            script.push(Step::Send(json!({ "goAway": { "timeLeft": "9.8s" } })));
            let more: Vec<Value> =
                (0..3).map(|number| call(&format!("late-{connection}-{number}"), "slow")).collect();
            script.push(Step::SendBinary(json!({ "toolCall": { "functionCalls": more } })));
            script.push(saved());
        }
        End::Failure => script.push(Step::Close(1011, "Deadline expired before operation could complete.")),
        End::Break => script.push(Step::Break),
        End::Entity => script.push(Step::Close(1008, "Requested entity was not found.")),
        End::Quiet => {}
    }
    script
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn five_hundred_calls_with_every_fault_are_each_answered_or_cancelled_and_none_twice() {
    let mut random = Rng::with_seed(6);
    let scripts: Vec<Vec<Step>> =
        ENDS.iter().enumerate().map(|(number, end)| wild(&mut random, number, *end)).collect();
    let server = LiveServer::start(scripts).await;
    let happenings = run(&server, vec![]).await;
    assert_eq!(failure(&happenings), None);
    let exchanges = server.exchanges();
    assert_eq!(exchanges.len(), ENDS.len());
    let mut total = 0;
    for (exchange, end) in exchanges.iter().zip(ENDS) {
        let setups = exchange.received.iter().filter(|message| message.get("setup").is_some()).count();
        assert_eq!(setups, 1, "one setup for each connection");
        assert!(exchange.closed.is_none_or(|code| code != 1007), "the client broke the protocol");
        total += each_is_ended_once(exchange, end);
    }
    assert!(total >= 500, "{total}");
    let count =
        |wanted: fn(&Happening) -> bool| happenings.iter().filter(|happening| wanted(happening)).count();
    let called = count(|happening| matches!(happening, Happening::Called { .. }));
    // What is refused before a tool is asked is answered, and was never called.
    let answered = count(|happening| match happening {
        Happening::Answered { tool, response, .. } => {
            tool != "weather" && response.get("reason_code") != Some(&json!("RATE_LIMITED"))
        }
        _ => false,
    });
    let cancelled = count(|happening| matches!(happening, Happening::Cancelled { .. }));
    assert_eq!(called, answered + cancelled, "{called} called, {answered} answered, {cancelled} cancelled");
    assert!(
        cancelled > 20 && answered > 300,
        "{answered} answered, {cancelled} cancelled: not every fault was there"
    );
}

/// How many calls the server made on this connection.
fn each_is_ended_once(exchange: &Exchange, end: End) -> usize {
    let ids: std::collections::BTreeSet<String> = exchange.calls().into_iter().collect();
    // Where the server left, a call may have been on its way.
    let must_be_answered = matches!(end, End::GoAway | End::Quiet);
    for id in &ids {
        let answers = exchange.answers(id);
        assert!(answers.len() <= 1, "{id} is answered {} times", answers.len());
        assert!(!answers.is_empty() || exchange.cancelled(id) || !must_be_answered, "{id} is never answered");
        for answer in answers {
            assert!(answer["response"].as_object().is_some_and(|response| !response.is_empty()), "{answer}");
            assert_eq!(answer["scheduling"], "WHEN_IDLE");
        }
    }
    ids.len()
}
