//! How well a hit fits, on one scale for all providers.

/// Relevance of the first hit of a provider that gives no score. Our own choice, as is [`FALL`]: first hits
/// are rarely perfect, and the tenth (0.57) should still weigh more than half of the first.
const FIRST: f64 = 0.9;
/// Share that each next hit keeps.
const FALL: f64 = 0.95;

/// Relevance 0..=1 of the hit at `rank`, from 0, where only the order is known.
pub(crate) fn by_rank(rank: usize) -> f64 {
    FIRST * FALL.powi(i32::try_from(rank).unwrap_or(i32::MAX))
}

/// A score that the provider documents as 0..=1, or the rank's where it is missing.
pub(crate) fn scored(score: Option<f64>, rank: usize) -> f64 {
    score.map_or_else(|| by_rank(rank), |score| score.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relevance_falls_with_rank_and_stays_in_range() {
        assert!(by_rank(0) > by_rank(1) && by_rank(9) > 0.5);
        for rank in [0, 1, 9, 1_000, usize::MAX] {
            assert!((0.0..=1.0).contains(&by_rank(rank)), "{rank}");
        }
        assert!((scored(Some(7.0), 0) - 1.0).abs() < f64::EPSILON);
        assert!(scored(Some(-1.0), 0).abs() < f64::EPSILON);
        assert!((scored(None, 3) - by_rank(3)).abs() < f64::EPSILON);
    }
}
