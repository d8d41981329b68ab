//! Whatever order things come in: each call ends once, and nothing is sent where nothing may be.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::TOOL_BUDGET_MS;

/// Something that happens to a session. Small numbers, so that ids meet.
#[derive(Debug, Clone)]
enum Event {
    Connected,
    SetupComplete,
    Calls(Vec<(u8, bool)>),
    Cancel(Vec<u8>),
    Both(u8),
    Finished(usize, bool),
    GoAway(u64),
    Handle(bool),
    Closed(Option<u16>),
    Refused,
    Wait(u64),
    Heard,
    Say,
    Finish,
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        3 => Just(Event::Connected),
        3 => Just(Event::SetupComplete),
        6 => prop::collection::vec((0_u8..12, prop::bool::weighted(0.9)), 1..4).prop_map(Event::Calls),
        2 => prop::collection::vec(0_u8..12, 1..3).prop_map(Event::Cancel),
        1 => (0_u8..12).prop_map(Event::Both),
        6 => (0_usize..64, any::<bool>()).prop_map(|(which, succeeds)| Event::Finished(which, succeeds)),
        1 => (0_u64..12_000).prop_map(Event::GoAway),
        2 => any::<bool>().prop_map(Event::Handle),
        1 => prop::option::of(prop::sample::select(vec![1000_u16, 1007, 1008, 1011])).prop_map(Event::Closed),
        1 => Just(Event::Refused),
        3 => (0_u64..3_000).prop_map(Event::Wait),
        1 => Just(Event::Heard),
        1 => Just(Event::Say),
        1 => Just(Event::Finish),
    ]
}

/// What a server on the other side sees, held against the rules of the protocol.
#[derive(Default)]
struct Witness {
    connected: bool,
    set_up: bool,
    over: bool,
    /// Calls at work in the session, by the key they were started with.
    open: BTreeMap<CallKey, bool>,
    started: usize,
    /// Ids that were called on this connection, and how many answers each had.
    answers: BTreeMap<String, usize>,
}

impl Witness {
    fn see(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            assert!(!self.over || matches!(effect, Effect::Tell(_)), "after the end: {effect:?}");
            match effect {
                Effect::Connect { .. } => {
                    (self.connected, self.set_up) = (false, false);
                    self.answers.clear();
                    assert!(self.open.is_empty(), "calls outlive their connection");
                }
                Effect::Close => {
                    self.over = true;
                    assert!(self.open.is_empty(), "calls outlive the session");
                }
                Effect::Start { key, .. } => {
                    self.started += 1;
                    assert!(self.open.insert(key, true).is_none(), "started twice");
                }
                Effect::Abort(key) => {
                    assert!(self.open.remove(&key).is_some(), "aborted what is not at work");
                }
                Effect::Send(message) => self.sent(&message),
                Effect::Tell(_) => {}
            }
        }
    }

    fn sent(&mut self, message: &Value) {
        assert!(self.connected, "sent without a connection: {message}");
        assert_eq!(message.as_object().expect("an object").len(), 1, "one key in each message");
        if message.get("setup").is_some() {
            assert!(!self.set_up, "a second setup");
            self.set_up = true;
            return;
        }
        assert!(self.set_up, "sent before the setup");
        for answer in
            message.pointer("/toolResponse/functionResponses").and_then(Value::as_array).into_iter().flatten()
        {
            assert!(answer["response"].is_object(), "{answer}");
            assert!(answer["name"].is_string(), "{answer}");
            let id = answer["id"].as_str().expect("an id");
            let answers = self.answers.get_mut(id).expect("answers a call of this connection");
            *answers += 1;
            assert_eq!(*answers, 1, "{id} is answered twice");
        }
    }
}

fn message(value: &Value) -> ServerMessage {
    ServerMessage::parse(value.to_string().as_bytes()).expect("a message")
}

fn function_call(id: u8, known: bool) -> Value {
    json!({ "id": format!("c-{id}"), "name": if known { "verdict" } else { "weather" }, "args": { "claim": "x" } })
}

proptest! {
    #[test]
    fn each_call_ends_exactly_once(events in prop::collection::vec(event(), 0..120)) {
        let setup = Setup::new("gemini-3.8-live").expect("declarations");
        let mut router = Router::new(setup, Scheduling::WhenIdle);
        let mut witness = Witness::default();
        witness.see(router.start());
        let mut now_ms = 0;
        let mut keys: Vec<CallKey> = Vec::new();
        for event in events {
            let server_speaks = witness.connected && !witness.over;
            let effects = match event {
                Event::Connected if !witness.connected && !witness.over => {
                    witness.connected = true;
                    router.on_connected()
                }
                Event::Refused if !witness.connected => router.on_refused("no route", false),
                Event::Closed(code) if server_speaks => router.on_closed(code, "why"),
                Event::SetupComplete if server_speaks => router.on_message(now_ms, message(&json!({ "setupComplete": {} }))),
                Event::Calls(calls) if server_speaks => {
                    for (id, _) in &calls {
                        witness.answers.entry(format!("c-{id}")).or_default();
                    }
                    let calls: Vec<Value> = calls.iter().map(|(id, known)| function_call(*id, *known)).collect();
                    router.on_message(now_ms, message(&json!({ "toolCall": { "functionCalls": calls } })))
                }
                Event::Cancel(ids) if server_speaks => {
                    let ids: Vec<String> = ids.iter().map(|id| format!("c-{id}")).collect();
                    router.on_message(now_ms, message(&json!({ "toolCallCancellation": { "ids": ids } })))
                }
                Event::Both(id) if server_speaks => {
                    witness.answers.entry(format!("c-{id}")).or_default();
                    let both = json!({
                        "toolCall": { "functionCalls": [function_call(id, true)] },
                        "toolCallCancellation": { "ids": [format!("c-{id}")] },
                    });
                    router.on_message(now_ms, message(&both))
                }
                Event::GoAway(left_ms) if server_speaks => {
                    let left = format!("{}s", left_ms as f64 / 1_000.0);
                    router.on_message(now_ms, message(&json!({ "goAway": { "timeLeft": left } })))
                }
                Event::Handle(resumable) if server_speaks => {
                    let update = json!({ "newHandle": if resumable { "h" } else { "" }, "resumable": resumable });
                    router.on_message(now_ms, message(&json!({ "sessionResumptionUpdate": update })))
                }
                Event::Heard if server_speaks => {
                    let piece = json!({ "inputTranscription": { "text": "Crime fell. Jobs rose." } });
                    router.on_message(now_ms, message(&json!({ "serverContent": piece })))
                }
                // A tool may report late, twice, or after its connection has gone.
                Event::Finished(which, succeeds) if !keys.is_empty() => {
                    let key = keys[which % keys.len()];
                    let outcome = if succeeds { Ok(json!({ "items": [] })) } else { Err(ToolFailure::new("INTERNAL", "x")) };
                    let was_open = witness.open.remove(&key).is_some();
                    let effects = router.on_tool_finished(now_ms, key, outcome);
                    let answers = effects.iter().filter(|effect| matches!(effect, Effect::Send(_))).count();
                    prop_assert_eq!(answers, usize::from(was_open));
                    effects
                }
                Event::Wait(wait_ms) => {
                    now_ms += wait_ms;
                    let effects = router.on_time(now_ms);
                    prop_assert!(router.wake_at_ms().is_none_or(|wake_ms| wake_ms > now_ms), "it would wake for ever");
                    effects
                }
                Event::Say => router.say(now_ms, "typed"),
                Event::Finish => {
                    router.finish(now_ms);
                    Vec::new()
                }
                _ => Vec::new(),
            };
            keys.extend(effects.iter().filter_map(|effect| match effect {
                Effect::Start { key, .. } => Some(*key),
                _ => None,
            }));
            witness.see(effects);
        }
        // No answer comes any more: time alone ends what is at work.
        now_ms += TOOL_BUDGET_MS;
        witness.see(router.on_time(now_ms));
        prop_assert!(witness.open.is_empty(), "never ended: {:?}", witness.open);
    }
}
