//! One page that shows how the stack does.

use serde_json::{Value, json};

use super::Worker;

/// The dashboard, with a line for each function.
pub(super) fn resource(workers: &[Worker<'_>]) -> String {
    let api = |metric: &str, statistic: &str| json!(["AWS/ApiGateway", metric, "ApiName", "${AWS::StackName}", "Stage", "${StageName}", { "stat": statistic }]);
    let each = |metric: &str, statistic: &str| -> Vec<Value> {
        let line = |worker: &Worker<'_>| {
            let function = format!("${{AWS::StackName}}-{}", worker.name);
            json!(["AWS/Lambda", metric, "FunctionName", function, { "stat": statistic, "label": worker.name }])
        };
        workers.iter().map(line).collect()
    };
    let table = |metric: &str| json!(["AWS/DynamoDB", metric, "TableName", "${Table}", { "stat": "Sum" }]);
    let failed = [each("Errors", "Sum"), each("Throttles", "Sum")].concat();
    let widgets = [
        ("Calls", vec![api("Count", "Sum"), api("4XXError", "Sum"), api("5XXError", "Sum")]),
        ("Latency, ms", vec![api("Latency", "p50"), api("Latency", "p99"), api("IntegrationLatency", "p99")]),
        ("Slowest of a hundred by function, ms", each("Duration", "p99")),
        ("Errors and throttles by function", failed),
        (
            "Table",
            vec![
                table("ConsumedReadCapacityUnits"),
                table("ConsumedWriteCapacityUnits"),
                table("ReadThrottleEvents"),
                table("WriteThrottleEvents"),
            ],
        ),
    ];
    let widgets = widgets.into_iter().enumerate().map(|(place, (title, metrics))| {
        json!({
            "type": "metric", "x": place % 2 * 12, "y": place / 2 * 6, "width": 12, "height": 6,
            "properties": { "title": title, "region": "${AWS::Region}", "period": 300, "metrics": metrics },
        })
    });
    // One metric on a line: a new function is a line in the difference.
    let body = json!({ "widgets": widgets.collect::<Vec<_>>() }).to_string();
    let body = body.replace("[\"AWS/", "\n        [\"AWS/").replace("{\"type\"", "\n        {\"type\"");
    format!(
        r"
  Dashboard:
    Type: AWS::CloudWatch::Dashboard
    Properties:
      DashboardName: !Ref AWS::StackName
      DashboardBody: !Sub |
        {body}
"
    )
}
