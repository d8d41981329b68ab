//! Rates that are themselves a change: inflation is how prices move, growth how output does.
//!
//! "Inflation was 2.9 percent" and "prices rose 2.9 percent" say the same, and "inflation fell to 2.9 percent" does
//! not deny that prices rose. So the figure of a rate is compared with the change of what it is the rate of, and
//! their directions are not compared at all.

use crate::claim::words::Words;

/// Words that turn a measure into the rate of its change.
const RATES: [&str; 4] = ["inflation", "deflation", "disinflation", "growth"];

/// Whether a sentence speaks of such a rate.
pub(super) fn speaks_of_rate(words: &Words) -> bool {
    (0..words.len()).any(|index| RATES.contains(&words.word(index)))
}
