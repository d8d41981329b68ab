//! What every AWS SDK client is built from: ring for TLS, Amazon's roots compiled in, region, credentials
//! and endpoint from the settings.
//!
//! `aws_config::load()` is not used: inside Lambda everything it would look up is in the environment,
//! and without it a cold start neither reads files nor builds an STS client.

use aws_credential_types::Credentials;
use aws_smithy_http_client::tls::rustls_provider::CryptoMode;
use aws_smithy_http_client::tls::{Provider, TlsContext, TrustStore};
use aws_smithy_runtime_api::client::http::SharedHttpClient;
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

/// The region, `us-east-1` where none is set.
#[must_use]
pub fn region(settings: &Settings) -> String {
    settings.text_or(names::AWS_REGION, "us-east-1").to_owned()
}

/// The endpoint that `name` (such as `AWS_ENDPOINT_URL_DYNAMODB`) or `AWS_ENDPOINT_URL` sets instead of Amazon's.
#[must_use]
pub fn endpoint<'settings>(settings: &'settings Settings, name: &str) -> Option<&'settings str> {
    settings.text(name).or_else(|| settings.text(names::AWS_ENDPOINT_URL))
}

/// An HTTP client that trusts Amazon's certificate authorities, and those in `AWS_CA_BUNDLE`.
#[must_use]
pub fn http_client(settings: &Settings) -> SharedHttpClient {
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
}
