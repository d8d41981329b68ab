use serde_json::json;

use super::*;

fn message(value: &Value) -> ServerMessage {
    ServerMessage::parse(value.to_string().as_bytes()).expect("a message")
}

/// A session that is on.
fn ready() -> Router {
    let mut router = Router::new(Setup::new("gemini-3.8-live").expect("declarations"), Scheduling::WhenIdle);
    router.start();
    router.on_connected();
    router.on_message(0, message(&json!({ "setupComplete": {} })));
    router
}

fn call(id: &str, name: &str) -> Value {
    json!({ "id": id, "name": name, "args": { "claim": "Crime fell", "top_k": 5.0 } })
}

fn calls(calls: &[Value]) -> ServerMessage {
    message(&json!({ "toolCall": { "functionCalls": calls } }))
}

fn keys(effects: &[Effect]) -> Vec<CallKey> {
    let started = effects.iter().filter_map(|effect| match effect {
        Effect::Start { key, .. } => Some(*key),
        _ => None,
    });
    started.collect()
}

fn sent(effects: &[Effect]) -> Vec<Value> {
    let sent = effects.iter().filter_map(|effect| match effect {
        Effect::Send(message) => Some(message.clone()),
        _ => None,
    });
    sent.collect()
}

fn answers(effects: &[Effect]) -> Vec<Value> {
    sent(effects).iter().map(|message| message["toolResponse"]["functionResponses"][0].clone()).collect()
}

fn connects(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| matches!(effect, Effect::Connect { .. }))
}

#[test]
fn calls_of_one_message_run_at_once_and_are_answered_as_they_finish() {
    let mut router = ready();
    let effects = router.on_message(10, calls(&[call("a", "verdict"), call("b", "search_web")]));
    let keys = keys(&effects);
    assert_eq!(keys.len(), 2);
    let effects = router.on_tool_finished(500, keys[1], Ok(json!({ "items": [] })));
    let answer = &answers(&effects)[0];
    assert_eq!(
        (&answer["id"], &answer["name"], &answer["scheduling"]),
        (&json!("b"), &json!("search_web"), &json!("WHEN_IDLE"))
    );
    assert_eq!(answer["response"]["status"], "no_results");
    assert_eq!(router.on_tool_finished(501, keys[1], Ok(json!({}))), [], "never twice");
    let effects = router.on_tool_finished(600, keys[0], Ok(json!({ "label": "True" })));
    assert!(
        matches!(&effects[1], Effect::Tell(Happening::Answered { succeeded: true, took_ms: 590, .. })),
        "{effects:?}"
    );
}

#[test]
fn what_is_late_unknown_or_repeated_is_answered_too() {
    let mut router = ready();
    let effects =
        router.on_message(10, calls(&[call("a", "verdict"), call("b", "weather"), call("a", "verdict")]));
    assert_eq!(keys(&effects).len(), 1);
    let unknown = &answers(&effects)[0];
    assert_eq!(
        unknown["response"]["valid_options"],
        json!(["context_check", "search_vectara", "search_web", "verdict"])
    );
    assert_eq!(router.wake_at_ms(), Some(4_010));
    assert_eq!(router.on_time(4_009), []);
    let late = router.on_time(4_010);
    assert!(matches!(late[0], Effect::Abort(_)));
    assert_eq!(answers(&late)[0]["response"]["status"], "timeout");
    let many: Vec<Value> = (0..40).map(|number| call(&format!("m{number}"), "verdict")).collect();
    let effects = router.on_message(5_000, calls(&many));
    assert_eq!((keys(&effects).len(), answers(&effects).len()), (32, 8));
    assert_eq!(answers(&effects)[0]["response"]["reason_code"], "RATE_LIMITED");
}

#[test]
fn a_cancelled_call_is_stopped_and_not_answered_and_a_late_cancellation_is_nothing() {
    let mut router = ready();
    let key = keys(&router.on_message(0, calls(&[call("a", "verdict")])))[0];
    let cancel = json!({ "toolCallCancellation": { "ids": ["a", "never"] } });
    let effects = router.on_message(1, message(&cancel));
    assert_eq!(
        effects,
        [Effect::Abort(key), Effect::Tell(Happening::Cancelled { tool: "verdict".to_owned() })]
    );
    assert_eq!(router.on_tool_finished(2, key, Ok(json!({}))), []);
    let key = keys(&router.on_message(3, calls(&[call("b", "verdict")])))[0];
    assert_eq!(answers(&router.on_tool_finished(4, key, Ok(json!({})))).len(), 1);
    let cancel = json!({ "toolCallCancellation": { "ids": ["b"] } });
    assert_eq!(router.on_message(5, message(&cancel)), []);
}

#[test]
fn an_announced_end_waits_for_calls_and_their_saving_but_not_for_ever() {
    let saved = json!({ "sessionResumptionUpdate": { "newHandle": "h-1", "resumable": true } });
    let unsaved = json!({ "sessionResumptionUpdate": { "newHandle": "", "resumable": false } });
    let away = json!({ "goAway": { "timeLeft": "9.8s" } });
    let mut router = ready();
    router.on_message(0, message(&saved));
    let key = keys(&router.on_message(1, calls(&[call("a", "verdict")])))[0];
    assert_eq!(router.on_message(2, message(&away)), []);
    assert_eq!(router.on_message(3, message(&unsaved)), []);
    assert_eq!(answers(&router.on_tool_finished(4, key, Ok(json!({})))).len(), 1);
    assert!(connects(&router.on_message(5, message(&saved))));
    let setup = &sent(&router.on_connected())[0];
    assert_eq!(setup["setup"]["sessionResumption"]["handle"], "h-1");
    // Without a new handle it is left when it must be, and what is at work is stopped.
    let mut router = ready();
    router.on_message(0, calls(&[call("a", "verdict")]));
    router.on_message(0, message(&json!({ "goAway": { "timeLeft": "3s" } })));
    assert_eq!(router.wake_at_ms(), Some(2_000));
    let effects = router.on_time(2_000);
    assert!(matches!(effects[0], Effect::Abort(_)) && connects(&effects), "{effects:?}");
}

#[test]
fn input_waits_for_the_session_and_goes_in_order() {
    let mut router = Router::new(Setup::new("gemini-3.8-live").expect("declarations"), Scheduling::Silent);
    router.start();
    assert_eq!(router.hear(vec![0, 1]), []);
    router.on_connected();
    assert_eq!(sent(&router.say(5, "typed")), [] as [Value; 0]);
    let first = sent(&router.on_message(9, message(&json!({ "setupComplete": {} }))));
    assert_eq!(
        first[0]["realtimeInput"]["audio"],
        json!({ "mimeType": "audio/pcm;rate=16000", "data": "AAE=" })
    );
    assert_eq!(first[1]["realtimeInput"]["text"], "typed");
    assert_eq!(sent(&router.pause())[0]["realtimeInput"]["audioStreamEnd"], true);
}

#[test]
fn audio_beyond_half_a_minute_is_lost_and_said_so() {
    let mut router = Router::new(Setup::new("gemini-3.8-live").expect("declarations"), Scheduling::Silent);
    router.start();
    for _ in 0..31 {
        router.hear(vec![0; 32_000]);
    }
    router.on_connected();
    let effects = router.on_message(9, message(&json!({ "setupComplete": {} })));
    assert_eq!(sent(&effects).len(), 30);
    assert!(
        matches!(effects.last(), Some(Effect::Tell(Happening::Notice(text))) if text.starts_with("1000 ms"))
    );
}

#[test]
fn a_handle_that_is_refused_is_dropped_and_a_setup_that_is_refused_ends_the_session() {
    let mut router = ready();
    router.on_message(
        0,
        message(&json!({ "sessionResumptionUpdate": { "newHandle": "h", "resumable": true } })),
    );
    assert!(connects(&router.on_closed(Some(1011), "Deadline expired")));
    assert_eq!(sent(&router.on_connected())[0]["setup"]["sessionResumption"]["handle"], "h");
    assert!(connects(&router.on_closed(Some(1007), "invalid handle")));
    assert_eq!(sent(&router.on_connected())[0]["setup"]["sessionResumption"], json!({}));
    let effects = router.on_closed(Some(1007), "Unknown name \"additionalProperties\"");
    let Some(Effect::Tell(Happening::Ended { failure: Some(why), .. })) = effects.last() else {
        panic!("{effects:?}")
    };
    assert!(why.contains("the setup is refused") && why.contains("additionalProperties"), "{why}");
    assert_eq!(router.on_connected(), []);
}

#[test]
fn a_server_that_always_fails_is_given_up_with_ever_longer_pauses() {
    let mut router = Router::new(Setup::new("gemini-3.8-live").expect("declarations"), Scheduling::Silent);
    router.start();
    let mut pauses_ms = Vec::new();
    loop {
        let effects = router.on_refused("no route to host", false);
        match effects.last() {
            Some(Effect::Connect { after_ms }) => pauses_ms.push(*after_ms),
            Some(Effect::Tell(Happening::Ended { failure: Some(why), .. })) => {
                assert!(why.contains("no route to host"));
                break;
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(pauses_ms, [500, 1_000, 2_000, 4_000, 8_000, 16_000]);
}

#[test]
fn a_session_ends_when_its_input_has_and_all_is_quiet() {
    let mut router = ready();
    let key = keys(&router.on_message(0, calls(&[call("a", "verdict")])))[0];
    router.finish(100);
    assert_eq!(router.wake_at_ms(), Some(4_000));
    router.on_tool_finished(1_000, key, Ok(json!({})));
    router.on_message(2_000, message(&json!({ "usageMetadata": { "totalTokenCount": 7 } })));
    assert_eq!(router.wake_at_ms(), Some(7_000));
    let effects = router.on_time(7_000);
    let Some(Effect::Tell(Happening::Ended { failure: None, usage })) = effects.last() else {
        panic!("{effects:?}")
    };
    assert_eq!(usage.total_tokens, 7);
    assert_eq!((router.wake_at_ms(), router.say(8_000, "x").len()), (None, 1));
}

#[test]
fn words_become_lines_and_verdicts_become_records_of_the_speaker() {
    let mut router = ready();
    let piece = |text: &str, done: bool| json!({ "serverContent": { "inputTranscription": { "text": text }, "turnComplete": done } });
    assert_eq!(router.on_message(7, message(&piece("Crime fell", false))), []);
    let effects = router.on_message(8, message(&piece(" 17 percent.", true)));
    let [Effect::Tell(told)] = effects.as_slice() else { panic!("{effects:?}") };
    let records = crate::Record::of("Senator Lee", told);
    let expected = json!({ "speaker": "Senator Lee", "text": "Crime fell 17 percent.", "timestamp": 7 });
    assert_eq!((records[0].kind, &records[0].payload), ("transcript", &expected));
    let key = keys(&router.on_message(9, calls(&[call("a", "verdict")])))[0];
    let verdict = json!({
        "claim": "Crime fell", "label": "True", "confidence": 0.8, "rationale": "r",
        "sources": [{ "publisher": "FBI", "url": "https://fbi.gov/", "as_of": "2025-01-01", "tier": "primary", "number": 1 }, { "publisher": " " }],
    });
    let effects = router.on_tool_finished(10, key, Ok(verdict));
    let [_, Effect::Tell(told)] = effects.as_slice() else { panic!("{effects:?}") };
    let records = crate::Record::of("Senator Lee", told);
    assert_eq!((records[0].kind, records[1].kind), ("claim", "verdict"));
    assert_eq!(
        records[1].payload["sources"],
        json!([{ "url": "https://fbi.gov/", "as_of": "2025-01-01", "tier": "primary", "name": "FBI" }])
    );
    assert_eq!(records[1].payload["speaker"], "Senator Lee");
}

#[test]
fn a_model_that_waits_for_its_tools_gets_no_scheduling() {
    let setup = Setup::new("gemini-3.1-flash-live-preview").expect("declarations");
    let mut router = Router::new(setup, Scheduling::Interrupt);
    router.start();
    router.on_connected();
    router.on_message(0, message(&json!({ "setupComplete": {} })));
    let key = keys(&router.on_message(0, calls(&[call("a", "verdict")])))[0];
    let answer = &answers(&router.on_tool_finished(1, key, Ok(json!({}))))[0];
    assert!(answer.get("scheduling").is_none(), "{answer}");
}
