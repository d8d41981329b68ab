//! The page and what it is made of, as a browser asks for them. What it does there is in `tests/browser`.

use std::fs;
use std::io::Read as _;

use flate2::read::GzDecoder;
use http::Method;
use tests::{Reply, Server, workspace_root};

/// What the page weighs at first load, compressed, at most.
const MOST_BYTES: usize = 150 * 1_024;

async fn get(server: &Server, path: &str) -> anyhow::Result<Reply> {
    server.send(Method::GET, path, &[("accept-encoding", "gzip, br")], String::new()).await
}

fn unpacked(reply: &Reply) -> anyhow::Result<String> {
    let mut text = String::new();
    match reply.header("content-encoding") {
        "gzip" => GzDecoder::new(&*reply.bytes).read_to_string(&mut text)?,
        _ => (&*reply.bytes).read_to_string(&mut text)?,
    };
    Ok(text)
}

/// Names of the files that `page` loads.
fn loaded(page: &str) -> Vec<&str> {
    page.split("./assets/").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[tokio::test]
async fn the_page_and_its_files_are_there_for_anyone_and_small() -> anyhow::Result<()> {
    let server = Server::start(&[("TRUTHY_TOKENS", "a-token-that-nobody-sends")]).await?;
    let page = get(&server, "/").await?;
    assert_eq!((page.status.as_u16(), page.header("content-type")), (200, "text/html; charset=utf-8"));
    assert_eq!(page.header("cache-control"), "no-cache");
    assert!(page.header("content-security-policy").starts_with("default-src 'none';"));
    let text = unpacked(&page)?;
    let files = loaded(&text);
    assert!(files.len() >= 2, "{text}");
    let mut bytes = page.bytes.len();
    for file in files {
        let reply = get(&server, &format!("/assets/{file}")).await?;
        assert_eq!(
            (reply.status.as_u16(), reply.header("cache-control")),
            (200, "public, max-age=31536000, immutable")
        );
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
        let content = fs::read_to_string(workspace_root().join("functions/console/assets").join(file))?;
        assert_eq!(unpacked(&reply)?, content, "{file}");
        assert_eq!(reply.header("content-encoding") == "gzip", content.len() > 1_024, "{file}");
        bytes += reply.bytes.len();
    }
    assert!(bytes < MOST_BYTES, "{bytes} bytes");
    let document = get(&server, "/assets/openapi.json").await?;
    assert_eq!((document.header("cache-control"), document.header("content-encoding")), ("no-cache", "gzip"));
    assert_eq!(unpacked(&document)?, fs::read_to_string(workspace_root().join("infra/openapi.json"))?);
    for path in ["/assets/index.html", "/assets/none.js", "/assets/..%2Fsrc%2Flib.rs", "/assets/"] {
        let reply = get(&server, path).await?;
        assert_eq!((reply.status.as_u16(), reply.error_code()), (404, "NOT_FOUND".to_owned()), "{path}");
    }
    Ok(())
}

#[tokio::test]
async fn large_answers_are_compressed_for_those_who_take_it_and_streams_are_not() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    let tools = get(&server, "/api/tools").await?;
    assert_eq!(tools.header("content-encoding"), "gzip");
    assert!(unpacked(&tools)?.starts_with("{\"tools\":["));
    let plain = server.get("/api/tools").await?;
    assert_eq!((plain.header("content-encoding"), plain.json()["tools"].is_array()), ("", true));
    assert_eq!(get(&server, "/api/health").await?.header("content-encoding"), "", "too small to be worth it");
    let headers =
        [("accept", "text/event-stream"), ("accept-encoding", "gzip"), ("content-type", "application/json")];
    let body = r#"{"query":"What is the minimum notice for an FCL booking?"}"#.to_owned();
    let stream = server.send(Method::POST, "/api/query", &headers, body).await?;
    assert_eq!((stream.status.as_u16(), stream.header("content-encoding")), (200, ""));
    Ok(())
}
