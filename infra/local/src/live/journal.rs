//! Keeps what happened: events of a session, sent in batches, each until it is stored.

use std::sync::Arc;
use std::time::Duration;

use live::Record;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::tools::Tools;

/// Events in one request, and their bytes: what `/api/events/ingest` takes, with room to spare.
const MAX_BATCH: usize = 25;
const MAX_BATCH_BYTES: usize = 48 * 1024;
/// Records that may wait; then whoever has another waits too.
const MAX_WAITING: usize = 256;
/// A batch that cannot be stored is sent again so often. An event that was stored already counts once.
const ATTEMPTS: u32 = 4;
const PAUSE: Duration = Duration::from_millis(250);

/// Where records go in. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Journal {
    records: mpsc::Sender<Record>,
}

/// What became of the records.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    pub(crate) stored: usize,
    /// Records that were not stored, and why the last of them was not.
    pub(crate) lost: usize,
    pub(crate) problem: Option<String>,
}

impl Kept {
    /// That something is missing, and why, in words.
    pub(crate) fn failures(&self) -> Vec<String> {
        let why = self.problem.as_deref().unwrap_or("no reason was given");
        let missing = (self.lost > 0).then(|| format!("{} events were not stored: {why}", self.lost));
        missing.into_iter().collect()
    }
}

impl Journal {
    /// Writes into `session`. The handle ends once every journal is dropped and all is stored.
    pub(crate) fn open(tools: Arc<Tools>, session: String) -> (Self, JoinHandle<Kept>) {
        let (records, mut waiting) = mpsc::channel(MAX_WAITING);
        let kept = tokio::spawn(async move {
            let mut kept = Kept::default();
            let mut records: Vec<Record> = Vec::with_capacity(MAX_BATCH);
            while waiting.recv_many(&mut records, MAX_BATCH).await > 0 {
                let events = records.drain(..).map(|record| event(&session, &record)).collect();
                for batch in batches(events) {
                    store(&tools, batch, &mut kept).await;
                }
            }
            kept
        });
        (Self { records }, kept)
    }

    pub(crate) async fn keep(&self, record: Record) {
        // The writer ends after its last sender only.
        self.records.send(record).await.ok();
    }
}

fn event(session: &str, record: &Record) -> Value {
    json!({ "session_id": session, "type": record.kind, "payload": record.payload })
}

/// The events in order, in lots that fit into a request.
fn batches(events: Vec<Value>) -> Vec<Vec<Value>> {
    let mut batches: Vec<Vec<Value>> = Vec::new();
    let mut bytes = 0;
    for event in events {
        let length = event.to_string().len();
        bytes += length;
        match batches.last_mut() {
            Some(batch) if batch.len() < MAX_BATCH && bytes <= MAX_BATCH_BYTES => batch.push(event),
            _ => {
                bytes = length;
                batches.push(vec![event]);
            }
        }
    }
    batches
}

async fn store(tools: &Tools, mut batch: Vec<Value>, kept: &mut Kept) {
    for attempt in 1..=ATTEMPTS {
        let sent = batch.len();
        match tools.post("/api/events/ingest", &Value::from(batch.clone())).await {
            Ok(answer) if answer.status < 400 => {
                let results = answer.body["results"].as_array().cloned().unwrap_or_default();
                let refused =
                    |place: usize| results.get(place).is_some_and(|result| result["queued"] == false);
                kept.problem = (0..sent)
                    .filter(|place| refused(*place))
                    .find_map(|place| results[place].pointer("/error/message")?.as_str().map(str::to_owned))
                    .or(kept.problem.take());
                let mut place = 0;
                batch.retain(|_| {
                    place += 1;
                    refused(place - 1)
                });
                kept.stored += sent - batch.len();
            }
            Ok(answer) => kept.problem = Some(answer.message().to_owned()),
            Err(error) => kept.problem = Some(format!("{error:#}")),
        }
        if batch.is_empty() {
            return;
        }
        if attempt < ATTEMPTS {
            tokio::time::sleep(PAUSE * attempt).await;
        }
    }
    kept.lost += batch.len();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_keep_the_order_and_fit() {
        let events: Vec<Value> =
            (0..60).map(|number| json!({ "number": number, "text": "x".repeat(if number < 30 { 10 } else { 9_000 }) })).collect();
        let batches = batches(events.clone());
        assert!(
            batches.iter().all(
                |batch| batch.len() <= MAX_BATCH && Value::from(batch.clone()).to_string().len() < 60_000
            )
        );
        assert_eq!(batches.concat(), events);
        assert_eq!(batches[0].len(), MAX_BATCH);
    }
}
