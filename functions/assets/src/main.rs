//! `GET /assets/{file}`: what the page is made of.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    web::serve(assets::endpoint()).await
}
