//! The rate limit: a burst passes, then the caller is told when to come back.

use http::{Method, StatusCode};
use tests::Server;

const CHECK: &str = "/api/tools/context_check";

async fn call(server: &Server, headers: &[(&str, &str)]) -> anyhow::Result<StatusCode> {
    Ok(server.send(Method::POST, CHECK, headers, r#"{"claim":"Crime is down"}"#).await?.status)
}

#[tokio::test]
async fn the_burst_is_ten_for_each_endpoint_and_caller() -> anyhow::Result<()> {
    // A slow refill, so that a slow machine does not refill the bucket during the test.
    let server = Server::start(&[("TRUTHY_RATE_LIMIT", "1/10")]).await?;
    for _ in 0..10 {
        assert_eq!(call(&server, &[]).await?, StatusCode::OK);
    }
    let refused = server.send(Method::POST, CHECK, &[], r#"{"claim":"Crime is down"}"#).await?;
    assert_eq!(
        (refused.status, refused.error_code().as_str()),
        (StatusCode::TOO_MANY_REQUESTS, "RATE_LIMITED")
    );
    let wait: u64 = refused.header("retry-after").parse()?;
    assert!((1..=60).contains(&wait), "{wait}");
    assert_eq!(refused.header("access-control-allow-origin"), "*");
    // Another session, another endpoint and endpoints that are no tools have buckets of their own.
    assert_eq!(call(&server, &[("x-session-id", "another")]).await?, StatusCode::OK);
    let other = server.send(Method::POST, "/api/tools/search_vectara", &[], r#"{"query":"crime"}"#).await?;
    assert_eq!(other.status, StatusCode::OK);
    for _ in 0..15 {
        assert_eq!(server.get("/api/health").await?.status, StatusCode::OK);
        assert_eq!(server.get("/api/tools").await?.status, StatusCode::OK);
    }
    Ok(())
}

#[tokio::test]
async fn a_token_is_the_caller_whatever_session_it_names() -> anyhow::Result<()> {
    let server = Server::start(&[("TRUTHY_RATE_LIMIT", "1/2"), ("TRUTHY_TOKENS", "one,two")]).await?;
    let one = ("authorization", "Bearer one");
    assert_eq!(call(&server, &[one, ("x-session-id", "a")]).await?, StatusCode::OK);
    assert_eq!(call(&server, &[one, ("x-session-id", "b")]).await?, StatusCode::OK);
    assert_eq!(call(&server, &[one, ("x-session-id", "c")]).await?, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(call(&server, &[("authorization", "Bearer two")]).await?, StatusCode::OK);
    // A call without a valid token takes nothing out of anyone's bucket.
    assert_eq!(call(&server, &[("authorization", "Bearer nobody")]).await?, StatusCode::UNAUTHORIZED);
    Ok(())
}

#[tokio::test]
async fn sixty_a_minute_and_ten_at_once_is_the_default() -> anyhow::Result<()> {
    let server = Server::start(&[("TRUTHY_RATE_LIMIT", "")]).await?;
    let mut refused = 0;
    for _ in 0..40 {
        refused += u32::from(call(&server, &[]).await? == StatusCode::TOO_MANY_REQUESTS);
    }
    // At one token a second, forty calls in a row cannot all pass unless they take half a minute.
    assert!(refused > 0);
    Ok(())
}
