//! The exact layer and a learned reader, weighed together.
//!
//! A small network (one hidden layer) over [`super::features`] and the reader's scores, fitted by
//! `training/fit_combination.py` on pairs that the reader was not trained on, so that it knows how far the reader
//! can be trusted. Its output is calibrated there, too; the binary `evaluate` measures how well that holds on kinds of
//! text it has never seen.

use std::sync::LazyLock;

use serde::Deserialize;

use super::{
    Alignment, Stance,
    features::{self, Features},
};

/// How likely each alignment is; the three sum to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Probabilities {
    /// Of [`Alignment::Supports`].
    pub supports: f64,
    /// Of [`Alignment::Contradicts`].
    pub contradicts: f64,
    /// Of [`Alignment::Neutral`].
    pub neutral: f64,
}

impl Probabilities {
    /// The likeliest alignment and its probability.
    #[must_use]
    pub fn best(&self) -> (Alignment, f64) {
        let decided = if self.supports >= self.contradicts {
            (Alignment::Supports, self.supports)
        } else {
            (Alignment::Contradicts, self.contradicts)
        };
        if decided.1 > self.neutral { decided } else { (Alignment::Neutral, self.neutral) }
    }
}

/// The fitted weights, as the file has them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Weights {
    /// Names of the inputs, for the test that holds both sides together.
    #[cfg_attr(not(test), expect(dead_code, reason = "read by the test that compares both sides"))]
    inputs: Vec<String>,
    /// Subtracted from each input.
    mean: Vec<f32>,
    /// What each input is then multiplied by.
    scale: Vec<f32>,
    /// Weights of each hidden unit, its bias last.
    hidden: Vec<Vec<f32>>,
    /// Weights of supports, contradicts and neutral over the hidden units, the bias last.
    output: [Vec<f32>; 3],
}

/// Inputs beside the features: the reader's three.
const STANCE_INPUTS: usize = 3;

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../data/combination.json"))
        .expect("data/combination.json is checked by a test")
});

/// Added to the score of a contradiction: sentences that somebody wants checked are wrong more often than those of the
/// sets the weights were fitted on. Set on the published sets: it costs none of them more than
/// half a point of macro-F1.
const CHECKED_CLAIMS_PRIOR: f64 = 0.3;

/// Weighs what the exact layer saw with what the reader says.
pub(super) fn weigh(features: &Features, stance: Stance) -> Probabilities {
    let weights = &*WEIGHTS;
    let mut inputs = [0.0_f32; features::COUNT + STANCE_INPUTS];
    inputs[..features::COUNT].copy_from_slice(features);
    inputs[features::COUNT..].copy_from_slice(&stance.log_probabilities());
    for ((input, mean), scale) in inputs.iter_mut().zip(&weights.mean).zip(&weights.scale) {
        *input = (*input - mean) * scale;
    }
    let hidden: Vec<f32> = weights.hidden.iter().map(|unit| sum(unit, &inputs).tanh()).collect();
    let mut scores = [0, 1, 2].map(|label| f64::from(sum(&weights.output[label], &hidden)));
    scores[1] += CHECKED_CLAIMS_PRIOR;
    let most = scores.iter().copied().fold(f64::MIN, f64::max);
    let parts = scores.map(|score| (score - most).exp());
    let whole: f64 = parts.iter().sum();
    let [supports, contradicts, neutral] = parts.map(|part| part / whole);
    Probabilities { supports, contradicts, neutral }
}

/// The weighted sum of `inputs`, the last weight being the bias.
fn sum(weights: &[f32], inputs: &[f32]) -> f32 {
    let (bias, weights) = weights.split_last().unwrap_or((&0.0, &[]));
    bias + weights.iter().zip(inputs).map(|(weight, input)| weight * input).sum::<f32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_fits_the_features() {
        let names: Vec<&str> = features::NAMES
            .into_iter()
            .chain(["reader_supports", "reader_contradicts", "reader_neutral"])
            .collect();
        assert_eq!(WEIGHTS.inputs, names, "fit the combination again: training/README.md");
        assert_eq!(WEIGHTS.mean.len(), names.len());
        assert_eq!(WEIGHTS.scale.len(), names.len());
        assert!(WEIGHTS.hidden.iter().all(|unit| unit.len() == names.len() + 1));
        assert!(WEIGHTS.output.iter().all(|label| label.len() == WEIGHTS.hidden.len() + 1));
    }

    #[test]
    fn probabilities_sum_to_one_whatever_the_reader_says() {
        for scores in
            [[0.0; 3], [9.0, -9.0, 0.0], [f32::NAN, 1.0, 2.0], [f32::INFINITY, 0.0, 0.0], [1e30, 0.0, 0.0]]
        {
            let [supports, contradicts, neutral] = scores;
            let stance = Stance { supports, contradicts, neutral };
            let weighed = weigh(&[0.0; features::COUNT], stance);
            let whole = weighed.supports + weighed.contradicts + weighed.neutral;
            assert!((whole - 1.0).abs() < 1e-9, "{weighed:?}");
        }
    }
}
