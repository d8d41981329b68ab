//! `GET /api/sessions/{id}/summary`: what a session came to.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    web::serve(sessions_summary::endpoint()).await
}
