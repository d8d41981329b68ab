//! What a search finds, and what a broken index does.

use std::fs;

use evidence::Tier;
use jiff::civil::date;
use proptest::prelude::*;

use super::*;
use crate::record::{CatalogEntry, Record};

fn record(document: &str, text: &str) -> Record {
    Record {
        collection: "test".to_owned(),
        source: document.to_owned(),
        document: document.to_owned(),
        title: String::new(),
        text: text.to_owned(),
        publisher: "Bureau".to_owned(),
        url: format!("https://example.org/{document}"),
        as_of: None,
        tier: Tier::Analysis,
        entry: CatalogEntry::default(),
    }
}

fn index(records: &[Record]) -> Embedded {
    super::built::opened(records, None).expect("a small index")
}

fn documents(index: &Embedded, query: &Query) -> Vec<String> {
    index.search(query).expect("a search").into_iter().map(|passage| passage.document).collect()
}

fn prices_and_jobs() -> Embedded {
    index(&[
        record(
            "prices",
            "Consumer prices rose 3.4 percent over the year, the Bureau of Labor Statistics said.",
        ),
        record("jobs", "The unemployment rate held at 3.9 percent while employers added 175,000 jobs."),
        record("crime", "Violent crime in Chicago fell during the first half of the year."),
        record("weather", "Rain is expected in the north, with sunny spells in the south."),
    ])
}

#[test]
fn a_spoken_sentence_finds_the_passage_that_answers_it() {
    let index = prices_and_jobs();
    let query =
        Query::new("well you know the unemployment rates were held at like 3.9% and we added jobs", 2);
    assert_eq!(documents(&index, &query)[0], "jobs");
    assert_eq!(documents(&index, &Query::new("175000 jobs", 9)), ["jobs"]);
}

#[test]
fn quoted_parts_must_occur_as_they_stand() {
    let index = prices_and_jobs();
    assert_eq!(documents(&index, &Query::new("\"bureau of labor\" chicago jobs", 9)), ["prices"]);
    assert_eq!(documents(&index, &Query::new("\"labor of bureau\" chicago jobs", 9)), [""; 0]);
    assert_eq!(documents(&index, &Query::new("\"chicago\" jobs prices", 9)), ["crime"]);
}

#[test]
fn a_title_is_searched_but_a_phrase_does_not_run_from_it_into_the_text() {
    let titled = Record { title: "Consumer prices".to_owned(), ..record("a", "rose in April.") };
    let index = index(&[titled]);
    assert_eq!(documents(&index, &Query::new("consumer", 9)), ["a"]);
    assert_eq!(documents(&index, &Query::new("\"prices rose\"", 9)), [""; 0]);
}

#[test]
fn relevance_is_one_for_all_words_and_near_zero_for_a_common_one() {
    let mut records: Vec<Record> =
        (0..40).map(|number| record(&format!("{number}"), "one year in the report of some office")).collect();
    records.push(record("all", "wheat harvest doubled within one year"));
    let index = index(&records);
    let found = index.search(&Query::new("wheat harvest doubled year", 50)).expect("a search");
    assert_eq!(found[0].document, "all");
    assert!(found[0].relevance > 0.9, "{}", found[0].relevance);
    assert!(found[1].relevance < 0.1, "{}", found[1].relevance);

    let unknown = index.search(&Query::new("zeppelins aubergines trombones year", 1)).expect("a search");
    assert!(unknown[0].relevance < 0.05, "{}", unknown[0].relevance);
}

#[test]
fn repeating_a_word_does_not_make_up_for_one_that_is_missing() {
    let index = index(&[
        record("loud", "Tariffs, tariffs and tariffs: tariffs on tariffs."),
        record("whole", "The tariffs on copper were raised for Chile."),
        record("other", "A note about something else altogether."),
    ]);
    let found = index.search(&Query::new("tariffs on copper from Chile", 3)).expect("a search");
    assert_eq!((found[0].document.as_str(), found[1].document.as_str()), ("whole", "loud"));
    assert!(found[0].relevance > 0.9 && found[1].relevance < 0.4, "{found:?}");
}

#[test]
fn conditions_hold_and_undated_passages_stay() {
    let dated = |document: &str, year, tier| Record {
        as_of: Some(date(year, 6, 1)),
        tier,
        ..record(document, &format!("Inflation report of {document}"))
    };
    let index = index(&[
        dated("old", 2001, Tier::Primary),
        dated("new", 2024, Tier::Secondary),
        dated("day", 2020, Tier::Primary),
        record("undated", "Inflation report"),
    ]);
    let found = |tier, not_before| {
        let mut found = documents(&index, &Query { tier, not_before, ..Query::new("inflation report", 9) });
        found.sort();
        found
    };
    assert_eq!(found(None, None), ["day", "new", "old", "undated"]);
    assert_eq!(found(None, Some(date(2020, 6, 1))), ["day", "new", "undated"]);
    assert_eq!(found(Some(Tier::Primary), None), ["day", "old"]);
    assert_eq!(found(Some(Tier::Primary), Some(date(2020, 6, 2))), [""; 0]);
    assert_eq!(found(Some(Tier::Analysis), Some(date(2030, 1, 1))), ["undated"]);
}

#[test]
fn a_rare_match_is_found_behind_thousands_that_the_conditions_exclude() {
    let mut records: Vec<Record> = (0..500)
        .map(|number| Record {
            as_of: Some(date(1990, 1, 1)),
            ..record(&format!("old{number}"), "rent rose")
        })
        .collect();
    let text = "In a long report on many other things, the rent is mentioned once near the end of it all";
    records.push(Record { as_of: Some(date(2024, 1, 1)), tier: Tier::Primary, ..record("new", text) });
    let index = index(&records);
    let query = Query { not_before: Some(date(2020, 1, 1)), ..Query::new("rent rose", 5) };
    assert_eq!(documents(&index, &query), ["new"]);
    let query = Query { tier: Some(Tier::Primary), ..Query::new("rent rose", 5) };
    assert_eq!(documents(&index, &query), ["new"]);
}

#[test]
fn a_document_speaks_twice_at_most_and_never_says_the_same_again() {
    let long = |number: usize| {
        format!("Tariffs on steel part {number} {}", format!("word{number} ").repeat(number + 3))
    };
    let mut records: Vec<Record> = (0..200).map(|number| record("long", &long(number))).collect();
    records.push(record("twin", "Tariffs on steel were raised in March by the council."));
    records.push(record("twin", "Tariffs on steel were raised in March by the council!"));
    records.push(record(
        "other",
        "A note on steel and other goods, and what became of tariffs on them later on",
    ));
    let found = documents(&index(&records), &Query::new("tariffs on steel", 10));
    let count = |document| found.iter().filter(|found| *found == document).count();
    assert_eq!((count("long"), count("twin"), count("other")), (2, 1, 1), "{found:?}");

    let same = [record("a", "Tariffs rose in March by a lot"), record("a", "tariffs rose in March by a lot")];
    assert_eq!(documents(&index(&same), &Query::new("tariffs", 10)), ["a"]);
}

#[test]
fn odd_limits_and_empty_questions_find_nothing_or_everything() {
    let index = prices_and_jobs();
    for text in ["", "   ", "the of and", "\"\"", "site:bls.gov", "zzzz"] {
        assert_eq!(documents(&index, &Query::new(text, 10)), [""; 0], "{text}");
    }
    assert_eq!(documents(&index, &Query::new("percent", 0)), [""; 0]);
    assert_eq!(documents(&index, &Query::new("percent", usize::MAX)).len(), 2);
    assert_eq!(
        documents(&super::built::opened(&[], None).expect("an empty index"), &Query::new("percent", 3)),
        [""; 0]
    );
}

#[test]
fn a_very_long_query_keeps_its_rare_words() {
    let index = prices_and_jobs();
    let many = (0..3_000).map(|number| format!("percent year noise{number}")).collect::<Vec<_>>().join(" ");
    assert_eq!(documents(&index, &Query::new(format!("chicago {many}"), 1)), ["crime"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn any_query_is_answered_in_range(text in "\\PC{0,120}", quoted in "[ \"a-z:()*~^\\\\]{0,60}", limit in 0_usize..5) {
        let index = PRICES.get_or_init(prices_and_jobs);
        for text in [text, format!("percent year {quoted}")] {
            let query = Query { tier: Some(Tier::Analysis), not_before: Some(date(2020, 1, 1)), ..Query::new(text, limit) };
            let found = index.search(&query).expect("a search");
            prop_assert!(found.len() <= limit);
            prop_assert!(found.iter().all(|passage| (0.0..=1.0).contains(&passage.relevance)));
            prop_assert!(found.is_sorted_by(|before, after| before.relevance >= after.relevance));
        }
    }
}

static PRICES: std::sync::OnceLock<Embedded> = std::sync::OnceLock::new();

#[tokio::test]
async fn without_an_index_the_starter_corpus_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    for corpus in [EmbeddedCorpus::starter(), EmbeddedCorpus::in_folder(folder.path().join("none"))] {
        let passages = crate::starter::records();
        corpus.check(Deadline::after_ms(1_000)).await.expect("a corpus");
        let query = Query::new(passages[0].text.clone(), 3);
        let found = corpus.search(&query, Deadline::after_ms(1_000)).await.expect("a search");
        assert_eq!(found[0].document, passages[0].document);
        assert_eq!(found[0].collection, "starter");
    }
}

#[tokio::test]
async fn a_passed_deadline_is_a_timeout() {
    let answer = EmbeddedCorpus::starter().search(&Query::new("inflation", 1), Deadline::after_ms(0)).await;
    assert!(matches!(answer, Err(CorpusError::Timeout)));
}

#[tokio::test]
async fn a_folder_that_is_no_index_of_ours_is_an_error_and_no_panic() {
    let folder = tempfile::tempdir().expect("a folder");
    let foreign = {
        let mut builder = tantivy::schema::Schema::builder();
        builder.add_u64_field("n", tantivy::schema::FAST);
        serde_json::json!({ "segments": [], "schema": builder.build(), "opstamp": 0 }).to_string()
    };
    let cases = [
        ("", "NotReadable"),
        ("{}", "NotReadable"),
        ("not json \u{0}", "NotReadable"),
        (foreign.as_str(), "OtherFormat"),
    ];
    for (contents, expected) in cases {
        fs::write(folder.path().join("meta.json"), contents).expect("a file");
        let corpus = EmbeddedCorpus::in_folder(folder.path());
        let Err(CorpusError::Unavailable { source, .. }) = corpus.check(Deadline::after_ms(1_000)).await
        else {
            panic!("{contents} was accepted")
        };
        assert!(format!("{source:?}").starts_with(expected), "{contents}: {source:?}");
    }
}
