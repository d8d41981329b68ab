//! `GET /api/sessions/{id}/report`: a session's verdicts, claim by claim.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    web::serve(sessions_report::endpoint()).await
}
