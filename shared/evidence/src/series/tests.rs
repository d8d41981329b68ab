//! Claims against tables made up for these tests.

use proptest::prelude::*;

use super::judge;
use crate::alignment::{
    Alignment::{self, Contradicts, Neutral, Supports},
    Judgement,
};
use crate::claim::Claim;

/// Judges, and holds every judgement to the bounds of its confidence.
#[track_caller]
fn judged(claim: &str, passage: &str) -> Option<Judgement> {
    let judgement = judge(&Claim::parse(claim), passage);
    if let Some(judgement) = &judgement {
        assert!((0.05..=0.95).contains(&judgement.confidence), "{judgement:?}");
        assert!(judgement.alignment == Neutral || !judgement.reasons.is_empty(), "{judgement:?}");
    }
    judgement
}

#[track_caller]
fn check(passage: &str, cases: &[(&str, Option<Alignment>)]) {
    for (claim, expected) in cases {
        let judgement = judged(claim, passage);
        let found = judgement.as_ref().map(|judgement| judgement.alignment);
        assert_eq!(found, *expected, "{claim:?} / {passage:?}: {judgement:?}");
    }
}

const HONEY: &str = "Bureau HONEY: Measure=Honey harvest; Kind=Heather honey; Reference area=Norway; \
    Age=From 20 to 24 years; Unit multiplier=Thousands; Unit of measure=Tonnes; highest_rank=3.0; \
    highest_value=46.2; highest_year=2018.0; lowest_rank=11.0; lowest_value=31.7; lowest_year=2009.0";

#[test]
fn every_detail_of_a_row_counts() {
    check(
        HONEY,
        &[
            (
                "Norway's heather honey harvest rose from 32 thousand tonnes in 2009 to 46 thousand tonnes in 2018.",
                Some(Supports),
            ),
            ("Norway's heather honey harvest was 14,500 tonnes higher in 2018 than in 2009.", Some(Supports)),
            ("Norway's heather honey harvest increased by 46% from 2009 to 2018.", Some(Supports)),
            ("Norway rose from 11th in 2009 to 3rd in 2018 in heather honey harvest.", Some(Supports)),
            (
                "In 2018, beekeepers aged 20 to 24 in Norway harvested 46,000 tonnes of heather honey.",
                Some(Supports),
            ),
            (
                "Norway's heather honey harvest fell from 32 thousand tonnes in 2009 to 46 thousand tonnes in 2018.",
                Some(Contradicts),
            ),
            (
                "Norway's heather honey harvest rose from 32 thousand tonnes in 2004 to 46 thousand tonnes in 2018.",
                Some(Contradicts),
            ),
            (
                "Norway's heather honey harvest rose from 32 thousand tonnes in 2009 to 61 thousand tonnes in 2018.",
                Some(Contradicts),
            ),
            (
                "Norway's heather honey harvest was 14,500 tonnes lower in 2018 than in 2009.",
                Some(Contradicts),
            ),
            (
                "Norway's heather honey harvest was 22,000 tonnes higher in 2018 than in 2009.",
                Some(Contradicts),
            ),
            ("Norway rose from 11th in 2009 to 2nd in 2018 in heather honey harvest.", Some(Contradicts)),
            ("Portugal's heather honey harvest rose to 46 thousand tonnes in 2018.", Some(Neutral)),
            ("Portugal's rail freight rose to 12 million tonnes in 2016.", None),
        ],
    );
}

#[test]
fn groups_and_extremes_of_a_row_are_compared() {
    let top = "Measure=Cheese output; top_k=Highest 5; Unit of measure=Tonnes; Country=Peru; TIME_PERIOD=2014; OBS_VALUE=2047.2";
    check(
        top,
        &[
            (
                "In 2014, Peru was among the top 5 countries by cheese output, with 2,000 tonnes.",
                Some(Supports),
            ),
            (
                "In 2014, Peru was among the bottom 5 countries by cheese output, with 2,000 tonnes.",
                Some(Contradicts),
            ),
            ("In 2014, Peru was among the top 3 countries by cheese output.", Some(Contradicts)),
        ],
    );
    let extreme = "Measure=Cheese output; Unit of measure=Tonnes; Country=Peru; TIME_PERIOD=2014; OBS_VALUE=2047.2; Years since=Lowest in 12 years";
    check(
        extreme,
        &[
            ("In 2014, Peru's cheese output of 2,000 tonnes was the lowest in 12 years.", Some(Supports)),
            ("In 2014, Peru's cheese output of 2,000 tonnes was the lowest in 19 years.", Some(Contradicts)),
            ("In 2014, Peru's cheese output of 2,000 tonnes was the highest in 12 years.", Some(Contradicts)),
        ],
    );
}

#[test]
fn changes_of_a_series_are_compared() {
    let text = "Road deaths (deaths): KEN 2010=4000, 2011=3900, 2012=3600, 2013=3000, 2014=2000; UGA 2010=900, 2014=950;";
    check(
        text,
        &[
            ("Road deaths in Kenya have halved since 2010.", Some(Supports)),
            ("Road deaths in Kenya fell by 50% between 2010 and 2014.", Some(Supports)),
            ("Road deaths in Kenya fell by 20% between 2010 and 2014.", Some(Contradicts)),
            ("Road deaths in Kenya doubled between 2010 and 2014.", Some(Contradicts)),
            ("Road deaths in Kenya are falling.", Some(Supports)),
            ("Road deaths in Kenya are rising.", Some(Contradicts)),
            ("Road deaths in Uganda are rising.", Some(Supports)),
            ("Road deaths are not falling in Kenya.", Some(Contradicts)),
            ("Kenya's road deaths were in line with previous years.", Some(Contradicts)),
            ("Road deaths in Norway are falling.", Some(Neutral)),
            ("Butter is cheap.", None),
        ],
    );
}

#[test]
fn levels_of_a_series_are_compared() {
    let text = "Share of adults who cycle (%): DNK 2018=41.2, 2019=43.9, 2020=44.1;";
    check(
        text,
        &[
            ("44% of adults in Denmark cycle.", Some(Supports)),
            ("More than 40% of adults in Denmark cycle.", Some(Supports)),
            ("60% of adults in Denmark cycle.", Some(Contradicts)),
            ("As many as 60% of adults in Denmark cycle.", Some(Contradicts)),
            ("In 2018, 41% of adults in Denmark cycled.", Some(Supports)),
            ("Cycling adults in Denmark spend $900.", Some(Neutral)),
            ("In 1995, 20% of adults in Denmark cycled.", Some(Neutral)),
        ],
    );
    let nurses = "Nurses per 1,000 people (Per 1,000 people): KEN 2018=0.4;";
    check(
        nurses,
        &[
            ("Kenya has one nurse for every 2,500 people.", Some(Supports)),
            ("Kenya has one nurse for every 900 people.", Some(Contradicts)),
            ("Kenya falls short of the recommended nurse ratio of 1:600.", Some(Supports)),
        ],
    );
    let bites = "Deaths from snake bites (deaths): IND 2019=58000;";
    check(
        bites,
        &[
            ("Snake bites kill more than 150 people a day in India.", Some(Supports)),
            ("Snake bites kill more than 500 people a day in India.", Some(Contradicts)),
        ],
    );
    let parts =
        "Population (Under 15) (People): KEN 2020=20000000;\nPopulation (Total) (People): KEN 2020=50000000;";
    check(
        parts,
        &[
            ("40% of Kenya's population is a child.", Some(Supports)),
            ("70% of Kenya's population is a child.", Some(Contradicts)),
        ],
    );
}

#[test]
fn extremes_and_comparisons_of_series_are_compared() {
    let text = "Unemployment rate (%): ESP 2008=11.3, 2013=26.1, 2019=14.1, 2020=15.5; FRA 2008=7.4, 2013=10.3, 2019=8.4, 2020=8.0; OWID_WRL 2020=6.6;";
    check(
        text,
        &[
            ("Unemployment in Spain was the highest since 2008 in 2013.", Some(Supports)),
            ("In 2020 unemployment in Spain was the highest since 2008.", Some(Contradicts)),
            ("In 2020 unemployment in Spain was the highest since 1950.", Some(Contradicts)),
            ("In 2013 unemployment in Spain was the highest since 1950.", Some(Neutral)),
            ("Unemployment is higher in Spain than in France.", Some(Supports)),
            ("Unemployment is lower in Spain than in France.", Some(Contradicts)),
            ("Spain has one of the highest unemployment rates in the world.", Some(Supports)),
            ("France is the only country without unemployment.", Some(Neutral)),
        ],
    );
    let sources = "Electricity from coal (%): IND 2023=75;\nElectricity from wind (%): IND 2023=5;";
    check(
        sources,
        &[
            ("Wind has overtaken coal as a source of electricity in India.", Some(Contradicts)),
            ("Coal exceeds wind as a source of electricity in India.", Some(Supports)),
        ],
    );
    check(
        "Cases of plague (cases): POL 2019=0, 2020=0;",
        &[("Poland has not recorded any cases of plague.", Some(Supports))],
    );
    check(
        "Cases of plague (cases): POL 2019=0, 2020=3;",
        &[("Poland has not recorded any cases of plague.", Some(Contradicts))],
    );
}

#[test]
fn grids_are_judged_by_years_or_by_rows() {
    check(
        "| Country | 2019 | 2020 |\n|---|---|---|\n| Spain | 14.1 | 15.5 |\n| France | 8.4 | 8.0 |",
        &[
            ("Spain rose between 2019 and 2020.", Some(Supports)),
            ("France rose between 2019 and 2020.", Some(Contradicts)),
        ],
    );
    check(
        "Breed | Milk yield | Weight\nAlpine | 4.5 | 60\nSaanen | 5.5 | 70\nNubian | 3.5 | 75",
        &[
            ("Saanen has a higher milk yield than Alpine.", Some(Supports)),
            ("Nubian has a higher milk yield than Alpine.", Some(Contradicts)),
            ("Saanen has the highest milk yield.", Some(Supports)),
            ("Alpine has the highest milk yield.", Some(Contradicts)),
            ("Butter is cheap.", None),
        ],
    );
}

#[test]
fn prose_is_left_to_others() {
    check(
        "Road deaths in Kenya fell by 50% between 2010 and 2014, from 4,000 to 2,000; Uganda = 950.",
        &[("Road deaths in Kenya fell by 50% between 2010 and 2014.", None)],
    );
}

#[test]
fn huge_tables_are_judged_in_bounded_time() {
    let claim = "Kenya's road deaths rose by 5% more than those of Uganda in 2014. ".repeat(40);
    let line = format!("Road deaths (deaths): {};\n", "KEN 2010=4000, 2011=3900; ".repeat(200));
    let record = "Measure=Road deaths 2010; ".repeat(4000) + "Country=Kenya; value=3; year=2010";
    let grid = "Kenya | 1 | 2 | [[ | ]] | **\n".repeat(20_000);
    let started = std::time::Instant::now();
    for text in
        [line.repeat(200), record, grid, "=".repeat(200_000), "|".repeat(200_000), "2019=".repeat(40_000)]
    {
        judged(&claim, &text);
    }
    // Unoptimised and on a busy machine: a bound on the growth, not a measurement.
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_text_is_judged(claim in "\\PC{0,80}", passage in "\\PC{0,200}") {
        judged(&claim, &passage);
    }

    #[test]
    fn anything_like_a_table_is_judged(
        claim in "(In 2019|Kenya|1:600|one in five|top 5|highest in 9 years|rose|than|by -?[0-9]{1,9}%?|ranked 3rd|record low| |\\.|\\(|é){0,12}",
        passage in "(KEN|Kenya|value|year|rank|highest_|TIME_PERIOD|[0-9]{4}|=|-?[0-9]{1,12}(\\.[0-9])?|;|,| |: |\\(|\\)|\\||\n|%|…|é|top_k=Highest 5){0,60}",
    ) {
        judged(&claim, &passage);
    }

    #[test]
    fn rows_with_any_figures_are_judged(value in any::<f64>(), other in any::<f64>(), year in 0_i32..3000) {
        let passage = format!("Road deaths (deaths): KEN {year:04}={value}, 2014={other};");
        judged("Road deaths in Kenya rose by 50% to 3,000 a day", &passage);
        let row = format!("Measure=Road deaths; Country=Kenya; Start value={value}; Start year={year}; End value={other}; End year=2014");
        judged("Road deaths in Kenya rose by 50% to 3,000, the highest in 9 years", &row);
    }
}
