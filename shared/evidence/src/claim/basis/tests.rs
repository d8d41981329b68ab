//! Sentences and whether they speak per head, of a rate or of a count.

use proptest::prelude::*;

use super::{
    Basis::{Count, PerCapita, Rate, Unspecified},
    find,
};

#[test]
fn bases_are_found() {
    for (text, expected) in [
        ("GDP per capita", PerCapita),
        ("5.2 homicides per 100,000 residents", PerCapita),
        ("5.2 homicides per 100 000", PerCapita),
        ("the rate per 100,000", PerCapita),
        ("spending per person", PerCapita),
        ("30 for every 1,000", PerCapita),
        ("the murder rate", Rate),
        ("the share of renters", Rate),
        ("17% of voters", Rate),
        ("17 percent of voters", Rate),
        ("one in five children", Rate),
        ("4 out of 10 families", Rate),
        ("the number of homicides", Count),
        ("total homicides", Count),
        ("more murders than New York", Count),
        ("more people died than were born", Count),
        ("$15 per hour", Unspecified),
        ("at any rate", Unspecified),
        ("more than 5", Unspecified),
        ("in 2024", Unspecified),
        ("", Unspecified),
    ] {
        assert_eq!(find(text), expected, "{text:?}");
    }
}

proptest! {
    #[test]
    fn space_around_any_text_changes_nothing(text in "\\PC{0,300}") {
        prop_assert_eq!(find(&format!(" {text} ")), find(&text));
    }
}
