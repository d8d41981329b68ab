//! `POST /api/query`: a question, answered from documents with citations and a confidence.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    web::serve_streaming(query::endpoint()).await
}
