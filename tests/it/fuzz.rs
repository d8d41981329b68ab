//! Any bytes at any endpoint: an answer in the error model, never a panic, never a 5xx.

use lambda_http::{Body, Request};
use proptest::prelude::*;
use serde_json::{Value, json};
use settings::Settings;
use tokio::runtime::Runtime;
use web::Function;

/// The tool endpoints that need neither table nor network.
fn functions() -> Vec<Function> {
    let settings = Settings::default();
    let offline = ["tools-context-check", "tools-detect-claims", "tools-search-vectara", "tools-list"];
    let opened = endpoints::all().into_iter().filter(|endpoint| offline.contains(&endpoint.name));
    opened.map(|endpoint| endpoint.open(&settings).expect("no setting is needed")).collect()
}

fn assert_sane(runtime: &Runtime, function: &Function, body: Vec<u8>) -> Result<u16, TestCaseError> {
    let request =
        http::Request::builder().method(function.endpoint().method.clone()).uri(function.endpoint().path);
    let request: Request = request.body(Body::Binary(body)).expect("a request");
    let response = runtime.block_on(function.respond(request));
    let status = response.status().as_u16();
    prop_assert!(status < 500, "{status}: {:?}", response.body());
    let value: Value = serde_json::from_slice(response.body()).expect("JSON");
    prop_assert_eq!(status >= 400, value.get("error").is_some());
    Ok(status)
}

/// JSON that is nearly right: known keys, any values.
fn nearly_right() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(|number| json!(number)),
        ".{0,40}".prop_map(Value::from),
        "(crime|inflation|[0-9]{1,12}|%|percent|since|\\$|\\.|,|-|in|to|[12][0-9]{3}|last|years| ){0,30}"
            .prop_map(Value::from),
    ];
    let key = prop_oneof![
        Just("query"),
        Just("claim"),
        Just("top_k"),
        Just("freshness_days"),
        Just("filters"),
        Just("expected"),
        Just("metric"),
        Just("location"),
        Just("timeframe"),
        Just("publisher_tier"),
        Just("text"),
        Just("speaker"),
        Just("preceding"),
        Just("min_priority"),
        Just("other"),
    ];
    leaf.prop_recursive(3, 24, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((key.clone(), inner), 0..6).prop_map(|pairs| {
                pairs
                    .into_iter()
                    .map(|(name, value)| (name.to_owned(), value))
                    .collect::<serde_json::Map<_, _>>()
                    .into()
            }),
        ]
    })
}

#[test]
fn any_bytes_get_an_answer() {
    let runtime = Runtime::new().expect("a runtime");
    let functions = functions();
    proptest!(ProptestConfig::with_cases(200), |(bytes in prop::collection::vec(any::<u8>(), 0..400))| {
        for function in &functions {
            assert_sane(&runtime, function, bytes.clone())?;
        }
    });
}

#[test]
fn nearly_right_json_gets_an_answer() {
    let runtime = Runtime::new().expect("a runtime");
    let functions = functions();
    proptest!(ProptestConfig::with_cases(300), |(value in nearly_right())| {
        for function in &functions {
            assert_sane(&runtime, function, value.to_string().into_bytes())?;
        }
    });
}

#[test]
fn any_claim_is_taken_apart() {
    let runtime = Runtime::new().expect("a runtime");
    let functions = functions();
    let checked =
        functions.iter().find(|function| function.endpoint().name == "tools-context-check").expect("it");
    proptest!(ProptestConfig::with_cases(500), |(claim in "\\PC{1,300}", metric in "\\PC{1,40}", timeframe in "\\PC{1,40}")| {
        let body = json!({ "claim": claim, "expected": { "metric": metric, "timeframe": timeframe } });
        let status = assert_sane(&runtime, checked, body.to_string().into_bytes())?;
        let blank = [&claim, &metric, &timeframe].iter().any(|text| text.trim().is_empty());
        prop_assert_eq!(status, if blank { 422 } else { 200 });
    });
}
