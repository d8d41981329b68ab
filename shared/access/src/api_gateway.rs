//! Amazon API Gateway as the keeper of API keys.

use std::time::Duration;

use async_trait::async_trait;
use aws_sdk_apigateway::Client;
use aws_sdk_apigateway::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_apigateway::operation::create_usage_plan_key::CreateUsagePlanKeyError;
use aws_sdk_apigateway::operation::delete_api_key::DeleteApiKeyError;
use settings::{Settings, names};

use crate::{UsagePlan, UsagePlanError};

/// How long one call may take, retries included.
const OPERATION_TIMEOUT: Duration = Duration::from_secs(20);

/// A usage plan of Amazon API Gateway.
#[derive(Debug, Clone)]
pub struct ApiGateway {
    client: Client,
    plan: String,
}

impl ApiGateway {
    /// The plan with this id, in the region and with the credentials of the settings. Nothing is connected yet.
    #[must_use]
    pub fn from_settings(settings: &Settings, plan: impl Into<String>) -> Self {
        let config = aws::config(settings, names::AWS_ENDPOINT_URL_API_GATEWAY, OPERATION_TIMEOUT);
        Self { client: Client::new(&config), plan: plan.into() }
    }
}

#[async_trait]
impl UsagePlan for ApiGateway {
    async fn add_key(&self, name: &str, value: &str) -> Result<String, UsagePlanError> {
        let key = self.client.create_api_key().name(name).value(value).enabled(true).send().await;
        let key = key.map_err(|error| unavailable("make", error))?;
        let id = key.id().unwrap_or_default().to_owned();
        let joined =
            self.client.create_usage_plan_key().usage_plan_id(&self.plan).key_id(&id).key_type("API_KEY");
        match joined.send().await {
            Ok(_) => Ok(id),
            Err(error) => {
                self.remove_key(&id).await?;
                let missing =
                    error.as_service_error().is_some_and(CreateUsagePlanKeyError::is_not_found_exception);
                Err(if missing {
                    UsagePlanError::NoPlan { plan: self.plan.clone() }
                } else {
                    unavailable("plan", error)
                })
            }
        }
    }

    async fn remove_key(&self, id: &str) -> Result<(), UsagePlanError> {
        match self.client.delete_api_key().api_key(id).send().await {
            Ok(_) => Ok(()),
            Err(error) if error.as_service_error().is_some_and(DeleteApiKeyError::is_not_found_exception) => {
                Ok(())
            }
            Err(error) => Err(unavailable("remove", error)),
        }
    }
}

/// Reads an SDK error. Its text may quote the key's value, so only its code is shown.
fn unavailable<E>(action: &'static str, error: SdkError<E>) -> UsagePlanError
where
    E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
{
    let code = match &error {
        SdkError::TimeoutError(_) => "no answer in time".to_owned(),
        SdkError::ServiceError(service) => service.err().code().unwrap_or("unknown").to_owned(),
        SdkError::DispatchFailure(_) => "unreachable".to_owned(),
        _ => "malformed answer".to_owned(),
    };
    UsagePlanError::Unavailable { action, code, source: Box::new(error) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use testkit::upstream::{Answer, Route, Upstream};

    use super::*;

    fn plan(upstream: &Upstream) -> ApiGateway {
        let endpoint = (names::AWS_ENDPOINT_URL_API_GATEWAY, upstream.base_url());
        ApiGateway::from_settings(&Settings::from_pairs([endpoint]), "plan1")
    }

    fn refused(status: u16, code: &str) -> Answer {
        let body = json!({ "message": "no" });
        Answer::json(status, &body).header("x-amzn-errortype", code)
    }

    fn made() -> Route {
        Route::new("POST", "/apikeys", vec![Answer::json(201, &json!({ "id": "key1", "value": "v" }))])
    }

    fn lines(upstream: &Upstream) -> Vec<String> {
        let requests = upstream.requests();
        requests.iter().map(|request| format!("{} {}", request.method, request.path())).collect()
    }

    #[tokio::test]
    async fn a_key_is_made_and_put_into_the_plan() {
        let joined = Route::new("POST", "/usageplans/", vec![Answer::json(201, &json!({ "id": "key1" }))]);
        let upstream = Upstream::routes(vec![made(), joined]).await;
        let id = plan(&upstream).add_key("team", "value-of-the-key").await.expect("a key");
        assert_eq!(
            (id.as_str(), lines(&upstream)),
            ("key1", vec!["POST /apikeys".to_owned(), "POST /usageplans/plan1/keys".to_owned()])
        );
        let [key, joined] = &upstream.requests()[..] else { panic!("two requests") };
        assert_eq!(key.json(), json!({ "name": "team", "value": "value-of-the-key", "enabled": true }));
        assert_eq!(joined.json(), json!({ "keyId": "key1", "keyType": "API_KEY" }));
        assert!(key.header("authorization").is_some_and(|value| value.starts_with("AWS4-HMAC-SHA256")));
    }

    #[tokio::test]
    async fn a_key_that_finds_no_plan_is_removed_again() {
        let joined = Route::new("POST", "/usageplans/", vec![refused(404, "NotFoundException")]);
        let removed = Route::new("DELETE", "/apikeys/", vec![Answer::status(202)]);
        let upstream = Upstream::routes(vec![made(), joined, removed]).await;
        let error = plan(&upstream).add_key("team", "value-of-the-key").await.expect_err("no plan");
        assert!(matches!(error, UsagePlanError::NoPlan { ref plan } if plan == "plan1"), "{error}");
        assert_eq!(lines(&upstream).last().map(String::as_str), Some("DELETE /apikeys/key1"));
    }

    #[tokio::test]
    async fn a_key_that_is_gone_is_removed_and_a_refusal_is_named_by_its_code() {
        let upstream =
            Upstream::start(vec![refused(404, "NotFoundException"), refused(403, "AccessDeniedException")])
                .await;
        let plan = plan(&upstream);
        plan.remove_key("key1").await.expect("gone is gone");
        let error = plan.remove_key("key1").await.expect_err("refused");
        assert_eq!(error.to_string(), "the gateway did not remove the API key (AccessDeniedException)");
    }
}
