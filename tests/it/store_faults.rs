//! The store against a table that misbehaves: conflicts, cancellations, silence, oversized items.

use std::collections::BTreeSet;

use serde_json::json;
use settings::{Clock, Settings, names};
use store::{Event, EventKind, Ingested, MAX_ITEM_BYTES, Store, StoreError};
use testkit::upstream::{Answer, Upstream};

fn event(id: &str) -> Event {
    Event {
        session_id: "s".to_owned(),
        event_id: id.to_owned(),
        kind: EventKind::Claim,
        publishers: BTreeSet::new(),
        payload: json!({ "raw_text": id }),
    }
}

fn store_at(endpoint: &str) -> Store {
    Store::from_settings(&tests::table::settings_for(endpoint), Clock::System)
}

fn cancelled(codes: &[&str]) -> Answer {
    let reasons: Vec<_> = codes.iter().map(|code| json!({ "Code": code })).collect();
    let kind = "com.amazonaws.dynamodb.v20120810#TransactionCanceledException";
    Answer::json(400, &json!({ "__type": kind, "Message": "cancelled", "CancellationReasons": reasons }))
}

#[tokio::test]
async fn a_conflict_is_tried_again_until_it_passes() -> anyhow::Result<()> {
    let answers = vec![
        cancelled(&["None", "TransactionConflict"]),
        // A conflict beside a failed condition says nothing about the condition yet.
        cancelled(&["ConditionalCheckFailed", "TransactionConflict"]),
        Answer::json(200, &json!({})),
    ];
    let table = Upstream::start(answers).await;
    let ingested = store_at(&table.base_url()).ingest(&event("a")).await?;
    assert_eq!((ingested, table.requests().len()), (Ingested::New, 3));
    Ok(())
}

#[tokio::test]
async fn a_session_that_stays_contended_is_named_so() {
    let table = Upstream::start(vec![cancelled(&["TransactionConflict", "None"])]).await;
    let error = store_at(&table.base_url()).ingest(&event("a")).await.expect_err("contended");
    assert!(
        matches!(error, StoreError::Contended { attempts } if attempts as usize == table.requests().len()),
        "{error}"
    );
    let failure = web::Failure::from(error);
    assert_eq!((failure.code, failure.retry_after_seconds), (web::ErrorCode::BackendUnavailable, Some(1)));
}

#[tokio::test]
async fn an_event_that_is_there_is_a_duplicate() -> anyhow::Result<()> {
    let table = Upstream::start(vec![cancelled(&["ConditionalCheckFailed", "None"])]).await;
    assert_eq!(store_at(&table.base_url()).ingest(&event("a")).await?, Ingested::Duplicate);
    Ok(())
}

#[tokio::test]
async fn faults_are_named_and_leak_nothing() {
    let missing = json!({ "__type": "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException", "message": "no arn:aws:x" });
    for answer in
        [Answer::json(400, &missing), Answer::text(200, "text/html", "<html>"), Answer::close_at_once()]
    {
        let table = Upstream::start(vec![answer]).await;
        let error = store_at(&table.base_url()).summary("s").await.expect_err("a fault");
        assert!(matches!(error, StoreError::Unavailable { .. }), "{error}");
        let failure = web::Failure::from(error);
        assert_eq!(failure.code, web::ErrorCode::BackendUnavailable);
        assert!(!failure.body().to_string().contains("arn:aws"));
    }
}

#[tokio::test]
async fn an_item_over_the_limit_is_refused_before_anything_is_written() -> anyhow::Result<()> {
    let (_, store, _database) = tests::table::in_memory(Clock::System).await?;
    let mut large = event("large");
    large.payload = json!({ "raw_text": "x", "more": "a".repeat(MAX_ITEM_BYTES) });
    let error = store.ingest(&large).await.expect_err("too large");
    assert!(matches!(error, StoreError::TooLarge { bytes } if bytes > MAX_ITEM_BYTES));
    assert_eq!(web::Failure::from(error).code, web::ErrorCode::PayloadTooLarge);
    assert_eq!(store.summary("s").await?, None);
    large.payload = json!({ "raw_text": "x", "more": "a".repeat(MAX_ITEM_BYTES - 1_000) });
    assert_eq!(store.ingest(&large).await?, Ingested::New);
    Ok(())
}

#[tokio::test]
async fn expired_items_are_gone_for_readers_at_once() -> anyhow::Result<()> {
    let written = Clock::Fixed("2026-01-01T00:00:00Z".parse()?);
    let (endpoint, store, database) = tests::table::in_memory(written).await?;
    store.ingest(&event("a")).await?;
    let at = |instant: &str| -> anyhow::Result<Store> {
        let settings = tests::table::settings_for(&endpoint);
        Ok(Store::from_settings(&settings, Clock::Fixed(instant.parse()?)))
    };
    assert!(at("2026-03-31T00:00:00Z")?.summary("s").await?.is_some(), "89 days later it is there");
    assert!(at("2026-04-01T00:00:00Z")?.summary("s").await?.is_none(), "90 days later it is not");
    assert!(database.sweep_ttl()? >= 2, "the sweep removes the event and its counters");
    Ok(())
}

#[tokio::test]
async fn the_table_can_be_made_twice_and_answers() -> anyhow::Result<()> {
    let (_, store, _database) = tests::table::in_memory(Clock::System).await?;
    store.create_table().await?;
    store.check().await?;
    let nowhere = Settings::from_pairs([(names::AWS_ENDPOINT_URL_DYNAMODB, "http://127.0.0.1:1")]);
    assert!(Store::from_settings(&nowhere, Clock::System).check().await.is_err());
    Ok(())
}
