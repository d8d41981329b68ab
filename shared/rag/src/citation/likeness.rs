//! How like two titles are: Dice's coefficient over pairs of letters.

use std::collections::HashSet;

/// Pairs that both have, twice, over the pairs of each: 0..=1. Upper and lower case are one; an empty text is like
/// nothing, and a single character only like itself.
pub(crate) fn dice(left: &str, right: &str) -> f64 {
    let (left, right) = (left.to_lowercase(), right.to_lowercase());
    if left.is_empty() || right.is_empty() {
        return 0.0;
    }
    if left == right {
        return 1.0;
    }
    let (left, right) = (pairs(&left), pairs(&right));
    let all = left.len() + right.len();
    if all == 0 { 0.0 } else { 2.0 * left.intersection(&right).count() as f64 / all as f64 }
}

fn pairs(text: &str) -> HashSet<(char, char)> {
    text.chars().zip(text.chars().skip(1)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn known_pairs_are_as_like_as_they_are_known_to_be() {
        let cases = [
            ("Singapure Export Guide", "Singapore Export Guide", 0.95),
            ("singapore gst guide", "singapore gst guide for imports", 0.809_524),
            ("Booking Procedure", "Sea Freight Booking Procedure", 0.744_186),
            ("Incoterms 2020", "Incoterms 2020 Reference Guide", 0.648_649),
            ("Export Guide", "Import Guide", 0.818_182),
            ("SLA Policy", "Service Level Agreement (SLA) Policy", 0.372_093),
            ("", "", 0.0),
            ("a", "b", 0.0),
            ("a", "A", 1.0),
        ];
        for (left, right, expected) in cases {
            let found = dice(left, right);
            assert!((found - expected).abs() < 1e-6, "{left} / {right}: {found}");
        }
    }

    proptest! {
        #[test]
        fn it_is_symmetric_and_bounded(left in "\\PC{0,30}", right in "\\PC{0,30}") {
            let found = dice(&left, &right);
            prop_assert!((0.0..=1.0).contains(&found));
            prop_assert!((found - dice(&right, &left)).abs() < 1e-12);
        }
    }
}
