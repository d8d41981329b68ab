//! Sentences, the periods they name, and where those lie.

use jiff::civil::{Date, date};
use proptest::prelude::*;

use super::{CalendarUnit, Period, Timeframe, find};

const TODAY: Date = date(2025, 10, 19);

fn periods(text: &str) -> Vec<Period> {
    find(text).into_iter().map(|timeframe| timeframe.period).collect()
}

fn quarter(quarter: i8, year: Option<i16>) -> Period {
    Period::Quarter { quarter, year }
}

fn month(month: i8, year: Option<i16>) -> Period {
    Period::Month { month, year }
}

fn trailing(count: u32, unit: CalendarUnit) -> Period {
    Period::Trailing { count, unit }
}

fn since(year: i16, month: Option<i8>) -> Period {
    Period::Since { year, month }
}

fn between(from: i16, to: i16) -> Period {
    Period::Between { from, to }
}

#[track_caller]
fn check(cases: Vec<(&str, Vec<Period>)>) {
    for (text, expected) in cases {
        assert_eq!(periods(text), expected, "{text:?}");
    }
}

#[test]
fn years_and_decades() {
    check(vec![
        ("in 2024", vec![Period::Year(2024)]),
        ("US CPI 2024 YoY", vec![Period::Year(2024)]),
        ("the 2020 census", vec![Period::Year(2020)]),
        ("from 2019 levels", vec![Period::Year(2019)]),
        ("mid-2024", vec![Period::Year(2024)]),
        ("in twenty twenty-four", vec![Period::Year(2024)]),
        ("in nineteen eighty four", vec![Period::Year(1984)]),
        ("in 1850", vec![Period::Year(1850)]),
        ("the 1990s", vec![Period::Decade(1990)]),
        ("the 1990’s", vec![Period::Decade(1990)]),
        ("the '90s", vec![Period::Decade(1990)]),
        ("the 2010s", vec![Period::Decade(2010)]),
        ("in the eighties", vec![Period::Decade(1980)]),
        ("between 2019 and 2023", vec![between(2019, 2023)]),
        ("from 2019 to 2023", vec![between(2019, 2023)]),
        ("2019-2023", vec![between(2019, 2023)]),
        ("2019–2023", vec![between(2019, 2023)]),
        ("2019-20", vec![between(2019, 2020)]),
        ("FY2024", vec![Period::FiscalYear(2024)]),
        ("FY 24", vec![Period::FiscalYear(2024)]),
        ("FY2023-24", vec![Period::FiscalYear(2024)]),
        ("fiscal year 2024", vec![Period::FiscalYear(2024)]),
        ("fiscal 2024", vec![Period::FiscalYear(2024)]),
        ("the 2024 fiscal year", vec![Period::FiscalYear(2024)]),
        ("last fiscal year", vec![Period::Unresolved]),
    ]);
}

#[test]
fn quarters_months_and_days() {
    check(vec![
        ("in Q3", vec![quarter(3, None)]),
        ("Q3 2024", vec![quarter(3, Some(2024))]),
        ("2024-Q3", vec![quarter(3, Some(2024))]),
        ("2024 Q3", vec![quarter(3, Some(2024))]),
        ("3Q24", vec![quarter(3, Some(2024))]),
        ("third quarter of 2023", vec![quarter(3, Some(2023))]),
        ("the 2nd quarter", vec![quarter(2, None)]),
        ("March 2024", vec![month(3, Some(2024))]),
        ("in March", vec![month(3, None)]),
        ("in march", vec![month(3, None)]),
        ("Mar. 2024", vec![month(3, Some(2024))]),
        ("in May", vec![month(5, None)]),
        ("June of 2023", vec![month(6, Some(2023))]),
        ("March 14, 2024", vec![Period::Day(date(2024, 3, 14))]),
        ("March 14th 2024", vec![Period::Day(date(2024, 3, 14))]),
        ("14 March 2024", vec![Period::Day(date(2024, 3, 14))]),
        ("Jan. 6, 2021", vec![Period::Day(date(2021, 1, 6))]),
        ("on January 6", vec![month(1, None)]),
        ("2024-03-14", vec![Period::Day(date(2024, 3, 14))]),
        ("2024-03", vec![month(3, Some(2024))]),
        ("3/14/2024", vec![Period::Day(date(2024, 3, 14))]),
        ("February 30, 2024", vec![month(2, Some(2024))]),
    ]);
}

#[test]
fn periods_counted_from_today() {
    use CalendarUnit::{Decade, Month, Quarter, Week, Year};
    check(vec![
        ("down 17% this year", vec![Period::ThisYear]),
        ("in the current year", vec![Period::ThisYear]),
        ("YTD", vec![Period::YearToDate(None)]),
        ("YTD current year", vec![Period::YearToDate(None)]),
        ("year-to-date", vec![Period::YearToDate(None)]),
        ("so far this year", vec![Period::YearToDate(None)]),
        ("this year so far", vec![Period::YearToDate(None)]),
        ("2024 YTD", vec![Period::YearToDate(Some(2024))]),
        ("since the beginning of the year", vec![Period::YearToDate(None)]),
        ("last year", vec![Period::LastYear]),
        ("a year ago", vec![Period::LastYear]),
        ("this month", vec![Period::Current(Month)]),
        ("this quarter", vec![Period::Current(Quarter)]),
        ("last week", vec![Period::Previous(Week)]),
        ("last quarter", vec![Period::Previous(Quarter)]),
        ("last 12 months", vec![trailing(12, Month)]),
        ("the last twelve months", vec![trailing(12, Month)]),
        ("trailing twelve months", vec![trailing(12, Month)]),
        ("past four years", vec![trailing(4, Year)]),
        ("over the last decade", vec![trailing(1, Decade)]),
        ("over the past year", vec![trailing(1, Year)]),
        ("in the last year", vec![trailing(1, Year)]),
        ("the last 30 days", vec![trailing(1, Month)]),
        ("the 12 months to June", vec![trailing(12, Month), month(6, None)]),
        ("since 2019", vec![since(2019, None)]),
        ("since January 2021", vec![since(2021, Some(1))]),
        ("since Jan. 20, 2021", vec![since(2021, Some(1))]),
        ("since the start of 2020", vec![since(2020, None)]),
        ("since the 1990s", vec![since(1990, None)]),
    ]);
}

#[test]
fn periods_only_a_person_can_place() {
    for text in [
        "under the last administration",
        "under the Biden administration",
        "under Trump",
        "under President Obama",
        "under biden",
        "under Smith, taxes rose",
        "during the Obama years",
        "on his watch",
        "since the pandemic",
        "since he took office",
        "since Biden became president",
        "since March",
        "in recent years",
        "recently",
        "over the last few years",
        "four years ago",
        "during the pandemic",
    ] {
        assert_eq!(periods(text), [Period::Unresolved], "{text:?}");
    }
}

#[test]
fn words_that_only_look_like_periods() {
    for text in [
        "You may say so",
        "they march on",
        "The march of time",
        "a second look",
        "2000 people came",
        "worth 2,024 dollars",
        "in 0000",
        "in 9999",
        "since 99999",
        "COVID-2019",
        "than last year",
        "vs last year",
        "from a year ago",
        "from the previous month",
        "in their 20s",
        "under Section 230",
        "under Medicare",
        "under the Social Security Administration",
        "under NAFTA",
        "a third party",
        "the first quarter century",
        "$2024",
        "twenty four people",
        "",
    ] {
        assert_eq!(periods(text), [], "{text:?}");
    }
}

fn resolved(text: &str, today: Date) -> Option<(String, String)> {
    let interval = find(text).first()?.resolve(today)?;
    Some((interval.start.to_string(), interval.end.to_string()))
}

#[test]
fn periods_are_put_on_the_calendar() {
    for (text, start, end) in [
        ("in 2024", "2024-01-01", "2024-12-31"),
        ("FY2024", "2023-10-01", "2024-09-30"),
        ("Q3 2024", "2024-07-01", "2024-09-30"),
        ("Q3", "2025-07-01", "2025-09-30"),
        ("in Q4", "2025-10-01", "2025-12-31"),
        ("February 2024", "2024-02-01", "2024-02-29"),
        ("in March", "2025-03-01", "2025-03-31"),
        ("in November", "2024-11-01", "2024-11-30"),
        ("in October", "2025-10-01", "2025-10-31"),
        ("2024-03-14", "2024-03-14", "2024-03-14"),
        ("this year", "2025-01-01", "2025-12-31"),
        ("YTD", "2025-01-01", "2025-10-19"),
        ("2024 YTD", "2024-01-01", "2024-12-31"),
        ("last year", "2024-01-01", "2024-12-31"),
        ("this week", "2025-10-13", "2025-10-19"),
        ("last week", "2025-10-06", "2025-10-12"),
        ("last quarter", "2025-07-01", "2025-09-30"),
        ("this decade", "2020-01-01", "2029-12-31"),
        ("last 12 months", "2024-10-20", "2025-10-19"),
        ("past four years", "2021-10-20", "2025-10-19"),
        ("since 2019", "2019-01-01", "2025-10-19"),
        ("since January 2021", "2021-01-01", "2025-10-19"),
        ("between 2019 and 2023", "2019-01-01", "2023-12-31"),
        ("the 1990s", "1990-01-01", "1999-12-31"),
    ] {
        assert_eq!(resolved(text, TODAY), Some((start.to_owned(), end.to_owned())), "{text:?}");
    }
    assert_eq!(resolved("in Q4", date(2025, 9, 30)).unwrap().0, "2024-10-01");
    assert_eq!(resolved("since 2030", TODAY), None);
    assert_eq!(resolved("under the last administration", TODAY), None);
}

#[test]
fn the_words_are_kept() {
    let found = find("Crime fell under President Biden since January 2021.");
    let words: Vec<&str> = found.iter().map(|timeframe| timeframe.words.as_str()).collect();
    assert_eq!(words, ["under President Biden", "since January 2021"]);
}

fn any_period() -> impl Strategy<Value = Period> {
    use CalendarUnit::{Decade, Month, Quarter, Week, Year};
    let unit = prop::sample::select(vec![Week, Month, Quarter, Year, Decade]);
    prop_oneof![
        any::<i16>().prop_map(Period::Year),
        any::<i16>().prop_map(Period::FiscalYear),
        any::<i16>().prop_map(Period::Decade),
        any::<Option<i16>>().prop_map(Period::YearToDate),
        (any::<i8>(), any::<Option<i16>>()).prop_map(|(quarter, year)| Period::Quarter { quarter, year }),
        (any::<i8>(), any::<Option<i16>>()).prop_map(|(month, year)| Period::Month { month, year }),
        (any::<i16>(), any::<Option<i8>>()).prop_map(|(year, month)| Period::Since { year, month }),
        (any::<i16>(), any::<i16>()).prop_map(|(from, to)| Period::Between { from, to }),
        (any::<u32>(), unit.clone()).prop_map(|(count, unit)| Period::Trailing { count, unit }),
        unit.clone().prop_map(Period::Current),
        unit.prop_map(Period::Previous),
        Just(Period::ThisYear),
        Just(Period::LastYear),
    ]
}

fn any_date() -> impl Strategy<Value = Date> {
    (-9999_i16..=9999, 1_i8..=12, 1_i8..=28).prop_map(|(year, month, day)| date(year, month, day))
}

/// Texts full of the words periods are made of.
fn wild() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "since",
        "the",
        "last",
        "past",
        "12",
        "months",
        "year",
        "years",
        "to",
        "date",
        "this",
        "so",
        "far",
        "2019",
        "2024",
        "20",
        "-",
        "/",
        "Q3",
        "FY",
        "'",
        "90",
        "s",
        "march",
        "May",
        "14",
        "th",
        ",",
        "of",
        "under",
        "Trump",
        "administration",
        "ago",
        "a",
        "than",
        "between",
        "and",
        "from",
        "fiscal",
        "third",
        "quarter",
        "in",
        "0000",
        "9999",
        "twenty",
        "nineteen",
        "oh",
        "five",
        "é",
        "’",
        "\u{a0}",
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
    for Timeframe { words, span, .. } in find(text) {
        prop_assert_eq!(text.get(span.clone()), Some(words.as_str()));
        prop_assert!(!span.is_empty() && span.start >= last, "spans overlap or are empty");
        last = span.end;
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_text_is_read(text in ".{0,200}") {
        is_sound(&text)?;
    }

    #[test]
    fn any_pile_of_calendar_words_is_read(text in wild()) {
        is_sound(&text)?;
    }

    #[test]
    fn any_period_resolves_to_ordered_days_or_none(period in any_period(), today in any_date()) {
        let timeframe = Timeframe { period, words: String::new(), span: 0..0 };
        if let Some(interval) = timeframe.resolve(today) {
            prop_assert!(interval.start <= interval.end);
        }
    }
}
