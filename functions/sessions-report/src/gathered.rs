//! Verdicts in the order of the claims, and what they come to by speaker.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::Serialize;
use sessions::LabelCounts;
use store::{Moderation, Verdicts};

use crate::claim_review::Address;
use crate::{CheckedClaim, ClaimReview, ModerationNote, Speaker, TimelineEntry};

/// What Lambda takes of an answer is 6 MB, and all of it travels as one JSON string.
const MAX_ANSWER_BYTES: usize = 5 * 1_024 * 1_024;

/// The parts of the report that are made of single verdicts.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    pub(crate) speakers: Vec<Speaker>,
    pub(crate) timeline: Vec<TimelineEntry>,
    pub(crate) claims: Vec<CheckedClaim>,
    pub(crate) claim_reviews: Vec<ClaimReview>,
    pub(crate) truncated: bool,
    bytes: usize,
}

impl Gathered {
    /// Reads `verdicts` of a session that began at `started_at`; with `decisions`, each claim tells its history.
    pub(crate) fn from_verdicts(
        verdicts: Verdicts,
        decisions: Option<Vec<(String, Moderation)>>,
        started_at: Option<Timestamp>,
        page: Option<&Address>,
    ) -> Self {
        let mut gathered = Self { truncated: verdicts.truncated, ..Self::default() };
        let mut claims: Vec<CheckedClaim> = Vec::with_capacity(verdicts.list.len());
        for stored in verdicts.list {
            match CheckedClaim::read(stored, started_at) {
                Ok(claim) => claims.push(claim),
                // One verdict of an older form must not hide the others.
                Err(error) => tracing::warn!(%error, "a stored verdict cannot be read; it is left out"),
            }
        }
        // Ids and times are the senders' own: the event's id makes the order the same on every call.
        claims.sort_by(|one, other| {
            (one.at_ms, one.received_at, &one.event_id).cmp(&(
                other.at_ms,
                other.received_at,
                &other.event_id,
            ))
        });
        let mut history = decisions.map(by_event);
        for mut claim in claims {
            if let Some(history) = &mut history {
                claim.moderation_history = Some(history.remove(&claim.event_id).unwrap_or_default());
            }
            if !gathered.add(claim, page) {
                gathered.truncated = true;
                break;
            }
        }
        gathered
    }

    /// Adds a claim; false where the answer would become too large.
    fn add(&mut self, claim: CheckedClaim, page: Option<&Address>) -> bool {
        let shown = (!claim.is_suppressed()).then(|| (claim.timeline_entry(), ClaimReview::of(&claim, page)));
        self.bytes += bytes_on_the_wire(&claim) + bytes_on_the_wire(&shown);
        if self.bytes > MAX_ANSWER_BYTES {
            return false;
        }
        if let Some((entry, review)) = shown {
            self.count(&claim);
            self.timeline.push(entry);
            self.claim_reviews.push(review);
        }
        self.claims.push(claim);
        true
    }

    fn count(&mut self, claim: &CheckedClaim) {
        let known = self.speakers.iter().position(|speaker| speaker.speaker == claim.speaker);
        let place = known.unwrap_or_else(|| {
            let speaker = claim.speaker.clone();
            self.speakers.push(Speaker { speaker, claims: 0, labels: LabelCounts::default() });
            self.speakers.len() - 1
        });
        let speaker = &mut self.speakers[place];
        speaker.claims += 1;
        speaker.labels.add(claim.label);
    }
}

fn by_event(decisions: Vec<(String, Moderation)>) -> BTreeMap<String, Vec<ModerationNote>> {
    let mut histories: BTreeMap<String, Vec<ModerationNote>> = BTreeMap::new();
    for (event_id, moderation) in decisions {
        histories.entry(event_id).or_default().push(moderation.into());
    }
    histories
}

/// Bytes that `part` takes within the string that Lambda is given: quotes and backslashes are escaped once more.
fn bytes_on_the_wire(part: &impl Serialize) -> usize {
    serde_json::to_string(part).map_or(0, |text| text.len() + text.matches(['"', '\\']).count())
}
