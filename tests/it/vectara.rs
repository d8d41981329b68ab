//! `search_vectara` on Vectara itself, played by a loopback server.

use http::StatusCode;
use serde_json::{Value, json};
use testkit::upstream::{Answer, Upstream};
use tests::Server;

const PATH: &str = "/api/tools/search_vectara";

async fn with_vectara(upstream: &Upstream) -> anyhow::Result<Server> {
    let base = upstream.base_url();
    Server::start(&[
        ("TRUTHY_CORPUS", "vectara"),
        ("VECTARA_API_KEY", "zqt_secret"),
        ("VECTARA_CORPUS_KEY", "trusted-sources"),
        ("VECTARA_BASE_URL", &base),
    ])
    .await
}

#[tokio::test]
async fn results_become_evidence_and_the_filter_is_ours() -> anyhow::Result<()> {
    let upstream = Upstream::start(vec![Answer::json(200, &json!({
        "search_results": [
            {
                "text": "Violent crime in Chicago, year to date, was down 16.7% compared with the previous year.",
                "score": 3.7, "document_id": "cpd-2025-09",
                "document_metadata": {
                    "publisher": "Chicago PD", "url": "https://www.chicago.gov/cpd", "tier": "primary", "pub_epoch": 1_759_190_400,
                },
            },
            { "text": "No metadata at all." },
        ],
        "future_field": [1, 2, 3],
    }))])
    .await;
    let server = with_vectara(&upstream).await?;
    let body = json!({
        "query": "Violent crime in Chicago down 17% this year' OR 1=1 --", "freshness_days": 3660,
        "filters": { "publisher_tier": "primary" },
    });
    let answer = server.post(PATH, &body).await?.json();
    let item = &answer["items"][0];
    assert_eq!(
        (&item["publisher"], &item["as_of"], &item["tier"]),
        (&json!("Chicago PD"), &json!("2025-09-30"), &json!("primary")),
        "{answer}"
    );
    assert!(item["score"].as_f64().expect("a score") <= 1.0);
    let sent = upstream.only_request();
    assert_eq!(sent.path(), "/v2/corpora/trusted-sources/query");
    assert_eq!(sent.header("x-api-key"), Some("zqt_secret"));
    assert!(sent.header("request-timeout-millis").is_some());
    let sent = sent.json();
    let filter = sent["search"]["metadata_filter"].as_str().expect("a filter");
    assert!(filter.contains("doc.tier = 'primary'") && filter.contains("doc.pub_epoch >= "), "{filter}");
    assert!(!filter.contains("OR 1=1"), "the query never reaches the filter: {filter}");
    assert_eq!(sent["search"]["reranker"], json!({ "type": "none" }));
    assert_eq!(sent.get("generation"), None);
    assert!(!server.log().contains("zqt_secret"));
    Ok(())
}

#[tokio::test]
async fn faults_become_the_contract_s_codes() -> anyhow::Result<()> {
    let refused = json!({ "messages": ["bad key zqt_secret"], "request_id": "r" });
    for (answer, status, code) in [
        (Answer::hang(), 504, "TIMEOUT"),
        (Answer::json(403, &refused), 503, "BACKEND_UNAVAILABLE"),
        (Answer::status(502), 503, "BACKEND_UNAVAILABLE"),
        (Answer::text(200, "text/html", "<html>"), 503, "BACKEND_UNAVAILABLE"),
    ] {
        let upstream = Upstream::start(vec![answer]).await;
        let server = with_vectara(&upstream).await?;
        let reply = server.post(PATH, &json!({ "query": "inflation" })).await?;
        assert_eq!((reply.status.as_u16(), reply.error_code().as_str()), (status, code));
        assert!(!String::from_utf8_lossy(&reply.bytes).contains("zqt_secret"));
    }
    Ok(())
}

#[tokio::test]
async fn missing_keys_are_named() -> anyhow::Result<()> {
    let server = Server::start(&[("TRUTHY_CORPUS", "vectara")]).await?;
    let reply = server.post(PATH, &json!({ "query": "inflation" })).await?;
    assert_eq!(reply.status, StatusCode::SERVICE_UNAVAILABLE);
    let message = reply.json()["error"]["message"].to_string();
    assert!(message.contains("VECTARA_API_KEY") && message.contains("VECTARA_CORPUS_KEY"), "{message}");
    let deep: Value = server.get("/api/health?deep=true").await?.json();
    assert_eq!(
        (&deep["status"], &deep["backends"]["corpus (vectara)"]["state"]),
        (&json!("degraded"), &json!("unavailable")),
        "{deep}"
    );
    Ok(())
}
