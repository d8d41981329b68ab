use jiff::civil::date;
use proptest::prelude::*;

use super::*;

const TODAY: Date = date(2026, 11, 21);
const NEUTRAL: (Alignment, f64) = (Alignment::Neutral, 0.9);

fn candidate(url: &str, relevance: f64) -> Candidate {
    Candidate {
        publisher: "Bureau".to_owned(),
        url: url.to_owned(),
        as_of: Some(date(2026, 1, 1)),
        title: String::new(),
        text: "Consumer prices rose by 2.9 percent.".to_owned(),
        tier: Tier::Primary,
        relevance,
    }
}

fn claim() -> Claim {
    Claim::parse("Consumer prices rose by 2.9 percent")
}

fn close(left: f64, right: f64) -> bool {
    (left - right).abs() < 1e-9
}

#[test]
fn the_weight_is_the_documented_formula() {
    for (relevance, tier, age_days, (alignment, confidence), expected) in [
        (0.8, Tier::Primary, Some(0), NEUTRAL, 0.80),
        (0.8, Tier::Secondary, Some(0), NEUTRAL, 0.64),
        (0.8, Tier::Analysis, Some(0), NEUTRAL, 0.48),
        (0.8, Tier::Primary, Some(730), NEUTRAL, 0.80),
        (0.8, Tier::Primary, Some(2195), NEUTRAL, 0.60),
        (0.8, Tier::Primary, Some(3660), NEUTRAL, 0.40),
        (0.8, Tier::Primary, Some(i64::MAX), NEUTRAL, 0.40),
        (0.8, Tier::Primary, Some(i64::MIN), NEUTRAL, 0.80),
        (0.8, Tier::Primary, None, NEUTRAL, 0.68),
        (0.5, Tier::Primary, Some(0), (Alignment::Supports, 1.0), 0.75),
        (0.5, Tier::Primary, Some(0), (Alignment::Contradicts, 0.5), 0.63),
        (0.5, Tier::Primary, Some(0), (Alignment::Supports, 0.0), 0.50),
        (0.5, Tier::Primary, Some(0), (Alignment::Supports, f64::NAN), 0.50),
        (0.5, Tier::Primary, Some(0), (Alignment::Supports, 7.0), 0.75),
        (f64::NAN, Tier::Primary, Some(0), (Alignment::Supports, 1.0), 0.0),
        (f64::INFINITY, Tier::Primary, Some(0), NEUTRAL, 1.0),
        (-1.0, Tier::Primary, Some(0), NEUTRAL, 0.0),
    ] {
        let weight = weight(relevance, tier, age_days, alignment, confidence);
        assert!(
            close(weight, expected),
            "{relevance} {tier} {age_days:?} {alignment:?} {confidence}: {weight}"
        );
    }
}

#[test]
fn what_is_hardly_relevant_is_dropped() {
    let relevances = [f64::NAN, -1.0, 0.0, 0.049, RELEVANCE_FLOOR, 0.3];
    let candidates =
        relevances.iter().map(|relevance| candidate(&format!("https://a.example/{relevance}"), *relevance));
    let urls: Vec<_> = assess(&claim(), candidates.collect(), TODAY, 10, &NoReader)
        .into_iter()
        .map(|item| item.url)
        .collect();
    assert_eq!(urls, ["https://a.example/0.3", "https://a.example/0.05"]);
}

#[test]
fn equal_weights_are_ordered_by_tier_date_and_address() {
    let base = |url: &str, as_of| Candidate { as_of, ..candidate(url, 1.0) };
    let candidates = vec![
        base("https://c.example/", Some(date(2026, 1, 1))),
        base("https://b.example/", Some(date(2026, 1, 1))),
        base("https://a.example/", Some(date(2025, 12, 31))),
        Candidate { tier: Tier::Secondary, relevance: 1.0, ..base("https://0.example/", Some(TODAY)) },
        base("https://z.example/", Some(TODAY)),
    ];
    let urls: Vec<_> =
        assess(&claim(), candidates, TODAY, 10, &NoReader).into_iter().map(|item| item.url).collect();
    let expected = [
        "https://z.example/",
        "https://b.example/",
        "https://c.example/",
        "https://a.example/",
        "https://0.example/",
    ];
    assert_eq!(urls, expected);
}

#[test]
fn the_same_passage_counts_once_and_the_limit_holds() {
    let twice = vec![
        candidate("https://a.example/", 0.5),
        candidate("https://a.example/", 0.9),
        candidate("https://b.example/", 0.4),
    ];
    let items = assess(&claim(), twice.clone(), TODAY, 10, &NoReader);
    assert_eq!(
        items.iter().map(|item| item.url.as_str()).collect::<Vec<_>>(),
        ["https://a.example/", "https://b.example/"]
    );
    let best = weight(0.9, Tier::Primary, Some(0), Alignment::Neutral, 0.0);
    assert!(items[0].weight >= best, "the better of the two stays");
    assert_eq!(assess(&claim(), twice.clone(), TODAY, 1, &NoReader).len(), 1);
    assert!(assess(&claim(), twice, TODAY, 0, &NoReader).is_empty());
    let other_words =
        Candidate { text: "Something else.".to_owned(), ..candidate("https://a.example/", 0.5) };
    assert_eq!(
        assess(&claim(), vec![candidate("https://a.example/", 0.5), other_words], TODAY, 10, &NoReader).len(),
        2
    );
}

#[test]
fn an_item_carries_what_the_candidate_said_in_plain_words() {
    let candidate = Candidate {
        publisher: " ".to_owned(),
        url: "https://www.bls.gov/cpi/".to_owned(),
        as_of: None,
        text: "<b>Prices</b>\n rose&nbsp;fast".to_owned(),
        ..candidate("", 0.5)
    };
    let items = assess(&claim(), vec![candidate.clone()], TODAY, 1, &NoReader);
    assert_eq!(items[0].publisher, "U.S. Bureau of Labor Statistics");
    assert_eq!(items[0].snippet, "Prices rose fast");
    assert_eq!((items[0].as_of, items[0].tier), (None, Tier::Primary));
    let long = Candidate { publisher: "Name ".repeat(100), ..candidate };
    assert!(
        assess(&claim(), vec![long], TODAY, 1, &NoReader)[0].publisher.chars().count()
            <= PUBLISHER_CHARACTERS
    );
}

#[test]
fn a_passage_is_judged_under_its_title() {
    let passage = Candidate {
        title: "US crime, 2024".to_owned(),
        text: "Violent crime in the United States decreased by 4.5 percent in 2024 compared with 2023."
            .to_owned(),
        ..candidate("https://www.fbi.gov/", 0.8)
    };
    for (said, expected) in [
        ("Violent crime in the United States fell by 4.5 percent in 2024", Alignment::Supports),
        ("Violent crime in the United States rose by 30 percent in 2024", Alignment::Contradicts),
        ("The trade deficit was 918 billion dollars", Alignment::Neutral),
    ] {
        let items = assess(&Claim::parse(said), vec![passage.clone()], TODAY, 1, &NoReader);
        assert_eq!(items[0].alignment, expected, "{said}");
        assert_eq!(items[0].weight > 0.8, expected != Alignment::Neutral, "{said}: {}", items[0].weight);
    }
}

#[test]
fn a_passage_about_another_place_falls_behind() {
    let of = |place: &str, relevance| Candidate {
        text: format!("The population of {place} was 83.6 million at the end of 2024."),
        ..candidate(&format!("https://{place}.example/"), relevance)
    };
    let claim = Claim::parse("The population of Germany was 83.6 million at the end of 2024");
    let items = assess(&claim, vec![of("Japan", 0.9), of("Germany", 0.7)], TODAY, 2, &NoReader);
    assert_eq!(items[0].url, "https://Germany.example/");
    assert_eq!(items[1].alignment, Alignment::Neutral);
    assert!(close(items[1].weight, 0.63), "{}", items[1].weight);
}

#[test]
fn a_report_is_not_stale_for_the_period_it_reports() {
    let of_then = Candidate { as_of: Some(date(2014, 1, 15)), ..candidate("https://www.bls.gov/", 0.8) };
    let weight_for =
        |said: &str| assess(&Claim::parse(said), vec![of_then.clone()], TODAY, 1, &NoReader)[0].weight;
    assert!(close(weight_for("The trade deficit was 918 billion dollars in 2013"), 0.8));
    assert!(close(weight_for("The trade deficit was 918 billion dollars this year"), 0.4));
}

fn tiers() -> impl Strategy<Value = Tier> {
    proptest::sample::select(&Tier::ALL[..])
}

fn alignments() -> impl Strategy<Value = Alignment> {
    proptest::sample::select(vec![Alignment::Supports, Alignment::Contradicts, Alignment::Neutral])
}

fn candidates() -> impl Strategy<Value = Vec<Candidate>> {
    let dates = proptest::option::of(
        (0_i16..=9999, 1_i8..=12, 1_i8..=28).prop_map(|(year, month, day)| date(year, month, day)),
    );
    let texts = prop_oneof!["\\PC{0,80}", Just("Prices rose by 2.9 percent.".to_owned())];
    let one = ("[a-c]", texts, tiers(), prop_oneof![any::<f64>(), 0.0..=1.0_f64], dates);
    let one = one.prop_map(|(host, text, tier, relevance, as_of)| Candidate {
        as_of,
        text,
        tier,
        ..candidate(&format!("https://{host}.example/"), relevance)
    });
    proptest::collection::vec(one, 0..12)
}

proptest! {
    #[test]
    fn a_weight_is_a_share_with_two_decimals(
        relevance: f64, tier in tiers(), age: Option<i64>, alignment in alignments(), confidence: f64,
    ) {
        let weight = weight(relevance, tier, age, alignment, confidence);
        prop_assert!((0.0..=1.0).contains(&weight), "{weight}");
        prop_assert!(close(weight * 100.0, (weight * 100.0).round()), "{weight}");
    }

    #[test]
    fn more_relevance_a_higher_tier_a_newer_date_and_a_decision_never_weigh_less(
        relevances in (0.0..=1.0_f64, 0.0..=1.0_f64), ages in (0_i64..5000, 0_i64..5000), tier in tiers(),
        alignment in alignments(), confidence in 0.0..=1.0_f64,
    ) {
        let ((low, high), (new, old)) = (ordered(relevances), ordered(ages));
        let weigh = |relevance, tier, age| weight(relevance, tier, Some(age), alignment, confidence);
        prop_assert!(weigh(low, tier, new) <= weigh(high, tier, new));
        prop_assert!(weigh(low, tier, old) <= weigh(low, tier, new));
        let by_tier = Tier::ALL.map(|tier| weigh(high, tier, new));
        prop_assert!(by_tier.is_sorted_by(|heavier, lighter| heavier >= lighter), "{by_tier:?}");
        prop_assert!(weight(high, tier, Some(new), Alignment::Neutral, 1.0) <= weigh(high, tier, new));
    }

    #[test]
    fn items_are_ordered_bounded_and_independent_of_the_order_found(
        (candidates, shuffled) in candidates().prop_flat_map(|all| (Just(all.clone()), Just(all).prop_shuffle())), limit in 0_usize..8,
    ) {
        let items = assess(&claim(), candidates, TODAY, limit, &NoReader);
        prop_assert!(items.len() <= limit);
        prop_assert!(items.iter().all(|item| (0.0..=1.0).contains(&item.score)));
        prop_assert!(items.is_sorted_by(|left, right| left.weight >= right.weight));
        prop_assert_eq!(items, assess(&claim(), shuffled, TODAY, limit, &NoReader));
    }
}

fn ordered<T: PartialOrd>((left, right): (T, T)) -> (T, T) {
    if left <= right { (left, right) } else { (right, left) }
}
