use std::time::Duration;

use jiff::civil::date;
use serde_json::json;
use testkit::upstream::{Answer, Upstream};

use super::*;
use crate::fake::{Fake, Step};
use crate::trial::{AMPLE_MS, bare, query};

fn page(path: &str) -> Hit {
    bare(&format!("https://a.example/{path}"), path, "text", 0.5)
}

fn finds(paths: &[&str]) -> Vec<Step> {
    vec![Step::Finds(paths.iter().map(|path| page(path)).collect())]
}

/// Fakes called `one`, `two` and `checks` in one search.
fn search_of(web: [Option<Vec<Step>>; 2], checks: Option<Vec<Step>>) -> WebSearch {
    let fake = |name, steps: Option<Vec<Step>>| {
        steps.map(|steps| Arc::new(Fake::new(name, steps)) as Arc<dyn Provider>)
    };
    let [one, two] = web;
    WebSearch::new(
        [fake("one", one), fake("two", two)].into_iter().flatten().collect(),
        fake("checks", checks),
    )
}

async fn found(search: &WebSearch) -> Result<(Vec<String>, Vec<&'static str>), String> {
    let outcome = search.search(&query("claim", &[]), Deadline::after_ms(AMPLE_MS)).await;
    let titles = |found: Found| (found.hits.into_iter().map(|hit| hit.title).collect(), found.incomplete);
    outcome.map(titles).map_err(|error| reason(&error))
}

#[tokio::test]
async fn whatever_answers_is_used_and_whatever_fails_is_named() {
    use Step::{Busy, Down, Late};

    type Case = (
        [Option<Vec<Step>>; 2],
        Option<Vec<Step>>,
        Result<(&'static [&'static str], &'static [&'static str]), &'static str>,
    );
    let some = |step: Step| Some(vec![step]);
    let cases: Vec<Case> = vec![
        ([Some(finds(&["a"])), Some(finds(&["b"]))], Some(finds(&["c"])), Ok((&["a", "c"], &[]))),
        ([some(Down), Some(finds(&["b"]))], None, Ok((&["b"], &["one"]))),
        ([some(Late), Some(finds(&["b"]))], Some(finds(&[])), Ok((&["b"], &["one"]))),
        ([some(Down), some(Late)], Some(finds(&["c"])), Ok((&["c"], &["one", "two"]))),
        ([Some(finds(&["a"])), None], some(Late), Ok((&["a"], &["checks"]))),
        ([Some(finds(&[])), Some(finds(&["b"]))], None, Ok((&[], &[]))),
        ([Some(finds(&[])), None], some(Down), Ok((&[], &["checks"]))),
        ([None, None], Some(finds(&["c"])), Ok((&["c"], &[]))),
        ([None, None], Some(finds(&[])), Ok((&[], &[]))),
        ([some(Late), some(Late)], some(Late), Err("one did not answer in time")),
        ([some(Late), some(Down)], None, Err("two is unavailable: the upstream failed with status 503")),
        (
            [some(Busy(7)), None],
            Some(finds(&[])),
            Err("one is unavailable: the upstream limits the rate of calls"),
        ),
        ([None, None], some(Down), Err("checks is unavailable: the upstream failed with status 503")),
    ];
    for (web, checks, expected) in cases {
        let search = search_of(web, checks);
        let owned = |texts: &[&'static str]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
        let expected = expected.map(|(hits, incomplete)| (owned(hits), incomplete.to_vec()));
        assert_eq!(found(&search).await, expected.map_err(str::to_owned));
    }
}

#[tokio::test]
async fn nothing_configured_is_said_so() {
    let search = WebSearch::from_settings(&Settings::default());
    assert!(search.configured().is_empty());
    assert!(matches!(search.check(), Err(SearchError::NotConfigured)));
    let outcome = search.search(&query("claim", &[]), Deadline::after_ms(AMPLE_MS)).await;
    assert!(matches!(outcome, Err(SearchError::NotConfigured)), "{outcome:?}");
}

#[test]
fn settings_choose_the_providers_and_their_order() {
    let all = [
        (names::GOOGLE_FACT_CHECK_API_KEY, "k"),
        (names::SEARXNG_BASE_URL, "http://localhost:8888"),
        (names::EXA_API_KEY, "k"),
        (names::BRAVE_API_KEY, "k"),
        (names::TAVILY_API_KEY, "k"),
    ];
    let settings = Settings::from_pairs(all);
    let search = WebSearch::from_settings(&settings);
    assert_eq!(search.configured(), ["tavily", "brave", "exa", "searxng", "google_fact_check"]);
    assert_eq!(settings.check(), Ok(()));
    assert!(!format!("{search:?}").contains("\"k\""));

    let settings =
        Settings::from_pairs([(names::BRAVE_API_KEY, "k"), (names::BRAVE_BASE_URL, "api.example")]);
    assert_eq!(WebSearch::from_settings(&settings).configured(), ["brave"]);
    let error = settings.check().expect_err("a base URL without a scheme");
    assert_eq!(error.problems, ["BRAVE_BASE_URL: must be an http or https URL"]);
}

#[tokio::test]
async fn base_urls_from_the_settings_are_called() {
    let tavily = Upstream::start(vec![Answer::status(401)]).await;
    let answer = json!({"web": {"results": [{"url": "https://a.example/", "title": "A"}]}});
    let brave = Upstream::start(vec![Answer::json(200, &answer)]).await;
    let pairs = [
        (names::TAVILY_API_KEY, "t".to_owned()),
        (names::TAVILY_BASE_URL, tavily.base_url()),
        (names::BRAVE_API_KEY, "b".to_owned()),
        (names::BRAVE_BASE_URL, format!("{}/", brave.base_url())),
    ];
    let search = WebSearch::from_settings(&Settings::from_pairs(pairs));
    let found =
        search.search(&query("claim", &[]), Deadline::after_ms(AMPLE_MS)).await.expect("brave answers");
    assert_eq!((found.hits.len(), found.incomplete), (1, vec!["tavily"]));
    assert_eq!(tavily.only_request().header("authorization"), Some("Bearer t"));
    assert_eq!(brave.only_request().header("x-subscription-token"), Some("b"));
}

#[tokio::test]
async fn time_is_kept_for_the_provider_behind() {
    let [one, two] = ["one", "two"].map(|name| Arc::new(Fake::new(name, vec![Step::Down])));
    let search = WebSearch::new(vec![one.clone(), two.clone()], None);
    let deadline = Deadline::after_ms(AMPLE_MS);
    assert!(search.search(&query("claim", &[]), deadline).await.is_err());
    assert!(one.received()[0].1 < deadline && one.received()[0].1.remaining() > Duration::ZERO);
    assert_eq!(two.received()[0].1, deadline);
}

#[tokio::test]
async fn a_deadline_that_has_passed_asks_nobody() {
    let one = Arc::new(Fake::new("one", finds(&["a"])));
    let search = WebSearch::new(vec![one.clone()], None);
    let outcome = search.search(&query("claim", &[]), Deadline::after_ms(0)).await;
    assert!(matches!(outcome, Err(SearchError::Timeout { provider: "one" })), "{outcome:?}");
    assert!(one.received().is_empty());
}

#[tokio::test]
async fn old_and_repeated_pages_are_dropped_and_undated_ones_kept() {
    let dated = |path, published| Hit { published: Some(published), ..page(path) };
    let rated = |path, rating: &str| Hit { rating: Some(rating.to_owned()), ..page(path) };
    let web = vec![
        dated("old", date(2024, 1, 1)),
        dated("new", date(2026, 1, 1)),
        page("undated"),
        page("new"),
        page("rated"),
    ];
    let checks = vec![rated("rated", "False"), rated("rated", "Misleading"), rated("rated", "False")];
    let search = search_of([Some(vec![Step::Finds(web)]), None], Some(vec![Step::Finds(checks)]));
    let asked = Query { not_before: Some(date(2025, 11, 21)), ..query("claim", &[]) };
    let found = search.search(&asked, Deadline::after_ms(AMPLE_MS)).await.expect("the fakes answer");
    let summary: Vec<_> = found.hits.iter().map(|hit| (hit.title.as_str(), hit.rating.as_deref())).collect();
    let expected =
        [("new", None), ("undated", None), ("rated", Some("False")), ("rated", Some("Misleading"))];
    assert_eq!(summary, expected);
}
