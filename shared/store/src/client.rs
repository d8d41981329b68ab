//! The SDK client: ring for TLS, Amazon's roots compiled in, region and credentials from the settings.
//!
//! `aws_config::load()` is not used: inside Lambda everything it would look up is in the environment,
//! and without it a cold start neither reads files nor builds an STS client.

use aws_credential_types::Credentials;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use aws_sdk_dynamodb::config::{BehaviorVersion, Region, SharedHttpClient};
use aws_sdk_dynamodb::{Client, Config};
use aws_smithy_http_client::tls::rustls_provider::CryptoMode;
use aws_smithy_http_client::tls::{Provider, TlsContext, TrustStore};
use settings::{ExposeSecret, Settings, names};

use crate::OPERATION_TIMEOUT;

/// Amazon Root CA 1 to 4 and Starfield Services G2: what every AWS endpoint chains to.
const AMAZON_ROOTS: &[u8] = include_bytes!("../certificates/amazon-roots.pem");

pub(crate) fn from_settings(settings: &Settings) -> Client {
    let text = |name| settings.text(name).unwrap_or("local").to_owned();
    let token = settings.secret(names::AWS_SESSION_TOKEN).map(|token| token.expose_secret().to_owned());
    let credentials = Credentials::new(
        text(names::AWS_ACCESS_KEY_ID),
        text(names::AWS_SECRET_ACCESS_KEY),
        token,
        None,
        "environment",
    );
    let mut config = Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new(settings.text_or(names::AWS_REGION, "us-east-1").to_owned()))
        .credentials_provider(credentials)
        .timeout_config(TimeoutConfig::builder().operation_timeout(OPERATION_TIMEOUT).build())
        .retry_config(RetryConfig::standard())
        .http_client(http_client(settings));
    if let Some(endpoint) = settings.text(names::AWS_ENDPOINT_URL_DYNAMODB) {
        config = config.endpoint_url(endpoint);
    }
    Client::from_conf(config.build())
}

fn http_client(settings: &Settings) -> SharedHttpClient {
    let mut roots = TrustStore::empty().with_pem_certificate(AMAZON_ROOTS);
    if let Some(path) = settings.text(names::AWS_CA_BUNDLE) {
        match std::fs::read(path) {
            Ok(bundle) => roots = roots.with_pem_certificate(bundle),
            Err(error) => settings.problem(names::AWS_CA_BUNDLE, &error),
        }
    }
    let builder = aws_smithy_http_client::Builder::new().tls_provider(Provider::Rustls(CryptoMode::Ring));
    match TlsContext::builder().with_trust_store(roots).build() {
        Ok(context) => builder.tls_context(context).build_https(),
        Err(error) => {
            settings.problem(names::AWS_CA_BUNDLE, &error);
            builder.build_https()
        }
    }
}
