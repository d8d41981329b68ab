//! Each route of the API: its place in the tree, its method, and what its path answers to other methods.

use std::collections::{BTreeMap, BTreeSet};

use web::respond;
use web::{Access, Endpoint, Method};

use super::gateway::headers;
use super::{capitalised, functions, lines, logical_id};

/// Bodies that a wrong method may come with. Others are answered with 415.
const MEDIA_TYPES: [&str; 3] = ["application/json", "application/x-www-form-urlencoded", "text/plain"];

/// The path of the page.
const ROOT: &str = "/";

/// The tree of paths, then the methods, then what their paths answer to other methods.
pub(super) fn resources(endpoints: &[Endpoint]) -> String {
    let mut prefixes = BTreeSet::new();
    let mut methods: BTreeMap<&str, Vec<Method>> = BTreeMap::new();
    for endpoint in endpoints {
        let ends = endpoint.path.match_indices('/').skip(1).map(|(place, _)| place);
        let prefixes_of = ends.chain([endpoint.path.len()]).map(|end| &endpoint.path[..end]);
        prefixes.extend(prefixes_of.filter(|prefix| *prefix != ROOT));
        methods.entry(endpoint.path).or_default().push(endpoint.method.clone());
    }
    let tree = prefixes.into_iter().map(node);
    let routes = endpoints.iter().map(route);
    let others =
        methods.iter().flat_map(|(path, allowed)| [preflight(path, allowed), refused(path, allowed)]);
    tree.chain(routes).chain(others).collect()
}

/// Logical ids of all methods.
pub(super) fn method_ids(endpoints: &[Endpoint]) -> Vec<String> {
    let paths: BTreeSet<&str> = endpoints.iter().map(|endpoint| endpoint.path).collect();
    let others = paths.into_iter().flat_map(|path| {
        let id = path_id(path);
        [format!("{id}Preflight"), format!("{id}OtherMethods")]
    });
    endpoints.iter().map(|endpoint| format!("{}Method", logical_id(endpoint.name))).chain(others).collect()
}

/// `/api/sessions/{id}` becomes `ApiSessionsById`, `/` becomes `Root`.
fn path_id(path: &str) -> String {
    if path == ROOT {
        return "Root".to_owned();
    }
    let segments = path.split('/').filter(|segment| !segment.is_empty());
    segments
        .map(|segment| match segment.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
            Some(name) => format!("By{}", capitalised(name)),
            None => logical_id(segment),
        })
        .collect()
}

/// The resource of `path`: the root is there by itself.
fn resource(path: &str) -> String {
    if path.is_empty() || path == ROOT {
        "!GetAtt Api.RootResourceId".to_owned()
    } else {
        format!("!Ref {}Path", path_id(path))
    }
}

fn node(path: &str) -> String {
    let (parent, segment) = path.rsplit_once('/').unwrap_or(("", path));
    let parent = resource(parent);
    format!(
        r"
  {id}Path:
    Type: AWS::ApiGateway::Resource
    Properties: {{RestApiId: !Ref Api, ParentId: {parent}, PathPart: '{segment}'}}
",
        id = path_id(path)
    )
}

fn route(endpoint: &Endpoint) -> String {
    let id = logical_id(endpoint.name);
    let access = match endpoint.access {
        Access::Token => {
            "AuthorizationType: CUSTOM\n      AuthorizerId: !Ref Authorizer\n      ApiKeyRequired: true"
        }
        Access::Public => "AuthorizationType: NONE\n      ApiKeyRequired: false",
    };
    let method = &endpoint.method;
    let any_value: Vec<&str> = endpoint
        .path
        .split('/')
        .map(|segment| if segment.starts_with('{') { "*" } else { segment })
        .collect();
    format!(
        r"
  {id}Method:
    Type: AWS::ApiGateway::Method
    Properties:
      RestApiId: !Ref Api
      ResourceId: {resource}
      HttpMethod: {method}
      {access}
      Integration:
        Type: AWS_PROXY
        IntegrationHttpMethod: POST
{transfer}{permission}",
        resource = resource(endpoint.path),
        transfer = transfer(endpoint, &id),
        permission = functions::permission(&id, &format!("${{StageName}}/{method}{}", any_value.join("/"))),
    )
}

/// How the function of `endpoint` is invoked, and whether its answer is passed on as it is made.
fn transfer(endpoint: &Endpoint, id: &str) -> String {
    let whole = functions::invocation(id);
    if endpoint.events.is_empty() {
        return format!("        Uri: {whole}\n");
    }
    let streamed = functions::streaming_invocation(id);
    format!(
        r"        ResponseTransferMode: !If [Streams, STREAM, BUFFERED]
        Uri: !If
          - Streams
          - {streamed}
          - {whole}
"
    )
}

/// What a browser asks before it calls: nobody has a token then.
fn preflight(path: &str, allowed: &[Method]) -> String {
    let answer = respond::preflight(allowed, "");
    mock(&format!("{}Preflight", path_id(path)), path, "OPTIONS", &answer, None)
}

/// A path that exists must not say that it does not.
fn refused(path: &str, allowed: &[Method]) -> String {
    let failure = web::method_not_allowed(allowed);
    let body = failure.body().to_string();
    mock(&format!("{}OtherMethods", path_id(path)), path, "ANY", &respond::failure(&failure, ""), Some(&body))
}

/// A method that the gateway answers by itself, always the same.
fn mock(id: &str, path: &str, method: &str, answer: &respond::Answer, body: Option<&str>) -> String {
    let status = answer.status().as_u16();
    let requests =
        lines(MEDIA_TYPES, |media_type| format!("          {media_type}: '{{\"statusCode\": {status}}}'\n"));
    let headers = headers(answer);
    let declared = lines(&headers, |(name, _)| format!("            method.response.header.{name}: true\n"));
    let given = lines(&headers, |(name, value)| {
        format!("              method.response.header.{name}: \"'{value}'\"\n")
    });
    let body = body.unwrap_or_default().replace('\'', "''");
    format!(
        r"
  {id}:
    Type: AWS::ApiGateway::Method
    Properties:
      RestApiId: !Ref Api
      ResourceId: {resource}
      HttpMethod: {method}
      AuthorizationType: NONE
      ApiKeyRequired: false
      MethodResponses:
        - StatusCode: '{status}'
          ResponseParameters:
{declared}      Integration:
        Type: MOCK
        PassthroughBehavior: NEVER
        RequestTemplates:
{requests}        IntegrationResponses:
          - StatusCode: '{status}'
            ResponseParameters:
{given}            ResponseTemplates: {{application/json: '{body}'}}
",
        resource = resource(path),
    )
}
