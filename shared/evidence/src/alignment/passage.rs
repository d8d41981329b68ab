//! A whole passage against the claim: the sentences that speak of it, weighed together.

use super::{
    Alignment, Judgement, Reason, cues, sentences,
    statement::{self, Finding, Subject},
    wording::Wording,
};
use crate::claim::{Claim, location::Location, words::Words};

/// How many sentences are taken apart; the ones nearest to the claim by wording.
const MOST_SENTENCES: usize = 12;
/// From this part of the claim's wording on, a cue of refutation or confirmation is about the claim.
const CUE_COVERAGE: f64 = 0.25;
/// How much stronger one side must be than the other to win.
const MARGIN: f64 = 0.08;
/// Nothing read by rules alone is surer than this.
const MOST_CONFIDENT: f64 = 0.95;
/// How much of the confidence hangs on the source's own relevance.
const RELEVANCE_PART: f64 = 0.3;

/// Judges a passage that is one sentence, already parsed.
pub(super) fn judge_parsed(claim: &Claim, passage: &Claim, relevance: f64) -> Judgement {
    let subject = Subject::new(claim);
    let words = Words::new(&passage.text);
    let wording = Wording::new(&words);
    let mut findings = vec![statement::judge(&subject, passage, &words, &wording, &passage.locations)];
    findings.extend(cue(&subject, &words, &wording));
    conclude(findings, relevance)
}

/// Judges a passage of any length.
pub(super) fn judge_text(claim: &Claim, text: &str, relevance: f64) -> Judgement {
    let subject = Subject::new(claim);
    let mut pieces: Vec<Piece> = sentences::split(text)
        .into_iter()
        .enumerate()
        .map(|(position, text)| Piece::new(&subject, position, text))
        .collect();
    let mut findings: Vec<Finding> = pieces.windows(2).filter_map(|pair| answered(&pair[0], &pair[1])).collect();
    findings.extend(pieces.iter().filter_map(|piece| cue(&subject, &piece.words, &piece.wording)).take(3));
    let opening: Vec<Location> = pieces.first().map(|piece| Claim::parse(piece.text).locations).unwrap_or_default();
    pieces.retain(|piece| !piece.text.ends_with('?'));
    pieces.sort_by(|left, right| right.coverage.total_cmp(&left.coverage).then(left.position.cmp(&right.position)));
    for piece in pieces.iter().take(MOST_SENTENCES) {
        let sentence = Claim::parse(piece.text);
        let places = if sentence.locations.is_empty() { &opening } else { &sentence.locations };
        findings.push(statement::judge(&subject, &sentence, &piece.words, &piece.wording, places));
    }
    conclude(findings, relevance)
}

/// A sentence with what is read from it before it is worth parsing.
struct Piece<'text> {
    position: usize,
    text: &'text str,
    words: Words<'text>,
    wording: Wording,
    coverage: f64,
}

impl<'text> Piece<'text> {
    fn new(subject: &Subject, position: usize, text: &'text str) -> Self {
        let words = Words::new(text);
        let wording = Wording::new(&words);
        let coverage = subject.wording.coverage(&wording, &[]);
        Self { position, text, words, wording, coverage }
    }
}

/// A question about the claim, answered by the next sentence.
fn answered(question: &Piece, next: &Piece) -> Option<Finding> {
    if !question.text.ends_with('?') || question.coverage < statement::LEAST_COVERAGE {
        return None;
    }
    let yes = cues::answer(&next.words)?;
    let words = next.text.chars().take(80).collect();
    let strength = 0.3 + 0.5 * question.coverage;
    Some(if yes {
        Finding { alignment: Alignment::Supports, strength, reasons: vec![Reason::Affirmation { words }] }
    } else {
        Finding { alignment: Alignment::Contradicts, strength, reasons: vec![Reason::Refutation { words }] }
    })
}

/// A sentence that calls the claim false or true.
fn cue(subject: &Subject, words: &Words, wording: &Wording) -> Option<Finding> {
    let coverage = subject.wording.coverage(wording, &[]);
    if coverage < CUE_COVERAGE || subject.speaks_of_falsehood {
        return None;
    }
    if let Some(words) = cues::refutation(words) {
        let alignment = if subject.claim.negated { Alignment::Supports } else { Alignment::Contradicts };
        let reasons = vec![Reason::Refutation { words: words.to_owned() }];
        return Some(Finding { alignment, strength: 0.4 + 0.4 * coverage, reasons });
    }
    let words = cues::affirmation(words)?;
    let reasons = vec![Reason::Affirmation { words: words.to_owned() }];
    Some(Finding { alignment: Alignment::Supports, strength: 0.3 + 0.4 * coverage, reasons })
}

/// Weighs the findings: the strongest side wins where it is clearly stronger.
fn conclude(mut findings: Vec<Finding>, relevance: f64) -> Judgement {
    findings.sort_by(|left, right| right.strength.total_cmp(&left.strength));
    let strongest = |alignment| findings.iter().find(|finding| finding.alignment == alignment);
    let (supporting, contradicting) = (strongest(Alignment::Supports), strongest(Alignment::Contradicts));
    let weight = |finding: Option<&Finding>| finding.map_or(0.0, |finding| finding.strength);
    let (pro, contra) = (weight(supporting), weight(contradicting));
    let relevance = if relevance.is_finite() { relevance.clamp(0.0, 1.0) } else { 0.0 };
    let trust = 1.0 - RELEVANCE_PART + RELEVANCE_PART * relevance;
    let winner = match (supporting, contradicting) {
        (Some(finding), _) if pro >= contra + MARGIN => finding,
        (_, Some(finding)) if contra >= pro + MARGIN => finding,
        (Some(_), Some(_)) => {
            let mut reasons = vec![Reason::Conflict];
            reasons.extend([supporting, contradicting].into_iter().flatten().flat_map(|finding| finding.reasons.clone()));
            return Judgement { alignment: Alignment::Neutral, confidence: confidence(0.5, trust), reasons };
        }
        _ => {
            let Some(finding) = strongest(Alignment::Neutral) else {
                return Judgement { alignment: Alignment::Neutral, confidence: confidence(0.9, trust), reasons: Vec::new() };
            };
            finding
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
