//! What a learned reader says of claim and passage, and which part of the passage it reads.

use super::passage::Observed;

/// Something that reads a claim and passages together, usually a small neural model.
///
/// Here because judging needs one and may not load one itself.
pub trait StanceReader {
    /// What each of `passages` says about `claim`, in their order; none where there is no reader.
    fn read(&self, claim: &str, passages: &[&str]) -> Option<Vec<Stance>>;
}

/// The reader that is not there: judging goes by the exact layer alone.
#[derive(Debug, Clone, Copy)]
pub struct NoReader;

impl StanceReader for NoReader {
    fn read(&self, _: &str, _: &[&str]) -> Option<Vec<Stance>> {
        None
    }
}

/// Raw scores of a reader; only their differences mean something.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stance {
    /// For [`super::Alignment::Supports`].
    pub supports: f32,
    /// For [`super::Alignment::Contradicts`].
    pub contradicts: f32,
    /// For [`super::Alignment::Neutral`].
    pub neutral: f32,
}

impl Stance {
    /// The scores as logarithms of probabilities: supports, contradicts, neutral. What is no number is 0.
    pub(super) fn log_probabilities(self) -> [f32; 3] {
        let scores = [self.supports, self.contradicts, self.neutral];
        if !scores.iter().all(|score| score.is_finite()) {
            return [-1.0986; 3];
        }
        let most = scores.iter().copied().fold(f32::MIN, f32::max);
        let sum = scores.iter().map(|score| (score - most).exp()).sum::<f32>().ln() + most;
        scores.map(|score| (score - sum).max(-12.0))
    }
}

/// Words that a reader is given of a passage, about 85 of its pieces. It was trained on up to 130; the time it takes
/// grows faster than the length.
const MOST_WORDS: usize = 64;

/// The part of a passage that is read: the sentence nearest to the claim, and as many of those before and after it
/// as fit, in turn.
pub(super) fn window<'text>(passage: &'text str, observed: &Observed) -> &'text str {
    let spans = &observed.sentences;
    let Some(nearest) = spans.get(observed.nearest) else { return passage };
    let words = |span: &std::ops::Range<usize>| passage[span.clone()].split_whitespace().count();
    let (mut first, mut last, mut total) = (observed.nearest, observed.nearest, words(nearest));
    loop {
        let before =
            first.checked_sub(1).map(|at| words(&spans[at])).filter(|count| total + count <= MOST_WORDS);
        if let Some(count) = before {
            first -= 1;
            total += count;
        }
        let after = spans.get(last + 1).map(&words).filter(|count| total + count <= MOST_WORDS);
        if let Some(count) = after {
            last += 1;
            total += count;
        }
        if before.is_none() && after.is_none() {
            return &passage[spans[first].start..spans[last].end];
        }
    }
}
