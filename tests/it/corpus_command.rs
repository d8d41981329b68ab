//! `truthy corpus`: a thousand mixed files in, a sentence of each kind found, a bad file named.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::Value;
use tests::truthy;

/// Runs a corpus command over `folder`'s data and gives what it printed.
async fn corpus(folder: &Path, arguments: &[&str]) -> anyhow::Result<(bool, String, String)> {
    let data_dir = folder.join("data").to_string_lossy().into_owned();
    let arguments: Vec<&str> =
        ["corpus"].into_iter().chain(arguments.iter().copied()).chain(["--data-dir", &data_dir]).collect();
    let output = truthy(&arguments, &[]).await?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok((output.status.success(), text(&output.stdout), text(&output.stderr)))
}

/// The publisher of the best passage for `query`.
async fn found(folder: &Path, query: &str) -> anyhow::Result<String> {
    let (_, text, error) = corpus(folder, &["search", query, "--json", "--limit", "1"]).await?;
    let answer: Value = serde_json::from_str(&text).map_err(|_| anyhow::anyhow!("{text} {error}"))?;
    let passage = answer.get("passages").unwrap_or(&answer).get(0).cloned().unwrap_or_default();
    Ok(passage["text"].as_str().unwrap_or_default().to_owned())
}

/// A number word that no other file uses: files must be told apart by their text.
fn word(number: usize) -> String {
    let syllables = ["ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "zu"];
    format!("{number:04}").bytes().map(|digit| syllables[usize::from(digit - b'0')]).collect()
}

fn write_thousand(folder: &Path) -> anyhow::Result<()> {
    for number in 0..1_000 {
        let sentence = format!(
            "The district of {} counted {} households in the census of 2024.",
            word(number),
            number * 37 + 11
        );
        let (name, content) = match number % 5 {
            0 => (
                "md",
                format!(
                    "---\npublisher: Census Office\nas_of: 2024-06-01\n---\n# Households\n\n{sentence}\n"
                ),
            ),
            1 => (
                "html",
                format!(
                    "<html><head><title>Census</title><meta property=\"og:site_name\" content=\"Census Office\"></head>\
                 <body><nav>Home</nav><article><h1>Households</h1><p>{sentence} It was the first census since 2014.</p></article></body></html>"
                ),
            ),
            2 => ("txt", sentence),
            3 => (
                "csv",
                format!(
                    "district,households,publisher\n{},{},Census Office\n",
                    word(number),
                    number * 37 + 11
                ),
            ),
            _ => (
                "jsonl",
                format!("{}\n", serde_json::json!({ "text": sentence, "publisher": "Census Office" })),
            ),
        };
        fs::write(folder.join(format!("file{number}.{name}")), content)?;
    }
    Ok(())
}

/// A PDF with one line of text: what a PDF writer makes at the least, with a right cross-reference table.
fn pdf(text: &str) -> Vec<u8> {
    let stream = format!("BT /F1 12 Tf 72 720 Td ({text}) Tj ET");
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>".to_owned(),
        format!("<< /Length {} >>\nstream\n{stream}\nendstream", stream.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
    ];
    let mut file = String::from("%PDF-1.4\n");
    let mut places = Vec::new();
    for (number, object) in objects.iter().enumerate() {
        places.push(file.len());
        write!(file, "{} 0 obj\n{object}\nendobj\n", number + 1).unwrap_or_default();
    }
    let start = file.len();
    write!(file, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).unwrap_or_default();
    for place in places {
        writeln!(file, "{place:010} 00000 n ").unwrap_or_default();
    }
    write!(file, "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n", objects.len() + 1)
        .unwrap_or_default();
    file.into_bytes()
}

#[tokio::test]
async fn a_thousand_mixed_files_go_in_and_a_sentence_of_each_kind_is_found() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let files = folder.path().join("files");
    fs::create_dir(&files)?;
    write_thousand(&files)?;
    fs::write(files.join("report.pdf"), pdf("The canton of Quarzburg planted 7321 walnut trees in 2023."))?;
    let review = serde_json::json!({
        "@context": "https://schema.org", "@type": "ClaimReview", "url": "https://example.org/review",
        "claimReviewed": "Quarzburg planted a million walnut trees", "datePublished": "2024-02-01",
        "author": { "@type": "Organization", "name": "Example Checks" },
        "reviewRating": { "@type": "Rating", "alternateName": "False" },
    });
    fs::write(files.join("review.json"), review.to_string())?;
    fs::write(files.join("broken.pdf"), "%PDF-1.4\nthis is no PDF")?;
    fs::write(files.join("broken.jsonl"), "{\"text\": \n")?;
    let path = files.to_string_lossy().into_owned();
    let (succeeded, text, error) = corpus(folder.path(), &["add", &path]).await?;
    assert!(succeeded, "{text} {error}");
    let said = format!("{text}{error}");
    assert!(said.contains("broken.pdf") && said.contains("broken.jsonl"), "a bad file is named: {said}");
    for number in [0, 1, 2, 3, 4, 995, 996, 997, 998, 999] {
        let passage =
            found(folder.path(), &format!("How many households did the district of {} count?", word(number)))
                .await?;
        assert!(passage.contains(&word(number)), "file {number}: {passage}");
    }
    assert!(found(folder.path(), "walnut trees planted in Quarzburg in 2023").await?.contains("7321"));
    assert!(found(folder.path(), "Quarzburg planted a million walnut trees").await?.contains("False"));
    Ok(())
}

#[tokio::test]
async fn importing_again_changes_only_what_changed() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("notes.txt");
    let path = file.to_string_lossy().into_owned();
    let passages = async || -> anyhow::Result<u64> {
        let (_, text, error) = corpus(folder.path(), &["stats", "--json"]).await?;
        let stats: Value = serde_json::from_str(&text).map_err(|_| anyhow::anyhow!("{text} {error}"))?;
        stats["passages"].as_u64().ok_or_else(|| anyhow::anyhow!("{stats}"))
    };
    fs::write(&file, "The lighthouse of Ultramar was built in 1871.")?;
    corpus(folder.path(), &["add", &path]).await?;
    let before = passages().await?;
    corpus(folder.path(), &["add", &path]).await?;
    assert_eq!(passages().await?, before, "the same content is the same passage");
    fs::write(&file, "The lighthouse of Ultramar was rebuilt in 1904.")?;
    corpus(folder.path(), &["add", &path]).await?;
    assert_eq!(passages().await?, before, "changed content replaces the old");
    assert!(found(folder.path(), "lighthouse of Ultramar").await?.contains("1904"));
    let (_, list, _) = corpus(folder.path(), &["list"]).await?;
    assert!(list.contains("notes.txt") && list.contains("starter"), "{list}");
    let (succeeded, _, error) = corpus(folder.path(), &["remove", &path]).await?;
    assert!(succeeded, "{error}");
    assert_eq!(passages().await?, before - 1);
    Ok(())
}

#[tokio::test]
async fn a_removed_starter_corpus_stays_away() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    assert!(found(folder.path(), "consumer price index December 2024").await?.contains("2024"));
    let (succeeded, text, error) = corpus(folder.path(), &["remove", "starter"]).await?;
    assert!(succeeded, "{text} {error}");
    assert_eq!(found(folder.path(), "consumer price index December 2024").await?, "");
    let server = tests::Server::start_over(&folder.path().join("data"), &[]).await?;
    let body = serde_json::json!({ "query": "US CPI 2024 YoY", "freshness_days": 3660 });
    let answer = server.post("/api/tools/search_vectara", &body).await?.json();
    assert_eq!(answer["status"], "no_results", "{answer}");
    Ok(())
}
