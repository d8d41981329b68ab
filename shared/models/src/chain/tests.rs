use std::time::Duration;

use settings::names;
use testkit::upstream::{Answer, Upstream};

use super::*;
use crate::trial::{AMPLE_MS, events, gemini_says, openai_says, question, read};
use crate::{ScriptedModel, Step};

fn scripted(name: &'static str, step: Step) -> Arc<ScriptedModel> {
    Arc::new(ScriptedModel::new(name, vec![step]))
}

fn says(text: &str) -> Step {
    Step::Answers(text.to_owned())
}

/// Two models in one.
fn both(one: &Arc<ScriptedModel>, two: &Arc<ScriptedModel>) -> Models {
    Models::new(one.clone(), vec![two.clone()])
}

#[tokio::test]
async fn the_next_model_answers_when_one_fails() {
    let cases = [
        (says("a"), says("b"), Ok("a")),
        (Step::Down, says("b"), Ok("b")),
        (Step::Late, says("b"), Ok("b")),
        (Step::Fails(Unusable::Empty), says("b"), Ok("b")),
        (Step::Late, Step::Late, Err("one did not answer in time")),
        (Step::Late, Step::Down, Err("two is unavailable: the upstream failed with status 503")),
        (Step::Busy(7), Step::Late, Err("one is unavailable: the upstream limits the rate of calls")),
        (
            Step::Fails(Unusable::Truncated),
            Step::Down,
            Err("the answer of one is of no use: it was cut short at the limit of its length"),
        ),
    ];
    for (first, second, expected) in cases {
        let [one, two] = [scripted("one", first), scripted("two", second)];
        let models = both(&one, &two);
        let deadline = Deadline::after_ms(AMPLE_MS);
        let whole = models.complete(&question(), deadline).await;
        let (_, streamed) = read(&models, &question(), deadline).await;
        for outcome in [whole, streamed] {
            let outcome = outcome.map(|reply| reply.text).map_err(|error| reason(&error));
            assert_eq!(outcome, expected.map(str::to_owned).map_err(str::to_owned));
        }
        let asked = one.received().len() + two.received().len();
        assert_eq!(asked, if expected == Ok("a") { 2 } else { 4 });
    }
}

#[tokio::test]
async fn time_is_kept_for_the_model_behind() {
    let [one, two] = [scripted("one", Step::Hangs), scripted("two", says("b"))];
    let deadline = Deadline::after_ms(1_000);
    let reply = both(&one, &two).complete(&question(), deadline).await.expect("the second answers");
    assert_eq!(reply.provider, "two");
    assert!(one.received()[0].1 < deadline);
    assert_eq!(two.received()[0].1, deadline);
    let (texts, _) = read(&both(&one, &two), &question(), Deadline::after_ms(1_000)).await;
    assert_eq!(texts, ["b"]);
}

#[tokio::test]
async fn a_deadline_that_has_passed_asks_nobody() {
    let [one, two] = [scripted("one", says("a")), scripted("two", says("b"))];
    let outcome = both(&one, &two).complete(&question(), Deadline::after_ms(0)).await;
    assert!(matches!(outcome, Err(ModelError::Timeout { provider: "one" })), "{outcome:?}");
    assert!(one.received().is_empty() && two.received().is_empty());
}

#[tokio::test]
async fn a_stream_that_has_begun_is_not_replaced() {
    let [one, two] = [scripted("one", Step::BreaksOff("half an".to_owned())), scripted("two", says("b"))];
    let (texts, outcome) = read(&both(&one, &two), &question(), Deadline::after_ms(AMPLE_MS)).await;
    assert_eq!(texts, ["half ", "an"]);
    assert!(matches!(outcome, Err(ModelError::Unusable { provider: "one", source: Unusable::BrokenOff })));
    assert!(two.received().is_empty());
}

#[tokio::test]
async fn a_stream_that_fails_before_its_first_words_is_replaced() {
    let blocked = events(&[serde_json::json!({"promptFeedback": {"blockReason": "SAFETY"}})]);
    let gemini = Upstream::start(vec![blocked]).await;
    let delta = serde_json::json!({"choices": [{"delta": {"content": "Yes."}, "finish_reason": "stop"}]});
    let groq = Upstream::start(vec![events(&[delta])]).await;
    let models = Models::from_settings(&settings_of(&gemini, &groq)).expect("both have a key");
    let (texts, outcome) = read(&models, &question(), Deadline::after_ms(AMPLE_MS)).await;
    assert_eq!(texts, ["Yes."]);
    assert_eq!(outcome.expect("an end").provider, "groq");
    assert_eq!((gemini.requests().len(), groq.requests().len()), (1, 1));
}

fn settings_of(gemini: &Upstream, groq: &Upstream) -> Settings {
    Settings::from_pairs([
        (names::GEMINI_API_KEY, "AIza-key".to_owned()),
        (names::GEMINI_BASE_URL, gemini.base_url()),
        (names::GROQ_API_KEY, "gsk-key".to_owned()),
        (names::GROQ_BASE_URL, format!("{}/openai/v1/", groq.base_url())),
    ])
}

#[tokio::test]
async fn providers_fall_back_over_http() {
    let gemini = Upstream::start(vec![
        Answer::status(503).header("retry-after", "0"),
        Answer::json(200, &gemini_says("from gemini")),
        Answer::status(403),
    ])
    .await;
    let groq = Upstream::start(vec![Answer::json(200, &openai_says("from groq"))]).await;
    let models = Models::from_settings(&settings_of(&gemini, &groq)).expect("both have a key");
    assert_eq!(models.configured(), ["gemini", "groq"]);
    let deadline = Deadline::after_ms(AMPLE_MS);
    for expected in ["from gemini", "from groq"] {
        let reply = models.complete(&question(), deadline).await.expect("one answers");
        assert_eq!(reply.text, expected);
    }
    assert_eq!(gemini.requests().len(), 3);
    assert_eq!(groq.only_request().target, "/openai/v1/chat/completions");
    assert!(deadline.remaining() > Duration::ZERO);
}
