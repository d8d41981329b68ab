use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use jiff::SignedDuration;
use outbound::OutboundError;
use serde_json::{Value, json};
use settings::{ExposeSecret, names};
use testkit::upstream::{Answer, Upstream};

use super::*;
use crate::cached::{FRESH_FOR, STALE_FOR};
use crate::reference::Place;

/// Long enough for any machine; no test waits for it.
const AMPLE_MS: u64 = 30_000;
const PARAMETER: &str = "arn:aws:ssm:eu-west-1:123456789012:parameter/truthy/tavily";
const SECRET: &str = "arn:aws:secretsmanager:eu-west-2:123456789012:secret:truthy-AbCdEf";

/// Function in another region than the secrets, with a role's credentials, and both services at `base`.
fn settings(value: &str, base: &str) -> Settings {
    Settings::from_pairs([
        (names::TAVILY_API_KEY, value),
        (names::AWS_REGION, "us-east-1"),
        (names::AWS_ACCESS_KEY_ID, "AKIDEXAMPLE"),
        (names::AWS_SECRET_ACCESS_KEY, "role-secret"),
        (names::AWS_SESSION_TOKEN, "role-session"),
        (names::AWS_ENDPOINT_URL_SSM, base),
        (names::AWS_ENDPOINT_URL_SECRETS_MANAGER, base),
    ])
}

async fn upstream_and_secret(value: &str, answers: Vec<Answer>) -> (Upstream, Secret) {
    let upstream = Upstream::start(answers).await;
    let settings = settings(value, &upstream.base_url());
    let secret = Secret::from_settings(&settings, names::TAVILY_API_KEY).expect("it is set");
    assert_eq!(settings.check(), Ok(()));
    (upstream, secret)
}

fn parameter(value: &str) -> Answer {
    let parameter = json!({"ARN": PARAMETER, "Name": "/truthy/tavily", "Type": "SecureString", "Value": value, "Version": 3});
    Answer::json(200, &json!({"Parameter": parameter}))
}

fn secret_string(value: &str) -> Answer {
    Answer::json(200, &json!({"ARN": SECRET, "Name": "truthy", "SecretString": value, "CreatedDate": 1.7e9}))
}

fn fault(code: &str) -> Answer {
    Answer::json(400, &json!({"__type": code, "message": format!("{PARAMETER} is not for you")}))
}

fn noon() -> Timestamp {
    "2026-11-22T12:00:00Z".parse().expect("an instant")
}

/// What it is at `now`, in plain text.
async fn at(secret: &Secret, now: Timestamp) -> Result<String, SecretError> {
    let revealed = secret.reveal_at(now, Deadline::after_ms(AMPLE_MS)).await;
    revealed.map(|value| value.expose_secret().to_owned())
}

#[tokio::test]
async fn a_plain_value_is_itself_even_when_it_is_late() {
    let settings = Settings::from_pairs([(names::TAVILY_API_KEY, " tvly-key ")]);
    let secret = Secret::from_settings(&settings, names::TAVILY_API_KEY).expect("it is set");
    secret.forget();
    let revealed = secret.reveal(Deadline::after_ms(0)).await.expect("nothing is asked");
    assert_eq!(revealed.expose_secret(), "tvly-key");
    assert!(Secret::from_settings(&settings, names::EXA_API_KEY).is_none());
}

#[test]
fn malformed_settings_are_problems_that_repeat_nothing() {
    for (settings, variable) in [
        (settings("arn:aws:ssm:eu-west-1:hidden:parameter/x", "http://127.0.0.1:1"), names::TAVILY_API_KEY),
        (settings(PARAMETER, "hidden"), names::AWS_ENDPOINT_URL_SSM),
        (settings(SECRET, "hidden"), names::AWS_ENDPOINT_URL_SECRETS_MANAGER),
        (settings(PARAMETER, "http://127.0.0.1:1").with(names::AWS_ACCESS_KEY_ID, ""), names::TAVILY_API_KEY),
        (
            settings(PARAMETER, "http://127.0.0.1:1").with(names::AWS_SECRET_ACCESS_KEY, ""),
            names::TAVILY_API_KEY,
        ),
    ] {
        drop(Secret::from_settings(&settings, names::TAVILY_API_KEY));
        let error = settings.check().expect_err(variable);
        assert_eq!(error.problems.len(), 1, "{error}");
        assert!(error.problems[0].starts_with(variable) && !error.to_string().contains("hidden"), "{error}");
        assert!(!error.to_string().contains("truthy/tavily"), "{error}");
    }
}

#[test]
fn debug_prints_nothing() {
    for value in ["tvly-key", PARAMETER] {
        let settings = settings(value, "http://127.0.0.1:1");
        let secret = Secret::from_settings(&settings, names::TAVILY_API_KEY).expect("it is set");
        assert_eq!(format!("{secret:?}"), "Secret { .. }");
    }
}

#[tokio::test]
async fn one_signed_call_reads_either_place() {
    let json_secret = format!("{SECRET}#tavily");
    let cases = [
        (
            PARAMETER,
            parameter("tvly-key\n"),
            ("AmazonSSM.GetParameter", "20261122/eu-west-1/ssm/aws4_request"),
            json!({"Name": PARAMETER, "WithDecryption": true}),
        ),
        (
            SECRET,
            secret_string("tvly-key"),
            ("secretsmanager.GetSecretValue", "20261122/eu-west-2/secretsmanager/aws4_request"),
            json!({"SecretId": SECRET}),
        ),
        (
            &json_secret,
            secret_string(r#"{"brave": "b", "tavily": "tvly-key"}"#),
            ("secretsmanager.GetSecretValue", "20261122/eu-west-2/secretsmanager/aws4_request"),
            json!({"SecretId": SECRET}),
        ),
    ];
    for (value, answer, (target, scope), body) in cases {
        let (upstream, secret) = upstream_and_secret(value, vec![answer]).await;
        assert_eq!(at(&secret, noon()).await.expect(value), "tvly-key");
        let sent = upstream.only_request();
        assert_eq!((sent.method.as_str(), sent.target.as_str(), sent.json()), ("POST", "/", body));
        assert_eq!(sent.header("x-amz-target"), Some(target));
        assert_eq!(sent.header("content-type"), Some("application/x-amz-json-1.1"));
        assert_eq!(sent.header("x-amz-date"), Some("20261122T120000Z"));
        assert_eq!(sent.header("x-amz-security-token"), Some("role-session"));
        let authorization = sent.header("authorization").expect("a signature");
        let expected = format!(
            "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/{scope}, \
             SignedHeaders=content-type;host;x-amz-date;x-amz-security-token;x-amz-target, Signature="
        );
        assert_eq!(authorization.strip_prefix(&expected).map(str::len), Some(64), "{authorization}");
    }
}

#[tokio::test]
async fn a_secret_is_fetched_once_in_five_minutes_by_all_its_clones() {
    let (upstream, secret) = upstream_and_secret(PARAMETER, vec![parameter("old"), parameter("new")]).await;
    let clone = secret.clone();
    let (first, second) = tokio::join!(at(&secret, noon()), at(&clone, noon()));
    assert_eq!((first.expect("a key"), second.expect("a key")), ("old".into(), "old".into()));
    let last_moment = noon() + FRESH_FOR - SignedDuration::from_millis(1);
    assert_eq!(at(&secret, last_moment).await.expect("a key"), "old");
    assert_eq!(upstream.requests().len(), 1);
    assert_eq!(at(&clone, noon() + FRESH_FOR).await.expect("a key"), "new");
    assert_eq!(at(&secret, noon() + FRESH_FOR).await.expect("a key"), "new");
    assert_eq!(upstream.requests().len(), 2);
}

#[tokio::test]
async fn a_refused_secret_is_fetched_at_the_next_use() {
    let (upstream, secret) = upstream_and_secret(PARAMETER, vec![parameter("old"), parameter("new")]).await;
    assert_eq!(at(&secret, noon()).await.expect("a key"), "old");
    secret.clone().forget();
    assert_eq!(at(&secret, noon()).await.expect("a key"), "new");
    assert_eq!(upstream.requests().len(), 2);
}

#[tokio::test]
async fn a_failed_fetch_is_not_remembered() {
    let (upstream, secret) =
        upstream_and_secret(PARAMETER, vec![fault("ParameterNotFound"), parameter("new")]).await;
    assert!(at(&secret, noon()).await.is_err());
    assert_eq!(at(&secret, noon()).await.expect("a key"), "new");
    assert_eq!(upstream.requests().len(), 2);
}

#[tokio::test]
async fn a_passing_fault_is_survived() {
    let busy = fault("ThrottlingException").header("retry-after", "0");
    for first in [busy, Answer::status(503), Answer::close_at_once()] {
        let (upstream, secret) = upstream_and_secret(PARAMETER, vec![first.clone(), parameter("key")]).await;
        assert_eq!(at(&secret, noon()).await.expect("the second answer"), "key", "{first:?}");
        assert_eq!(upstream.requests().len(), 2);
    }
}

#[tokio::test]
async fn the_last_value_bridges_an_outage_with_one_warning_for_each_failure() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt().json().with_writer(move || writer.clone()).finish();
    // While there is one subscriber alone, a line that another test's thread reaches first is off for all threads.
    let _second = tracing::Dispatch::new(tracing::subscriber::NoSubscriber::default());
    let _capturing = tracing::subscriber::set_default(subscriber);
    let answers = vec![
        parameter("old"),
        fault("AccessDeniedException"),
        fault("AccessDeniedException"),
        parameter("new"),
    ];
    let (upstream, secret) = upstream_and_secret(PARAMETER, answers).await;
    let (stale, still_stale) = (noon() + FRESH_FOR, noon() + FRESH_FOR + STALE_FOR);
    for (now, expected, calls, warnings) in [
        (noon(), "old", 1, 0),
        (stale, "old", 2, 1),
        (stale, "old", 2, 1),
        (still_stale, "old", 3, 2),
        (still_stale + STALE_FOR, "new", 4, 2),
    ] {
        assert_eq!(at(&secret, now).await.expect("a key"), expected);
        assert_eq!((upstream.requests().len(), log.text().lines().count()), (calls, warnings), "{now}");
    }
    for line in log.text().lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!((&line["level"], &line["fields"]["variable"]), (&json!("WARN"), &json!("TAVILY_API_KEY")));
        assert!(line["fields"]["reason"].to_string().contains("AccessDeniedException"), "{line}");
        assert!(!line.to_string().contains("old") && !line.to_string().contains("truthy/tavily"), "{line}");
    }
}

#[tokio::test]
async fn a_silent_service_leaves_time_for_the_call_that_the_last_value_is_for() {
    let (_upstream, secret) = upstream_and_secret(PARAMETER, vec![parameter("old"), Answer::hang()]).await;
    assert_eq!(at(&secret, noon()).await.expect("a key"), "old");
    let deadline = Deadline::after_ms(2_000);
    let revealed = secret.reveal_at(noon() + FRESH_FOR, deadline).await.expect("the last value");
    assert_eq!(revealed.expose_secret(), "old");
    assert!(!deadline.expired());
}

#[tokio::test]
async fn faults_are_told_apart_and_say_what_to_do() {
    let busy = || fault("ThrottlingException").header("retry-after", "3600");
    for (value, answer, expected, hint) in [
        (PARAMETER, fault("ParameterNotFound"), "refused", None),
        (PARAMETER, fault("AccessDeniedException"), "refused", None),
        (PARAMETER, fault("com.amazonaws.ssm#ParameterNotFoundException"), "refused", None),
        (SECRET, fault("ResourceNotFoundException"), "refused", None),
        (SECRET, Answer::status(403), "refused", None),
        (PARAMETER, busy(), "unavailable", Some(3_600_000)),
        (SECRET, busy(), "unavailable", Some(3_600_000)),
        (SECRET, Answer::json(500, &json!({"__type": "InternalServiceError"})), "unavailable", None),
        (SECRET, Answer::text(200, "text/html", "<html>tvly-key</html>"), "unavailable", None),
        (SECRET, Answer::junk(10_000_000), "unavailable", None),
        (SECRET, secret_string("tvly-key").cut_off(20), "unavailable", None),
        (SECRET, Answer::close_at_once(), "unavailable", None),
        (SECRET, Answer::json(200, &json!({"SecretString": {"tavily": "tvly-key"}})), "unavailable", None),
        (SECRET, Answer::json(200, &json!({"SecretBinary": "dHZseS1rZXk="})), "empty", None),
        (SECRET, secret_string(" \n"), "empty", None),
        (PARAMETER, secret_string("tvly-key"), "empty", None),
        (PARAMETER, Answer::json(200, &json!({"Parameter": {"Value": null}})), "empty", None),
    ] {
        let (_upstream, secret) = upstream_and_secret(value, vec![answer.clone()]).await;
        let error = at(&secret, noon()).await.expect_err(expected);
        let kind = match &error {
            SecretError::Timeout { .. } => "late",
            SecretError::Refused { .. } => "refused",
            SecretError::Unavailable { .. } => "unavailable",
            SecretError::Empty { .. } => "empty",
        };
        assert_eq!((kind, error.retry_after_ms()), (expected, hint), "{answer:?}");
        assert!(error.to_string().contains("TAVILY_API_KEY"), "{error}");
        for hidden in ["arn:", "truthy", "tvly-key", "not for you", "127.0.0.1"] {
            assert!(!format!("{error} {error:?}").contains(hidden), "{error:?}");
        }
    }
}

#[tokio::test]
async fn a_service_that_is_gone_is_unavailable() {
    let (upstream, secret) = upstream_and_secret(PARAMETER, vec![]).await;
    drop(upstream);
    let outcome = at(&secret, noon()).await;
    let Err(SecretError::Unavailable { source, .. }) = &outcome else { panic!("{outcome:?}") };
    assert!(matches!(source, OutboundError::Unreachable { .. }), "{source:?}");
}

#[tokio::test]
async fn a_field_that_is_not_there_or_no_text_is_no_key() {
    let value = format!("{SECRET}#tavily");
    for body in ["tvly-key", "{}", "[]", r#"{"tavily": 7}"#, r#"{"tavily": ""}"#, r#"{"Tavily": "x"}"#] {
        let (_upstream, secret) = upstream_and_secret(&value, vec![secret_string(body)]).await;
        let error = at(&secret, noon()).await.expect_err(body);
        assert!(matches!(error, SecretError::Empty { place: Place::Secret, .. }), "{body}: {error:?}");
    }
}

#[tokio::test]
async fn silence_is_a_timeout_for_everyone_who_waits() {
    let (upstream, secret) = upstream_and_secret(PARAMETER, vec![Answer::hang()]).await;
    let deadline = Deadline::after_ms(200);
    let (first, second) =
        tokio::join!(secret.reveal_at(noon(), deadline), secret.reveal_at(noon(), deadline));
    for outcome in [first, second] {
        assert!(
            matches!(outcome, Err(SecretError::Timeout { variable: "TAVILY_API_KEY", .. })),
            "{outcome:?}"
        );
    }
    assert_eq!(upstream.requests().len(), 1);
}

/// Lines written so far.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
