//! `POST /api/tools/verdict`: one claim, searched, judged and labelled in one call.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    web::serve_streaming(tools_verdict::endpoint()).await
}
