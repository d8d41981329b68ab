use serde_json::json;
use testkit::upstream::Answer;

use super::*;
use crate::trial::{self, AMPLE_MS, ask, ask_for_pieces, events, gemini_says, problem, question};
use crate::{Finish, Unusable};

fn make(base: &str) -> Box<dyn ChatModel> {
    trial::gemini(base)
}

#[tokio::test]
async fn a_question_is_sent_word_for_word() {
    let schema =
        json!({"type": "object", "properties": {"label": {"type": "string"}}, "required": ["label"]});
    let request = Request::new("judge", "Did prices rise?")
        .system("You check facts.")
        .turn(Role::Model, "When?")
        .turn(Role::User, "In 2024.")
        .temperature(0.2)
        .max_output_tokens(500)
        .answer_schema("verdict", schema.clone());
    let answer = Answer::json(200, &gemini_says("{\"label\": \"supports\"}"));
    let (outcome, requests) = ask(make, &request, vec![answer], AMPLE_MS).await;
    assert_eq!(outcome.expect("an answer").text, "{\"label\": \"supports\"}");
    let sent = &requests[0];
    assert_eq!(
        (sent.method.as_str(), sent.target.as_str()),
        ("POST", "/v1beta/models/gemini-3.8-flash:generateContent")
    );
    assert_eq!(sent.header("x-goog-api-key"), Some("AIza-key"));
    assert_eq!(sent.header("content-type"), Some("application/json"));
    let expected = json!({
        "systemInstruction": {"parts": [{"text": "You check facts."}]},
        "contents": [
            {"role": "user", "parts": [{"text": "Did prices rise?"}]},
            {"role": "model", "parts": [{"text": "When?"}]},
            {"role": "user", "parts": [{"text": "In 2024."}]},
        ],
        "generationConfig": {
            "maxOutputTokens": 1_524,
            "responseMimeType": "application/json",
            "responseJsonSchema": schema,
            "thinkingConfig": {"thinkingLevel": "LOW"},
        },
    });
    assert_eq!(sent.json(), expected);
}

#[test]
fn older_models_take_a_temperature_and_no_level_of_thinking() {
    let request = question().temperature(0.2);
    let config =
        |model: &str| serde_json::to_value(body(model, &request)).expect("JSON")["generationConfig"].take();
    let thinking = json!({"thinkingLevel": "LOW"});
    for (model, expected) in [
        ("gemini-2.5-flash", json!({"maxOutputTokens": 3_072, "temperature": 0.2})),
        (
            "gemini-3.5-flash-lite",
            json!({"maxOutputTokens": 3_072, "temperature": 0.2, "thinkingConfig": thinking}),
        ),
        (
            "gemini-3-pro-preview",
            json!({"maxOutputTokens": 3_072, "temperature": 0.2, "thinkingConfig": thinking}),
        ),
        ("gemini-3.6-flash", json!({"maxOutputTokens": 3_072, "thinkingConfig": thinking})),
        ("gemini-flash-latest", json!({"maxOutputTokens": 3_072})),
        ("gemma-3-27b-it", json!({"maxOutputTokens": 3_072})),
    ] {
        assert_eq!(config(model), expected, "{model}");
    }
    assert_eq!(Gemini::new("http://a.example", Secret::plain("k"), "models/gemini-x").model(), "gemini-x");
}

#[tokio::test]
async fn a_full_answer_is_read_and_charged() {
    let answer = json!({
        "candidates": [{"index": 0, "content": {"role": "model", "parts": [
            {"text": "Let me think", "thought": true},
            {"text": "Prices rose "}, {"functionCall": {"name": "f"}}, {"text": "2.9 %."}]},
            "finishReason": "STOP", "safetyRatings": []}],
        "usageMetadata": {"promptTokenCount": 900, "cachedContentTokenCount": "400", "candidatesTokenCount": 120,
            "toolUsePromptTokenCount": 0, "thoughtsTokenCount": 310, "totalTokenCount": 1330},
        "modelVersion": "gemini-3.8-flash-001", "responseId": "x"});
    let (outcome, _) = ask(make, &question(), vec![Answer::json(200, &answer)], AMPLE_MS).await;
    let reply = outcome.expect("an answer");
    assert_eq!(reply.text, "Prices rose 2.9 %.");
    assert_eq!((reply.provider, reply.model.as_str()), ("gemini", "gemini-3.8-flash-001"));
    assert_eq!(reply.finish, Finish::Complete);
    let usage =
        Usage { prompt_tokens: 900, cached_prompt_tokens: 400, completion_tokens: 430, total_tokens: 1_330 };
    assert_eq!(reply.usage, usage);
    let expected = (500.0 * 0.75 + 400.0 * 0.075 + 430.0 * 3.75) / 1e6;
    assert!((reply.cost_usd.expect("it has a price") - expected).abs() < 1e-12);
    assert!(!format!("{reply:?}").contains("Prices"));
}

#[tokio::test]
async fn what_is_no_answer_has_a_name() {
    let ended = |reason: &str| json!({"candidates": [{"content": {"parts": [{"text": "half"}]}, "finishReason": reason}]});
    let blocked = |reason: &str| Unusable::Blocked { reason: reason.to_owned() };
    let cases = [
        (json!({"promptFeedback": {"blockReason": "SAFETY"}}), blocked("SAFETY")),
        (json!({"candidates": [], "promptFeedback": {"blockReason": "OTHER"}}), blocked("OTHER")),
        (json!({"candidates": [{"finishReason": "RECITATION"}]}), blocked("RECITATION")),
        (ended("SAFETY"), blocked("SAFETY")),
        (ended("MAX_TOKENS"), Unusable::Truncated),
        (
            json!({"candidates": [{"finishReason": "MAX_TOKENS", "content": {"role": "model"}}]}),
            Unusable::Truncated,
        ),
        (json!({"candidates": []}), Unusable::Empty),
        (json!({}), Unusable::Empty),
        (json!([7]), Unusable::Empty),
        (gemini_says(" \n"), Unusable::Empty),
        (json!({"candidates": [{"finishReason": "MALFORMED_FUNCTION_CALL"}]}), Unusable::Empty),
    ];
    for (answer, expected) in cases {
        let (outcome, requests) = ask(make, &question(), vec![Answer::json(200, &answer)], AMPLE_MS).await;
        assert_eq!(problem(outcome), expected, "{answer}");
        assert_eq!(requests.len(), 1);
    }
    let (outcome, _) = ask(make, &question(), vec![Answer::json(200, &ended("LANGUAGE"))], AMPLE_MS).await;
    assert_eq!(outcome.expect("an answer").finish, Finish::Other("LANGUAGE".to_owned()));
}

#[tokio::test]
async fn an_answer_is_read_as_it_is_written() {
    let piece = |text: &str| json!({"candidates": [{"content": {"parts": [{"text": text}]}}], "usageMetadata": {"promptTokenCount": 9}});
    let thought = json!({"candidates": [{"content": {"parts": [{"text": "hm", "thought": true}]}}]});
    let mut last = gemini_says("é.");
    last["usageMetadata"] = json!({"promptTokenCount": 9, "candidatesTokenCount": 4, "totalTokenCount": 13});
    let signed = json!({"candidates": [{"content": {"parts": [{"text": "", "thoughtSignature": "x"}]}}]});
    let answer = events(&[thought, piece("Prices "), piece("rose"), last, signed]);
    let (texts, outcome, requests) = ask_for_pieces(make, &question(), vec![answer], AMPLE_MS).await;
    assert_eq!(texts, ["Prices ", "rose", "é."]);
    let reply = outcome.expect("an end");
    assert_eq!((reply.text.as_str(), reply.usage.total_tokens), ("Prices roseé.", 13));
    assert!(reply.cost_usd.is_some());
    let sent = &requests[0];
    assert_eq!(sent.target, "/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse");
    assert_eq!(sent.header("accept"), Some("text/event-stream"));
    assert_eq!(sent.header("x-goog-api-key"), Some("AIza-key"));
}

#[tokio::test]
async fn a_stream_that_ends_badly_says_how() {
    let piece = json!({"candidates": [{"content": {"parts": [{"text": "Prices "}]}}]});
    let ended = |reason: &str| json!({"candidates": [{"finishReason": reason}]});
    let (texts, outcome, _) =
        ask_for_pieces(make, &question(), vec![events(std::slice::from_ref(&piece))], AMPLE_MS).await;
    assert_eq!(
        (texts.as_slice(), problem(outcome)),
        (["Prices ".to_owned()].as_slice(), Unusable::BrokenOff)
    );
    let cases =
        [("MAX_TOKENS", Unusable::Truncated), ("SAFETY", Unusable::Blocked { reason: "SAFETY".to_owned() })];
    for (reason, expected) in cases {
        let answer = events(&[piece.clone(), ended(reason)]);
        let (texts, outcome, _) = ask_for_pieces(make, &question(), vec![answer], AMPLE_MS).await;
        assert_eq!((texts.len(), problem(outcome)), (1, expected));
    }
    let error = "data: {\"candidates\": []}\n\n[{\n  \"error\": {\n    \"code\": 503,\n    \"status\": \"UNAVAILABLE\"\n  }\n}\n]\n";
    let answer = Answer::text(200, "text/event-stream", error);
    let (_, outcome, requests) = ask_for_pieces(make, &question(), vec![answer], AMPLE_MS).await;
    let error = outcome.expect_err("it failed");
    assert!(matches!(error, ModelError::Unavailable { provider: "gemini", .. }), "{error:?}");
    assert_eq!(requests.len(), 1, "nothing is repeated once it has begun");
}
