//! `POST /api/tools/context_check`: whether a claim means what it seems to mean.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    web::serve(tools_context_check::endpoint()).await
}
