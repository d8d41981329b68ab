//! The API as deployed: a deployment named after what it deploys, its stage, and the limits of each key on it.

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use web::{Access, Endpoint, RateClass};

use super::document::Document;
use super::{gateway, lines, routes};

/// Kinds of resources that a deployment takes a copy of.
const DEPLOYED: [&str; 5] = [
    "AWS::ApiGateway::RestApi",
    "AWS::ApiGateway::Resource",
    "AWS::ApiGateway::Method",
    "AWS::ApiGateway::GatewayResponse",
    "AWS::ApiGateway::Authorizer",
];

/// Ten hexadecimal digits that differ whenever the API's definition does.
///
/// A deployment is never updated: one with another logical id is made instead, and the stage moves to it.
#[must_use]
pub fn api_fingerprint(template: &Document) -> String {
    let resources = DEPLOYED.iter().flat_map(|kind| template.resources(kind));
    let definition: Map<String, Value> =
        resources.map(|(id, resource)| (id.to_owned(), resource.clone())).collect();
    let digest = Sha256::digest(Value::Object(definition).to_string());
    hex::encode(&digest[..5])
}

/// Deployment, stage and usage plan.
pub(super) fn resources(endpoints: &[Endpoint], fingerprint: &str) -> String {
    let deployed = routes::method_ids(endpoints).into_iter().chain(gateway::response_ids());
    let deployed = lines(deployed, |id| format!("      - {id}\n"));
    let throttles: String = endpoints.iter().filter_map(throttle).collect();
    format!(
        r"
  # Ends in a digest of the API's definition: a change there makes a new deployment.
  Deployment{fingerprint}:
    Type: AWS::ApiGateway::Deployment
    DependsOn:
{deployed}    Properties:
      RestApiId: !Ref Api
  Stage:
    Type: AWS::ApiGateway::Stage
    Properties:
      RestApiId: !Ref Api
      DeploymentId: !Ref Deployment{fingerprint}
      StageName: !Ref StageName
      TracingEnabled: true
      MethodSettings:
        - HttpMethod: '*'
          ResourcePath: /*
          MetricsEnabled: true
          ThrottlingRateLimit: !Ref StageRatePerSecond
          ThrottlingBurstLimit: !Ref StageBurst
  UsagePlan:
    Type: AWS::ApiGateway::UsagePlan
    Properties:
      UsagePlanName: !Ref AWS::StackName
      Description: What one token may call.
      Quota: {{Limit: !Ref DailyQuota, Period: DAY}}
      ApiStages:
        - ApiId: !Ref Api
          Stage: !Ref Stage
          Throttle:
{throttles}"
    )
}

/// The limit of one route for each key; none where nobody needs a key.
fn throttle(endpoint: &Endpoint) -> Option<String> {
    let class = match (endpoint.access, endpoint.rate) {
        (Access::Public, _) => return None,
        (Access::Token, RateClass::Tool) => "Tool",
        (Access::Token, RateClass::Open) => "Events",
    };
    let (path, method) = (endpoint.path, &endpoint.method);
    Some(format!(
        "            '{path}/{method}': {{RateLimit: !Ref {class}RatePerSecond, BurstLimit: !Ref {class}Burst}}\n"
    ))
}
