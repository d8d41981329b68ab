//! What is said while a claim is judged, for callers that asked for server-sent events.

use evidence::alignment::Reason;
use evidence::claim::Claim;
use evidence::ranking;
use evidence::verdict::Source;
use evidence::{Candidate, Item, Label};
use jiff::civil::Date;
use serde::Serialize;
use web::{EventKind, Progress};

use crate::Output;
use crate::gather::Missing;

const CLAIM: &str = "claim";
const EVIDENCE: &str = "evidence";
const WARNING: &str = "warning";
const VERDICT: &str = "verdict";

/// What is sent before the answer: warnings about the claim with it, those about a source when it ought to have answered.
pub(crate) const EVENTS: &[EventKind] = &[
    EventKind { name: CLAIM, description: "`{\"claim\", \"normalized\"}`: what is being judged, at once" },
    EventKind {
        name: EVIDENCE,
        description: "`{\"source\", \"items\"}`: what one source found, as soon as it answers, judged by rules alone; \
                      the answer judges all of it together, and anew",
    },
    EventKind {
        name: WARNING,
        description: "`{\"message\"}`: what could mislead about the claim; with `source` and `code` beside it, a source that \
                      gave no answer",
    },
    EventKind {
        name: VERDICT,
        description: "`{\"label\", \"confidence\", \"rationale\", \"sources\", \"reasons\"}`: what it comes to",
    },
];

#[derive(Serialize)]
struct Judging<'call> {
    claim: &'call str,
    normalized: &'call str,
}

#[derive(Serialize)]
struct Evidence<'call> {
    source: &'call str,
    items: &'call [Item],
}

#[derive(Serialize)]
struct Warning<'call> {
    message: &'call str,
}

#[derive(Serialize)]
struct Verdict<'call> {
    label: Label,
    confidence: f64,
    rationale: &'call str,
    sources: &'call [Source],
    reasons: &'call [Reason],
}

/// Somebody who may be listening while `claim` is judged.
pub(crate) struct Aloud<'call> {
    pub(crate) progress: &'call Progress,
    pub(crate) claim: &'call Claim,
    pub(crate) today: Date,
    /// Pieces of evidence that are shown of one source at most.
    pub(crate) limit: usize,
}

impl Aloud<'_> {
    /// Says what is being judged, and what could mislead about it.
    pub(crate) fn begin(&self, normalized: &str, warnings: &[String]) {
        self.progress.send(CLAIM, &Judging { claim: &self.claim.text, normalized });
        for message in warnings {
            self.progress.send(WARNING, &Warning { message });
        }
    }

    /// Says what `source` found. The rules take a millisecond a passage; what reads takes its time at the end, once.
    pub(crate) fn found(&self, source: &str, candidates: &[Candidate]) {
        if self.progress.is_watched() {
            let items = ranking::glance(self.claim, candidates.to_vec(), self.today, self.limit);
            self.progress.send(EVIDENCE, &Evidence { source, items: &items });
        }
    }

    /// Says that a source gave no answer.
    pub(crate) fn missing(&self, missing: &Missing) {
        self.progress.send(WARNING, missing);
    }

    /// Says what it comes to.
    pub(crate) fn end(&self, output: &Output) {
        let Output { label, confidence, rationale, sources, reasons, .. } = output;
        self.progress
            .send(VERDICT, &Verdict { label: *label, confidence: *confidence, rationale, sources, reasons });
    }
}
