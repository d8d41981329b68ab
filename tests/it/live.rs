//! `truthy live`: a transcript replayed, and typed lines and a recording over a stand-in of Gemini Live.

use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};
use testkit::live::{LiveServer, Step};
use tests::{Server, binary, truthy};
use tokio::io::AsyncWriteExt as _;
use tokio::process::Command;

/// Two speakers who talk of the same things, so that a claim put to the wrong one would show.
const TRANSCRIPT: &str = concat!(
    r#"{"speaker":"Lee","start":0,"end":2,"text":"US inflation was 2.9 percent in December 2024."}"#,
    "\n",
    r#"{"speaker":"Cho","start":2,"end":4,"text":"No. US inflation was 7 percent in December 2024. And the unemployment rate was 4.3 percent in August 2025."}"#,
    "\n",
    r#"{"speaker":"Cho","start":4,"end":5,"text":"Thank you all for coming tonight."}"#,
    "\n",
    r#"{"speaker":"Lee","start":5,"end":7,"text":"The unemployment rate was 4.3 percent in August 2025."}"#,
    "\n",
);

fn lines(stdout: &[u8]) -> Vec<Value> {
    let text = String::from_utf8_lossy(stdout);
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect()
}

fn of_type<'list>(lines: &'list [Value], kind: &str) -> Vec<&'list Value> {
    lines.iter().filter(|line| line["type"] == kind).collect()
}

async fn summary(data_dir: &Path, session: &str) -> anyhow::Result<Value> {
    let server = Server::start_over(data_dir, &[]).await?;
    Ok(server.get(&format!("/api/sessions/{session}/summary")).await?.json())
}

#[tokio::test]
async fn a_replayed_transcript_loses_no_claim_and_gives_none_to_another_speaker() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let (data_dir, file) = (folder.path().join("data"), folder.path().join("debate.jsonl"));
    std::fs::write(&file, TRANSCRIPT)?;
    let (data, path) = (data_dir.to_string_lossy(), file.to_string_lossy());
    let arguments =
        ["live", "--transcript", &path, "--speed", "100", "--session", "s1", "--json", "--data-dir", &data];
    let output = truthy(&arguments, &[]).await?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = lines(&output.stdout);
    let (claims, verdicts) = (of_type(&lines, "claim"), of_type(&lines, "verdict"));
    assert_eq!((claims.len(), verdicts.len()), (4, 4));
    let said: Vec<Value> = TRANSCRIPT.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for shown in claims.iter().chain(&verdicts) {
        let line = &said[usize::try_from(shown["line"].as_u64().expect("a line"))? - 1];
        assert_eq!(shown["speaker"], line["speaker"], "{shown}");
        assert!(
            line["text"].as_str().expect("text").contains(shown["claim"].as_str().expect("a claim")),
            "{shown}"
        );
    }
    let label = |speaker: &str, part: &str| {
        let found = verdicts.iter().find(|shown| {
            shown["speaker"] == speaker && shown["claim"].as_str().is_some_and(|claim| claim.contains(part))
        });
        found.map(|shown| shown["verdict"]["label"].clone())
    };
    assert_eq!(label("Lee", "inflation"), Some(json!("True")));
    assert_ne!(label("Cho", "inflation"), Some(json!("True")));
    let figures = &of_type(&lines, "figures")[0]["figures"];
    assert_eq!(
        (&figures["sentences"], &figures["lost"], &figures["events_not_stored"]),
        (&json!(4), &json!(0), &json!(0))
    );
    // The same again is the same: every event counts once.
    assert!(truthy(&arguments, &[]).await?.status.success());
    let summary = summary(&data_dir, "s1").await?;
    assert_eq!((&summary["transcripts"], &summary["claims"]), (&json!(4), &json!(4)), "{summary}");
    Ok(())
}

#[tokio::test]
async fn people_see_claims_verdicts_the_summary_and_figures() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("debate.jsonl");
    std::fs::write(&file, TRANSCRIPT)?;
    let (data, path) = (folder.path().to_string_lossy(), file.to_string_lossy());
    let output =
        truthy(&["live", "--transcript", &path, "--speed", "1000", "--data-dir", &data], &[]).await?;
    let text = String::from_utf8_lossy(&output.stdout);
    for words in [
        "00:00  Lee: US inflation was 2.9 percent",
        "True (0.",
        "https://www.bls.gov/",
        "# Session live_",
        "4 claims, 4 verdicts, 4 transcript pieces.",
        "4 sentences, 4 claims, 4 verdicts (0 without an answer), 0 lost",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    Ok(())
}

#[tokio::test]
async fn a_server_may_be_asked_instead() -> anyhow::Result<()> {
    let server = Server::start(&[("TRUTHY_TOKENS", "secret-token")]).await?;
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("debate.jsonl");
    std::fs::write(&file, TRANSCRIPT)?;
    let (url, path) = (format!("http://{}", server.address()), file.to_string_lossy());
    let arguments = ["live", "--transcript", &path, "--speed", "1000", "--session", "s2", "--url", &url];
    let output = truthy(&arguments, &[("TRUTHY_TOKEN", "secret-token")]).await?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let headers = [("authorization", "Bearer secret-token")];
    let reply = server.send(http::Method::GET, "/api/sessions/s2/summary", &headers, "").await?;
    assert_eq!(reply.json()["claims"], 4);
    let refused = truthy(&arguments, &[]).await?;
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("TRUTHY_TOKEN"));
    Ok(())
}

#[tokio::test]
async fn a_line_that_is_wrong_is_named_before_anything_is_replayed() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("wrong.jsonl");
    std::fs::write(&file, format!("{TRANSCRIPT}{{\"speaker\":\"Lee\",\"start\":8,\"end\":9}}\n"))?;
    let (data, path) = (folder.path().to_string_lossy(), file.to_string_lossy());
    let output = truthy(&["live", "--transcript", &path, "--data-dir", &data], &[]).await?;
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && output.stdout.is_empty());
    assert!(error.contains("line 5 has no text: add \"text\""), "{error}");
    let output = truthy(&["live", "--text", "--data-dir", &data], &[]).await?;
    assert!(String::from_utf8_lossy(&output.stderr).contains("set GEMINI_API_KEY"));
    Ok(())
}

/// A server that calls `verdict` for what it is given, and then ends the session.
fn checks(claim: &str) -> Vec<Step> {
    let call = json!({ "id": "call-1", "name": "verdict", "args": { "claim": claim, "top_k": 3.0 } });
    vec![
        Step::Await("realtimeInput", 1),
        Step::SendBinary(json!({
            "toolCall": { "functionCalls": [call] },
            "usageMetadata": { "promptTokenCount": 30, "responseTokenCount": 4, "totalTokenCount": 34 },
        })),
        Step::Await("toolResponse", 1),
    ]
}

/// Runs `truthy live` with these lines on standard input.
async fn live(server: &LiveServer, arguments: &[&str], input: &str) -> anyhow::Result<std::process::Output> {
    let mut child = Command::new(binary("truthy"))
        .arg("live")
        .args(arguments)
        .env_clear()
        .envs([
            ("GEMINI_API_KEY", "AQ.secret"),
            ("GEMINI_BASE_URL", server.base_url().as_str()),
            ("TRUTHY_MODELS", "groq"),
            ("GEMINI_LIVE_PRICES", "1/1/1/1"),
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all(input.as_bytes()).await?;
    drop(stdin);
    Ok(child.wait_with_output().await?)
}

#[tokio::test]
async fn typed_lines_go_to_the_session_of_their_speaker() -> anyhow::Result<()> {
    // Either may connect first: both are asked about the same claim.
    let server = LiveServer::start(vec![checks("US inflation was 2.9 percent in December 2024")]).await;
    let folder = tempfile::tempdir()?;
    let data = folder.path().to_string_lossy();
    let arguments =
        ["--text", "--speaker", "Lee", "--speaker", "Cho", "--session", "s3", "--json", "--data-dir", &data];
    let output = live(&server, &arguments, "Inflation was 2.9 percent.\nCho: I agree, it was.\n").await?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = lines(&output.stdout);
    let mut speakers: Vec<&str> =
        of_type(&lines, "verdict").iter().filter_map(|shown| shown["speaker"].as_str()).collect();
    speakers.sort_unstable();
    assert_eq!(speakers, ["Cho", "Lee"]);
    assert!(of_type(&lines, "verdict").iter().all(|shown| shown["verdict"]["label"] == "True"), "{lines:?}");
    let figures = &of_type(&lines, "figures")[0]["figures"];
    assert_eq!((&figures["calls"]["answered"], &figures["tokens"]["total"]), (&json!(2), &json!(68)));
    assert!(figures["cost_usd"].as_f64().is_some_and(|cost| cost > 0.0), "{figures}");
    // One session for each speaker, each with that speaker's words only.
    let mut heard: Vec<String> = server
        .exchanges()
        .iter()
        .map(|exchange| {
            exchange
                .received
                .iter()
                .filter_map(|message| message.pointer("/realtimeInput/text")?.as_str())
                .collect()
        })
        .collect();
    heard.sort_unstable();
    assert_eq!(heard, ["I agree, it was.", "Inflation was 2.9 percent."]);
    let summary = summary(folder.path(), "s3").await?;
    assert_eq!(
        (&summary["transcripts"], &summary["claims"], &summary["verdicts"]["True"]),
        (&json!(2), &json!(2), &json!(2))
    );
    Ok(())
}

#[tokio::test]
async fn a_recording_is_heard_whole() -> anyhow::Result<()> {
    let server = LiveServer::start(vec![checks("US inflation was 2.9 percent in December 2024")]).await;
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("speech.wav");
    std::fs::write(&file, wav(8_000))?;
    let (data, path) = (folder.path().to_string_lossy(), file.to_string_lossy());
    let output =
        live(&server, &["--wav", &path, "--speed", "50", "--speaker", "Lee", "--data-dir", &data], "")
            .await?;
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(
        text.contains("True (0.") && text.contains("Lee:") && text.contains("tool calls: 1 made, 1 answered"),
        "{text}"
    );
    let exchange = &server.exchanges()[0];
    let audio =
        exchange.received.iter().filter(|message| message.pointer("/realtimeInput/audio").is_some()).count();
    assert_eq!(audio, 5, "half a second, a tenth at a time");
    assert!(
        exchange.received.iter().any(|message| message.pointer("/realtimeInput/audioStreamEnd").is_some())
    );
    Ok(())
}

/// Silence, 16 kHz, 16 bit, mono.
fn wav(samples: u32) -> Vec<u8> {
    let bytes = samples * 2;
    let mut file = Vec::from(*b"RIFF");
    file.extend((36 + bytes).to_le_bytes());
    file.extend(*b"WAVEfmt ");
    file.extend(16_u32.to_le_bytes());
    file.extend([1_u16, 1].into_iter().flat_map(u16::to_le_bytes));
    file.extend([16_000_u32, 32_000].into_iter().flat_map(u32::to_le_bytes));
    file.extend([2_u16, 16].into_iter().flat_map(u16::to_le_bytes));
    file.extend(*b"data");
    file.extend(bytes.to_le_bytes());
    file.resize(file.len() + bytes as usize, 0);
    file
}
