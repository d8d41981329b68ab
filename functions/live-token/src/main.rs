//! `POST /api/live/token`: a token that opens one Gemini Live session.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    web::serve(live_token::endpoint()).await
}
