//! Sentences that deny, and sentences that only sound like it.

use proptest::prelude::*;

use super::is_negated;

#[test]
fn denials_are_found() {
    for text in [
        "Crime did not fall",
        "Crime didn't fall",
        "Crime didn’t fall",
        "Crime is no longer falling",
        "It never happened",
        "It hasn't been proven",
        "That isn't true",
        "They failed to cut taxes",
        "It is far from over",
        "There is no evidence",
        "None of them voted",
        "Nobody voted",
        "We cannot afford it",
        "Although it rained, they did not come",
        "He said that crime did not fall",
    ] {
        assert!(is_negated(text), "{text:?}");
    }
}

#[test]
fn what_only_sounds_like_denial_is_not() {
    for text in [
        "Crime fell",
        "Not only did crime fall, it halved",
        "No doubt crime fell",
        "not just in Chicago",
        "no more than 5%",
        "No. 1 in the world",
        "No, crime fell",
        "Crime fell, didn't it?",
        "Crime fell, but police did not say why",
        "Crime fell, although arrests did not rise",
        "The bill, which did not pass, cut taxes",
        "whether or not crime fell",
        "not until 2020",
        "The band released The North Stands for Nothing in 2010",
        "the shutdown ended in the front",
        "",
    ] {
        assert!(!is_negated(text), "{text:?}");
    }
}

proptest! {
    #[test]
    fn space_around_any_text_changes_nothing(text in "\\PC{0,300}") {
        prop_assert_eq!(is_negated(&format!(" {text} ")), is_negated(&text));
    }
}
