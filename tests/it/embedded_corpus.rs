//! The embedded corpus under a running server: imports are seen at once, damage is named.

use serde_json::{Value, json};
use tests::{Server, truthy};

const PATH: &str = "/api/tools/search_vectara";

async fn ask(server: &Server, query: &str) -> anyhow::Result<Value> {
    Ok(server.post(PATH, &json!({ "query": query, "freshness_days": 3660 })).await?.json())
}

#[tokio::test]
async fn an_import_while_serving_is_seen_without_restart() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let server = Server::start_over(folder.path(), &[]).await?;
    let query = "Zubrowka exported 4,217 tonnes of marzipan";
    assert!(!ask(&server, query).await?.to_string().contains("marzipan"));
    let file = folder.path().join("zubrowka.md");
    std::fs::write(
        &file,
        "---\npublisher: Statistics Zubrowka\nurl: https://stat.example.org/marzipan\nas_of: 2026-05-01\ntier: primary\n---\n\
         # Exports\n\nZubrowka exported 4,217 tonnes of marzipan in 2025, 3 percent more than in the year before.\n",
    )?;
    let (file, data_dir) =
        (file.to_string_lossy().into_owned(), folder.path().to_string_lossy().into_owned());
    let output = truthy(&["corpus", "add", &file, "--data-dir", &data_dir], &[]).await?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answer = ask(&server, query).await?;
    let item = &answer["items"][0];
    assert_eq!(item["publisher"], "Statistics Zubrowka", "{answer}");
    assert_eq!((&item["as_of"], &item["tier"]), (&json!("2026-05-01"), &json!("primary")));
    assert_eq!(item["url"], "https://stat.example.org/marzipan");
    // The starter corpus is still there beside it.
    assert_ne!(ask(&server, "US CPI December 2024").await?["items"], json!([]));
    Ok(())
}

#[tokio::test]
async fn a_damaged_index_is_a_named_error_and_not_a_crash() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let index = folder.path().join("corpus");
    std::fs::create_dir_all(&index)?;
    std::fs::write(index.join("meta.json"), "{ not an index")?;
    let server = Server::start_over(folder.path(), &[]).await?;
    let reply = server.post(PATH, &json!({ "query": "inflation" })).await?;
    assert_eq!((reply.status.as_u16(), reply.error_code().as_str()), (503, "BACKEND_UNAVAILABLE"));
    assert!(!reply.json().to_string().contains("meta.json"), "paths stay inside");
    let deep = server.get("/api/health?deep=true").await?.json();
    assert_eq!(deep["backends"]["corpus (embedded)"]["state"], "unavailable", "{deep}");
    assert_eq!(deep["status"], "degraded");
    Ok(())
}

#[tokio::test]
async fn no_query_text_is_an_operator() -> anyhow::Result<()> {
    let server = Server::start(&[]).await?;
    for query in [
        "inflation AND (",
        "title:inflation",
        "inflation~2 *",
        "\"inflation",
        "+inflation -consumer",
        "[a TO z]",
        "inflation^99999999999",
        "site:bls.gov",
        "\u{0}",
        "\u{202e}noitalfni",
        "a",
        "the of and",
        "🦀🦀🦀",
    ] {
        let reply = server.post(PATH, &json!({ "query": query, "freshness_days": 3660 })).await?;
        assert_eq!(reply.status.as_u16(), 200, "{query:?}: {}", reply.json());
    }
    Ok(())
}
