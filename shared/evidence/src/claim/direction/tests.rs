//! Sentences and the way they say a figure moved.

use proptest::prelude::*;

use super::{
    Direction::{self, Decrease, Increase, Unchanged},
    find,
};

#[track_caller]
fn check(expected: Option<Direction>, cases: &[&str]) {
    for text in cases {
        assert_eq!(find(text), expected, "{text:?}");
    }
}

#[test]
fn upwards() {
    check(
        Some(Increase),
        &[
            "Unemployment rose to 5%",
            "Crime is up 5%",
            "Crime's up this year",
            "Prices have doubled",
            "Inflation is at a 40-year high",
            "Stocks hit a record high",
            "The deficit grew",
            "Wages went up",
            "up 3% since March",
            "Taxes are higher than ever",
            "an increase of 5%",
            "The economy added 256,000 jobs",
            "Emissions are still rising, although coal fell",
            "Although coal fell, emissions rose",
        ],
    );
}

#[test]
fn downwards() {
    check(
        Some(Decrease),
        &[
            "Violent crime in Chicago down 17% this year",
            "Violent crime in Chicago dropped 17% this year",
            "Violent crime YTD down 16.7% vs PY",
            "Unemployment is at a record low",
            "Prices fell by half",
            "We cut taxes",
            "We cut emissions in half",
            "The deficit was halved",
            "The economy shrank",
            "The number went down",
            "the lowest since 1969",
            "a decline in homicides",
            "fewer people voted",
            "We lost 2 million jobs",
            "Inflation fell in March",
        ],
    );
}

#[test]
fn standing_still() {
    check(
        Some(Unchanged),
        &["Unemployment was unchanged", "Wages stayed flat", "Prices are stable", "There was no change"],
    );
}

#[test]
fn words_that_only_sound_like_movement() {
    check(
        None,
        &[
            "There was a breakdown of talks",
            "They cut down trees",
            "The government shutdown continues",
            "A lower court ruled",
            "Higher education matters",
            "It is a drop in the bucket",
            "He grew up in Ohio",
            "It falls far short of the goal",
            "They shut down the plant",
            "It is up to Congress",
            "He is up for election",
            "This fall we vote",
            "We raised money",
            "He lost the election",
            "tax cuts",
            "students dropped out",
            "",
        ],
    );
}

#[test]
fn a_negated_direction_stays_as_it_was_said() {
    check(Some(Decrease), &["Crime did not fall", "Crime is no longer falling"]);
}

proptest! {
    #[test]
    fn space_around_any_text_changes_nothing(text in "\\PC{0,300}") {
        prop_assert_eq!(find(&format!(" {text} ")), find(&text));
    }
}
