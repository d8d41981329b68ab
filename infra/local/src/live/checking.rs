//! Finds the claims in what is said, and judges them: a few at once, those with figures first.

use std::sync::Arc;

use live::Record;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::figures::Figures;
use super::journal::Journal;
use super::line::Line;
use super::queue::Queue;
use super::screen::{Claimed, Screen};
use crate::tools::Tools;

/// A sentence, and when it ended by this machine's clock.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) line: Line,
    pub(crate) ended: Instant,
}

/// A claim that waits for its verdict.
#[derive(Debug)]
struct Claim {
    speaker: String,
    text: String,
    normalized: String,
    line: usize,
    part: usize,
    at_ms: u64,
    ended: Instant,
}

/// What `/api/tools/detect_claims` finds.
#[derive(Debug, Deserialize)]
struct Found {
    text: String,
    normalized: String,
    kind: String,
    priority: f64,
}

/// What a claim came to.
struct Judged {
    claim: Claim,
    verdict: Value,
    is_answer: bool,
}

/// Works through what is said.
pub(crate) struct Checking {
    pub(crate) tools: Arc<Tools>,
    pub(crate) journal: Journal,
    pub(crate) screen: Screen,
    /// Verdicts at work at once.
    pub(crate) at_once: usize,
}

impl Checking {
    /// Until no more is said and every claim has its verdict.
    pub(crate) async fn run(self, mut said: mpsc::Receiver<Said>) -> anyhow::Result<Figures> {
        let mut figures = Figures::default();
        let mut queue = Queue::default();
        let mut judging = JoinSet::new();
        let mut previous: Option<Line> = None;
        let mut is_over = false;
        loop {
            while judging.len() < self.at_once
                && let Some(claim) = queue.pop()
            {
                judging.spawn(judge(Arc::clone(&self.tools), claim));
            }
            tokio::select! {
                sentence = said.recv(), if !is_over => match sentence {
                    None => is_over = true,
                    Some(sentence) => {
                        figures.sentences += 1;
                        for (claim, is_numeric) in self.detect(&sentence, previous.as_ref()).await? {
                            figures.claims += 1;
                            queue.push(claim, is_numeric);
                        }
                        previous = Some(sentence.line);
                    }
                },
                Some(judged) = judging.join_next(), if !judging.is_empty() => {
                    let judged = judged?;
                    figures.delayed(judged.claim.ended.elapsed());
                    figures.verdicts += 1;
                    figures.unanswered += usize::from(!judged.is_answer);
                    self.conclude(&judged).await;
                }
                else => break,
            }
        }
        figures.longest_queue = queue.longest();
        Ok(figures)
    }

    /// The claims in a sentence, each with whether it has figures.
    async fn detect(&self, said: &Said, previous: Option<&Line>) -> anyhow::Result<Vec<(Claim, bool)>> {
        let Line { number, speaker, text, start_s, .. } = &said.line;
        let at_ms = milliseconds(*start_s);
        let transcript = Record::transcript(speaker, text, at_ms);
        self.journal.keep(placed(transcript, *number, 0)).await;
        let preceding: Vec<Value> =
            previous.iter().map(|line| json!({ "speaker": line.speaker, "text": line.text })).collect();
        let input = json!({ "speaker": speaker, "text": text, "preceding": preceding });
        let answer = self.tools.post("/api/tools/detect_claims", &input).await?;
        anyhow::ensure!(
            answer.status < 400,
            "line {number}: no claims can be looked for: {}",
            answer.message()
        );
        let found: Vec<Found> = serde_json::from_value(answer.body["claims"].clone())?;
        let mut claims = Vec::with_capacity(found.len());
        for (part, found) in found.into_iter().enumerate() {
            let is_numeric =
                found.kind == "statistical" || found.text.bytes().any(|byte| byte.is_ascii_digit());
            let mut record = Record::claim(speaker, &found.text, at_ms);
            record.payload["priority"] = urgency(found.priority).into();
            record.payload["normalized"] = json!({ "text": found.normalized, "kind": found.kind });
            let claimed = Claimed { at_ms, speaker, claim: &found.text, line: Some(*number) };
            self.screen.claim(&claimed);
            self.journal.keep(placed(record, *number, part)).await;
            let claim = Claim {
                speaker: speaker.clone(),
                text: found.text,
                normalized: found.normalized,
                line: *number,
                part,
                at_ms,
                ended: said.ended,
            };
            claims.push((claim, is_numeric));
        }
        Ok(claims)
    }

    async fn conclude(&self, judged: &Judged) {
        let Judged { claim, verdict, .. } = judged;
        let claimed = Claimed {
            at_ms: claim.at_ms,
            speaker: &claim.speaker,
            claim: &claim.text,
            line: Some(claim.line),
        };
        self.screen.verdict(&claimed, verdict);
        let Some(verdict) = verdict.as_object() else { return };
        let record = Record::verdict(&claim.speaker, &claim.text, verdict, claim.at_ms);
        self.journal.keep(placed(record, claim.line, claim.part)).await;
    }
}

async fn judge(tools: Arc<Tools>, claim: Claim) -> Judged {
    match tools.outcome("/api/tools/verdict", &json!({ "claim": claim.normalized })).await {
        Ok(verdict) => Judged { claim, verdict, is_answer: true },
        // The contract's verdict where there is none.
        Err(failure) => {
            let rationale = format!("No trustworthy source found live: {}", failure.message);
            let verdict = json!({
                "claim": claim.normalized, "label": "Unverifiable", "confidence": 0.55, "rationale": rationale, "sources": [],
            });
            Judged { claim, verdict, is_answer: false }
        }
    }
}

/// Where in the transcript it stands: what is said twice is kept twice, and a replay again is the same.
fn placed(mut record: Record, line: usize, part: usize) -> Record {
    record.payload["line"] = line.into();
    record.payload["part"] = part.into();
    record
}

fn urgency(priority: f64) -> &'static str {
    match priority {
        high if high >= 0.8 => "high",
        medium if medium >= 0.65 => "medium",
        _ => "low",
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a week at most, checked at reading"
)]
fn milliseconds(seconds: f64) -> u64 {
    (seconds * 1_000.0).round() as u64
}
