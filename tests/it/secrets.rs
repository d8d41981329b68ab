//! Keys given by ARN: AWS and the providers are played by loopback servers.

use serde_json::json;
use testkit::upstream::{Answer, Upstream};
use tests::{Server, truthy};

const WEB: &str = "/api/tools/search_web";
const CORPUS: &str = "/api/tools/search_vectara";
const PARAMETER: &str = "arn:aws:ssm:eu-west-1:123456789012:parameter/hidden-path/tavily";
const SECRET: &str = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:hidden-path-AbCdEf#vectara";
const CLAIM: &str = "US inflation was 2.9 percent in December 2024";

fn parameter(value: &str) -> Answer {
    Answer::json(200, &json!({ "Parameter": { "Name": "/hidden-path/tavily", "Value": value } }))
}

fn denied() -> Answer {
    let message = "role/hidden-role is not authorized on hidden-path";
    Answer::json(400, &json!({ "__type": "AccessDeniedException", "Message": message }))
}

fn page() -> Answer {
    let result = json!({ "url": "https://www.bls.gov/cpi/", "title": "CPI", "score": 0.9,
        "content": "Consumer prices in the United States rose 2.9 percent over the 12 months to December 2024." });
    Answer::json(200, &json!({ "results": [result] }))
}

/// A server with a role's credentials that logs all it ever logs.
async fn server(environment: &[(&str, &str)]) -> anyhow::Result<Server> {
    let role = [
        ("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE"),
        ("AWS_SECRET_ACCESS_KEY", "hidden-role-secret"),
        ("AWS_SESSION_TOKEN", "hidden-role-session"),
        ("TRUTHY_LOG", "debug"),
    ];
    Server::start(&[&role, environment].concat()).await
}

async fn with_tavily(ssm: &Upstream, tavily: &Upstream) -> anyhow::Result<Server> {
    let (ssm, tavily) = (ssm.base_url(), tavily.base_url());
    server(&[("TAVILY_API_KEY", PARAMETER), ("AWS_ENDPOINT_URL_SSM", &ssm), ("TAVILY_BASE_URL", &tavily)])
        .await
}

fn is_silent(text: &str) -> bool {
    !["arn:", "hidden", "AKIDEXAMPLE"].iter().any(|word| text.contains(word))
}

#[tokio::test]
async fn a_rotated_key_is_used_after_the_first_refusal_and_shown_nowhere() -> anyhow::Result<()> {
    let ssm = Upstream::start(vec![parameter("hidden-old"), parameter("hidden-new")]).await;
    let tavily = Upstream::start(vec![page(), page(), Answer::status(401), page()]).await;
    let server = with_tavily(&ssm, &tavily).await?;
    server.get("/api/health?deep=true").await?;
    assert!(ssm.requests().is_empty(), "nothing is read before its first use");
    let mut statuses = Vec::new();
    for _ in 0..4 {
        let reply = server.post(WEB, &json!({ "query": CLAIM })).await?;
        assert!(is_silent(&String::from_utf8_lossy(&reply.bytes)), "{}", reply.json());
        statuses.push(reply.status.as_u16());
    }
    assert_eq!(statuses, [200, 200, 503, 200]);
    let keys: Vec<_> = tavily
        .requests()
        .iter()
        .map(|sent| sent.header("authorization").unwrap_or_default().to_owned())
        .collect();
    let (old, new) = ("Bearer hidden-old", "Bearer hidden-new");
    assert_eq!(keys, [old, old, old, new]);
    let sent = ssm.requests();
    assert_eq!(sent.len(), 2, "one read for each key");
    assert_eq!(sent[0].header("x-amz-target"), Some("AmazonSSM.GetParameter"));
    assert_eq!(sent[0].header("x-amz-security-token"), Some("hidden-role-session"));
    let authorization = sent[0].header("authorization").unwrap_or_default();
    assert!(authorization.contains("Credential=AKIDEXAMPLE/") && authorization.contains("/eu-west-1/ssm/"));
    let log = server.log();
    assert!(log.contains("upstream called") && is_silent(&log), "{log}");
    Ok(())
}

#[tokio::test]
async fn an_unreadable_key_is_named_by_its_variable_alone() -> anyhow::Result<()> {
    for (answer, status, code) in [
        (denied(), 503, "BACKEND_UNAVAILABLE"),
        (parameter(" "), 503, "BACKEND_UNAVAILABLE"),
        (Answer::status(500), 503, "BACKEND_UNAVAILABLE"),
        (Answer::hang(), 504, "TIMEOUT"),
    ] {
        let ssm = Upstream::start(vec![answer]).await;
        let tavily = Upstream::start(vec![page()]).await;
        let server = with_tavily(&ssm, &tavily).await?;
        let reply = server.post(WEB, &json!({ "query": CLAIM })).await?;
        assert_eq!((reply.status.as_u16(), reply.error_code().as_str()), (status, code), "{}", reply.json());
        let message = reply.json()["error"]["message"].to_string();
        assert!(message.contains(if status == 503 { "TAVILY_API_KEY" } else { "in time" }), "{message}");
        assert!(is_silent(&message) && is_silent(&server.log()), "{message} {}", server.log());
        assert!(tavily.requests().is_empty());
    }
    Ok(())
}

#[tokio::test]
async fn other_sources_answer_while_a_key_is_unreadable() -> anyhow::Result<()> {
    let (ssm, brave) = (Upstream::start(vec![denied()]).await, Upstream::start(vec![Answer::json(200, &json!({
        "web": { "results": [{ "url": "https://www.bls.gov/cpi/", "title": "CPI", "description": "Prices rose 2.9 percent." }] },
    }))]).await);
    let (ssm_base, brave_base) = (ssm.base_url(), brave.base_url());
    let server = server(&[
        ("TAVILY_API_KEY", PARAMETER),
        ("AWS_ENDPOINT_URL_SSM", &ssm_base),
        ("BRAVE_API_KEY", "brave-key"),
        ("BRAVE_BASE_URL", &brave_base),
    ])
    .await?;
    let answer = server.post(WEB, &json!({ "query": CLAIM })).await?.json();
    assert_eq!(answer["items"][0]["url"], "https://www.bls.gov/cpi/", "{answer}");
    assert_eq!(brave.only_request().header("x-subscription-token"), Some("brave-key"));
    Ok(())
}

#[tokio::test]
async fn vectara_s_key_may_be_a_field_of_a_secret() -> anyhow::Result<()> {
    let kept =
        |key: &str| Answer::json(200, &json!({ "SecretString": json!({ "vectara": key }).to_string() }));
    let manager = Upstream::start(vec![kept("hidden-old"), kept("hidden-new"), denied()]).await;
    let fine = Answer::json(200, &json!({ "search_results": [] }));
    let vectara = Upstream::start(vec![Answer::status(403), fine, Answer::status(403)]).await;
    let (manager_base, vectara_base) = (manager.base_url(), vectara.base_url());
    let server = server(&[
        ("TRUTHY_CORPUS", "vectara"),
        ("VECTARA_API_KEY", SECRET),
        ("VECTARA_CORPUS_KEY", "trusted-sources"),
        ("VECTARA_BASE_URL", &vectara_base),
        ("AWS_ENDPOINT_URL_SECRETS_MANAGER", &manager_base),
    ])
    .await?;
    let mut messages = Vec::new();
    for status in [503, 200, 503, 503] {
        let reply = server.post(CORPUS, &json!({ "query": CLAIM })).await?;
        assert_eq!(reply.status.as_u16(), status, "{}", reply.json());
        messages.push(reply.json()["error"]["message"].to_string());
    }
    let keys: Vec<_> =
        vectara.requests().iter().map(|sent| sent.header("x-api-key").map(str::to_owned)).collect();
    let (old, new) = (Some("hidden-old".to_owned()), Some("hidden-new".to_owned()));
    assert_eq!(keys, [old, new.clone(), new]);
    assert!(messages[3].contains("VECTARA_API_KEY") && is_silent(&messages[3]), "{messages:?}");
    assert!(is_silent(&server.log()), "{}", server.log());
    Ok(())
}

#[tokio::test]
async fn a_malformed_arn_ends_the_start_without_being_repeated() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let data_dir = folder.path().to_str().expect("a plain path");
    for arn in ["arn:aws:ssm:eu-west-1:hidden:parameter/x", PARAMETER] {
        // The second one is well-formed, but there are no credentials.
        let output =
            truthy(&["serve", "--port", "0", "--data-dir", data_dir], &[("TAVILY_API_KEY", arn)]).await?;
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && error.contains("TAVILY_API_KEY"), "{error}");
        assert!(!error.contains("hidden"), "{error}");
    }
    Ok(())
}
