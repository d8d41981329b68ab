//! What is data, what it holds, and that prose is none.

use super::read;
use crate::series::table::{End, Point, Table};

/// Name, unit, place and values of a series.
type Flat = (String, String, String, Vec<(Option<i32>, f64)>);

fn points(table: &Table) -> Vec<Flat> {
    let Table::Series(series) = table else { panic!("no series: {table:?}") };
    series
        .iter()
        .map(|series| {
            let points = series.points.iter().map(|point| (point.year, point.value)).collect();
            (series.name.clone(), series.unit.clone(), series.place.clone(), points)
        })
        .collect()
}

#[test]
fn prose_is_no_data() {
    for text in [
        "",
        "Unemployment fell to 3.6 percent in 2019.",
        "Note (see below): in 2019, x = 4 was assumed.",
        "The formula is y=2x+1; z=3.",
        "He said: 2019 was the best year; 2020 the worst.",
        "Either a | b or c | d was meant.",
        "https://example.org/?year=2019;value=3;rank=4",
        "let year=2019; let value=4; let rank=2;",
        "Sources (all):",
        "| one bar only",
        "Price: 2019=cheap, 2020=dear",
        "Team | Coach\nReds | Ann\nBlues | Bob",
    ] {
        assert_eq!(read(text), None, "{text:?}");
    }
}

#[test]
fn series_are_read_line_by_line() {
    let text = "Rainfall (Mean) (mm): PER 2001=12.5, …=…, 2000=11.0, 2001=12.5; CHL 2000=-3;\nSnowfall (cm):";
    let expected = vec![
        (
            "Rainfall (Mean)".to_owned(),
            "mm".to_owned(),
            "PER".to_owned(),
            vec![(Some(2000), 11.0), (Some(2001), 12.5)],
        ),
        ("Rainfall (Mean)".to_owned(), "mm".to_owned(), "CHL".to_owned(), vec![(Some(2000), -3.0)]),
    ];
    assert_eq!(points(&read(text).unwrap()), expected);
    let unnamed = read("Snow depth: 2019=4, 2020=5").unwrap();
    assert_eq!(
        points(&unnamed),
        [("Snow depth".to_owned(), String::new(), String::new(), vec![(Some(2019), 4.0), (Some(2020), 5.0)])]
    );
}

#[test]
fn records_are_read_by_their_keys() {
    let Some(Table::Record(record)) = read(
        "Bureau HONEY: Measure=Honey; Kind=Heather; Reference area=Peru; Unit multiplier=Thousands; \
         Unit of measure=Jars; highest_rank=2.0; highest_value=9.5; highest_year=2020.0; lowest_rank=7.0; \
         lowest_value=4.25; lowest_year=2011.0",
    ) else {
        panic!("no record")
    };
    assert_eq!(
        record.points,
        [
            Point { year: Some(2011), value: 4.25, rank: Some(7) },
            Point { year: Some(2020), value: 9.5, rank: Some(2) }
        ]
    );
    assert_eq!(
        (record.unit.as_str(), record.multiplier, record.places),
        ("Jars", Some(1e3), vec!["Peru".to_owned()])
    );
    assert_eq!(record.attributes, ["Honey", "Heather"]);

    let Some(Table::Record(record)) = read(
        "Measure=Honey; Country=Peru; top_k=Lowest 3; Years since=Highest on record (9 years); TIME_PERIOD=2019; OBS_VALUE=7",
    ) else {
        panic!("no record")
    };
    assert_eq!(record.points, [Point { year: Some(2019), value: 7.0, rank: None }]);
    assert_eq!(record.standing.map(|standing| (standing.end, standing.size)), Some((End::Lowest, 3)));
    assert_eq!(record.extreme.map(|extreme| (extreme.end, extreme.years)), Some((End::Highest, Some(9))));
}

#[test]
fn grids_are_read_with_years_in_columns_rows_or_nowhere() {
    let columns = "Sheep by region\n| Region | 2019 | 2020 |\n|---|---:|---:|\n| Wales | 1,200 | **1,300** |\n| Kent | 40 | - |";
    assert_eq!(
        points(&read(columns).unwrap()),
        [
            (
                "Region".to_owned(),
                String::new(),
                "Wales".to_owned(),
                vec![(Some(2019), 1200.0), (Some(2020), 1300.0)]
            ),
            ("Region".to_owned(), String::new(), "Kent".to_owned(), vec![(Some(2019), 40.0)]),
        ]
    );
    let rows = "Year | Sheep (%) | Goats\n2019 | 4.5% | 3\n2020 | 5.5% | 2";
    let read_rows = points(&read(rows).unwrap());
    assert_eq!(read_rows[0].1, "%");
    assert_eq!(read_rows[1].3, [(Some(2019), 3.0), (Some(2020), 2.0)]);
    let nowhere =
        points(&read("Farm | Sheep | Goats\nHill | 4.5±0.1 | <b>3</b>\nDale | [BEST] 5.5 | 2").unwrap());
    assert_eq!(nowhere.len(), 4);
    assert_eq!(nowhere[3], ("Goats".to_owned(), String::new(), "Dale".to_owned(), vec![(None, 2.0)]));
}
