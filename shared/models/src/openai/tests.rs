use serde_json::json;
use testkit::upstream::Answer;

use super::*;
use crate::trial::{self, AMPLE_MS, ask, ask_for_pieces, events, openai_says, problem, question};
use crate::{Cause, Finish, Price, Unusable};

#[tokio::test]
async fn a_question_is_sent_word_for_word() {
    let schema = json!({"type": "object", "properties": {"label": {"type": "string"}}, "required": ["label"], "additionalProperties": false});
    let request = Request::new("judge", "Did prices rise?")
        .system("You check facts.")
        .turn(Role::Model, "When?")
        .turn(Role::User, "In 2024.")
        .temperature(0.2)
        .max_output_tokens(500)
        .answer_schema("verdict", schema.clone());
    let answer = || vec![Answer::json(200, &openai_says("```json\n{\"label\": \"supports\"}\n```"))];
    let (outcome, requests) = ask(trial::groq, &request, answer(), AMPLE_MS).await;
    assert_eq!(outcome.expect("an answer").text, "{\"label\": \"supports\"}");
    let sent = &requests[0];
    assert_eq!((sent.method.as_str(), sent.target.as_str()), ("POST", "/chat/completions"));
    assert_eq!(sent.header("authorization"), Some("Bearer gsk-key"));
    let format =
        json!({"type": "json_schema", "json_schema": {"name": "verdict", "strict": true, "schema": schema}});
    let messages = json!([
        {"role": "system", "content": "You check facts."},
        {"role": "user", "content": "Did prices rise?"},
        {"role": "assistant", "content": "When?"},
        {"role": "user", "content": "In 2024."},
    ]);
    let expected = json!({
        "model": "openai/gpt-oss-120b", "messages": messages, "temperature": 0.2, "max_completion_tokens": 1_524,
        "reasoning_effort": "low", "include_reasoning": false, "response_format": format, "stream": false,
    });
    assert_eq!(sent.json(), expected);

    let (_, requests) = ask(trial::openai, &request, answer(), AMPLE_MS).await;
    let expected = json!({
        "model": "some-model", "messages": messages, "temperature": 0.2, "max_completion_tokens": 500,
        "response_format": format, "stream": false,
    });
    assert_eq!(requests[0].json(), expected);
    assert_eq!(requests[0].header("authorization"), Some("Bearer sk-key"));
}

#[test]
fn models_that_reason_get_room_for_it() {
    let request = question().temperature(0.2);
    for (model, max_tokens, temperature) in [
        ("gpt-5-mini", 3_072, None),
        ("o4-mini", 3_072, None),
        ("qwen/qwen3.6-27b", 3_072, Some(0.2)),
        ("omni", 2_048, Some(0.2)),
        ("mistral-small", 2_048, Some(0.2)),
    ] {
        let body = body(Service::OpenAi, model, &request, false);
        assert_eq!((body.max_completion_tokens, body.temperature), (max_tokens, temperature), "{model}");
        assert_eq!(body.reasoning_effort, None, "{model}");
    }
}

#[tokio::test]
async fn a_full_answer_is_read_and_charged() {
    let answer = json!({
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1_790_000_000, "model": "openai/gpt-oss-120b",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": "Yes.", "reasoning": "hm"}, "logprobs": null,
            "finish_reason": "stop"}],
        "usage": {"queue_time": 0.02, "prompt_tokens": 20, "completion_tokens": 50, "total_tokens": 70,
            "prompt_tokens_details": {"cached_tokens": 8}},
        "x_groq": {"id": "req_1"}});
    let upstream = testkit::upstream::Upstream::start(vec![Answer::json(200, &answer)]).await;
    let mut prices = Prices::built_in();
    prices.set("openai/gpt-oss-120b", Price { input_usd: 1.0, cached_input_usd: 0.5, output_usd: 2.0 });
    let client =
        OpenAiCompatible::new(Service::Groq, upstream.base_url(), Secret::plain("k"), "openai/gpt-oss-120b")
            .prices(Arc::new(prices));
    let reply = client.complete(&question(), Deadline::after_ms(AMPLE_MS)).await.expect("an answer");
    assert_eq!((reply.text.as_str(), reply.provider, reply.finish), ("Yes.", "groq", Finish::Complete));
    let usage = Usage { prompt_tokens: 20, cached_prompt_tokens: 8, completion_tokens: 50, total_tokens: 70 };
    assert_eq!(reply.usage, usage);
    assert!((reply.cost_usd.expect("it has a price") - 116e-6).abs() < 1e-12);
}

#[tokio::test]
async fn what_is_no_answer_has_a_name() {
    let ended = |reason: &str, content: Value| json!({"choices": [{"message": {"content": content}, "finish_reason": reason}]});
    let blocked = |reason: &str| Unusable::Blocked { reason: reason.to_owned() };
    let cases = [
        (ended("length", json!("half")), Unusable::Truncated),
        (ended("length", Value::Null), Unusable::Truncated),
        (ended("content_filter", json!("half")), blocked("content_filter")),
        (
            json!({"choices": [{"message": {"refusal": "I cannot"}, "finish_reason": "stop"}]}),
            blocked("refusal"),
        ),
        (ended("tool_calls", Value::Null), Unusable::Empty),
        (ended("stop", json!("")), Unusable::Empty),
        (json!({"choices": []}), Unusable::Empty),
        (json!({"choices": [null]}), Unusable::Empty),
        (json!("text"), Unusable::Empty),
    ];
    for (answer, expected) in cases {
        let (outcome, _) = ask(trial::groq, &question(), vec![Answer::json(200, &answer)], AMPLE_MS).await;
        assert_eq!(problem(outcome), expected, "{answer}");
    }
    let parts =
        json!({"choices": [{"message": {"content": [{"type": "text", "text": "Yes"}, {"text": "."}, 7]}}]});
    let (outcome, _) = ask(trial::openai, &question(), vec![Answer::json(200, &parts)], AMPLE_MS).await;
    let reply = outcome.expect("an answer");
    assert_eq!((reply.text.as_str(), reply.finish, reply.cost_usd), ("Yes.", Finish::Unsaid, None));
    assert_eq!(reply.model, "some-model", "what was asked for, where nothing is reported");
}

#[tokio::test]
async fn prose_where_json_was_asked_for_is_named() {
    let request = question().answer_schema("verdict", json!({"type": "object"}));
    for text in ["I think it is true.", "{\"label\": ", "{} and more"] {
        let (outcome, _) =
            ask(trial::openai, &request, vec![Answer::json(200, &openai_says(text))], AMPLE_MS).await;
        assert_eq!(problem(outcome), Unusable::NotInSchema, "{text}");
    }
    let answer = Answer::json(200, &openai_says("{\"label\": 7}"));
    let (outcome, _) = ask(trial::openai, &request, vec![answer], AMPLE_MS).await;
    let reply = outcome.expect("it is JSON");
    assert_eq!(reply.decoded::<Value>().expect("of any shape"), json!({"label": 7}));
    let other = reply.decoded::<Vec<u8>>().expect_err("another shape");
    assert!(matches!(other, ModelError::Unusable { source: Unusable::NotInSchema, .. }), "{other:?}");
    let groq =
        Answer::json(400, &json!({"error": {"code": "json_validate_failed", "failed_generation": "x"}}));
    let (outcome, requests) = ask(trial::groq, &request, vec![groq], AMPLE_MS).await;
    assert_eq!((problem(outcome), requests.len()), (Unusable::NotInSchema, 1));
}

#[tokio::test]
async fn an_answer_is_read_as_it_is_written() {
    let delta = |delta: Value| json!({"choices": [{"index": 0, "delta": delta, "finish_reason": null}], "model": "m"});
    let end = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]});
    let counts = json!({"prompt_tokens": 9, "completion_tokens": 4, "total_tokens": 13});
    for last in [json!({"choices": [], "usage": counts}), json!({"choices": [], "x_groq": {"usage": counts}})]
    {
        let mut lines = [
            delta(json!({"role": "assistant", "content": ""})),
            delta(json!({"reasoning": "hm"})),
            delta(json!({"content": "Prices "})),
            delta(json!({"content": "rose."})),
            end.clone(),
            last,
        ]
        .map(|data| format!(": keep-alive\r\ndata: {data}\r\n\r\n"))
        .concat();
        lines.push_str("data: [DONE]\r\n\r\n");
        let answer = Answer::text(200, "text/event-stream", &lines).undeclared_length();
        let (texts, outcome, requests) =
            ask_for_pieces(trial::groq, &question(), vec![answer], AMPLE_MS).await;
        assert_eq!(texts, ["Prices ", "rose."]);
        let reply = outcome.expect("an end");
        assert_eq!((reply.text.as_str(), reply.usage.total_tokens), ("Prices rose.", 13));
        let body = requests[0].json();
        assert_eq!(
            (&body["stream"], &body["stream_options"]),
            (&json!(true), &json!({"include_usage": true}))
        );
    }
}

#[tokio::test]
async fn a_stream_whose_end_is_said_needs_no_more() {
    let said = json!({"choices": [{"delta": {"content": "Yes."}, "finish_reason": "stop"}]});
    let open = events(std::slice::from_ref(&said)).declared_length(99_999);
    let (texts, outcome, _) = ask_for_pieces(trial::openai, &question(), vec![open], AMPLE_MS).await;
    assert_eq!((texts.len(), outcome.expect("it had said all").finish), (1, Finish::Complete));
    let unsaid = json!({"choices": [{"delta": {"content": "Yes."}}]});
    let done = Answer::text(200, "text/event-stream", &format!("data: {unsaid}\n\ndata: [DONE]\n\n"));
    let (_, outcome, _) = ask_for_pieces(trial::openai, &question(), vec![done], AMPLE_MS).await;
    assert_eq!(outcome.expect("it had said all").finish, Finish::Unsaid);
}

#[tokio::test]
async fn an_error_inside_an_answer_is_one() {
    let begun = json!({"choices": [{"delta": {"content": "Prices "}}]});
    let reports = [
        "event: error\ndata: {\"error\": {\"message\": \"of you\", \"code\": \"over_capacity\"}}\n\n",
        "data: {\"choices\": [], \"x_groq\": {\"error\": \"over_capacity\"}}\n\n",
    ];
    for report in reports {
        let answer = Answer::text(200, "text/event-stream", &format!("data: {begun}\n\n{report}"));
        let (texts, outcome, requests) =
            ask_for_pieces(trial::groq, &question(), vec![answer], AMPLE_MS).await;
        let Err(ModelError::Unavailable { source: Cause::Reported { code }, .. }) = outcome else {
            panic!("{outcome:?}")
        };
        assert_eq!((texts.len(), code.as_deref(), requests.len()), (1, Some("over_capacity"), 1));
    }
    let whole = Answer::json(200, &json!({"error": {"code": 429, "message": "slow down"}}));
    let (outcome, _) = ask(trial::openai, &question(), vec![whole], AMPLE_MS).await;
    assert!(matches!(outcome, Err(ModelError::Unavailable { source: Cause::Call(_), .. })), "{outcome:?}");
}
