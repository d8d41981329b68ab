//! Tokens from their making to their end: through the issuer, the command line and the local gateway.

use std::sync::Arc;

use access::{FakeUsagePlan, Issuer, TokenError};
use http::{Method, StatusCode};
use jiff::SignedDuration;
use serde_json::json;
use settings::{Clock, ExposeSecret};
use store::Store;
use tests::{Reply, Server, table};
use web::Credential;

const NOW: &str = "2026-11-22T12:00:00Z";

fn at(instant: &str) -> Clock {
    Clock::Fixed(instant.parse().expect("an instant"))
}

struct Issuance {
    issuer: Issuer,
    plan: Arc<FakeUsagePlan>,
    store: Store,
    endpoint: String,
    _database: dynoxide::Database,
}

async fn issuance(plan: FakeUsagePlan) -> anyhow::Result<Issuance> {
    let (endpoint, store, database) = table::in_memory(at(NOW)).await?;
    let plan = Arc::new(plan);
    let issuer = Issuer::new(store.clone(), Some(Arc::clone(&plan) as _), at(NOW));
    Ok(Issuance { issuer, plan, store, endpoint, _database: database })
}

#[tokio::test]
async fn a_token_is_kept_as_its_digest_and_has_a_key_in_the_plan() -> anyhow::Result<()> {
    let issuance = issuance(FakeUsagePlan::default()).await?;
    let issued = issuance.issuer.create("team 7").await?;
    let token = issued.token.expose_secret();
    assert!(token.starts_with("truthy_") && token.len() == 50, "256 bits, and what it is");
    assert_eq!(issued.record.digest, Credential::new(token).digest());
    assert_eq!(issuance.store.token(&issued.record.digest).await?, Some(issued.record.clone()));
    let keys = issuance.plan.keys();
    assert_eq!(
        keys.get(issued.record.usage_key_id.as_deref().unwrap_or_default()),
        Some(&issued.record.usage_key)
    );
    assert!((20..=128).contains(&issued.record.usage_key.len()), "what a gateway takes as a key");
    let stored = format!("{:?}", issuance.issuer.list().await?);
    assert!(!stored.contains(token) && !format!("{issued:?}").contains(token));
    for (name, taken) in [("team 7", true), ("", false), (" team", false), ("a\nb", false), ("ü", false)] {
        let error = issuance.issuer.create(name).await.expect_err("refused");
        assert_eq!(matches!(error, TokenError::Taken { .. }), taken, "{name:?}: {error}");
    }
    assert_eq!(issuance.plan.keys().len(), 1, "a refused name leaves no key behind");
    Ok(())
}

#[tokio::test]
async fn a_rotated_token_keeps_its_key_and_the_old_one_its_grace() -> anyhow::Result<()> {
    let issuance = issuance(FakeUsagePlan::default()).await?;
    let first = issuance.issuer.create("team").await?.record;
    let second = issuance.issuer.rotate("team", SignedDuration::from_hours(2)).await?.record;
    assert_eq!((&second.usage_key, &second.usage_key_id), (&first.usage_key, &first.usage_key_id));
    assert!(issuance.store.token(&first.digest).await?.is_some());
    let settings = table::settings_for(&issuance.endpoint);
    let later = Store::from_settings(&settings, at("2026-11-22T14:00:00Z"));
    assert_eq!(later.token(&first.digest).await?, None, "the grace is over");
    assert!(later.token(&second.digest).await?.is_some());
    let third = issuance.issuer.rotate(&second.fingerprint(), SignedDuration::ZERO).await?.record;
    assert_eq!(issuance.store.token(&second.digest).await?, None, "no grace, no old token");
    assert!(issuance.store.token(&third.digest).await?.is_some());
    assert_eq!(issuance.plan.keys().len(), 1, "one caller, one key");
    Ok(())
}

#[tokio::test]
async fn revoking_ends_every_token_of_a_name_and_its_key() -> anyhow::Result<()> {
    let issuance = issuance(FakeUsagePlan::default()).await?;
    let other = issuance.issuer.create("other").await?.record;
    issuance.issuer.create("team").await?;
    issuance.issuer.rotate("team", SignedDuration::from_hours(2)).await?;
    let without_plan = Issuer::new(issuance.store.clone(), None, at(NOW));
    assert!(matches!(without_plan.revoke("team").await, Err(TokenError::NoPlanNamed { .. })));
    assert_eq!(issuance.issuer.list().await?.len(), 3, "a revocation that cannot end whole does not begin");
    assert_eq!(issuance.issuer.revoke("team").await?.len(), 2);
    assert_eq!(issuance.issuer.list().await?, std::slice::from_ref(&other));
    assert_eq!(issuance.plan.keys().into_values().collect::<Vec<_>>(), [other.usage_key]);
    assert!(matches!(issuance.issuer.revoke("team").await, Err(TokenError::Unknown { .. })));
    Ok(())
}

#[tokio::test]
async fn without_its_plan_no_token_is_made() -> anyhow::Result<()> {
    let issuance = issuance(FakeUsagePlan::missing()).await?;
    assert!(matches!(issuance.issuer.create("team").await, Err(TokenError::UsagePlan(_))));
    assert!(issuance.issuer.list().await?.is_empty());
    Ok(())
}

/// `truthy token …` over the table of a running server, and what it prints.
async fn token(server: &Server, arguments: &[&str]) -> anyhow::Result<String> {
    let data_dir = server.data_dir().to_string_lossy().into_owned();
    let arguments = [&["token", "--data-dir", &data_dir], arguments].concat();
    let output = tests::truthy(&arguments, &[]).await?;
    anyhow::ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

async fn check(server: &Server, token: &str) -> anyhow::Result<Reply> {
    let bearer = format!("Bearer {token}");
    let headers = [("authorization", bearer.as_str())];
    server.send(Method::POST, "/api/tools/context_check", &headers, r#"{"claim":"Crime is down"}"#).await
}

#[tokio::test]
async fn a_made_token_closes_an_open_server_and_is_throttled_by_its_key() -> anyhow::Result<()> {
    // A slow refill, so that a slow machine does not refill the bucket during the test.
    let server = Server::start(&[("TRUTHY_RATE_LIMIT", "1/10")]).await?;
    assert_eq!(check(&server, "anything").await?.status, StatusCode::OK, "no token, no question");
    let first = token(&server, &["create", "--name", "first"]).await?;
    let second = token(&server, &["create", "--name", "second"]).await?;
    // The server asks once a second whether there are tokens now.
    while check(&server, "anything").await?.status != StatusCode::UNAUTHORIZED {
        tokio::task::yield_now().await;
    }
    for _ in 0..10 {
        assert_eq!(check(&server, &first).await?.status, StatusCode::OK);
    }
    let refused = check(&server, &first).await?;
    assert_eq!(
        (refused.status, refused.error_code()),
        (StatusCode::TOO_MANY_REQUESTS, "RATE_LIMITED".into())
    );
    assert_eq!(check(&server, &second).await?.status, StatusCode::OK, "another key, another bucket");
    // The key goes on under a new token, and so does its empty bucket.
    let renewed = token(&server, &["rotate", "first"]).await?;
    assert_eq!(check(&server, &renewed).await?.status, StatusCode::TOO_MANY_REQUESTS);
    let listed = token(&server, &["list"]).await?;
    assert!(listed.contains("first") && !listed.contains(&renewed), "{listed}");
    Ok(())
}

#[tokio::test]
async fn a_revoked_token_is_refused_by_a_gateway_that_has_not_met_it() -> anyhow::Result<()> {
    let server = Server::start(&[("TRUTHY_TOKENS", "another-token-of-the-settings")]).await?;
    let made = token(&server, &["create", "--name", "guest"]).await?;
    token(&server, &["revoke", "guest"]).await?;
    assert_eq!(check(&server, &made).await?.status, StatusCode::UNAUTHORIZED);
    assert_eq!(check(&server, "another-token-of-the-settings").await?.status, StatusCode::OK);
    Ok(())
}

#[tokio::test]
async fn revoking_the_last_token_lets_nobody_in() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let made = token(&server, &["create", "--name", "only"]).await?;
    token(&server, &["revoke", "only"]).await?;
    // That nobody was asked for a token is remembered for a second.
    let call = async || server.post("/api/tools/context_check", &json!({ "claim": "Crime fell" })).await;
    for _ in 0..100 {
        if call().await?.status == StatusCode::UNAUTHORIZED {
            assert_eq!(check(&server, &made).await?.status, StatusCode::UNAUTHORIZED);
            return Ok(());
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    anyhow::bail!("everyone may call again")
}

#[tokio::test]
async fn a_deployment_is_not_touched_without_credentials() -> anyhow::Result<()> {
    let arguments = ["token", "list", "--table", "t", "--usage-plan", "p", "--region", "eu-central-1"];
    let output = tests::truthy(&arguments, &[]).await?;
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && message.contains("export-credentials"), "{message}");
    Ok(())
}
