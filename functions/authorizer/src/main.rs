//! Proves callers at the gateway: bearer tokens, and what counts their calls.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    web::serve_authorizer(authorizer::authorizer()).await
}
