use settings::Settings;
use testkit::upstream::{Answer, Upstream};

use super::*;

fn at(upstream: &Upstream) -> GeminiTokens {
    let settings = Settings::from_pairs([(names::GEMINI_BASE_URL, upstream.base_url())]);
    GeminiTokens::new(Service::from_settings(&settings), Secret::plain("AQ.secret"))
}

fn grant() -> Grant {
    let at = |text: &str| text.parse().expect("a timestamp");
    Grant {
        setup: json!({
            "model": "models/m", "tools": [{}], "generationConfig": { "responseModalities": ["AUDIO"], "x": 1 },
            "sessionResumption": {}, "inputAudioTranscription": {},
        }),
        expires_at: at("2026-11-21T21:00:00Z"),
        new_session_expires_at: at("2026-11-21T20:32:00Z"),
    }
}

#[tokio::test]
async fn all_but_the_handle_is_locked_and_the_key_goes_into_one_header() {
    let upstream = Upstream::start(vec![Answer::json(200, &json!({ "name": "auth_tokens/abc" }))]).await;
    let token = at(&upstream).mint(&grant(), Deadline::after_ms(4_000)).await.expect("a token");
    assert_eq!(token, "auth_tokens/abc");
    let request = upstream.only_request();
    assert_eq!((request.method.as_str(), request.target.as_str()), ("POST", "/v1alpha/auth_tokens"));
    assert_eq!(request.header("x-goog-api-key"), Some("AQ.secret"));
    let expected = json!({
        "uses": 1, "expireTime": "2026-11-21T21:00:00Z", "newSessionExpireTime": "2026-11-21T20:32:00Z",
        "bidiGenerateContentSetup": grant().setup,
        "fieldMask": "model,tools,generationConfig.responseModalities,generationConfig.x,inputAudioTranscription",
    });
    assert_eq!(request.json(), expected);
}

#[tokio::test]
async fn every_fault_has_a_code_and_says_what_to_do() {
    let refused =
        json!({ "error": { "status": "INVALID_ARGUMENT", "details": [{ "reason": "API_KEY_INVALID" }] } });
    let rejected = json!({ "error": { "status": "INVALID_ARGUMENT" } });
    for (answer, code, words) in [
        (Answer::json(400, &refused), ErrorCode::BackendUnavailable, "GEMINI_API_KEY"),
        (Answer::status(403), ErrorCode::BackendUnavailable, "GEMINI_API_KEY"),
        (Answer::json(400, &rejected), ErrorCode::BackendUnavailable, "GEMINI_LIVE_MODEL"),
        (Answer::status(503), ErrorCode::BackendUnavailable, "try again later"),
        (Answer::json(200, &json!({ "name": "else/x" })), ErrorCode::BackendUnavailable, "try again later"),
        (Answer::json(200, &json!([])), ErrorCode::BackendUnavailable, "try again later"),
    ] {
        let upstream = Upstream::start(vec![answer]).await;
        let error = at(&upstream).mint(&grant(), Deadline::after_ms(4_000)).await.expect_err("a fault");
        let failure = Failure::from(error);
        assert_eq!(failure.code, code);
        assert!(failure.message.contains(words), "{}", failure.message);
        assert!(!format!("{failure:?}").contains("AQ.secret"));
    }
}

#[tokio::test]
async fn time_that_is_up_is_a_timeout() {
    let upstream = Upstream::start(vec![Answer::status(200)]).await;
    let error = at(&upstream).mint(&grant(), Deadline::after_ms(0)).await.expect_err("late");
    assert_eq!(Failure::from(error).code, ErrorCode::Timeout);
    assert!(upstream.requests().is_empty());
}
