//! Replays a transcript: each sentence comes when it had been said, faster or slower.

use std::path::Path;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::Instant;

use super::checking::{Checking, Said};
use super::figures::Figures;
use super::line::Transcript;
use crate::serve::stop_signal;

/// Sentences that may wait to be looked at; then the replay waits, and its clock does not.
const MAX_WAITING: usize = 64;

/// Replays `path` at `speed`, until its end or Ctrl-C; what was said until then is checked to the end.
pub(crate) async fn run(path: &Path, speed: f64, checking: Checking) -> anyhow::Result<Figures> {
    let transcript = Transcript::open(path)?;
    let mut stop = stop_signal()?;
    let (said, to_check) = mpsc::channel(MAX_WAITING);
    let checked = tokio::spawn(checking.run(to_check));
    let began = Instant::now();
    let mut first_s = None;
    for line in transcript {
        let line = line?;
        let first_s = *first_s.get_or_insert(line.start_s);
        let ended = began + Duration::from_secs_f64((line.end_s - first_s).max(0.0) / speed);
        tokio::select! {
            () = tokio::time::sleep_until(ended) => {}
            _ = stop.recv() => break,
        }
        if said.send(Said { line, ended }).await.is_err() {
            // The checking has failed: it says why below.
            break;
        }
    }
    drop(said);
    checked.await?
}
