//! `POST /mcp`: the tools and the sessions, over the Model Context Protocol.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    web::serve(mcp::endpoint()).await
}
