//! A gateway's question "who is this?", and the answer it keeps: a Lambda authorizer of type REQUEST.
//!
//! The gateway asks with the request's headers and keeps the answer for its time to live, for every path:
//! the policy allows the whole stage, because an answer for one path alone would refuse the next.
//! The usage key in the answer is what the usage plan counts and throttles.

use std::collections::BTreeMap;

use async_trait::async_trait;
use lambda_http::lambda_runtime::Diagnostic;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use settings::{Settings, SettingsError};

use crate::credential::refused;
use crate::needs::Needs;
use crate::{Credential, ErrorCode, Failure, Principal};

/// Longest usage key a gateway takes, and the shortest, in characters.
const USAGE_KEY_CHARS: std::ops::RangeInclusive<usize> = 20..=128;

/// Decides who shows a credential.
#[async_trait]
pub trait Authorize: Send + Sync {
    /// Who it is and what counts the calls; [`ErrorCode::NotAuthorized`] if nobody is known by it.
    async fn authorize(&self, credential: Credential) -> Result<Grant, Failure>;

    /// Connects what every question needs, before the first one.
    async fn warm(&self) {}
}

/// A caller who is let in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    /// Who it is.
    pub principal: Principal,
    /// Value of the API key that counts the caller's calls; none where nothing counts them.
    pub usage_key: Option<String>,
}

/// An authorizer: stated once, in its function's crate.
pub struct Authorizer {
    /// Folder, package, binary and log name.
    pub name: &'static str,
    /// What it needs on AWS.
    pub needs: Needs,
    /// Builds it from settings.
    pub connect: fn(&Settings) -> Box<dyn Authorize>,
}

/// An opened authorizer.
pub struct OpenAuthorizer {
    name: &'static str,
    authorize: Box<dyn Authorize>,
}

/// Why a caller is not let in, as the gateway understands it.
#[derive(Debug)]
pub struct Refused(pub Failure);

/// The gateway's question. What is not read here is not decoded.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Question {
    #[serde(default)]
    method_arn: String,
    #[serde(default)]
    headers: Option<BTreeMap<String, String>>,
    /// Of an authorizer of type TOKEN.
    #[serde(default)]
    authorization_token: Option<String>,
    #[serde(default)]
    request_context: Context,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Context {
    #[serde(default)]
    request_id: Option<String>,
}

/// The answer it keeps.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// Who calls: in the event of every function as `requestContext.authorizer.principalId`.
    pub principal_id: String,
    /// What it may call.
    pub policy_document: Value,
    /// What counts its calls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage_identifier_key: Option<String>,
}

impl Authorizer {
    /// Reads the settings and builds what it needs, once.
    pub fn open(self, settings: &Settings) -> Result<OpenAuthorizer, SettingsError> {
        let authorize = (self.connect)(settings);
        settings.check()?;
        Ok(OpenAuthorizer { name: self.name, authorize })
    }
}

impl OpenAuthorizer {
    /// Connects what every question needs.
    pub async fn warm(&self) {
        self.authorize.warm().await;
    }

    /// Answers one question of the gateway.
    pub async fn answer(&self, event: Value) -> Result<Answer, Refused> {
        let started = std::time::Instant::now();
        let question: Result<Question, _> = serde_json::from_value(event);
        let (outcome, spent) = telemetry::measure_upstream(async {
            self.decide(question.as_ref().map_err(|error| Failure::internal(error.to_string()))?).await
        })
        .await;
        let request_id =
            question.as_ref().ok().and_then(|question| question.request_context.request_id.as_deref());
        let failure = outcome.as_ref().err();
        telemetry::log_call(&telemetry::CallRecord {
            function: self.name,
            route: "-",
            request_id: request_id.unwrap_or("-"),
            caller: outcome.as_ref().map_or("-", |answer| &answer.principal_id),
            status: failure.map_or(200, |failure| failure.code.status().as_u16()),
            duration_ms: started.elapsed().as_secs_f64() * 1_000.0,
            spent,
            items: None,
            error_code: failure.map(|failure| failure.code.as_str()),
            error_chain: failure.and_then(Failure::chain).as_deref(),
            spoken: None,
        });
        outcome.map_err(Refused)
    }

    async fn decide(&self, question: &Question) -> Result<Answer, Failure> {
        let credential = question.credential().ok_or_else(|| refused("no token was sent"))?;
        let grant = self.authorize.authorize(credential).await?;
        if grant.usage_key.as_ref().is_some_and(|key| !USAGE_KEY_CHARS.contains(&key.len())) {
            return Err(Failure::internal("the usage key is no API key's value: 20 to 128 characters"));
        }
        Ok(Answer {
            principal_id: grant.principal.id().to_owned(),
            policy_document: allow(&stage_wide(&question.method_arn)),
            usage_identifier_key: grant.usage_key,
        })
    }
}

impl Question {
    /// `Authorization: Bearer <token>`, else `X-API-Key`.
    fn credential(&self) -> Option<Credential> {
        let bearer = self.authorization_token.as_deref().or_else(|| self.header("authorization"));
        match bearer {
            Some(value) => Credential::from_authorization(value),
            None => self.header("x-api-key").map(Credential::new),
        }
    }

    fn header(&self, name: &str) -> Option<&str> {
        let headers = self.headers.iter().flatten();
        headers.into_iter().find(|(sent, _)| sent.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }
}

fn allow(resource: &str) -> Value {
    serde_json::json!({
        "Version": "2012-10-17",
        "Statement": [{ "Action": "execute-api:Invoke", "Effect": "Allow", "Resource": resource }],
    })
}

/// Every method and path of the stage that `method_arn` is in: `arn:…:api/stage/POST/path` → `arn:…:api/stage/*/*`.
fn stage_wide(method_arn: &str) -> String {
    let mut pieces = method_arn.splitn(3, '/');
    let (api, stage) = (pieces.next().unwrap_or_default(), pieces.next().unwrap_or("*"));
    format!("{api}/{stage}/*/*")
}

impl From<Refused> for Diagnostic {
    /// The gateway answers 401 to exactly the word `Unauthorized`, and 500 (which the template turns into a 503)
    /// to anything else.
    fn from(Refused(failure): Refused) -> Self {
        let error_message = match failure.code {
            ErrorCode::NotAuthorized => "Unauthorized".to_owned(),
            _ => "the token could not be checked".to_owned(),
        };
        Self { error_type: failure.code.as_str().to_owned(), error_message }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    struct Doorman;

    #[async_trait]
    impl Authorize for Doorman {
        async fn authorize(&self, credential: Credential) -> Result<Grant, Failure> {
            if credential.digest() != Credential::new("right").digest() {
                return Err(crate::unknown_token());
            }
            Ok(Grant { principal: credential.principal(), usage_key: Some("k".repeat(32)) })
        }
    }

    const ARN: &str = "arn:aws:execute-api:eu-central-1:123456789012:abc123/prod/POST/api/tools/search_web";

    async fn ask(headers: Value) -> Result<Answer, Refused> {
        let authorizer =
            Authorizer { name: "sample", needs: Needs::default(), connect: |_| Box::new(Doorman) };
        let opened = authorizer.open(&Settings::default()).expect("no setting is needed");
        opened.answer(json!({ "type": "REQUEST", "methodArn": ARN, "headers": headers })).await
    }

    #[tokio::test]
    async fn an_answer_holds_for_the_whole_stage() {
        for headers in [json!({ "authorization": "bearer right" }), json!({ "X-API-Key": "right" })] {
            let answer = serde_json::to_value(ask(headers).await.expect("let in")).expect("JSON");
            assert_eq!(
                answer["policyDocument"]["Statement"][0]["Resource"],
                "arn:aws:execute-api:eu-central-1:123456789012:abc123/prod/*/*"
            );
            assert_eq!(answer["usageIdentifierKey"], "k".repeat(32));
            assert_eq!(answer["principalId"].as_str().map(str::len), Some(12));
        }
    }

    #[tokio::test]
    async fn the_gateway_reads_unauthorized_and_nothing_else() {
        for headers in [
            Value::Null,
            json!({}),
            json!({ "Authorization": "Bearer wrong" }),
            json!({ "Authorization": "right" }),
            // What is in the Authorization header counts, even beside a valid key.
            json!({ "Authorization": "Bearer wrong", "x-api-key": "right" }),
        ] {
            let refused = ask(headers.clone()).await.expect_err("refused");
            assert_eq!(Diagnostic::from(refused).error_message, "Unauthorized", "{headers}");
        }
        let broken = Diagnostic::from(Refused(Failure::internal("table at 10.0.0.7")));
        assert_eq!(broken.error_message, "the token could not be checked");
    }
}
