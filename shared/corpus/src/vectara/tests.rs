use jiff::civil::date;
use proptest::prelude::*;
use testkit::upstream::{Answer, Upstream};

use super::*;

/// Long enough for any machine; nothing here waits for it.
const AMPLE_MS: u64 = 60_000;

fn settings(base_url: &str) -> Settings {
    Settings::from_pairs([
        (names::VECTARA_API_KEY, "zqt_secret"),
        (names::VECTARA_CORPUS_KEY, "trusted-sources"),
        (names::VECTARA_BASE_URL, base_url),
    ])
}

fn query() -> Query {
    Query::new("Violent crime in Chicago down 17% this year", 5)
}

fn hit() -> Value {
    json!({
        "text": "Violent crime is down 16.7% year to date.",
        "score": 0.82,
        "part_metadata": {"lang": "eng", "offset": 267},
        "document_metadata": {
            "title": "Dashboard", "url": "https://www.chicago.gov/vrd", "publisher": "Chicago PD", "tier": "primary",
            "pub_epoch": 1_759_190_400,
        },
        "document_id": "cpd-2025-09",
    })
}

/// Asks an upstream that plays `answers` for `query`.
async fn search(answers: Vec<Answer>, query: &Query, timeout_ms: u64) -> Result<Vec<Passage>, CorpusError> {
    let upstream = Upstream::start(answers).await;
    let corpus = VectaraCorpus::from_settings(&settings(&upstream.base_url()));
    corpus.search(query, Deadline::after_ms(timeout_ms)).await
}

async fn search_json(answer: Value, query: &Query) -> Vec<Passage> {
    search(vec![Answer::json(200, &answer)], query, AMPLE_MS).await.expect("an answer")
}

#[tokio::test]
async fn a_hit_becomes_a_passage() {
    let passages = search_json(json!({"search_results": [hit()]}), &query()).await;
    assert_eq!(passages.len(), 1);
    let passage = &passages[0];
    assert_eq!(passage.text, "Violent crime is down 16.7% year to date.");
    assert_eq!((passage.title.as_str(), passage.publisher.as_str()), ("Dashboard", "Chicago PD"));
    assert_eq!(passage.url, "https://www.chicago.gov/vrd");
    assert_eq!((passage.as_of, passage.tier), (Some(date(2025, 9, 30)), Tier::Primary));
    assert_eq!((passage.document.as_str(), passage.collection.as_str()), ("cpd-2025-09", "trusted-sources"));
    assert!((passage.relevance - 0.82).abs() < 1e-9);
}

#[tokio::test]
async fn the_request_is_the_single_corpus_form() {
    let upstream = Upstream::start(vec![Answer::json(200, &json!({}))]).await;
    let corpus = VectaraCorpus::from_settings(&settings(&upstream.base_url()));
    let query = Query { tier: Some(Tier::Primary), not_before: Some(date(2023, 11, 22)), ..query() };
    corpus.search(&query, Deadline::after_ms(AMPLE_MS)).await.expect("an answer");
    let sent = upstream.only_request();
    assert_eq!((sent.method.as_str(), sent.path()), ("POST", "/v2/corpora/trusted-sources/query"));
    assert_eq!(sent.header("x-api-key"), Some("zqt_secret"));
    assert_eq!(sent.header("authorization"), None);
    let budget_ms: u64 =
        sent.header("request-timeout-millis").expect("the budget").parse().expect("a number");
    assert!((1..=AMPLE_MS).contains(&budget_ms), "{budget_ms}");
    assert_eq!(
        sent.json(),
        json!({
            "query": "Violent crime in Chicago down 17% this year",
            "search": {
                "offset": 0,
                "limit": 10,
                "lexical_interpolation": 0.025,
                "context_configuration": {"sentences_before": 1, "sentences_after": 1},
                "reranker": {"type": "none"},
                "metadata_filter":
                    "doc.tier = 'primary' AND (doc.pub_epoch IS NULL OR doc.pub_epoch >= 1700611200)",
            },
            "stream_response": false,
            "save_history": false,
        })
    );
}

#[tokio::test]
async fn an_unfiltered_search_sends_no_filter_and_a_named_reranker_is_used() {
    let upstream = Upstream::start(vec![Answer::json(200, &json!({}))]).await;
    let settings = settings(&upstream.base_url()).with(names::VECTARA_RERANKER, "Rerank_Multilingual_v1");
    let corpus = VectaraCorpus::from_settings(&settings);
    corpus.search(&query(), Deadline::after_ms(AMPLE_MS)).await.expect("an answer");
    let sent = upstream.only_request().json();
    assert_eq!(sent["search"].get("metadata_filter"), None);
    assert_eq!(
        sent["search"]["reranker"],
        json!({"type": "customer_reranker", "reranker_name": "Rerank_Multilingual_v1"})
    );
}

#[tokio::test]
async fn a_question_never_reaches_the_filter_and_is_cut_at_a_word() {
    let upstream = Upstream::start(vec![Answer::json(200, &json!({}))]).await;
    let corpus = VectaraCorpus::from_settings(&settings(&upstream.base_url()));
    let text = format!("' OR doc.tier = 'x' -- {}", "élan ".repeat(2_000));
    let query = Query { text, tier: Some(Tier::Analysis), ..query() };
    corpus.search(&query, Deadline::after_ms(AMPLE_MS)).await.expect("an answer");
    let sent = upstream.only_request().json();
    assert_eq!(sent["search"]["metadata_filter"], "doc.tier = 'analysis'");
    let asked = sent["query"].as_str().expect("a query");
    assert!(asked.ends_with("élan") && asked.chars().count() <= QUERY_CHARACTERS && asked.len() > 5_000);
}

#[tokio::test]
async fn nothing_is_sent_for_no_passages() {
    let upstream = Upstream::start(vec![Answer::json(200, &json!({}))]).await;
    let corpus = VectaraCorpus::from_settings(&settings(&upstream.base_url()));
    let found = corpus.search(&Query::new("x", 0), Deadline::after_ms(AMPLE_MS)).await.expect("an answer");
    assert!(found.is_empty() && upstream.requests().is_empty());
}

#[tokio::test]
async fn missing_metadata_is_filled_from_the_address() {
    let hits = json!([
        {"text": "CPI rose.", "document_metadata": {"url": "https://www.bls.gov/cpi/"}},
        {"text": "It says so.", "score": null, "document_id": "https://blog.example.org/a", "document_metadata": null},
    ]);
    let passages = search_json(json!({"search_results": hits}), &query()).await;
    let expected = [
        ("U.S. Bureau of Labor Statistics", "https://www.bls.gov/cpi/", Tier::Primary),
        ("blog.example.org", "https://blog.example.org/a", Tier::Analysis),
    ];
    let found: Vec<_> = passages
        .iter()
        .map(|passage| (passage.publisher.as_str(), passage.url.as_str(), passage.tier))
        .collect();
    assert_eq!(found, expected);
    assert!(passages.iter().all(|passage| passage.as_of.is_none() && passage.title.is_empty()));
    assert!(passages.iter().all(|passage| (passage.relevance - 0.5).abs() < 1e-9));
}

#[tokio::test]
async fn hits_that_cannot_be_cited_are_dropped() {
    let hits = json!([
        {"text": "no address", "score": 0.9, "document_id": "cpd"},
        {"text": "an address that is none", "document_metadata": {"url": "javascript:alert(1)"}},
        {"text": "a broken address", "document_metadata": {"url": "https://a.example/x\ny"}},
        {"text": "  ", "document_metadata": {"url": "https://a.example/"}},
        {"document_metadata": {"url": "https://a.example/"}},
        null, 7, "text", [], {},
        hit(), hit(),
    ]);
    let passages = search_json(json!({"search_results": hits}), &query()).await;
    assert_eq!(passages.len(), 1);
    for answer in [
        json!({}),
        json!({"search_results": null}),
        json!({"search_results": {}}),
        json!({"search_results": []}),
    ] {
        assert!(search_json(answer, &query()).await.is_empty());
    }
}

#[tokio::test]
async fn unknown_fields_and_odd_types_do_no_harm() {
    let mut rich = hit();
    rich["score"] = json!(17.3);
    rich["table"] = json!({"rows": [1, 2]});
    rich["document_metadata"]["tier"] = json!("PRIMARY ");
    rich["document_metadata"]["title"] = json!(["a", "list"]);
    rich["part_metadata"]["title"] = json!("Section 1");
    let mut negative = hit();
    negative["score"] = json!(-3);
    negative["text"] = json!("Other words.");
    let answer = json!({
        "search_results": [negative, rich], "summary": "…", "factual_consistency_score": 0.9, "warnings": [],
        "rewritten_queries": [], "brand_new": {"deep": [[[]]]},
    });
    let passages = search_json(answer, &query()).await;
    assert_eq!(passages.len(), 2, "the more relevant comes first, whatever the order sent");
    assert_eq!((passages[0].title.as_str(), passages[0].tier), ("Section 1", Tier::Primary));
    assert!((passages[0].relevance - 1.0).abs() < 1e-9 && passages[1].relevance.abs() < 1e-9);
}

#[tokio::test]
async fn dates_are_read_from_epochs_and_text() {
    for (metadata, expected) in [
        (json!({"pub_epoch": 1_759_190_400}), Some(date(2025, 9, 30))),
        (json!({"pub_epoch": 1_759_190_400_000_i64}), Some(date(2025, 9, 30))),
        (json!({"pub_epoch": 1_759_190_400.0}), Some(date(2025, 9, 30))),
        (json!({"pub_epoch": "1759190400"}), Some(date(2025, 9, 30))),
        (json!({"pub_epoch": 0, "as_of": "2024-02-29"}), Some(date(2024, 2, 29))),
        (json!({"pub_epoch": i64::MAX, "date": "2024-02-29T23:59:59Z"}), Some(date(2024, 2, 29))),
        (json!({"pub_epoch": -1}), Some(date(1969, 12, 31))),
        (json!({"pub_epoch": i64::MIN}), None),
        (json!({"pub_epoch": 1e300}), None),
        (json!({"published": " 2023-11-22 "}), Some(date(2023, 11, 22))),
        (json!({"as_of": "2023-02-30"}), None),
        (json!({"as_of": "yesterday"}), None),
        (json!({"as_of": "éééééééééé"}), None),
        (json!({"as_of": 20_240_229}), None),
    ] {
        let mut hit = json!({"text": "words", "document_metadata": metadata});
        hit["document_metadata"]["url"] = json!("https://a.example/");
        let passages = search_json(json!({"search_results": [hit.clone()]}), &query()).await;
        assert_eq!(passages[0].as_of, expected, "{hit}");
    }
}

#[tokio::test]
async fn tier_date_and_limit_are_enforced_on_what_comes_back() {
    let hits: Vec<Value> = (0..30)
        .map(|number| {
            let mut hit = hit();
            hit["text"] = json!(format!("Passage {number}."));
            hit["document_metadata"]["tier"] = json!(if number % 2 == 0 { "primary" } else { "secondary" });
            hit["document_metadata"]["pub_epoch"] = json!(if number % 3 == 0 { 1 } else { 1_759_190_400 });
            hit
        })
        .collect();
    let query =
        Query { limit: 4, tier: Some(Tier::Secondary), not_before: Some(date(2023, 1, 1)), ..query() };
    let passages = search_json(json!({"search_results": hits}), &query).await;
    assert_eq!(passages.len(), 4);
    assert!(passages.iter().all(|passage| passage.tier == Tier::Secondary));
    assert!(passages.iter().all(|passage| passage.as_of == Some(date(2025, 9, 30))));
}

#[tokio::test]
async fn faults_are_told_apart() {
    let answered = || Answer::json(200, &json!({"search_results": [hit()]}));
    let html = || Answer::text(200, "text/html", "<html>Service page</html>");
    for (name, answers) in [
        ("cut off", vec![answered().cut_off(20)]),
        ("server error", vec![Answer::json(500, &json!({"messages": ["x"], "request_id": "1"}))]),
        ("refused key", vec![Answer::json(403, &json!({"messages": ["zqt_secret is not valid"]}))]),
        ("missing corpus", vec![Answer::json(404, &json!({"id": "trusted-sources"}))]),
        ("bad filter", vec![Answer::json(400, &json!({"field_errors": {"search.metadata_filter": "x"}}))]),
        ("html", vec![html()]),
        ("junk", vec![Answer::junk(10 * 1024 * 1024)]),
        ("a list", vec![Answer::json(200, &json!([]))]),
        ("hung up", vec![Answer::close_at_once()]),
    ] {
        let error = search(answers, &query(), AMPLE_MS).await.expect_err(name);
        assert!(matches!(error, CorpusError::Unavailable { retry_after_ms: None, .. }), "{name}: {error:?}");
        assert!(!format!("{error:?}").contains("zqt_secret"), "{name}");
    }
}

#[tokio::test]
async fn silence_is_a_timeout() {
    // The second one needs time for a retry, or it would never reach the silence.
    for (answers, timeout_ms) in
        [(vec![Answer::hang()], 300), (vec![Answer::status(503), Answer::hang()], 4_000)]
    {
        assert!(matches!(search(answers, &query(), timeout_ms).await, Err(CorpusError::Timeout)));
    }
    assert!(matches!(search(vec![Answer::hang()], &query(), 0).await, Err(CorpusError::Timeout)));
}

#[tokio::test]
async fn a_passing_fault_is_survived() {
    let answered = Answer::json(200, &json!({"search_results": [hit()]}));
    for first in
        [Answer::status(503), Answer::close_at_once(), Answer::status(429).header("retry-after", "0")]
    {
        let found = search(vec![first.clone(), answered.clone()], &query(), AMPLE_MS).await;
        assert_eq!(found.expect("the second answer").len(), 1, "{first:?}");
    }
}

#[tokio::test]
async fn a_limit_that_does_not_pass_in_time_is_told_to_the_caller() {
    let answers = vec![Answer::json(429, &json!({"messages": ["slow down"]})).header("retry-after", "120")];
    let error = search(answers, &query(), 4_000).await.expect_err("limited");
    assert!(matches!(error, CorpusError::Unavailable { retry_after_ms: Some(120_000), .. }), "{error:?}");
}

#[tokio::test]
async fn a_check_is_one_small_search() {
    let upstream = Upstream::start(vec![Answer::json(200, &json!({})), Answer::status(403)]).await;
    let corpus = VectaraCorpus::from_settings(&settings(&upstream.base_url()));
    assert!(corpus.check(Deadline::after_ms(AMPLE_MS)).await.is_ok());
    assert_eq!(upstream.only_request().json()["search"]["limit"], 1);
    assert!(matches!(corpus.check(Deadline::after_ms(AMPLE_MS)).await, Err(CorpusError::Unavailable { .. })));
}

#[tokio::test]
async fn missing_settings_are_named_and_malformed_ones_are_problems() {
    for (pairs, expected) in [
        (vec![], vec![names::VECTARA_API_KEY, names::VECTARA_CORPUS_KEY]),
        (vec![(names::VECTARA_API_KEY, "k")], vec![names::VECTARA_CORPUS_KEY]),
        (vec![(names::VECTARA_CORPUS_KEY, "c")], vec![names::VECTARA_API_KEY]),
    ] {
        let corpus = VectaraCorpus::from_settings(&Settings::from_pairs(pairs));
        let error = corpus.search(&query(), Deadline::after_ms(AMPLE_MS)).await.expect_err("not configured");
        assert!(
            matches!(&error, CorpusError::NotConfigured { missing } if *missing == expected),
            "{error:?}"
        );
    }
    for (name, value) in [
        (names::VECTARA_CORPUS_KEY, "../other"),
        (names::VECTARA_CORPUS_KEY, "ключ"),
        (names::VECTARA_CORPUS_KEY, &"k".repeat(51)),
        (names::VECTARA_BASE_URL, "api.vectara.io"),
    ] {
        let settings = settings("https://api.vectara.io").with(name, value);
        assert!(settings.check().is_ok());
        drop(VectaraCorpus::from_settings(&settings));
        let error = settings.check().expect_err(value);
        assert!(error.problems.len() == 1 && error.problems[0].starts_with(name), "{error}");
    }
    let usable = settings("https://api.vectara.io").with(names::VECTARA_CORPUS_KEY, "k".repeat(50));
    drop(VectaraCorpus::from_settings(&usable));
    assert_eq!(usable.check(), Ok(()));
}

#[test]
fn the_key_is_not_printed() {
    let corpus = VectaraCorpus::from_settings(&settings("https://api.vectara.io"));
    assert!(!format!("{corpus:?}").contains("zqt_secret"));
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,20}".prop_map(Value::from),
        Just(json!("https://a.example/")),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        let names = proptest::sample::select(vec![
            "url",
            "tier",
            "pub_epoch",
            "as_of",
            "title",
            "publisher",
            "text",
            "score",
        ]);
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::vec((names, inner), 0..4)
                .prop_map(|pairs| pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()),
        ]
    })
}

proptest! {
    #[test]
    fn any_answer_is_read(document in any_json(), part in any_json(), score in any_json(), text in any_json(), limit in 0_usize..4) {
        let hit = json!({"text": text, "score": score, "document_metadata": document, "part_metadata": part});
        let answer = json!({"search_results": [hit.clone(), hit]});
        let Value::Object(answer) = answer else { unreachable!("it was built as an object") };
        let passages = answer::passages(&answer, "k", &Query::new("x", limit));
        prop_assert!(passages.len() <= limit.min(1));
        prop_assert!(passages.iter().all(|passage| (0.0..=1.0).contains(&passage.relevance)));
    }

    #[test]
    fn a_filter_holds_no_text(tier in proptest::sample::select(vec![None, Some(Tier::Primary)]), year in -9999_i16..=9999) {
        let filter = metadata_filter(tier, Some(date(year, 1, 1))).unwrap_or_default();
        prop_assert!(filter.chars().all(|letter| letter.is_ascii_alphanumeric() || " .'_=<>()-".contains(letter)), "{filter}");
    }
}
