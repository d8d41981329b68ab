//! Tables of sentences and the measures they name.

use super::*;

fn named(text: &str) -> Vec<(&'static str, bool)> {
    find(text).into_iter().map(|metric| (metric.variant, metric.specific)).collect()
}

#[test]
fn sentences_name_their_variant() {
    for (text, variant) in [
        ("Violent-crime fell by a tenth in Leeds", "violent crime"),
        ("Murders are down sharply", "homicide"),
        ("the homicide rate hit a record", "homicide"),
        ("Burglaries doubled", "burglary"),
        ("Core CPI rose 0.2 percent", "core inflation"),
        ("CPI was 3.1% in May", "headline inflation"),
        ("consumer prices rose 4 per cent", "headline inflation"),
        ("prices, excluding food and energy, rose", "core inflation"),
        ("Core PCE is the one to watch", "core PCE inflation"),
        ("producer prices jumped", "producer inflation"),
        ("grocery prices are through the roof", "food inflation"),
        ("Gas prices topped five dollars", "gasoline price"),
        ("the jobless rate in Spain", "unemployment rate"),
        ("U-6 unemployment was 7%", "broad unemployment (U-6)"),
        ("youth unemployment in Greece", "youth unemployment"),
        ("nonfarm payrolls grew", "payroll jobs"),
        ("labour-force participation among men", "labour-force participation"),
        ("labor force participation rate", "labour-force participation"),
        ("initial jobless claims fell", "jobless claims"),
        ("real GDP contracted", "real GDP"),
        ("GDP per capita in Ireland", "GDP per capita"),
        ("Gross national income per capita, PPP", "GNI per capita"),
        ("median household incomes stagnated", "median household income"),
        ("Real wages fell for a decade", "real wages"),
        ("the budget deficit", "budget deficit"),
        ("Our national debt", "gross national debt"),
        ("debt held by the public", "debt held by the public"),
        ("border apprehensions", "border apprehensions"),
        ("southwest border encounters", "border encounters"),
        ("CO₂ emissions in the EU", "CO2 emissions"),
        ("carbon emissions per head", "CO2 emissions per capita"),
        ("Greenhouse-gas emissions", "greenhouse gas emissions"),
        ("life expectancy at birth", "life expectancy"),
        ("fentanyl overdose deaths", "drug overdose deaths"),
        ("gun deaths", "gun deaths"),
        ("voter turnout", "voter turnout"),
        ("mortgage rates", "mortgage rate"),
    ] {
        assert_eq!(named(text).first(), Some(&(variant, true)), "{text}");
    }
}

#[test]
fn family_words_leave_the_variant_open() {
    for (text, variant, alternative) in [
        ("Crime is out of control", "overall crime", "violent crime"),
        ("Crimes of all sorts", "overall crime", "property crime"),
        ("inflation came down", "headline inflation", "core inflation"),
        ("wages went up", "average wages", "real wages"),
        ("our debt doubled", "gross national debt", "debt held by the public"),
        ("GDP is up", "nominal GDP", "real GDP"),
        ("emissions fell", "greenhouse gas emissions", "CO2 emissions"),
    ] {
        let metrics = find(text);
        let metric = metrics.first().expect(text);
        assert_eq!((metric.variant, metric.specific), (variant, false), "{text}");
        assert!(metric.alternatives().contains(&alternative), "{text}");
    }
}

#[test]
fn other_words_name_nothing() {
    for text in ["", "The core of the argument", "criminally good", "a priceless vase", "gasworks", "🎈 …"]
    {
        assert_eq!(named(text), [], "{text}");
    }
}

#[test]
fn spans_are_the_words_as_said() {
    let text = "Élan: “Violent   crimes” fell";
    assert_eq!(&text[find(text)[0].span.clone()], "Violent   crimes");
}

#[test]
fn the_file_tells_what_a_metric_is_measured_in() {
    for (text, measured_in, seasonal) in [
        ("unemployment rate", MeasuredIn::Percent, false),
        ("payroll jobs", MeasuredIn::Count, true),
        ("average wages", MeasuredIn::Money, false),
        ("real wages", MeasuredIn::RealMoney, false),
        ("life expectancy", MeasuredIn::Other, false),
    ] {
        let metric = &find(text)[0];
        assert_eq!((metric.measured_in(), metric.is_seasonal()), (measured_in, seasonal), "{text}");
    }
    assert!(find("violent crime")[0].note().is_some_and(|note| note.contains("robbery")));
}
