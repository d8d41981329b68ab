//! `GET /api/health`: whether the service is up, and with `deep=true` each backend behind it.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    web::serve(health::endpoint()).await
}
