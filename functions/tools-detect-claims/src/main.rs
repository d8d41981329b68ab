//! `POST /api/tools/detect_claims`: which sentences of live speech are worth checking.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    web::serve(tools_detect_claims::endpoint()).await
}
