//! Which sentences of live speech are worth checking, how urgently, and what exactly they claim.
//!
//! Rules and a coarse score set by hand, no model: the same text gives the same answer, offline, in well under a
//! millisecond a sentence. What the words of `data/detection.toml` tell becomes
//! features, those a priority; see `score.rs` for what counts how much.

mod clause;
mod features;
mod kind;
mod marks;
mod normal_form;
mod opening;
mod pieces;
mod reference;
mod score;
mod span;
#[cfg(test)]
mod tests;

use std::hint::black_box;

pub use kind::Kind;
pub use span::Span;

use crate::claim::{Claim, words::Words};
use crate::sentences;
use features::Features;
use pieces::Piece;
use reference::Referent;
use span::Offsets;

/// What was said, and by whom, where that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line<'text> {
    /// Who said it.
    pub speaker: Option<&'text str>,
    /// Any number of sentences.
    pub text: &'text str,
}

/// A sentence that is worth checking.
#[derive(Debug, Clone, PartialEq)]
pub struct Detection<'text> {
    /// The sentence as it was said.
    pub text: &'text str,
    /// Where it stands in the line.
    pub span: Span,
    /// How urgently it should be checked, 0..=1. From 0.5 on it is worth it; figures come first.
    pub priority: f64,
    /// What has to be looked up.
    pub kind: Kind,
    /// What it claims, in plain words: see [`detect`].
    pub normalized: String,
}

/// What was found in a line.
#[derive(Debug, Clone, PartialEq)]
pub struct Detected<'text> {
    /// What is worth checking, most urgent first; of equal urgency what was said first.
    pub claims: Vec<Detection<'text>>,
    /// How many sentences were looked at. Of a line over 32 KiB the rest is not.
    pub sentences: usize,
}

/// Finds the sentences of `line` whose priority is at least `least_priority`.
///
/// Their normal form leaves out what opens a sentence without changing it ("Well, look, I think that"), whom it
/// addresses, fillers, stutters and notes of a transcript; figures and wording stay as said. "He", "she", "it" or
/// "they" at its head is replaced by the subject of the sentence before, where only that can be meant. That
/// sentence must be of the same line, or end the last of `preceding`, spoken by the same named speaker: nothing
/// that somebody else said ever gets into a claim. "I" and "we" stay.
#[must_use]
pub fn detect<'text>(line: &Line<'text>, preceding: &[Line<'_>], least_priority: f64) -> Detected<'text> {
    let mut spoken_of = preceding.last().filter(|last| is_same_speaker(line, last)).and_then(last_spoken_of);
    let mut offsets = Offsets::new(line.text);
    let mut detected = Detected { claims: Vec::new(), sentences: 0 };
    for text in sentences::split(line.text) {
        detected.sentences += 1;
        let span = offsets.of(text);
        let words = Words::new(text);
        let pieces = pieces::cut(&words);
        let claim = Claim::read(&words);
        let features = Features::read(&claim, &words, &pieces);
        let start = normal_form::start(&words, &pieces);
        let referent = referent(spoken_of.take(), &pieces[start..], &claim);
        let priority = (score::priority(&features) * 100.0).round() / 100.0;
        if priority >= least_priority {
            let subject = referent.as_ref().map(|referent| referent.text.as_str());
            let normalized = normal_form::write(&words, &pieces, start, subject);
            let kind = kind::read(&claim, &features, &pieces);
            detected.claims.push(Detection { text, span, priority, kind, normalized });
        }
        spoken_of = match referent {
            Some(referent) => referent.kept(&words, &pieces[start..], &claim),
            None => Referent::introduced(&words, &pieces[start..], &claim),
        };
    }
    // Stable: of equal urgency, what was said first stays first.
    detected.claims.sort_by(|one, other| other.priority.total_cmp(&one.priority));
    detected
}

/// Reads the tables that detection looks things up in, and goes through it once: for whoever has that time before
/// the first line and not with it.
pub fn rehearse() {
    let line =
        Line { speaker: None, text: "Violent crime in Chicago fell 17% last year. It is at a record low." };
    black_box(detect(&line, &[], 0.0));
}

/// Whether both are named, by the same name.
fn is_same_speaker(line: &Line, other: &Line) -> bool {
    line.speaker.is_some_and(|speaker| other.speaker.is_some_and(|name| name.trim() == speaker.trim()))
}

/// What a pronoun at the head of the statement `pieces` means.
fn referent(spoken_of: Option<Referent>, pieces: &[Piece], claim: &Claim) -> Option<Referent> {
    spoken_of.filter(|referent| referent.is_meant(pieces, claim))
}

/// What the last sentence of `line` is about.
fn last_spoken_of(line: &Line) -> Option<Referent> {
    sentences::split(line.text).last().and_then(|sentence| {
        let words = Words::new(sentence);
        let pieces = pieces::cut(&words);
        let start = normal_form::start(&words, &pieces);
        Referent::introduced(&words, &pieces[start..], &Claim::read(&words))
    })
}
