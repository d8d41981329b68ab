//! Claims of many kinds, end to end.

use jiff::civil::{Date, date};
use proptest::prelude::*;

use super::*;

const TODAY: Date = date(2026, 11, 21);

/// A claim with what is expected of its metric, place and period ("" for nothing).
type Case = (&'static str, [&'static str; 3]);

fn report((claim, [metric, location, timeframe]): Case) -> Report {
    let expected = Expected { metric: Some(metric), location: Some(location), timeframe: Some(timeframe) };
    check(&Claim::parse(claim), &expected, TODAY)
}

fn alone(claim: &'static str) -> Report {
    check(&Claim::parse(claim), &Expected::default(), TODAY)
}

#[track_caller]
fn assert_warns(report: &Report, warning: &str) {
    assert!(report.warnings.iter().any(|text| text.contains(warning)), "{warning:?} is not in {report:#?}");
}

#[test]
fn the_contracts_own_example_is_ok() {
    let report = report((
        "Violent crime in Chicago dropped 17% this year",
        ["violent crime", "Chicago", "YTD current year"],
    ));
    assert!(report.ok);
    assert_eq!(report.warnings, ["\"this year\" is read as year to date: full-year figures differ"]);
    assert!(report.notes.starts_with(
        "Normalise to: violent crime, Chicago, 2026-01-01 to 2026-11-21 (year to date), change of -17 percent \
         against the same period of the previous year."
    ));
}

#[test]
fn what_fits_raises_no_conflict_and_no_warning() {
    for case in [
        ("Murders in Detroit fell 12% in 2025", ["homicide", "Detroit", "2025"]),
        ("Core CPI in the U.S. was 3.2% in 2024", ["core inflation", "United States", "2024"]),
        ("British GDP per capita was £33,000 in 2023", ["GDP per capita", "UK", "calendar year 2023"]),
        (
            "Real wages in Germany rose 2% over the last 12 months",
            ["real wages", "Germany", "last 12 months"],
        ),
        ("Life expectancy in Japan was 84 years in 2023", ["life expectancy at birth", "Japan", "2023"]),
        ("Forty wolves were shot in Finland in 2024", ["wolves shot", "Finland", "2024"]),
    ] {
        let report = report(case);
        assert_eq!((report.ok, &report.warnings[..]), (true, &[][..]), "{case:?}");
    }
}

#[test]
fn another_metric_place_or_period_is_a_conflict() {
    for (case, warning) in [
        (
            ("Violent crime in Chicago fell in 2024", ["overall crime", "", ""]),
            "the claim says violent crime, expected overall crime",
        ),
        (
            ("Core inflation in Poland was 4% in 2023", ["headline inflation", "", ""]),
            "the claim says core inflation, expected headline inflation",
        ),
        (
            ("The budget deficit doubled in 2020", ["national debt", "", ""]),
            "the claim says budget deficit, expected \"national debt\" (gross national debt)",
        ),
        (("Our debt exploded in 2024", ["budget deficit", "", ""]), "expected budget deficit"),
        (("GNI per capita in Chad was $700", ["GDP per capita", "", ""]), "the claim says GNI per capita"),
        (("Median household income rose in 2023", ["mean household income", "", ""]), "expected mean"),
        (("The unemployment rate fell in 2024", ["payroll jobs", "", ""]), "expected payroll jobs"),
        (
            ("Border apprehensions fell in 2024", ["border encounters", "", ""]),
            "the claim says border apprehensions",
        ),
        (
            ("CO2 emissions fell in 2023", ["greenhouse gas emissions", "", ""]),
            "the claim says CO2 emissions",
        ),
        (
            ("Crime fell in 2023", ["core inflation", "", ""]),
            "\"Crime\" (overall crime), expected core inflation",
        ),
        (("Rents in Berlin rose in 2023", ["", "Munich", ""]), "the claim says Berlin, expected Munich"),
        (
            ("Americans earned more in 2023", ["", "Canada", ""]),
            "the claim says \"Americans\" (United States), expected Canada",
        ),
        (("New Mexico grew in 2023", ["", "Mexico", ""]), "the claim says New Mexico, expected Mexico"),
        (("Rents in Paris, Texas rose", ["", "Paris, France", ""]), "expected Paris"),
        (
            ("Poland has the highest growth in the world", ["", "Spain", ""]),
            "the claim says Poland, expected Spain",
        ),
        (
            ("Murders fell in 2019", ["", "", "2024"]),
            "the claim says \"2019\" (2019-01-01 to 2019-12-31), expected \"2024\"",
        ),
        (("Murders fell last year", ["", "", "2024"]), "(2025-01-01 to 2025-12-31), expected"),
        (("Murders fell in Q1 2024", ["", "", "Q3 2024"]), "(2024-01-01 to 2024-03-31), expected"),
    ] {
        let report = report(case);
        assert!(!report.ok, "{case:?}: {report:?}");
        let first = report.warnings.first().cloned().unwrap_or_default();
        assert!(first.contains(warning), "{case:?}: {report:#?}");
    }
}

#[test]
fn what_only_may_differ_is_a_warning() {
    for (case, warning) in [
        (
            ("Crime in Chicago fell in 2024", ["violent crime", "", ""]),
            "the claim says only \"Crime\", expected violent crime",
        ),
        (("Violent crime fell in 2024", ["crime", "", ""]), "expected only \"crime\""),
        (("Nobody feels safe in 2024", ["violent crime", "", ""]), "names no metric that could be placed"),
        (("Murders fell in 2024", ["gizmo score", "", ""]), "metric \"gizmo score\" could not be placed"),
        (
            ("The number of murders fell in 2024", ["homicide rate", "", ""]),
            "the claim counts, expected a rate",
        ),
        (
            ("The average wage rose in 2024", ["average wages, adjusted for inflation", "", ""]),
            "adjusted for",
        ),
        (("Murders in Illinois fell", ["", "Chicago", ""]), "expected Chicago, which is only a part of it"),
        (("Murders in Chicago fell", ["", "Illinois", ""]), "only a part of Illinois"),
        (("Georgia added jobs in 2023", ["", "Republic of Georgia", ""]), "Georgia may be"),
        (("Murders fell in 2024", ["", "Chicago", ""]), "names no place, expected Chicago"),
        (("Murders fell in 2024", ["", "Qwghlm", ""]), "the expected place \"Qwghlm\" could not be placed"),
        (("Murders fell this year", ["", "", "2026"]), "is read as year to date"),
        (("The deficit fell in FY2024", ["", "", "2024"]), "they overlap, but differ"),
        (("Murders fell in March 2024", ["", "", "2024"]), "they overlap, but differ"),
        (("Murders fell", ["", "", "2024"]), "names no period, expected \"2024\""),
        (("Murders fell in 2024", ["", "", "whenever"]), "timeframe \"whenever\" could not be placed"),
    ] {
        let report = report(case);
        assert!(report.ok, "{case:?}: {report:?}");
        assert_warns(&report, warning);
    }
}

#[test]
fn a_claim_alone_is_examined_for_what_misleads() {
    for (claim, warning) in [
        (
            "Crime in Chicago is up 5% since 2019",
            "\"Crime\": violent crime, property crime and overall crime differ",
        ),
        (
            "Unemployment in Ohio fell 2 percent in 2024",
            "\"2 percent\" of unemployment rate: percent of the rate, or",
        ),
        ("Murders in Ohio rose under the last administration", "has no dates"),
        ("Murders in Ohio will double by 2030", "lies after today, 2026-11-21"),
        ("Murders in Ohio doubled", "\"doubled\" has no base"),
        (
            "Average wages in Ohio rose 40% since 2010",
            "average wages over 16 years: say whether it is adjusted",
        ),
        ("School funding in Ohio is the highest in history", "adjusted for inflation"),
        ("Texas has more murders than Vermont", "homicide of places of different size: compare per head"),
        ("Robberies in Peru doubled since 1990", "robbery over 36 years: the population changed too"),
        ("Teachers in Ohio make $70,000 on average", "\"on average\" of money: the median may differ"),
        ("Payroll jobs in Ohio fell last month", "payroll jobs has a season"),
        ("Unemployment in Ohio rose last month", "\"last month\" is a short base"),
        ("Exports of Chile are up 30% since 2020", "starts from an unusual year (the pandemic)"),
        ("U.S. inflation hit a record high", "\"record high\": say since when records are kept"),
        ("The U.S. economy grew 2.8% in the third quarter of 2024", "growth of a quarter"),
        ("U.S. GDP growth was 2.8% at an annual rate", "\"annual rate\": a short change scaled to a year"),
        ("The uninsured rate in Texas is 17 percent", "the claim names no period"),
        ("Homicides rose 20 percent in 2021", "the claim names no place"),
        ("Homicides in this city rose 20 percent in 2021", "only \"this city\": name the place"),
        ("New York lost 300,000 people in 2021", "\"New York\" may be New York City or New York State"),
        ("Border encounters so far this year exceed all of 2015", "compare the same months"),
    ] {
        let report = alone(claim);
        assert!(report.ok, "{claim}: {report:?}");
        assert_warns(&report, warning);
    }
}

#[test]
fn claims_without_such_faults_are_left_in_peace() {
    for claim in [
        "Unemployment in Ohio fell 0.4 percentage points in 2024",
        "Unemployment in Ohio fell to 4 percent in 2024",
        "The homicide rate in Texas was lower than in Vermont in 2023",
        "Real wages in Ohio rose 4% since 2015",
        "The senator voted against the bill",
        "CPI inflation in France was 2.3 percent in 2024",
        "The median household income in Utah was $91,000 in 2023",
        "",
    ] {
        assert_eq!(alone(claim).warnings, [] as [&str; 0], "{claim}");
    }
}

#[test]
fn a_claim_that_contradicts_itself_is_not_ok() {
    for (claim, warning) in [
        ("Unemployment in Ohio rose from 6% to 4% in 2023", "the claim says it rose, but"),
        ("Murders in Ohio fell from 500 to 600 in 2023", "the claim says it fell, but"),
        ("Murders in Ohio rose, down 5 percent in 2023", "the claim says it rose, and down"),
    ] {
        let report = alone(claim);
        assert!(!report.ok, "{claim}: {report:?}");
        assert_warns(&report, warning);
    }
    for claim in [
        "Unemployment in Ohio rose from 4% to 6% in 2023",
        "Murders rose in 2020 but are now down 5 percent",
        "It is not true that murders rose from 600 to 500",
    ] {
        assert!(alone(claim).ok, "{claim}");
    }
}

#[test]
fn notes_say_how_to_normalise() {
    for (case, notes) in [
        (
            ("The U.S. national debt rose to $36 trillion in 2025", ["", "", ""]),
            "Normalise to: gross national debt, United States, 2025-01-01 to 2025-12-31, 36 trillion USD.",
        ),
        (
            ("Rents rose 5% over the last 12 months", ["", "Dublin", ""]),
            "Normalise to: rents, Dublin (as expected), 2025-11-22 to 2026-11-21, change of +5 percent against the \
             start of the period.",
        ),
        (
            ("U.S. consumer prices rose 3% over the twelve months to September 2025", ["", "", ""]),
            "Normalise to: headline inflation, United States, 2024-10-01 to 2025-09-30, change of +3 percent against \
             the start of the period.",
        ),
        (
            ("Murders in Ohio did not fall in 2024", ["", "", ""]),
            "Normalise to: homicide, Ohio, 2024-01-01 to 2024-12-31; the claim denies it.",
        ),
        (("Everything is wonderful", ["", "", ""]), "Nothing in the claim could be placed"),
        (("Murders fell", ["", "", ""]), "Normalise to: homicide. Not stated: the place, the period."),
    ] {
        let found = report(case).notes;
        assert!(found.starts_with(notes), "{case:?}: {found}");
    }
}

#[test]
fn outside_text_is_quoted_short_and_clean() {
    let long = format!("qqq\u{7}\n\u{202e}{}", "zq".repeat(500));
    let expected = Expected { metric: Some(&long), location: Some(&long), timeframe: Some(&long) };
    let report = check(&Claim::parse("Murders fell in 2024"), &expected, TODAY);
    assert!(report.ok && report.warnings.len() >= 3, "{report:?}");
    for text in report.warnings.iter().chain([&report.notes]) {
        assert!(!text.contains(char::is_control) && !text.contains('\u{202e}'), "{text:?}");
        assert!(text.chars().count() < 300, "{text:?}");
    }
}

proptest! {
    #[test]
    fn any_text_gives_a_bounded_report(claim in any::<String>(), metric in any::<String>(), place in any::<String>()) {
        let expected = Expected { metric: Some(&metric), location: Some(&place), timeframe: Some(&claim) };
        let report = check(&Claim::parse(&claim), &expected, TODAY);
        prop_assert!(report.warnings.len() <= 8 && !report.notes.is_empty());
        let unique: std::collections::HashSet<_> = report.warnings.iter().collect();
        prop_assert_eq!(unique.len(), report.warnings.len());
        prop_assert!(report.ok || !report.warnings.is_empty());
    }

    #[test]
    fn any_mix_of_claim_words_gives_a_bounded_report(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "crime", "violent", "Chicago", "Georgia", ",", "Texas", "US", "IL", "rose", "fell", "from", "to", "5%",
                "-3 percent", "2024", "in", "since", "this year", "FY", "9999", "doubled", "record high", "on average",
                "$3 trillion", "99999999999999999999", "not", "İ", "🎈", "than", "last", "months", "1", "\u{0}",
            ]),
            0..14,
        )
    ) {
        let text = words.join(" ");
        let expected = Expected { metric: Some(&text), location: Some(&text), timeframe: Some(&text) };
        let report = check(&Claim::parse(&text), &expected, TODAY);
        prop_assert!(report.warnings.len() <= 8 && !report.notes.is_empty());
    }
}
