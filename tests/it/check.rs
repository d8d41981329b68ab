//! `truthy check`: the verdict on one claim.

use serde_json::Value;
use tests::{Server, truthy};

const CLAIM: &str = "US inflation was 2.9% in December 2024";

#[tokio::test]
async fn a_claim_is_shown_with_its_label_evidence_and_what_is_missing() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let data_dir = folder.path().to_string_lossy().into_owned();
    let output = truthy(&["check", CLAIM, "--data-dir", &data_dir], &[]).await?;
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for words in
        ["True (0.", "[1] https://www.bls.gov/", "supports", "Bureau of Labor Statistics", "TAVILY_API_KEY"]
    {
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
    assert_eq!(answer["label"], "True", "{answer:#}");
    assert!(!answer["evidence"].as_array().expect("evidence").is_empty());
    assert_eq!(answer["missing"][0]["code"], "BACKEND_UNAVAILABLE");
    let server = Server::start_over(folder.path(), &[]).await?;
    assert_eq!(server.get("/api/sessions/from_cli/summary").await?.json()["claims"], 1);
    Ok(())
}

#[tokio::test]
async fn no_verdict_is_a_failure_that_says_why() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let data_dir = folder.path().to_string_lossy().into_owned();
    let output = truthy(&["check", CLAIM, "--data-dir", &data_dir], &[("TRUTHY_CORPUS", "vectara")]).await?;
    assert!(!output.status.success());
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("VECTARA_API_KEY") && text.contains("TAVILY_API_KEY"), "{text}");
    Ok(())
}
