//! Where the Live API is, and which model speaks there.

use outbound::is_base_url;
use settings::{Settings, names};

/// Variables that [`Service::from_settings`] reads, and the key.
pub const SETTINGS: &[&str] =
    &[names::GEMINI_API_KEY, names::GEMINI_BASE_URL, names::GEMINI_LIVE_MODEL, names::GEMINI_LIVE_VERSION];

const DEFAULT_BASE_URL: &str = "https://generativelanguage.googleapis.com";
const DEFAULT_MODEL: &str = "gemini-3.8-live";
/// Tokens are a preview: the newest pages name `v1beta` as well.
const DEFAULT_TOKEN_VERSION: &str = "v1alpha";
/// Whoever has the key uses the other method, of this version.
const KEY_VERSION: &str = "v1beta";

/// The Live API of one deployment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Service {
    base_url: String,
    model: String,
    token_version: String,
}

impl Service {
    /// Reads address, model and version. What cannot be used is a problem of the settings.
    #[must_use]
    pub fn from_settings(settings: &Settings) -> Self {
        let base_url = settings.text_or(names::GEMINI_BASE_URL, DEFAULT_BASE_URL);
        if !is_base_url(base_url) {
            settings.problem(names::GEMINI_BASE_URL, &"must be an http or https URL");
        }
        let token_version = settings.text_or(names::GEMINI_LIVE_VERSION, DEFAULT_TOKEN_VERSION);
        // It becomes part of an address.
        if !token_version.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            settings.problem(names::GEMINI_LIVE_VERSION, &"must be letters and digits, such as v1alpha");
        }
        let model = settings.text_or(names::GEMINI_LIVE_MODEL, DEFAULT_MODEL);
        Self {
            base_url: base_url.trim_end_matches('/').to_owned(),
            model: model.strip_prefix("models/").unwrap_or(model).to_owned(),
            token_version: token_version.to_owned(),
        }
    }

    /// The model, without `models/`.
    #[must_use]
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Where tokens are minted: the base address, and the segments after it.
    pub(crate) fn token_mint(&self) -> (&str, [&str; 2]) {
        (&self.base_url, [&self.token_version, "auth_tokens"])
    }

    /// The WebSocket address for whoever has the key, which goes into a header.
    #[must_use]
    pub fn key_url(&self) -> String {
        self.socket_url(KEY_VERSION, "BidiGenerateContent")
    }

    /// The WebSocket address for whoever has a token, without the token: it is another method.
    #[must_use]
    pub fn token_url(&self) -> String {
        self.socket_url(&self.token_version, "BidiGenerateContentConstrained")
    }

    fn socket_url(&self, version: &str, method: &str) -> String {
        // https becomes wss, http ws.
        let rest = self.base_url.strip_prefix("http").unwrap_or(&self.base_url);
        format!("ws{rest}/ws/google.ai.generativelanguage.{version}.GenerativeService.{method}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_and_token_have_methods_of_their_own() {
        let service = Service::from_settings(&Settings::default());
        let host = "wss://generativelanguage.googleapis.com/ws/google.ai.generativelanguage";
        assert_eq!(service.key_url(), format!("{host}.v1beta.GenerativeService.BidiGenerateContent"));
        assert_eq!(
            service.token_url(),
            format!("{host}.v1alpha.GenerativeService.BidiGenerateContentConstrained")
        );
        let settings = Settings::from_pairs([
            (names::GEMINI_BASE_URL, "http://127.0.0.1:9/"),
            (names::GEMINI_LIVE_VERSION, "v1beta"),
            (names::GEMINI_LIVE_MODEL, "models/gemini-x-live"),
        ]);
        let service = Service::from_settings(&settings);
        assert_eq!(settings.check(), Ok(()));
        assert!(service.token_url().starts_with("ws://127.0.0.1:9/ws/"), "{}", service.token_url());
        assert!(service.token_url().contains(".v1beta.") && service.model() == "gemini-x-live");
    }

    #[test]
    fn what_cannot_stand_in_an_address_is_a_problem() {
        let settings =
            Settings::from_pairs([(names::GEMINI_BASE_URL, "x"), (names::GEMINI_LIVE_VERSION, "v1/../x")]);
        assert!(!Service::from_settings(&settings).model().is_empty());
        assert_eq!(settings.check().expect_err("both").problems.len(), 2);
    }
}
