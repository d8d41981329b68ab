//! `POST /api/sessions/moderate`: what a person decides about a verdict.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    web::serve(sessions_moderate::endpoint()).await
}
