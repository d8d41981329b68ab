//! `truthy check`: the three tools on one claim.

use serde_json::Value;
use tests::{Server, truthy};

const CLAIM: &str = "US inflation was 2.9% in December 2024";

#[tokio::test]
async fn a_claim_is_shown_with_evidence_context_and_what_is_missing() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let data_dir = folder.path().to_string_lossy().into_owned();
    let output = truthy(&["check", CLAIM, "--data-dir", &data_dir], &[]).await?;
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for words in ["Trusted corpus", "supports", "Bureau of Labor Statistics", "TAVILY_API_KEY"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(!text.contains('\u{1b}'), "no colour where nobody sees it");
    Ok(())
}

#[tokio::test]
async fn the_same_as_json_and_stored_for_a_session() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let data_dir = folder.path().to_string_lossy().into_owned();
    let output =
        truthy(&["check", CLAIM, "--json", "--session", "from_cli", "--data-dir", &data_dir], &[]).await?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answer: Value = serde_json::from_slice(&output.stdout)?;
    assert_eq!(answer["context_check"]["ok"], true);
    assert!(!answer["search_vectara"]["items"].as_array().expect("items").is_empty());
    assert_eq!(answer["search_web"]["error"]["code"], "BACKEND_UNAVAILABLE");
    let server = Server::start_over(folder.path(), &[]).await?;
    assert_eq!(server.get("/api/sessions/from_cli/summary").await?.json()["claims"], 1);
    Ok(())
}
