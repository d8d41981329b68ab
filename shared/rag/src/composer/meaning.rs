//! How near sentences are to a question in meaning.

use encoder::Encoder;

use super::candidate::Candidate;

/// Texts that are given to the model at once: the shorter ones of a batch cost as much as its longest.
const ENCODED_AT_ONCE: usize = 8;

/// The cosine of each part of the question, taken together with the whole of it, with each candidate: a row for each
/// part. None where the model fails, which goes to the log.
pub(super) fn cosines(
    question: &str,
    parts: &[String],
    candidates: &[&Candidate<'_>],
    encoder: &Encoder,
) -> Option<Vec<Vec<f64>>> {
    let sentences: Vec<String> = candidates.iter().map(|candidate| candidate.under_its_headings()).collect();
    let whole = vectors(&[question.to_owned()], encoder)?.remove(0);
    let asked = if parts.len() > 1 { vectors(parts, encoder)? } else { vec![whole.clone()] };
    let sentences = vectors(&sentences, encoder)?;
    let of_part = |part: &Vec<f32>| {
        let together: Vec<f32> = part.iter().zip(&whole).map(|(one, other)| one + other).collect();
        let length = dot(&together, &together).sqrt().max(f64::MIN_POSITIVE);
        sentences.iter().map(|sentence| (dot(&together, sentence) / length).max(0.0)).collect()
    };
    Some(asked.iter().map(of_part).collect())
}

fn vectors(texts: &[String], encoder: &Encoder) -> Option<Vec<Vec<f32>>> {
    let mut order: Vec<usize> = (0..texts.len()).collect();
    order.sort_by_key(|place| texts[*place].len());
    let mut vectors = vec![Vec::new(); texts.len()];
    for batch in order.chunks(ENCODED_AT_ONCE) {
        let of_batch: Vec<&str> = batch.iter().map(|place| texts[*place].as_str()).collect();
        let made = encoder
            .vectors(&of_batch)
            .inspect_err(|error| {
                tracing::error!(error = error as &dyn std::error::Error, "choosing sentences by words alone");
            })
            .ok()?;
        for (place, vector) in batch.iter().zip(made) {
            vectors[*place] = vector;
        }
    }
    Some(vectors)
}

fn dot(one: &[f32], other: &[f32]) -> f64 {
    one.iter().zip(other).map(|(one, other)| f64::from(one * other)).sum()
}
