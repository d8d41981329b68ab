//! `POST /api/tools/search_web`: evidence from the allowed web for one claim.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    web::serve(tools_search_web::endpoint()).await
}
