//! What is logged of a call, and what never is.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use outbound::Deadline;
use serde_json::{Value, json};
use testkit::upstream::{Answer, Upstream};
use tracing_subscriber::filter::LevelFilter;

use crate::trial::{self, AMPLE_MS, events, gemini_says, read};
use crate::{ChatModel, Models, Request, ScriptedModel, Step};

/// What was logged while it was the writer.
#[derive(Debug, Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Log {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }

    /// The fields of every line with this message.
    fn lines(&self, message: &str) -> Vec<Value> {
        let text = self.text();
        let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        lines.map(|mut line| line["fields"].take()).filter(|fields| fields["message"] == message).collect()
    }
}

#[tokio::test]
async fn tokens_and_cost_are_logged_and_no_text_is() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .json()
        .with_max_level(LevelFilter::DEBUG)
        .with_writer(move || writer.clone())
        .finish();
    // While there is one subscriber alone, a line that another test's thread reaches first is off for all threads.
    let _second = tracing::Dispatch::new(tracing::subscriber::NoSubscriber::default());
    let _capturing = tracing::subscriber::set_default(subscriber);

    let mut answer = gemini_says("a secret answer");
    answer["usageMetadata"] = json!({"promptTokenCount": 1_000_000, "candidatesTokenCount": 1_000_000});
    let blocked =
        json!({"promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": {"promptTokenCount": 5}});
    let upstream = Upstream::start(vec![
        Answer::json(200, &answer),
        events(&[answer]),
        Answer::json(200, &blocked),
        Answer::json(400, &json!({"error": {"message": "a secret question", "status": "INVALID_ARGUMENT"}})),
    ])
    .await;
    let gemini: Arc<dyn ChatModel> = Arc::from(trial::gemini(&upstream.base_url()));
    let behind = ScriptedModel::new("behind", vec![Step::Answers("a secret answer".to_owned())]);
    let models = Models::new(gemini, vec![Arc::new(behind)]);
    let request = Request::new("judge", "a secret question").system("a secret rule");
    let deadline = Deadline::after_ms(AMPLE_MS);
    assert!(models.complete(&request, deadline).await.is_ok());
    assert!(read(&models, &request, deadline).await.1.is_ok());
    for _ in 0..2 {
        let reply = models.complete(&request, deadline).await.expect("the model behind answers");
        assert_eq!(reply.provider, "behind");
    }

    let answered = log.lines("model answered");
    assert_eq!(answered.len(), 3, "{answered:?}");
    for fields in &answered[..2] {
        assert_eq!((&fields["provider"], &fields["request"]), (&json!("gemini"), &json!("judge")));
        assert_eq!((&fields["prompt_tokens"], &fields["cost_usd"]), (&json!(1_000_000), &json!(4.5)));
        assert_eq!(fields["usable"], true);
    }
    assert_eq!((&answered[2]["usable"], &answered[2]["prompt_tokens"]), (&json!(false), &json!(5)));
    let reasons: Vec<Value> =
        log.lines("model failed").iter().map(|fields| fields["reason"].clone()).collect();
    let expected = [
        "the answer of gemini is of no use: it was blocked (SAFETY)",
        "gemini is unavailable: request rejected with status 400 (INVALID_ARGUMENT)",
    ];
    assert_eq!(reasons, expected);
    for hidden in ["secret", "AIza"] {
        assert!(!log.text().contains(hidden), "{hidden}");
    }
}
