//! The table's SDK client.

use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use aws_sdk_dynamodb::config::{BehaviorVersion, Region};
use aws_sdk_dynamodb::{Client, Config};
use settings::{Settings, names};

use crate::OPERATION_TIMEOUT;

pub(crate) fn from_settings(settings: &Settings) -> Client {
    let mut config = Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new(aws::region(settings)))
        .credentials_provider(aws::credentials(settings))
        .timeout_config(TimeoutConfig::builder().operation_timeout(OPERATION_TIMEOUT).build())
        .retry_config(RetryConfig::standard())
        .http_client(aws::http_client(settings));
    if let Some(endpoint) = aws::endpoint(settings, names::AWS_ENDPOINT_URL_DYNAMODB) {
        config = config.endpoint_url(endpoint);
    }
    Client::from_conf(config.build())
}
