//! `GET /api/tools`: the tools, declared for a model.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    web::serve(tools_list::endpoint()).await
}
