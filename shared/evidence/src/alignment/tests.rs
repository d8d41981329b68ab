//! Claims against passages.

use proptest::prelude::*;

use super::{
    Alignment::{self, Contradicts, Neutral, Supports},
    Judgement, Reason, judge, judge_text,
};
use crate::claim::Claim;

const CHICAGO: &str = "Violent crime in Chicago down 17% this year";

fn judged(claim: &str, passage: &str) -> Judgement {
    judge_text(&Claim::parse(claim), passage, 0.8)
}

/// The first reason's `kind`, as it goes over the wire.
fn first_kind(judgement: &Judgement) -> String {
    let reason = serde_json::to_value(judgement.reasons.first()).unwrap();
    reason["kind"].as_str().unwrap_or("none").to_owned()
}

#[track_caller]
fn check(cases: &[(&str, &str, Alignment, &str)]) {
    for (claim, passage, alignment, kind) in cases {
        let judgement = judged(claim, passage);
        assert_eq!(
            (judgement.alignment, first_kind(&judgement).as_str()),
            (*alignment, *kind),
            "{claim:?} / {passage:?}: {judgement:?}"
        );
    }
}

#[test]
fn the_example_of_the_contract_and_its_neighbours() {
    let passage = "Violent crime YTD down 16.7% vs PY";
    let placed = "Chicago Police Department: violent crime in Chicago is down 16.7% year to date.";
    check(&[
        (CHICAGO, passage, Supports, "quantity_match"),
        (CHICAGO, placed, Supports, "quantity_match"),
        ("Violent crime in Chicago dropped 17% this year", placed, Supports, "quantity_match"),
        ("Violent crime in Chicago up 17% this year", placed, Contradicts, "direction_mismatch"),
        ("Homicides in Chicago down 17% this year", placed, Neutral, "metric_mismatch"),
        ("Violent crime in New York down 17% this year", placed, Neutral, "location_mismatch"),
        ("Violent crime in Chicago down 17% last year", placed, Neutral, "timeframe_mismatch"),
        ("Violent crime in Chicago down 40% this year", placed, Contradicts, "quantity_mismatch"),
        ("Violent crime in Chicago did not drop 17% this year", placed, Contradicts, "negation_mismatch"),
    ]);
}

#[test]
fn a_rate_is_the_change_of_what_it_is_the_rate_of() {
    let prices = "Consumer prices in the United States rose 2.9 percent over the 12 months to December 2024.";
    check(&[
        ("US inflation was 2.9% in December 2024", prices, Supports, "quantity_match"),
        ("US inflation was 7% in December 2024", prices, Contradicts, "quantity_mismatch"),
        ("Inflation fell to 2.9 percent in the US in December 2024", prices, Supports, "quantity_match"),
        ("Consumer prices rose 2.9 percent", "Inflation fell to 2.9 percent.", Supports, "quantity_match"),
        ("Consumer prices fell 2.9 percent", prices, Contradicts, "direction_mismatch"),
        ("Inflation rose to 5 percent", "Inflation fell to 2 percent.", Contradicts, "quantity_mismatch"),
    ]);
}

#[test]
fn another_measure_or_no_ranking_settles_nothing() {
    for (claim, passage) in [
        (
            "The budget deficit was 1.8 trillion dollars",
            "The goods and services trade deficit was $918.4 billion in 2024.",
        ),
        (
            "2024 was the hottest year on record",
            "Police in Germany recorded about 5.84 million crimes in 2024, fewer than the year before.",
        ),
        (
            "100,000 people died of overdoses in 2024",
            "About 83.6 million people lived in Germany at the end of 2024.",
        ),
        ("Crime in the US rose in 2024", "US crime, 2024."),
    ] {
        let judgement = judged(claim, passage);
        assert_eq!(judgement.alignment, Neutral, "{claim}: {judgement:?}");
    }
}

#[test]
fn figures_are_compared_with_their_rounding() {
    check(&[
        ("Unemployment is 4%", "The unemployment rate was 4.1 percent.", Supports, "quantity_match"),
        ("Unemployment is 4%", "The unemployment rate was 7.8 percent.", Contradicts, "quantity_mismatch"),
        ("The economy added 250,000 jobs", "Employers added 256,000 jobs.", Supports, "quantity_match"),
        (
            "The economy added 500,000 jobs",
            "The economy added 256,000 jobs.",
            Contradicts,
            "quantity_mismatch",
        ),
        (
            "The deficit is $1.8 trillion",
            "The federal deficit was $1.83 trillion.",
            Supports,
            "quantity_match",
        ),
        ("Exports doubled", "Exports rose 98 percent.", Supports, "quantity_match"),
        ("The deficit was halved", "The deficit fell by 10 percent.", Contradicts, "quantity_mismatch"),
        (
            "One in five children lives in poverty",
            "In poverty live 19.8% of children.",
            Supports,
            "quantity_match",
        ),
        (
            "More than 500 people died in the fire",
            "The fire killed 720 people who died at once.",
            Supports,
            "quantity_match",
        ),
        ("The team has three coaches", "The team has four coaches.", Contradicts, "quantity_mismatch"),
        (
            "Inflation is 3.2%",
            "Inflation, the CPI says, is between 3 and 4 percent.",
            Supports,
            "quantity_match",
        ),
        (
            "The single sold under 24 million copies",
            "The single sold more than 23 million copies.",
            Neutral,
            "quantity_undetermined",
        ),
    ]);
}

#[test]
fn other_units_and_roles_of_a_percentage_settle_nothing() {
    check(&[
        ("Unemployment fell 2%", "Unemployment fell by 0.5 percentage points.", Neutral, "unit_mismatch"),
        ("Unemployment fell 4%", "Unemployment fell to 9 percent.", Neutral, "unit_mismatch"),
        ("Homicides fell 20%", "There were 617 homicides.", Neutral, "unit_mismatch"),
    ]);
}

#[test]
fn direction_negation_and_opposites_turn_a_claim() {
    check(&[
        (
            "Greenhouse gas emissions rose",
            "Greenhouse gas emissions fell.",
            Contradicts,
            "direction_mismatch",
        ),
        (
            "Greenhouse gas emissions rose",
            "Greenhouse gas emissions increased sharply.",
            Supports,
            "direction_match",
        ),
        ("Greenhouse gas emissions did not rise", "Greenhouse gas emissions fell.", Supports, "wording"),
        ("Vaccines cause autism", "Vaccines do not cause autism.", Contradicts, "negation_mismatch"),
        ("Senator Smith won the primary", "Senator Smith lost the primary.", Contradicts, "opposite_words"),
        (
            "Leeds is the third largest city of England",
            "Leeds is the fourth largest city of England.",
            Contradicts,
            "opposite_words",
        ),
        ("The act was signed in 2009", "The act was signed in 2012.", Contradicts, "timeframe_mismatch"),
        ("The act was signed before 2010", "The act was signed in 2009.", Supports, "wording"),
    ]);
}

#[test]
fn what_is_reported_or_rejected_does_not_support() {
    check(&[
        (
            "Garlic cures the common cold",
            "A viral post says garlic cures the common cold. The claim is false.",
            Contradicts,
            "refutation",
        ),
        (
            "Garlic cures the common cold",
            "Does garlic cure the common cold? No. Nothing does.",
            Contradicts,
            "refutation",
        ),
        ("Chicago banned cash bail", "Did Chicago ban cash bail? Yes, it did.", Supports, "affirmation"),
        (
            "Garlic cures the common cold",
            "Posts claimed that garlic cures the common cold.",
            Neutral,
            "wording",
        ),
        ("Garlic cures the common cold", "Onions grow in sandy soil.", Neutral, "wording"),
    ]);
}

#[test]
fn of_several_sentences_the_one_about_the_claim_decides() {
    let passage = "Homicides rose 9.1% in Chicago. Violent crime in Chicago fell 16.7% this year, police said on Oct. 3. \
                   Property crime in Chicago fell 2%.";
    check(&[
        (CHICAGO, passage, Supports, "quantity_match"),
        ("Homicides in Chicago rose 9% this year", passage, Supports, "quantity_match"),
        ("Homicides in Chicago fell 9% this year", passage, Contradicts, "direction_mismatch"),
    ]);
}

#[test]
fn sides_that_are_equally_strong_cancel() {
    let judgement = judged(
        "Greenhouse gas emissions rose",
        "Greenhouse gas emissions rose. Greenhouse gas emissions fell.",
    );
    assert_eq!((judgement.alignment, judgement.reasons.first()), (Neutral, Some(&Reason::Conflict)));
}

#[test]
fn one_parsed_sentence_is_judged_like_text() {
    let (claim, sentence) = (Claim::parse(CHICAGO), "Violent crime YTD down 16.7% vs PY");
    assert_eq!(judge(&claim, &Claim::parse(sentence), 0.8), judge_text(&claim, sentence, 0.8));
}

#[test]
fn reasons_are_tagged_with_their_kind() {
    let judgement = judged(CHICAGO, "Violent crime YTD down 16.7% vs PY");
    assert_eq!(
        serde_json::to_value(&judgement.reasons[0]).unwrap(),
        serde_json::json!({"kind": "quantity_match", "claimed": "17%", "found": "16.7%", "difference_pp": 0.3})
    );
}

#[test]
fn relevance_scales_the_confidence_and_no_more() {
    let claim = Claim::parse(CHICAGO);
    let low = judge_text(&claim, "Violent crime YTD down 16.7% vs PY", 0.0);
    let high = judge_text(&claim, "Violent crime YTD down 16.7% vs PY", 1.0);
    assert_eq!(low.alignment, high.alignment);
    assert!(low.confidence < high.confidence && high.confidence < 1.0);
    assert_eq!(judge_text(&claim, "Violent crime YTD down 16.7% vs PY", f64::NAN), low);
}

/// Sentences made of what claims are made of.
fn sentence() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "violent",
        "crime",
        "fell",
        "rose",
        "17%",
        "16.7 percent",
        "not",
        "Chicago",
        "in",
        "2024",
        "this year",
        ".",
        "?",
        "No.",
        "doubled",
        "more than",
        "500",
        "people",
        "false",
        "said",
        "\"",
        "third",
        "largest",
        "é",
        "😀",
        "$3 trillion",
        "Oct.",
    ]);
    prop::collection::vec(word, 0..25).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn any_pair_is_judged(claim in sentence(), passage in sentence(), relevance in prop::num::f64::ANY) {
        let judgement = judge_text(&Claim::parse(&claim), &passage, relevance);
        prop_assert!((0.05..=0.95).contains(&judgement.confidence));
        prop_assert!(serde_json::to_string(&judgement).is_ok());
    }

    #[test]
    fn any_text_is_judged(claim in ".{0,120}", passage in ".{0,300}") {
        let judgement = judge_text(&Claim::parse(&claim), &passage, 0.5);
        prop_assert!(judgement.confidence > 0.0 && judgement.confidence < 1.0);
    }
}
