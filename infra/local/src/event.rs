//! An HTTP request as API Gateway hands it to a function: payload 1.0, through the runtime's own conversion.

use std::collections::BTreeMap;
use std::net::IpAddr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use lambda_http::http::{HeaderMap, Method, Uri};
use serde_json::{Map, Value, json};
use settings::Clock;
use web::Principal;

/// The stage every local request arrives in.
const STAGE: &str = "local";

/// What a request is, before it becomes an event.
pub(crate) struct Incoming<'request> {
    pub(crate) method: &'request Method,
    pub(crate) uri: &'request Uri,
    pub(crate) headers: &'request HeaderMap,
    pub(crate) body: &'request [u8],
    pub(crate) address: IpAddr,
    /// Path template of the matched endpoint.
    pub(crate) resource: &'static str,
    /// Its parameters.
    pub(crate) params: Vec<(&'static str, &'request str)>,
    /// Who calls, once the gateway has proved it; none for a public endpoint.
    pub(crate) caller: Option<&'request Principal>,
    pub(crate) request_id: &'request str,
}

/// The request a function receives.
pub(crate) fn lambda_request(incoming: &Incoming<'_>) -> Result<lambda_http::Request, serde_json::Error> {
    lambda_http::request::from_str(&event(incoming).to_string())
}

fn event(incoming: &Incoming<'_>) -> Value {
    let path = incoming.uri.path();
    let (headers, multi_headers) = header_maps(incoming.headers, incoming.request_id);
    let (query, multi_query) = query_maps(incoming.uri.query().unwrap_or_default());
    let (body, is_base64) = match std::str::from_utf8(incoming.body) {
        Ok("") => (Value::Null, false),
        Ok(text) => (text.into(), false),
        Err(_) => (STANDARD.encode(incoming.body).into(), true),
    };
    let params: Map<String, Value> =
        incoming.params.iter().map(|(name, value)| ((*name).to_owned(), (*value).into())).collect();
    let now = Clock::System.now();
    json!({
        "resource": incoming.resource,
        "path": path,
        "httpMethod": incoming.method.as_str(),
        "headers": headers,
        "multiValueHeaders": multi_headers,
        "queryStringParameters": or_null(query),
        "multiValueQueryStringParameters": or_null(multi_query),
        "pathParameters": or_null(params),
        "stageVariables": null,
        "requestContext": {
            "accountId": "000000000000",
            "apiId": "local",
            "authorizer": incoming.caller.map(|caller| json!({ "principalId": caller.id() })),
            "httpMethod": incoming.method.as_str(),
            "identity": { "sourceIp": incoming.address.to_string() },
            "path": format!("/{STAGE}{path}"),
            "protocol": "HTTP/1.1",
            "requestId": incoming.request_id,
            "requestTimeEpoch": now.as_millisecond(),
            "resourceId": "local",
            "resourcePath": incoming.resource,
            "stage": STAGE,
        },
        "body": body,
        "isBase64Encoded": is_base64,
    })
}

/// API Gateway sends `null` where there is nothing.
fn or_null(map: Map<String, Value>) -> Value {
    if map.is_empty() { Value::Null } else { map.into() }
}

/// Single (the last counts) and multiple values by name. The gateway's own request id replaces the caller's.
fn header_maps(headers: &HeaderMap, request_id: &str) -> (Map<String, Value>, Map<String, Value>) {
    let mut values: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for (name, value) in headers {
        values.entry(name.as_str()).or_default().push(String::from_utf8_lossy(value.as_bytes()).into());
    }
    values.insert(web::respond::REQUEST_ID_NAME, vec![request_id.into()]);
    last_and_all(values.into_iter().map(|(name, values)| (name.to_owned(), values)))
}

fn query_maps(query: &str) -> (Map<String, Value>, Map<String, Value>) {
    let mut values: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
        values.entry(name.into_owned()).or_default().push(value.into_owned().into());
    }
    last_and_all(values)
}

fn last_and_all(
    values: impl IntoIterator<Item = (String, Vec<Value>)>,
) -> (Map<String, Value>, Map<String, Value>) {
    let (mut last, mut all) = (Map::new(), Map::new());
    for (name, values) in values {
        last.insert(name.clone(), values.last().cloned().unwrap_or_default());
        all.insert(name, values.into());
    }
    (last, all)
}
