//! Sentences and the figures they hold.

use proptest::prelude::*;

use super::{Bound, Quantity, Unit, find};
use crate::claim::timeframe;

fn figures(text: &str) -> Vec<Quantity> {
    find(text, &timeframe::find(text))
}

/// "17 %", "3..4 pp", ">= 5 USD": a figure in one short line.
fn written(quantity: &Quantity) -> String {
    let bound = match quantity.bound {
        Bound::Exactly => "",
        Bound::About => "~",
        Bound::AtLeast => ">=",
        Bound::AtMost => "<=",
    };
    let upper = quantity.upper.map(|upper| format!("..{}", round(upper))).unwrap_or_default();
    let unit = match &quantity.unit {
        Unit::Percent => "%".to_owned(),
        Unit::PercentagePoints => "pp".to_owned(),
        Unit::Currency(code) => code.clone(),
        Unit::Multiple => "x".to_owned(),
        Unit::Per(denominator) => format!("per {denominator}"),
        Unit::Count(noun) => format!("#{noun}"),
    };
    format!("{bound}{}{upper} {unit}", round(quantity.value))
}

fn round(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

#[track_caller]
fn check(cases: &[(&str, &[&str])]) {
    for (text, expected) in cases {
        let found: Vec<String> = figures(text).iter().map(written).collect();
        assert_eq!(found, *expected, "{text:?}");
    }
}

#[test]
fn percentages_and_points() {
    check(&[
        ("down 17 %", &["17 %"]),
        ("down 17%", &["17 %"]),
        ("17 percent of voters", &["17 %"]),
        ("17 per cent of voters", &["17 %"]),
        ("a 17-percent drop", &["17 %"]),
        ("Inflation fell to 2.4%.", &["2.4 %"]),
        ("It fell by 2.5 percentage points", &["2.5 pp"]),
        ("a 2-percentage-point rise", &["2 pp"]),
        ("up 3 pp since May", &["3 pp"]),
        ("up 3 %-points", &["3 pp"]),
        ("The rate rose 2 points", &["2 pp"]),
        ("from 40 percent, up 2 points", &["40 %", "2 pp"]),
        ("He scored 30 points", &["30 #points"]),
        ("rates rose 25 basis points", &["0.25 pp"]),
        ("a cut of 50 bps", &["0.5 pp"]),
        ("GDP changed by -0.3%", &["-0.3 %"]),
        ("GDP changed by −0.3%", &["-0.3 %"]),
        ("GDP changed by minus 2 percent", &["-2 %"]),
        ("GDP changed by +0.3%", &["0.3 %"]),
        ("twenty-five percent of them", &["25 %"]),
        ("zero point five percent", &["0.5 %"]),
        ("two and a half percent", &["2.5 %"]),
        ("half a percent lower", &["0.5 %"]),
        ("half a percentage point", &["0.5 pp"]),
        ("a quarter of a percentage point", &["0.25 pp"]),
    ]);
}

#[test]
fn money() {
    check(&[
        ("a $3.2 trillion deficit", &["3200000000000 USD"]),
        ("three point two trillion dollars", &["3200000000000 USD"]),
        ("3.2 trillion dollars", &["3200000000000 USD"]),
        ("$4.1bn", &["4100000000 USD"]),
        ("$1.9tn package", &["1900000000000 USD"]),
        ("$2T in debt", &["2000000000000 USD"]),
        ("€5 million", &["5000000 EUR"]),
        ("EUR 5 million", &["5000000 EUR"]),
        ("£350m a week", &["350000000 GBP"]),
        ("5 million pounds", &["5000000 GBP"]),
        ("US$600", &["600 USD"]),
        ("A$20 billion", &["20000000000 AUD"]),
        ("-$3bn", &["-3000000000 USD"]),
        ("$514.7 million", &["514700000 USD"]),
        ("R1.3 trillion", &["1300000000000 ZAR"]),
        ("N943.12 billion", &["943120000000 NGN"]),
        ("Rs 500 a month", &["500 INR"]),
        ("cut by 5 cents", &["0.05 USD"]),
        ("$15 an hour", &["15 USD"]),
        ("more than $1,250.50", &[">=1250.5 USD"]),
        ("half a trillion dollars", &["500000000000 USD"]),
        ("10 billion Canadian dollars", &["10000000000 CAD"]),
    ]);
}

#[test]
fn counts_and_their_nouns() {
    check(&[
        ("Chicago had 617 homicides in 2023", &["617 #homicides"]),
        ("added 256,000 new jobs", &["256000 #jobs"]),
        ("added 256,000 manufacturing jobs", &["256000 #jobs"]),
        ("1,234,567 people", &["1234567 #people"]),
        ("1 234 567 people", &["1234567 #people"]),
        ("1.234.567 people", &["1234567 #people"]),
        ("a hundred and five thousand people", &["105000 #people"]),
        ("12 million undocumented immigrants", &["12000000 #immigrants"]),
        ("He has three children", &["3 #children"]),
        ("58,220 U.S. deaths", &["58220 #deaths"]),
        ("emissions of 36.8 gigatonnes", &["36.8 #gigatonnes"]),
        ("more than 500 of them", &[">=500 #"]),
        ("He met millions of voters", &[]),
        ("She served two terms", &["2 #terms"]),
        ("a speed of 70mph", &["70 #mph"]),
    ]);
}

#[test]
fn multiples() {
    check(&[
        ("Prices doubled", &["2 x"]),
        ("Prices more than doubled", &[">=2 x"]),
        ("Prices nearly tripled", &["~3 x"]),
        ("Exports quadrupled", &["4 x"]),
        ("The deficit was halved", &["0.5 x"]),
        ("cut in half", &["0.5 x"]),
        ("twice as many", &["2 x"]),
        ("half as many", &["0.5 x"]),
        ("three times as high", &["3 x"]),
        ("a threefold rise", &["3 x"]),
        ("a 10-fold rise", &["10 x"]),
        ("10x more", &["10 x"]),
        ("voted three times", &["3 #times"]),
        ("He doubled down", &[]),
        ("double-digit growth", &[]),
    ]);
}

#[test]
fn shares() {
    check(&[
        ("a third of voters", &["33.3333 %"]),
        ("nearly a third of voters", &["~33.3333 %"]),
        ("two thirds of voters", &["66.6667 %"]),
        ("two-thirds majority", &["66.6667 %"]),
        ("half of all jobs", &["50 %"]),
        ("more than half", &[">=50 %"]),
        ("a quarter of the budget", &["25 %"]),
        ("three quarters of them", &["75 %"]),
        ("one in five children", &["20 %"]),
        ("1 in 5 children", &["20 %"]),
        ("4 out of 10 families", &["40 %"]),
        ("nine out of every ten", &["90 %"]),
        ("three out of the 20 goals", &["15 %"]),
        ("one in 5,000 births", &["0.02 %"]),
        ("⅔ of the votes", &["66.6667 %"]),
        ("a third party", &[]),
        ("in the third quarter", &[]),
        ("the second half", &[]),
        ("three in five years", &["3 #", "5 #years"]),
    ]);
}

#[test]
fn rates() {
    check(&[
        ("5.2 per 100,000", &["5.2 per 100000"]),
        ("5.2 homicides per 100,000 people", &["5.2 per 100000"]),
        ("5.2 per hundred thousand", &["5.2 per 100000"]),
        ("6 deaths per 1,000 live births", &["6 per 1000"]),
        ("30 for every 1,000", &["30 per 1000"]),
        ("30 per thousand", &["30 per 1000"]),
        ("12 people per day", &["12 #people"]),
    ]);
}

#[test]
fn bounds() {
    check(&[
        ("about 17%", &["~17 %"]),
        ("almost 17%", &["~17 %"]),
        ("more than 17%", &[">=17 %"]),
        ("at least 17%", &[">=17 %"]),
        ("over $5 million", &[">=5000000 USD"]),
        ("under 5%", &["<=5 %"]),
        ("fewer than 300 people", &["<=300 #people"]),
        ("no more than 5%", &["<=5 %"]),
        ("no fewer than 300 people", &[">=300 #people"]),
        ("at most 5%", &["<=5 %"]),
        ("up to 5% of voters", &["<=5 %"]),
        ("unemployment is up to 5%", &["5 %"]),
        ("unemployment is up 5%", &["5 %"]),
        ("50+ countries", &[">=50 #countries"]),
        ("50 or more countries", &[">=50 #countries"]),
        ("some 500 people", &["~500 #people"]),
        ("as many as 500 people", &["<=500 #people"]),
        ("more than a million people", &[">=1000000 #people"]),
        ("> 5%", &[">=5 %"]),
    ]);
}

#[test]
fn ranges() {
    check(&[
        ("between 3 and 4 percent", &["3..4 %"]),
        ("rose 3-4%", &["3..4 %"]),
        ("rose 3 to 4 percent", &["3..4 %"]),
        ("from 9600 to 16000 million euros", &["9600000000 EUR", "16000000000 EUR"]),
        ("between 3% and 4%", &["3..4 %"]),
        ("$3-4 billion", &["3000000000..4000000000 USD"]),
        ("$3 million to $4 million", &["3000000..4000000 USD"]),
        ("3 to 4 million people", &["3000000..4000000 #people"]),
        ("rose from 3 to 5 percent", &["3 %", "5 %"]),
        ("rose from 3% to 5%", &["3 %", "5 %"]),
        ("fell from 900,000 to 1.2 million people", &["900000 #people", "1200000 #people"]),
        ("25 to 50 basis points", &["0.25..0.5 pp"]),
        ("a 5-4 decision", &[]),
    ]);
}

#[test]
fn numbers_that_are_no_figures() {
    check(&[
        ("in 2024", &[]),
        ("between 2019 and 2023", &[]),
        ("on March 14, 2024", &[]),
        ("since January 2021 crime fell 5%", &["5 %"]),
        ("Section 230 protects them", &[]),
        ("COVID-19 killed many", &[]),
        ("an N95 mask and the R2 unit", &[]),
        ("the G7 and the F-35", &[]),
        ("5G networks", &[]),
        ("the 21st century", &[]),
        ("at 5:30 pm", &[]),
        ("at 5 pm", &[]),
        ("a 12-month change", &[]),
        ("18-year-olds vote", &[]),
        ("aged 18 to 24", &[]),
        ("she is 45 years old", &[]),
        ("the highest in 40 years", &[]),
        ("first time in more than 20 years", &[]),
        ("four years ago", &[]),
        ("than 10 years ago", &[]),
        ("one of us", &[]),
        ("24/7 and 9/11", &[]),
        ("1. First point", &[]),
        ("as shown [12]", &[]),
        ("the last 12 months", &[]),
        ("YTD 2024", &[]),
        ("version 1.2.3", &[]),
        ("", &[]),
    ]);
}

#[test]
fn half_of_the_last_digit_is_kept() {
    for (text, half_digit) in [
        ("17%", 0.5),
        ("16.7%", 0.05),
        ("$3.2 trillion", 0.05e12),
        ("a third of", 1.0),
        ("25 bps", 0.005),
        ("1,234 people", 0.5),
    ] {
        let found = figures(text);
        assert!(
            (found[0].half_digit - half_digit).abs() <= half_digit * 1e-9,
            "{text:?}: {}",
            found[0].half_digit
        );
    }
}

#[test]
fn spans_hold_the_words() {
    for (text, words) in [
        ("down 17 percent now", "17 percent"),
        ("the $3.2 trillion plan", "$3.2 trillion"),
        ("about one in five adults", "one in five"),
        ("GDP at −0.3% again", "−0.3%"),
        ("5.2 deaths per 100,000 people", "5.2 deaths per 100,000"),
        ("between 3 and 4 percent", "3 and 4 percent"),
    ] {
        let found = figures(text);
        assert_eq!(&text[found[0].span.clone()], words, "{text:?}");
    }
}

/// Texts that look like figures, more often than random ones do.
fn wild() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "3",
        "17",
        "2,000",
        "1.2.3",
        "999999999999999999999999",
        "%",
        "percent",
        "points",
        "$",
        "€",
        "-",
        "–",
        "to",
        "and",
        "between",
        "from",
        "million",
        "trillion",
        "hundred",
        "a",
        "third",
        "half",
        "of",
        "in",
        "one",
        "five",
        "out",
        "per",
        "100,000",
        "times",
        "doubled",
        "up",
        "more",
        "than",
        "or",
        "YTD",
        "2024",
        "March",
        "since",
        ".",
        ",",
        "/",
        ":",
        "’s",
        "é",
        "½",
        "point",
        "bps",
        "fold",
        "x",
        "k",
        "years",
        "ago",
        "٣",
        "\u{202f}",
        "😀",
    ]);
    prop::collection::vec((word, prop::bool::ANY), 0..40).prop_map(|words| {
        words
            .into_iter()
            .map(|(word, space)| if space { format!("{word} ") } else { word.to_owned() })
            .collect()
    })
}

fn is_sound(text: &str) -> Result<(), TestCaseError> {
    let mut last = 0;
    for quantity in figures(text) {
        prop_assert!(
            quantity.value.is_finite() && quantity.half_digit.is_finite() && quantity.half_digit >= 0.0
        );
        prop_assert!(quantity.upper.is_none_or(|upper| upper.is_finite() && upper > quantity.value));
        prop_assert!(
            text.get(quantity.span.clone()).is_some_and(|words| !words.is_empty()),
            "{:?}",
            quantity.span
        );
        prop_assert!(quantity.span.start >= last, "out of order");
        last = quantity.span.start;
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_text_is_read(text in ".{0,200}") {
        is_sound(&text)?;
    }

    #[test]
    fn any_pile_of_figure_words_is_read(text in wild()) {
        is_sound(&text)?;
    }

    #[test]
    fn foreign_timeframes_do_no_harm(text in wild(), other in wild()) {
        for quantity in find(&text, &timeframe::find(&other)) {
            prop_assert!(text.get(quantity.span).is_some());
        }
    }

    #[test]
    fn a_written_percentage_is_read_back(tenths in 0_u32..10_000) {
        let value = f64::from(tenths) / 10.0;
        let found = figures(&format!("it fell by {value:.1}% here"));
        prop_assert_eq!(found.len(), 1);
        prop_assert!((found[0].value - value).abs() < 1e-9);
        prop_assert_eq!(&found[0].unit, &Unit::Percent);
    }
}
