//! `POST /api/events/ingest`: stores what happened in a session, once.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    web::serve(events_ingest::endpoint()).await
}
