//! What the model that reads question and sentence together makes of the best sentences.

use encoder::Encoder;

use super::candidate::Candidate;

/// The logit of each of `candidates` answering the question by itself, as the model was trained to say. None where there is no such
/// model, or it fails, which goes to the log.
pub(super) fn logits(question: &str, candidates: &[&Candidate<'_>], encoder: &Encoder) -> Option<Vec<f64>> {
    let passages: Vec<String> = candidates.iter().map(|candidate| candidate.under_its_headings()).collect();
    let pairs: Vec<(&str, &str)> = passages.iter().map(|passage| (question, passage.as_str())).collect();
    let logits = encoder
        .answers(&pairs)
        .inspect_err(|error| {
            tracing::error!(error = error as &dyn std::error::Error, "answering without reading");
        })
        .ok()??;
    Some(logits.into_iter().map(f64::from).collect())
}
