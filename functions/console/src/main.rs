//! `GET /`: the page.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    web::serve(console::endpoint()).await
}
