//! A whole passage against the claim: the sentences that speak of it, weighed together.

use std::ops::Range;

use super::{
    Alignment, Judgement, Reason, answers, cues,
    features::{self, Features, Seen},
    figures::MOST_COMPARED,
    rating,
    statement::{self, Finding, Sentence, Subject},
    wording::Wording,
};
use crate::claim::{Claim, location::Location, quantity::Quantity, words::Words};
use crate::sentences;

/// How many sentences are taken apart; the ones nearest to the claim by wording.
const MOST_SENTENCES: usize = 12;
/// From this part of the claim's wording on, a cue of refutation or confirmation is about the claim.
const CUE_COVERAGE: f64 = 0.25;
/// From this part on in one sentence, the whole passage is about the claim.
const ABOUT_THE_CLAIM: f64 = 0.5;
/// How much stronger one side must be than the other to win.
const MARGIN: f64 = 0.08;
/// Nothing read by rules alone is surer than this.
pub(crate) const MOST_CONFIDENT: f64 = 0.95;
/// How much of the confidence hangs on the source's own relevance.
const RELEVANCE_PART: f64 = 0.3;

/// Judges a passage that is one sentence, already parsed.
pub(super) fn judge_parsed(claim: &Claim, passage: &Claim, relevance: f64) -> Judgement {
    let subject = Subject::new(claim);
    let piece = Piece::new(&subject, 0, &passage.text);
    let sentence = piece.sentence(passage, None, &passage.locations);
    let mut findings = vec![statement::judge(&subject, &sentence)];
    findings.extend(cue(&subject, &piece, 0.0));
    conclude(&mut findings, relevance)
}

/// A passage, judged by the exact layer, with what else may weigh.
pub(super) struct Observed {
    pub(super) judgement: Judgement,
    pub(super) features: Features,
    /// How strong the strongest finding for the judgement's side is, 0..=1.
    pub(super) strength: f64,
    /// Whether claim and passage are about different places, periods or measures, so that neither settles the other.
    pub(super) out_of_scope: bool,
    pub(super) claim_has_figures: bool,
    /// The source's own estimate that the passage answers the claim, 0..=1.
    pub(super) relevance: f64,
    /// The part of the claim's wording that the nearest sentence has, 0..=1.
    pub(super) coverage: f64,
    /// Content words of the whole passage.
    pub(super) content_words: usize,
    /// Whether the passage is a fact check with a rating.
    pub(super) is_rated: bool,
    /// Where each sentence lies in the passage.
    pub(super) sentences: Vec<Range<usize>>,
    /// The sentence nearest to the claim by wording.
    pub(super) nearest: usize,
}

/// From this strength on a support by a figure has the last word.
const FIGURE_SETTLES: f64 = 0.7;

impl Observed {
    /// Whether the claim's figure is there, among most of the claim's words.
    pub(super) fn is_supported_by_figure(&self) -> bool {
        let figure =
            self.judgement.reasons.iter().any(|reason| matches!(reason, Reason::QuantityMatch { .. }));
        figure && self.judgement.alignment == Alignment::Supports && self.strength >= FIGURE_SETTLES
    }
}

/// Judges a passage of any length.
pub(super) fn observe(claim: &Claim, text: &str, relevance: f64) -> Observed {
    let subject = Subject::new(claim);
    let pieces: Vec<Piece> = sentences::split(text)
        .into_iter()
        .enumerate()
        .map(|(position, text)| Piece::new(&subject, position, text))
        .collect();
    let about = pieces.iter().map(|piece| piece.coverage).fold(0.0, f64::max);
    let mut findings = answers::read(&pieces);
    findings.extend(pieces.iter().filter_map(|piece| cue(&subject, piece, about)));
    let opening = pieces.first().map(|piece| (piece, Claim::parse(piece.text)));
    let opening_places: &[Location] = opening.as_ref().map_or(&[], |(_, claim)| &claim.locations);
    let mut nearest: Vec<(f64, &Piece, Option<&Piece>)> = pieces
        .iter()
        .filter(|piece| !piece.is_question())
        .map(|piece| {
            let question = piece
                .position
                .checked_sub(1)
                .map(|before| &pieces[before])
                .filter(|before| before.is_question());
            let coverage = subject
                .wording
                .overlap(&piece.wording, question.map(|question| &question.wording), &[])
                .coverage;
            (coverage, piece, question)
        })
        .collect();
    nearest.sort_by(|left, right| right.0.total_cmp(&left.0).then(left.1.position.cmp(&right.1.position)));
    nearest.truncate(MOST_SENTENCES);
    let parsed: Vec<Claim> = nearest.iter().map(|(_, piece, _)| Claim::parse(piece.text)).collect();
    for ((_, piece, question), parsed) in nearest.iter().zip(&parsed) {
        let places = if parsed.locations.is_empty() { opening_places } else { &parsed.locations };
        let mut sentence = piece.sentence(parsed, question.map(|question| &question.wording), places);
        sentence.opening = opening.as_ref().map(|(piece, claim)| (&piece.words, claim));
        findings.push(statement::judge(&subject, &sentence));
    }
    if has_figures(claim, &parsed) {
        // Another figure beside the claim's own is about something else.
        let by_figure = |reason: &Reason| matches!(reason, Reason::QuantityMismatch { .. });
        findings.retain(|finding| {
            finding.alignment != Alignment::Contradicts || !finding.reasons.first().is_some_and(by_figure)
        });
    }
    let whole = Wording::new(&Words::new(text));
    let first = nearest.first().zip(parsed.first()).map(|(&(_, piece, _), parsed)| (piece, parsed));
    let coverage = nearest.first().map_or(0.0, |(coverage, ..)| *coverage);
    let position = first.map_or(0, |(piece, _)| piece.position);
    let rating = rating::read(&pieces, about, position).filter(|_| !subject.speaks_of_falsehood);
    let is_rated = rating.is_some();
    if let Some(rating) = rating {
        findings = vec![rating];
    }
    let judgement = conclude(&mut findings, relevance);
    let seen = Seen {
        claim,
        judgement: &judgement,
        findings: &findings,
        nearest: first.map(|(piece, parsed)| (parsed, subject.wording.overlap(&piece.wording, None, &[]))),
        nearest_reports: first.is_some_and(|(piece, _)| cues::reports(&piece.words)),
        passage_coverage: subject.wording.coverage(&whole),
        claim_words: subject.wording.len(),
        passage_words: whole.len(),
        passage_sentences: pieces.len(),
    };
    let features = features::read(&seen);
    let sentences = spans(text, &pieces);
    let own = findings.iter().filter(|finding| finding.alignment == judgement.alignment);
    let strength = own.map(|finding| finding.strength).fold(0.0, f64::max);
    let out_of_scope = is_out_of_scope(&judgement);
    Observed {
        judgement,
        features,
        strength,
        out_of_scope,
        content_words: whole.len(),
        claim_has_figures: !claim.quantities.is_empty(),
        relevance,
        coverage,
        is_rated,
        sentences,
        nearest: position,
    }
}

/// Whether each figure of the claim stands in one of the sentences, in the same unit.
fn has_figures(claim: &Claim, sentences: &[Claim]) -> bool {
    let same = |one: &Quantity, other: &Quantity| {
        let near = (one.value - other.value).abs() <= 1e-9 * one.value.abs().max(1.0);
        near && std::mem::discriminant(&one.unit) == std::mem::discriminant(&other.unit)
    };
    let stands = |figure: &Quantity| {
        sentences.iter().any(|sentence| sentence.quantities.iter().any(|found| same(figure, found)))
    };
    !claim.quantities.is_empty() && claim.quantities.iter().take(MOST_COMPARED).all(stands)
}

fn is_out_of_scope(judgement: &Judgement) -> bool {
    let other = |reason: &Reason| {
        matches!(
            reason,
            Reason::LocationMismatch { .. }
                | Reason::TimeframeMismatch { .. }
                | Reason::MetricMismatch { .. }
        )
    };
    judgement.alignment == Alignment::Neutral && judgement.reasons.first().is_some_and(other)
}

/// Where each piece, a part of `text`, lies in it.
fn spans(text: &str, pieces: &[Piece]) -> Vec<Range<usize>> {
    let mut from = 0;
    let place = |piece: &Piece| {
        let start = from + text[from..].find(piece.text)?;
        from = start + piece.text.len();
        Some(start..from)
    };
    pieces.iter().map_while(place).collect()
}

/// A sentence with what is read from it before it is worth parsing.
pub(super) struct Piece<'text> {
    position: usize,
    pub(super) text: &'text str,
    pub(super) words: Words<'text>,
    wording: Wording,
    /// The part of the claim's wording that it has, 0..=1.
    pub(super) coverage: f64,
}

impl<'text> Piece<'text> {
    fn new(subject: &Subject, position: usize, text: &'text str) -> Self {
        let words = Words::new(text);
        let wording = Wording::new(&words);
        let coverage = subject.wording.coverage(&wording);
        Self { position, text, words, wording, coverage }
    }

    pub(super) fn is_question(&self) -> bool {
        self.text.ends_with('?')
    }

    fn sentence<'a>(
        &'a self,
        claim: &'a Claim,
        question: Option<&'a Wording>,
        places: &'a [Location],
    ) -> Sentence<'a> {
        Sentence { claim, words: &self.words, wording: &self.wording, question, places, opening: None }
    }
}

/// A sentence that calls the claim false or true: it has some of the claim's wording, or the passage is `about` it.
fn cue(subject: &Subject, piece: &Piece, about: f64) -> Option<Finding> {
    let near = piece.coverage >= CUE_COVERAGE;
    if !near && about < ABOUT_THE_CLAIM || subject.speaks_of_falsehood {
        return None;
    }
    let coverage = if near { piece.coverage } else { about / 2.0 };
    if let Some(words) = cues::refutation(&piece.words) {
        let reasons = vec![Reason::Refutation { words: words.to_owned() }];
        return Some(Finding::new(Alignment::Contradicts, 0.4 + 0.4 * coverage, coverage, reasons));
    }
    let words = cues::affirmation(&piece.words).filter(|_| near)?;
    let reasons = vec![Reason::Affirmation { words: words.to_owned() }];
    Some(Finding::new(Alignment::Supports, 0.3 + 0.4 * coverage, coverage, reasons))
}

/// Weighs the findings: the strongest side wins where it is clearly stronger.
fn conclude(findings: &mut [Finding], relevance: f64) -> Judgement {
    findings.sort_by(|left, right| right.strength.total_cmp(&left.strength));
    let strongest = |alignment| findings.iter().find(|finding| finding.alignment == alignment);
    let (supporting, contradicting) = (strongest(Alignment::Supports), strongest(Alignment::Contradicts));
    let weight = |finding: Option<&Finding>| finding.map_or(0.0, |finding| finding.strength);
    let (pro, contra) = (weight(supporting), weight(contradicting));
    let relevance = if relevance.is_finite() { relevance.clamp(0.0, 1.0) } else { 0.0 };
    let trust = 1.0 - RELEVANCE_PART + RELEVANCE_PART * relevance;
    let neutral = |strength, reasons| Judgement {
        alignment: Alignment::Neutral,
        confidence: confidence(strength, trust),
        reasons,
    };
    let winner = match (supporting, contradicting) {
        (Some(finding), _) if pro >= contra + MARGIN => finding,
        (_, Some(finding)) if contra >= pro + MARGIN => finding,
        (Some(pro), Some(contra)) => {
            let mut reasons = vec![Reason::Conflict];
            reasons.extend(pro.reasons.iter().chain(&contra.reasons).cloned());
            return neutral(0.5, reasons);
        }
        _ => {
            // Of what settles nothing, the sentence nearest to the claim tells why.
            let nearest = findings.iter().max_by(|left, right| left.coverage.total_cmp(&right.coverage));
            return nearest.map_or_else(
                || neutral(0.7, Vec::new()),
                |finding| neutral(finding.strength, finding.reasons.clone()),
            );
        }
    };
    Judgement {
        alignment: winner.alignment,
        confidence: confidence(winner.strength, trust),
        reasons: winner.reasons.clone(),
    }
}

fn confidence(strength: f64, trust: f64) -> f64 {
    let confidence = (strength * trust).clamp(0.05, MOST_CONFIDENT);
    (confidence * 100.0).round() / 100.0
}
