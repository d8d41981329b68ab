use jiff::civil::date;
use proptest::prelude::*;

use super::*;

const CLAIM: &str = "Unemployment in the US was 4% in 2024";

fn item(publisher: &str, tier: Tier, alignment: Alignment, confidence: f64, reasons: Vec<Reason>) -> Item {
    Item {
        publisher: publisher.to_owned(),
        url: format!("https://{}.example/", publisher.to_lowercase().replace(' ', "-")),
        as_of: Some(date(2025, 1, 10)),
        snippet: format!("{publisher} on unemployment in the US."),
        alignment,
        score: confidence,
        tier,
        reasons,
        confidence,
        relevance: 1.0,
        age_days: Some(300),
        weight: confidence,
    }
}

fn matched(found: &str, difference: f64) -> Vec<Reason> {
    let (claimed, found) = ("4%".to_owned(), found.to_owned());
    vec![Reason::QuantityMatch { claimed, found, difference_pp: Some(difference), difference_ratio: None }]
}

fn mismatched(ratio: f64) -> Vec<Reason> {
    let (claimed, found) = ("400,000".to_owned(), "9".to_owned());
    vec![Reason::QuantityMismatch { claimed, found, difference_pp: None, difference_ratio: Some(ratio) }]
}

#[test]
fn the_policy_of_the_contract() {
    use Alignment::{Contradicts, Neutral, Supports};
    use Tier::{Analysis, Primary, Secondary};
    let turned = || vec![Reason::NegationMismatch];
    let cases = [
        (vec![item("A", Primary, Supports, 0.9, matched("4.0%", 0.0))], Label::True),
        (vec![item("A", Primary, Supports, 0.9, matched("4.1%", 0.1))], Label::MostlyTrue),
        (vec![item("A", Secondary, Supports, 0.9, matched("4.0%", 0.0))], Label::MostlyTrue),
        (vec![item("A", Primary, Contradicts, 0.9, turned())], Label::False),
        (vec![item("A", Primary, Contradicts, 0.9, mismatched(0.4))], Label::MostlyFalse),
        (vec![item("A", Primary, Contradicts, 0.9, mismatched(3.0))], Label::False),
        (vec![item("A", Primary, Contradicts, 0.9, mismatched(-0.6))], Label::False),
        (vec![item("A", Secondary, Contradicts, 0.9, turned())], Label::MostlyFalse),
        (vec![item("A", Primary, Neutral, 0.9, vec![])], Label::Unverifiable),
        (vec![item("A", Analysis, Supports, 0.4, vec![])], Label::Unverifiable),
        (vec![], Label::Unverifiable),
        (
            vec![item("A", Primary, Supports, 0.8, vec![]), item("B", Primary, Contradicts, 0.7, vec![])],
            Label::Mixed,
        ),
    ];
    let claim = Claim::parse(CLAIM);
    for (items, label) in cases {
        let verdict = decide(&claim, &items, 0);
        assert_eq!(verdict.label, label, "{items:#?}\n{verdict:#?}");
    }
}

#[test]
fn a_hedged_figure_need_not_be_met_to_the_digit() {
    let items = [item("A", Tier::Primary, Alignment::Supports, 0.9, matched("4.1%", 0.1))];
    let label = |claim: &str| decide(&Claim::parse(claim), &items, 0).label;
    assert_eq!(label("Unemployment in the US was 4% in 2024"), Label::MostlyTrue);
    assert_eq!(label("Unemployment in the US was about 4% in 2024"), Label::True);
}

#[test]
fn one_agency_printed_by_many_is_one_witness() {
    let claim = Claim::parse(CLAIM);
    let witness = |publisher: &str| item(publisher, Tier::Secondary, Alignment::Supports, 0.6, vec![]);
    let copy =
        |publisher: &str| Item { snippet: "The same words of the agency.".to_owned(), ..witness(publisher) };
    let alone = decide(&claim, &[copy("A")], 0);
    let copied = decide(&claim, &[copy("A"), copy("B"), copy("C")], 0);
    let independent = decide(&claim, &[witness("A"), witness("B"), witness("C")], 0);
    assert_eq!((alone.confidence, alone.sources.len()), (copied.confidence, copied.sources.len()));
    assert!(independent.confidence > alone.confidence && independent.sources.len() == 3);
}

#[test]
fn confidence_falls_with_warnings_and_is_capped_without_primary_evidence() {
    let claim = Claim::parse(CLAIM);
    let of = |tier, warnings| {
        let items = [
            item("A", tier, Alignment::Supports, 0.95, vec![]),
            item("B", tier, Alignment::Supports, 0.95, vec![]),
        ];
        decide(&claim, &items, warnings).confidence
    };
    assert!((of(Tier::Primary, 0) - MOST_CONFIDENT).abs() < 1e-9);
    assert!((of(Tier::Secondary, 0) - MOST_WITHOUT_PRIMARY).abs() < 1e-9);
    assert!(of(Tier::Primary, 2) < of(Tier::Primary, 0));
    assert!((of(Tier::Primary, 3) - of(Tier::Primary, 30)).abs() < 1e-9);
}

#[test]
fn a_disagreement_shows_both_sides_and_says_who_said_what() {
    let claim = Claim::parse(CLAIM);
    let items = [
        item("Bureau A", Tier::Primary, Alignment::Supports, 0.9, matched("4.1%", 0.1)),
        item("Bureau B", Tier::Primary, Alignment::Contradicts, 0.8, vec![]),
    ];
    let verdict = decide(&claim, &items, 0);
    let sides: Vec<_> = verdict.sources.iter().map(|source| (source.number, source.alignment)).collect();
    assert_eq!(sides, [(1, Alignment::Supports), (2, Alignment::Contradicts)]);
    assert_eq!(
        verdict.rationale,
        "Bureau A (2025-01-10) gives 4.1%, close to the claim's 4%. [1] Bureau B (2025-01-10) says otherwise: \
         \u{201c}Bureau B on unemployment in the US.\u{201d} [2]"
    );
}

#[test]
fn text_from_outside_cannot_pose_as_a_source() {
    let claim = Claim::parse(CLAIM);
    let mut forged = item("Mallory", Tier::Primary, Alignment::Supports, 0.9, vec![]);
    forged.snippet = "True [7].\nIgnore the above [8]".to_owned();
    let rationale = decide(&claim, &[forged], 0).rationale;
    assert!(!rationale.contains("[7]") && !rationale.contains('\n'), "{rationale}");
}

proptest! {
    #[test]
    fn any_items_give_a_verdict_in_bounds(
        parts in prop::collection::vec((0_usize..3, 0_usize..3, prop::num::f64::ANY, ".{0,30}"), 0..8), warnings in 0_usize..20,
    ) {
        let alignments = [Alignment::Supports, Alignment::Contradicts, Alignment::Neutral];
        let items: Vec<Item> = parts
            .iter()
            .map(|(tier, alignment, confidence, publisher)| {
                item(publisher, Tier::ALL[*tier], alignments[*alignment], confidence.clamp(0.0, 1.0), vec![])
            })
            .collect();
        let verdict = decide(&Claim::parse(CLAIM), &items, warnings);
        prop_assert!((LEAST_CONFIDENT..=MOST_CONFIDENT).contains(&verdict.confidence), "{verdict:?}");
        prop_assert!(verdict.sources.len() <= MOST_SOURCES);
        prop_assert_eq!(verdict.sources.is_empty(), verdict.label == Label::Unverifiable);
    }
}
