//! `POST /api/tools/search_vectara`: evidence from the trusted corpus for one claim.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    web::serve(tools_search_vectara::endpoint()).await
}
