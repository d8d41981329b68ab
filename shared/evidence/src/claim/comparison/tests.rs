//! Sentences and what they compare a figure with.

use proptest::prelude::*;

use super::{
    Comparison::{
        self, MonthOverMonth, Named, Other, QuarterOverQuarter, SinceYear, Superlative, YearOverYear,
    },
    find,
};

#[test]
fn comparisons_are_found() {
    let superlative = |words: &str| Some(Superlative(words.to_owned()));
    let cases: Vec<(&str, Option<Comparison>)> = vec![
        ("up 3% year over year", Some(YearOverYear)),
        ("up 3% year-on-year", Some(YearOverYear)),
        ("US CPI 2024 YoY", Some(YearOverYear)),
        ("up 3% from a year ago", Some(YearOverYear)),
        ("up 3% from a year earlier", Some(YearOverYear)),
        ("up 3% over last year", Some(YearOverYear)),
        ("down 16.7% vs PY", Some(YearOverYear)),
        ("down 16.7% vs. last year", Some(YearOverYear)),
        ("compared with the same period last year", Some(YearOverYear)),
        ("up 0.2% month over month", Some(MonthOverMonth)),
        ("up 0.2% MoM", Some(MonthOverMonth)),
        ("up 0.2% from the previous month", Some(MonthOverMonth)),
        ("up 0.8% quarter on quarter", Some(QuarterOverQuarter)),
        ("up 20% since 2019", Some(SinceYear(2019))),
        ("up 20% since January 2021", Some(SinceYear(2021))),
        ("up 20% compared with 2019", Some(SinceYear(2019))),
        ("up 20% from 2019 levels", Some(SinceYear(2019))),
        ("higher than in 2019", Some(SinceYear(2019))),
        ("rose from 2019 to 2023", None),
        ("above pre-pandemic levels", Some(Named("pre-pandemic levels".to_owned()))),
        ("than before the pandemic", Some(Named("before the pandemic".to_owned()))),
        ("lower than Germany", Some(Other("Germany".to_owned()))),
        ("earn less compared with men", Some(Other("men".to_owned()))),
        ("at a record high", superlative("record high")),
        ("an all-time low", superlative("all-time low")),
        ("the highest in 40 years", superlative("highest in 40 years")),
        ("lowest unemployment since 1969", superlative("lowest unemployment since 1969")),
        ("the largest deficit ever", superlative("largest deficit ever")),
        ("a 40-year high", superlative("40-year high")),
        ("more than 5 percent", None),
        ("most people agree", None),
        ("my mom said so", None),
        ("over the last year", None),
        ("", None),
    ];
    for (text, expected) in cases {
        assert_eq!(find(text), expected, "{text:?}");
    }
}

proptest! {
    #[test]
    fn quoted_words_are_from_the_text(text in "(since|than|the|highest|in|[0-9]{1,5}|year|over|vs|compared|with|levels|é|-|\\.| ){0,60}") {
        if let Some(Named(words) | Other(words) | Superlative(words)) = find(&text) {
            prop_assert!(!words.is_empty() && text.contains(&words));
        }
    }
}
