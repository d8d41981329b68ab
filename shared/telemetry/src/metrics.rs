//! CloudWatch embedded metrics: one JSON line, read by the platform from the log.

use std::io::{self, Write};

use serde_json::{Value, json};
use settings::Clock;

use crate::CallRecord;

/// The namespace of every metric.
const NAMESPACE: &str = "Truthy";

/// Writes the metrics of one call to standard output: latency, upstream latency, items, errors, and
/// where a language model was asked its tokens and their cost.
pub fn emit_metrics(record: &CallRecord<'_>) {
    let line = metrics_line(record, Clock::System.now().as_millisecond());
    // A closed standard output must not fail a call.
    writeln!(io::stdout().lock(), "{line}").unwrap_or_default();
}

/// The line. Dimensions are function and route only: a session id would be a paid metric of its own.
fn metrics_line(record: &CallRecord<'_>, timestamp_ms: i64) -> Value {
    let failed = u8::from(record.status >= 500);
    let mut metrics = vec![
        json!({ "Name": "Latency", "Unit": "Milliseconds" }),
        json!({ "Name": "UpstreamLatency", "Unit": "Milliseconds" }),
        json!({ "Name": "Errors", "Unit": "Count" }),
    ];
    let mut line = json!({
        "Service": record.function,
        "Route": record.route,
        "Latency": record.duration_ms,
        "UpstreamLatency": record.spent.upstream_ms,
        "Errors": failed,
        "request_id": record.request_id,
        "status": record.status,
    });
    if let Some(items) = record.items {
        metrics.push(json!({ "Name": "Items", "Unit": "Count" }));
        line["Items"] = items.into();
    }
    let spent = record.spent;
    if spent.prompt_tokens + spent.completion_tokens > 0 {
        for (name, unit, value) in [
            ("PromptTokens", "Count", json!(spent.prompt_tokens)),
            ("CompletionTokens", "Count", json!(spent.completion_tokens)),
            ("ModelCostUsd", "None", json!(spent.cost_usd)),
        ] {
            metrics.push(json!({ "Name": name, "Unit": unit }));
            line[name] = value;
        }
    }
    line["_aws"] = json!({
        "Timestamp": timestamp_ms,
        "CloudWatchMetrics": [{ "Namespace": NAMESPACE, "Dimensions": [["Service", "Route"]], "Metrics": metrics }],
    });
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Spent;

    #[test]
    fn every_metric_and_dimension_is_a_root_key() {
        let record = CallRecord {
            function: "tools-search-web",
            route: "/api/tools/search_web",
            request_id: "r1",
            caller: "anonymous",
            status: 503,
            duration_ms: 12.5,
            spent: Spent { upstream_ms: 10.0, prompt_tokens: 900, completion_tokens: 60, cost_usd: 0.001 },
            items: Some(3),
            error_code: Some("BACKEND_UNAVAILABLE"),
            error_chain: None,
            spoken: Some("never in a metric"),
        };
        let line = metrics_line(&record, 1_790_000_000_000);
        let directive = &line["_aws"]["CloudWatchMetrics"][0];
        let metrics = directive["Metrics"].as_array().expect("metrics").iter().map(|metric| &metric["Name"]);
        let dimensions = directive["Dimensions"][0].as_array().expect("dimensions").iter();
        for name in metrics.chain(dimensions) {
            assert!(!line[name.as_str().expect("a name")].is_null(), "{name}");
        }
        assert_eq!((&line["PromptTokens"], &line["ModelCostUsd"]), (&json!(900), &json!(0.001)));
        assert_eq!(line["Errors"], 1);
        assert!(!line.to_string().contains("never in a metric"));
    }
}
