//! `infra/template.yaml`: written from the endpoints, and whole.

use std::collections::{BTreeMap, BTreeSet};

use endpoints::template::{self, Document, Throttle, api_fingerprint, limits};
use serde_json::{Value, json};
use settings::names;
use tests::{assert_golden, workspace_root};
use web::{Access, Authorizer, ErrorCode, Method, RateClass};

use crate::routes::path_of;

fn read(path: &str) -> String {
    std::fs::read_to_string(workspace_root().join(path)).expect(path)
}

fn template() -> Document {
    Document::parse(&read("infra/template.yaml")).expect("a template")
}

fn authorizer() -> Authorizer {
    let mut authorizers = endpoints::authorizers();
    assert_eq!(authorizers.len(), 1, "the template has one authorizer for all routes");
    authorizers.remove(0)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// What a function like `!Ref` is applied to.
fn argument<'value>(value: &'value Value, function: &str) -> &'value str {
    text(&value[function])
}

/// Every method of the API by its verb and path.
fn methods(template: &Document) -> BTreeMap<(String, String), &Value> {
    let methods = template.resources("AWS::ApiGateway::Method").map(|(_, method)| &method["Properties"]);
    methods
        .map(|method| {
            let path = path_of(template, &method["ResourceId"]);
            ((text(&method["HttpMethod"]).to_owned(), path), method)
        })
        .collect()
}

/// Where the gateway may call which function from.
fn permissions(template: &Document) -> BTreeSet<(String, String)> {
    let permissions =
        template.resources("AWS::Lambda::Permission").map(|(_, permission)| &permission["Properties"]);
    permissions
        .map(|permission| {
            assert_eq!(permission["Principal"], "apigateway.amazonaws.com");
            let function = argument(&permission["FunctionName"], "!Ref").to_owned();
            (function, argument(&permission["SourceArn"], "!Sub").to_owned())
        })
        .collect()
}

#[test]
fn the_template_is_what_the_endpoints_say() {
    let written = template::write(&read("infra/template.yaml"), &endpoints::all(), &authorizer());
    assert_golden("infra/template.yaml", &written.expect("a template"));
}

#[test]
fn the_watched_routes_are_those_of_the_endpoints() {
    let written = endpoints::watch_routes(&read("Cargo.toml"), &endpoints::all());
    assert_golden("Cargo.toml", &written.expect("a place for the routes"));
}

#[test]
fn the_audit_table_is_what_the_endpoints_say() {
    let document = read("docs/security.md");
    let mark = "do not edit below. -->\n";
    let kept = document.find(mark).map(|place| &document[..place + mark.len()]).expect("the mark");
    let table = template::audit(&endpoints::all(), &authorizer(), &limits());
    assert_golden("docs/security.md", &format!("{kept}\n{table}"));
}

#[test]
fn every_folder_has_a_function_a_role_and_a_log() {
    let template = template();
    let functions: BTreeMap<&str, &Value> = template
        .resources("AWS::Serverless::Function")
        .map(|(_, function)| (text(&function["Properties"]["CodeUri"]), &function["Properties"]))
        .collect();
    let folders = std::fs::read_dir(workspace_root().join("functions")).expect("functions");
    let folders: Vec<String> =
        folders.filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned())).collect();
    assert_eq!(functions.len(), folders.len(), "a function without a folder, or a folder without a function");
    for name in folders {
        let zip = format!("../target/lambda/{name}/bootstrap.zip");
        let function =
            functions.get(zip.as_str()).unwrap_or_else(|| panic!("functions/{name} has no function"));
        let role = argument(&function["Role"], "!GetAtt").trim_end_matches(".Arn");
        let role = template.at(&format!("/Resources/{role}/Type"));
        assert_eq!(role, "AWS::IAM::Role", "the function of {name} has no role of its own");
        let log = argument(&function["LoggingConfig"]["LogGroup"], "!Ref");
        let log = template.at(&format!("/Resources/{log}/Properties/RetentionInDays"));
        assert!(!log.is_null(), "the function of {name} has no log that ends");
        let timeout = function["Timeout"].as_u64().expect("a timeout");
        assert!(timeout < 29, "{name} may take {timeout} s, and the gateway waits for 29 s");
    }
    let roles: BTreeSet<&str> =
        functions.values().map(|function| argument(&function["Role"], "!GetAtt")).collect();
    assert_eq!(roles.len(), functions.len(), "two functions share a role");
}

#[test]
fn no_role_may_do_or_reach_everything() {
    for (id, role) in template().resources("AWS::IAM::Role") {
        for policy in role["Properties"]["Policies"].as_array().expect("policies") {
            for statement in policy["PolicyDocument"]["Statement"].as_array().expect("statements") {
                // A statement that depends on a parameter stands second in its condition.
                let statement = statement["!If"].get(1).unwrap_or(statement);
                let actions = statement["Action"].clone();
                let actions = actions.as_array().cloned().unwrap_or_else(|| vec![actions]);
                let tracing = actions.iter().all(|action| text(action).starts_with("xray:Put"));
                assert!(actions.iter().all(|action| !text(action).contains('*')), "{id} may do {actions:?}");
                assert!(!statement["Resource"].is_null(), "{id} may {actions:?} on what?");
                assert!(tracing || statement["Resource"] != "*", "{id} may {actions:?} on everything");
            }
        }
        assert!(role["Properties"].get("ManagedPolicyArns").is_none(), "{id} has rights it does not need");
    }
}

/// The logical id of the function that an integration's address invokes.
fn invoked(uri: &str) -> &str {
    uri.split("${").last().and_then(|rest| rest.split(".Arn").next()).expect("a function")
}

#[test]
fn every_route_is_there_and_asks_for_what_its_endpoint_says() {
    let (template, limits) = (template(), limits());
    let (methods, permissions) = (methods(&template), permissions(&template));
    let mut routes = BTreeSet::new();
    for endpoint in endpoints::all() {
        let route = (endpoint.method.to_string(), endpoint.path.to_owned());
        let shown = format!("{} {}", route.0, route.1);
        let method = methods.get(&route).unwrap_or_else(|| panic!("{shown} has no method"));
        let throttle = limits.throttles.get(&(endpoint.method.clone(), endpoint.path.to_owned()));
        match endpoint.access {
            Access::Token => {
                assert_eq!(method["AuthorizationType"], "CUSTOM", "{shown} does not ask who calls");
                assert_eq!(
                    argument(&method["AuthorizerId"], "!Ref"),
                    "Authorizer",
                    "{shown} has no authorizer"
                );
                assert_eq!(method["ApiKeyRequired"], true, "{shown} counts nobody's calls");
                let throttle =
                    throttle.unwrap_or_else(|| panic!("{shown} has no throttle in the usage plan"));
                if endpoint.rate == RateClass::Tool {
                    let contract = Throttle { rate_per_second: 1.0, burst: 10 };
                    assert_eq!(*throttle, contract, "{shown} is not limited as the contract says");
                } else {
                    assert!(throttle.rate_per_second > 1.0, "{shown} is as narrow as a tool");
                }
            }
            Access::Public => {
                assert_eq!(method["AuthorizationType"], "NONE", "{shown} is for anyone");
                assert_eq!(method["ApiKeyRequired"], false, "{shown} is for anyone, who has no key");
                assert_eq!(throttle, None, "{shown} is throttled by a key that nobody has");
            }
        }
        let integration = &method["Integration"];
        let whole = if endpoint.events.is_empty() {
            &integration["Uri"]
        } else {
            let modes = json!({ "!If": ["Streams", "STREAM", "BUFFERED"] });
            assert_eq!(integration["ResponseTransferMode"], modes, "{shown} streams where the stack does");
            let streamed = argument(&integration["Uri"]["!If"][1], "!Sub");
            assert!(streamed.ends_with("Function.Arn}/response-streaming-invocations"), "{streamed}");
            assert_eq!(
                invoked(streamed),
                invoked(argument(&integration["Uri"]["!If"][2], "!Sub")),
                "{shown}"
            );
            &integration["Uri"]["!If"][2]
        };
        let function = invoked(argument(whole, "!Sub"));
        let pattern: Vec<&str> =
            route.1.split('/').map(|part| if part.starts_with('{') { "*" } else { part }).collect();
        let source = format!(
            "arn:${{AWS::Partition}}:execute-api:${{AWS::Region}}:${{AWS::AccountId}}:${{Api}}/${{StageName}}/{}{}",
            route.0,
            pattern.join("/")
        );
        assert!(
            permissions.contains(&(function.to_owned(), source)),
            "the gateway may not call {function} for {shown}"
        );
        for other in ["OPTIONS", "ANY"] {
            let answer = methods.get(&(other.to_owned(), route.1.clone()));
            let answer = answer.unwrap_or_else(|| panic!("{} does not answer {other}", route.1));
            assert_eq!(answer["Integration"]["Type"], "MOCK", "{other} {} reaches a function", route.1);
            assert_eq!(answer["AuthorizationType"], "NONE", "{other} {} asks for a token", route.1);
            routes.insert((other.to_owned(), route.1.clone()));
        }
        routes.insert(route);
    }
    assert_eq!(methods.keys().cloned().collect::<BTreeSet<_>>(), routes, "a method without an endpoint");
    assert!(
        limits.throttles.len() <= 20,
        "a usage plan takes 20 throttles of methods; AWS raises it on request"
    );
}

#[test]
fn the_gateway_may_ask_the_authorizer() {
    let template = template();
    let authorizer = template.at("/Resources/Authorizer/Properties");
    assert_eq!(template.at("/Resources/Api/Properties/ApiKeySourceType"), "AUTHORIZER");
    let uri = argument(&authorizer["AuthorizerUri"], "!Sub");
    assert!(uri.contains("${AuthorizerFunction.Arn}"), "{uri}");
    let source =
        "arn:${AWS::Partition}:execute-api:${AWS::Region}:${AWS::AccountId}:${Api}/authorizers/${Authorizer}";
    assert!(
        permissions(&template).contains(&("AuthorizerFunction".to_owned(), source.to_owned())),
        "the gateway may not call the authorizer"
    );
}

#[test]
fn the_gateway_answers_in_the_error_model() {
    let types = [
        "ACCESS_DENIED",
        "API_CONFIGURATION_ERROR",
        "AUTHORIZER_CONFIGURATION_ERROR",
        "AUTHORIZER_FAILURE",
        "BAD_REQUEST_BODY",
        "BAD_REQUEST_PARAMETERS",
        "DEFAULT_4XX",
        "DEFAULT_5XX",
        "EXPIRED_TOKEN",
        "INTEGRATION_FAILURE",
        "INTEGRATION_TIMEOUT",
        "INVALID_API_KEY",
        "INVALID_SIGNATURE",
        "MISSING_AUTHENTICATION_TOKEN",
        "QUOTA_EXCEEDED",
        "REQUEST_TOO_LARGE",
        "RESOURCE_NOT_FOUND",
        "THROTTLED",
        "UNAUTHORIZED",
        "UNSUPPORTED_MEDIA_TYPE",
        "WAF_FILTERED",
    ];
    let template = template();
    let answers: BTreeMap<&str, &Value> = template
        .resources("AWS::ApiGateway::GatewayResponse")
        .map(|(_, answer)| (text(&answer["Properties"]["ResponseType"]), &answer["Properties"]))
        .collect();
    for kind in types {
        let answer =
            answers.get(kind).unwrap_or_else(|| panic!("{kind} is answered in the gateway's own words"));
        let body = text(&answer["ResponseTemplates"]["application/json"]);
        let body: Value = serde_json::from_str(body).unwrap_or_else(|error| panic!("{kind}: {error}"));
        let code = text(&body["error"]["code"]);
        assert!(ErrorCode::ALL.iter().any(|known| known.as_str() == code), "{kind} has the code {code}");
        assert!(!text(&body["error"]["message"]).is_empty(), "{kind} does not say what to do");
        let headers = &answer["ResponseParameters"];
        let origin = "gatewayresponse.header.Access-Control-Allow-Origin";
        assert_eq!(headers[origin], "'*'", "a browser may not read {kind}");
        let waits = ["429", "503"].contains(&text(&answer["StatusCode"]));
        assert_eq!(
            waits,
            headers.get("gatewayresponse.header.Retry-After").is_some(),
            "{kind}: when to retry"
        );
    }
    assert_eq!(answers.len(), types.len(), "an answer of a type that there is not");
    let unset = |kind: &str| answers[kind].get("StatusCode").is_none();
    assert!(unset("DEFAULT_4XX"), "a status there would replace those of all types that are not listed");
    let status = |kind: &str| text(&answers[kind]["StatusCode"]);
    assert_eq!(
        ["UNAUTHORIZED", "ACCESS_DENIED", "THROTTLED", "QUOTA_EXCEEDED"].map(status),
        ["401", "403", "429", "429"]
    );
    assert_eq!(["MISSING_AUTHENTICATION_TOKEN", "BAD_REQUEST_BODY"].map(status), ["404", "422"]);
}

#[test]
fn what_is_deployed_changes_with_the_api_and_with_nothing_else() {
    let text = read("infra/template.yaml");
    let template = template();
    let fingerprint = api_fingerprint(&template);
    let mut deployments = template.resources("AWS::ApiGateway::Deployment");
    let (id, deployment) = deployments.next().expect("a deployment");
    assert_eq!(id, format!("Deployment{fingerprint}"), "the deployment is not of this API");
    assert!(deployments.next().is_none());
    let waits: BTreeSet<&str> =
        deployment["DependsOn"].as_array().expect("a list").iter().map(self::text).collect();
    for kind in ["AWS::ApiGateway::Method", "AWS::ApiGateway::GatewayResponse"] {
        for (id, _) in template.resources(kind) {
            assert!(waits.contains(id), "the deployment does not wait for {id}");
        }
    }
    let changed = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        api_fingerprint(&Document::parse(&text.replace(from, to)).expect("a template")) != fingerprint
    };
    assert!(changed("HttpMethod: POST", "HttpMethod: PUT"));
    assert!(changed("ApiKeySourceType: AUTHORIZER", "ApiKeySourceType: HEADER"));
    assert!(!changed("RetentionInDays: !Ref LogRetentionDays", "RetentionInDays: 7"));
    assert!(!changed("      # ", "      # Another remark. "));
}

#[test]
fn secrets_are_hidden_and_go_to_no_output() {
    let template = template();
    let parameters = template.at("/Parameters").as_object().expect("parameters");
    let outputs = template.at("/Outputs").as_object().expect("outputs");
    let outputs: String = outputs.values().map(|output| output["Value"].to_string()).collect();
    let hidden: Vec<&String> = parameters
        .iter()
        .filter(|(_, parameter)| parameter["NoEcho"] == true)
        .map(|(name, _)| name)
        .collect();
    for endpoint in endpoints::all() {
        for name in endpoint.needs.settings.iter().filter(|name| names::is_secret(name)) {
            let plain = name.replace('_', "").to_ascii_lowercase();
            assert!(
                hidden.iter().any(|parameter| parameter.to_ascii_lowercase() == plain),
                "{name} is shown"
            );
        }
    }
    assert!(hidden.iter().any(|parameter| *parameter == "FirstToken"));
    assert!(hidden.iter().all(|parameter| !outputs.contains(parameter.as_str())), "{outputs}");
}

#[test]
fn the_limits_are_read_from_the_template() {
    let limits = limits();
    let parameter = |name: &str| template().at(&format!("/Parameters/{name}/Default")).as_u64();
    assert_eq!(parameter("DailyQuota"), Some(limits.daily_quota.into()));
    assert_eq!(parameter("AuthorizerTtlSeconds"), Some(limits.authorizer_ttl_seconds.into()));
    assert!(!limits.throttles.contains_key(&(Method::GET, "/api/health".to_owned())));
    let without_plan = Document::parse("Resources: {}").expect("YAML");
    assert!(template::Limits::read(&without_plan).is_err());
}
