//! What every AWS SDK client is built from: ring for TLS, Amazon's roots compiled in, region, credentials
//! and endpoint from the settings.
//!
//! `aws_config::load()` is not used: inside Lambda everything it would look up is in the environment,
//! and without it a cold start neither reads files nor builds an STS client.

mod http_client;

use std::time::Duration;

use aws_credential_types::Credentials;
use aws_credential_types::provider::SharedCredentialsProvider;
use aws_smithy_runtime_api::client::behavior_version::BehaviorVersion;
use aws_smithy_runtime_api::client::http::SharedHttpClient;
use aws_smithy_types::retry::RetryConfig;
use aws_smithy_types::timeout::TimeoutConfig;
use aws_types::SdkConfig;
use aws_types::region::Region;
use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use settings::{ExposeSecret, Settings, names};

/// Amazon Root CA 1 to 4 and Starfield Services G2: what every AWS endpoint chains to.
const AMAZON_ROOTS: &[u8] = include_bytes!("../certificates/amazon-roots.pem");

/// The credentials in the settings, or placeholders for an engine that checks no signature.
#[must_use]
pub fn credentials(settings: &Settings) -> Credentials {
    let text = |name| settings.text(name).unwrap_or("local").to_owned();
    let token = settings.secret(names::AWS_SESSION_TOKEN).map(|token| token.expose_secret().to_owned());
    let (id, secret) = (text(names::AWS_ACCESS_KEY_ID), text(names::AWS_SECRET_ACCESS_KEY));
    Credentials::new(id, secret, token, None, "environment")
}

/// What a client of one service is built from: the endpoint that `endpoint_variable` (or `AWS_ENDPOINT_URL`) sets, and
/// how long one operation may take, retries included. Nothing is connected yet.
#[must_use]
pub fn config(settings: &Settings, endpoint_variable: &str, operation_timeout: Duration) -> SdkConfig {
    let mut config = SdkConfig::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new(settings.text_or(names::AWS_REGION, "us-east-1").to_owned()))
        .credentials_provider(SharedCredentialsProvider::new(credentials(settings)))
        .timeout_config(TimeoutConfig::builder().operation_timeout(operation_timeout).build())
        .retry_config(RetryConfig::standard())
        .http_client(http_client(settings));
    config.set_endpoint_url(endpoint(settings, endpoint_variable).map(str::to_owned));
    config.build()
}

/// The endpoint that `name` (such as `AWS_ENDPOINT_URL_DYNAMODB`) or `AWS_ENDPOINT_URL` sets instead of Amazon's.
#[must_use]
pub fn endpoint<'settings>(settings: &'settings Settings, name: &str) -> Option<&'settings str> {
    settings.text(name).or_else(|| settings.text(names::AWS_ENDPOINT_URL))
}

/// An HTTP client that trusts Amazon's certificate authorities, and those in `AWS_CA_BUNDLE`.
///
fn http_client(settings: &Settings) -> SharedHttpClient {
    let mut roots = RootCertStore::empty();
    add(&mut roots, AMAZON_ROOTS).expect("they are compiled in, and the tests read them");
    if let Some(path) = settings.text(names::AWS_CA_BUNDLE) {
        match std::fs::read(path) {
            Ok(bundle) => {
                add(&mut roots, &bundle)
                    .unwrap_or_else(|error| settings.problem(names::AWS_CA_BUNDLE, &error));
            }
            Err(error) => settings.problem(names::AWS_CA_BUNDLE, &error),
        }
    }
    http_client::trusting(roots).expect("ring knows every version of TLS that rustls holds safe")
}

/// Adds every certificate of a PEM file.
fn add(roots: &mut RootCertStore, bundle: &[u8]) -> Result<(), rustls::Error> {
    for certificate in CertificateDer::pem_slice_iter(bundle) {
        let certificate = certificate.map_err(|error| rustls::Error::General(error.to_string()))?;
        roots.add(certificate)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_s_own_endpoint_wins() {
        let name = names::AWS_ENDPOINT_URL_DYNAMODB;
        let both = Settings::from_pairs([(names::AWS_ENDPOINT_URL, "http://a"), (name, "http://b")]);
        assert_eq!(endpoint(&both, name), Some("http://b"));
        assert_eq!(endpoint(&both, "AWS_ENDPOINT_URL_OTHER"), Some("http://a"));
        assert_eq!(endpoint(&Settings::default(), name), None);
    }

    #[test]
    fn a_bundle_that_cannot_be_read_is_a_problem() {
        let settings = Settings::from_pairs([(names::AWS_CA_BUNDLE, "/nowhere/roots.pem")]);
        let _client = http_client(&settings);
        assert!(settings.check().is_err());
    }

    #[test]
    fn amazon_s_authorities_are_five() {
        let mut roots = RootCertStore::empty();
        add(&mut roots, AMAZON_ROOTS).expect("certificates");
        assert_eq!(roots.len(), 5);
    }
}
