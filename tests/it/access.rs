//! Tokens: asked for where the deployment has any.

use http::{Method, StatusCode};
use tests::Server;

const BODY: &str = r#"{"query":"US inflation"}"#;
const PATH: &str = "/api/tools/search_vectara";
/// SHA-256 of `hashed-token`, as `sha256sum` prints it.
const HASHED: &str = "sha256:550643f45e135491c47bea94823b37278d5dd91375b285d44001d005d1603a33";

#[tokio::test]
async fn a_token_is_required_where_any_is_set() -> anyhow::Result<()> {
    let server = Server::start(&[("TRUTHY_TOKENS", "first, second")]).await?;
    for (header, status) in [
        ("Bearer first", StatusCode::OK),
        ("bearer second", StatusCode::OK),
        ("Bearer third", StatusCode::UNAUTHORIZED),
        ("Bearer ", StatusCode::UNAUTHORIZED),
        ("Basic first", StatusCode::UNAUTHORIZED),
        ("first", StatusCode::UNAUTHORIZED),
        ("", StatusCode::UNAUTHORIZED),
    ] {
        let reply = server.send(Method::POST, PATH, &[("authorization", header)], BODY).await?;
        assert_eq!(reply.status, status, "{header:?}");
        if status == StatusCode::UNAUTHORIZED {
            assert_eq!(reply.error_code(), "NOT_AUTHORIZED");
            assert_eq!(reply.header("www-authenticate"), "Bearer");
            assert_eq!(reply.header("access-control-allow-origin"), "*");
        }
    }
    for path in ["/api/tools", "/api/sessions/s/summary"] {
        assert_eq!(server.get(path).await?.status, StatusCode::UNAUTHORIZED, "{path}");
    }
    assert_eq!(server.get("/api/health").await?.status, StatusCode::OK);
    Ok(())
}

#[tokio::test]
async fn without_tokens_anyone_may_call_and_the_log_says_so_once() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let reply = server.send(Method::POST, PATH, &[], BODY).await?;
    assert_eq!(reply.status, StatusCode::OK);
    assert_eq!(server.log().matches("no token is asked for").count(), 1);
    Ok(())
}

#[tokio::test]
async fn a_token_may_be_stored_as_its_hash() -> anyhow::Result<()> {
    let server = Server::start(&[("TRUTHY_TOKENS", HASHED)]).await?;
    let right = server.send(Method::POST, PATH, &[("authorization", "Bearer hashed-token")], BODY).await?;
    assert_eq!(right.status, StatusCode::OK);
    let wrong =
        server.send(Method::POST, PATH, &[("authorization", &format!("Bearer {HASHED}"))], BODY).await?;
    assert_eq!(wrong.status, StatusCode::UNAUTHORIZED, "the hash is not the token");
    Ok(())
}

#[tokio::test]
async fn malformed_settings_end_the_start_with_all_of_them_named() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let data_dir = folder.path().to_string_lossy().into_owned();
    let environment =
        [("TRUTHY_TOKENS", "sha256:zz"), ("TRUTHY_PRIVACY", "perhaps"), ("TRUTHY_RATE_LIMIT", "fast")];
    let output = tests::truthy(&["serve", "--port", "0", "--data-dir", &data_dir], &environment).await?;
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    for name in environment.map(|(name, _)| name) {
        assert!(message.contains(name), "{message}");
    }
    assert!(!message.contains("sha256:zz"), "a setting's value may be a secret");
    Ok(())
}
