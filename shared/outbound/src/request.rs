//! A request before it is sent.

use std::fmt;

use bytes::Bytes;
use reqwest::Method;
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use secrecy::{ExposeSecret, SecretString};
use serde::Serialize;
use url::Url;
use url::form_urlencoded::Serializer;

use crate::OutboundError;

/// How much of a body is read unless the request says otherwise: 2 MiB.
pub const DEFAULT_MAX_BYTES: usize = 2 * 1024 * 1024;
/// How often a call is made, at most, unless the request says otherwise.
const DEFAULT_ATTEMPTS: u32 = 2;

/// One call, built step by step. A step that cannot be taken is reported when the request is sent.
pub struct Request {
    pub(crate) method: Method,
    pub(crate) url: Url,
    pub(crate) headers: HeaderMap,
    pub(crate) secret_headers: HeaderMap,
    pub(crate) body: Bytes,
    pub(crate) max_bytes: usize,
    pub(crate) attempts: u32,
    pub(crate) timeout_header: Option<HeaderName>,
    problem: Option<OutboundError>,
}

/// Whether `text` can stand before a path: an absolute http or https URL with a host.
#[must_use]
pub fn is_base_url(text: &str) -> bool {
    parse(text).is_some()
}

fn parse(text: &str) -> Option<Url> {
    Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}

impl Request {
    /// `GET url`.
    #[must_use]
    pub fn get(url: &str) -> Self {
        Self::new(Method::GET, url)
    }

    /// `POST url` with a JSON body.
    #[must_use]
    pub fn post_json<B: Serialize + ?Sized>(url: &str, body: &B) -> Self {
        let mut request = Self::new(Method::POST, url).content_type("application/json");
        match serde_json::to_vec(body) {
            Ok(bytes) => request.body = bytes.into(),
            Err(_) => request.fail(OutboundError::InvalidRequest { part: "body" }),
        }
        request
    }

    /// `POST url` with a body that is ready: one that was signed must be sent as it stands.
    #[must_use]
    pub fn post(url: &str, content_type: &'static str, body: impl Into<Bytes>) -> Self {
        let mut request = Self::new(Method::POST, url).content_type(content_type);
        request.body = body.into();
        request
    }

    /// `POST url` with a form-encoded body.
    #[must_use]
    pub fn post_form(url: &str, fields: &[(&str, &str)]) -> Self {
        let body = Serializer::new(String::new()).extend_pairs(fields).finish();
        Self::post(url, "application/x-www-form-urlencoded", body)
    }

    fn new(method: Method, url: &str) -> Self {
        let parsed = parse(url);
        let problem = parsed.is_none().then_some(OutboundError::InvalidUrl);
        Self {
            method,
            // Never called: the problem is reported before anything is sent.
            url: parsed.unwrap_or_else(|| Url::parse("http://invalid.invalid").expect("a constant URL")),
            headers: HeaderMap::new(),
            secret_headers: HeaderMap::new(),
            body: Bytes::new(),
            max_bytes: DEFAULT_MAX_BYTES,
            attempts: DEFAULT_ATTEMPTS,
            timeout_header: None,
            problem,
        }
    }

    /// Appends path segments, percent-encoding what is not plain: a segment never leaves its place.
    #[must_use]
    pub fn segments<'a>(mut self, segments: impl IntoIterator<Item = &'a str>) -> Self {
        if let Ok(mut path) = self.url.path_segments_mut() {
            path.pop_if_empty().extend(segments);
        }
        self
    }

    /// Appends one query pair, encoded.
    #[must_use]
    pub fn query(mut self, name: &str, value: &str) -> Self {
        self.url.query_pairs_mut().append_pair(name, value);
        self
    }

    /// Sets a header that anyone may see.
    #[must_use]
    pub fn header(mut self, name: &'static str, value: &str) -> Self {
        match header(name, value) {
            Some((name, value)) => _ = self.headers.insert(name, value),
            None => self.fail(OutboundError::InvalidRequest { part: name }),
        }
        self
    }

    /// Sets a header that carries a secret. A client for pages never sends it.
    #[must_use]
    pub fn secret_header(self, name: &'static str, value: &SecretString) -> Self {
        self.secret(name, value.expose_secret())
    }

    /// Sets `Authorization: Bearer <token>`. A client for pages never sends it.
    #[must_use]
    pub fn bearer(self, token: &SecretString) -> Self {
        self.secret(AUTHORIZATION.as_str(), &format!("Bearer {}", token.expose_secret()))
    }

    fn secret(mut self, name: &'static str, value: &str) -> Self {
        if let Some((name, mut value)) = header(name, value) {
            value.set_sensitive(true);
            self.secret_headers.insert(name, value);
        } else {
            self.fail(OutboundError::InvalidRequest { part: name });
        }
        self
    }

    /// Tells the upstream in header `name` how many milliseconds are left, such as `Request-Timeout-Millis`.
    #[must_use]
    pub fn timeout_header(mut self, name: &'static str) -> Self {
        self.timeout_header = HeaderName::try_from(name).ok();
        self
    }

    /// Reads at most `max_bytes` of the body, counted after decompression.
    #[must_use]
    pub fn max_bytes(mut self, max_bytes: usize) -> Self {
        self.max_bytes = max_bytes;
        self
    }

    /// Makes the call at most `attempts` times in all, instead of twice; 0 counts as 1.
    #[must_use]
    pub fn attempts(mut self, attempts: u32) -> Self {
        self.attempts = attempts;
        self
    }

    /// Asks for JSON unless the caller asked for something else.
    pub(crate) fn accepting_json(mut self) -> Self {
        self.headers.entry(ACCEPT).or_insert(HeaderValue::from_static("application/json"));
        self
    }

    /// The request, or what is wrong with it.
    pub(crate) fn checked(mut self) -> Result<Self, OutboundError> {
        match self.problem.take() {
            Some(problem) => Err(problem),
            None => Ok(self),
        }
    }

    fn content_type(mut self, value: &'static str) -> Self {
        self.headers.insert(CONTENT_TYPE, HeaderValue::from_static(value));
        self
    }

    fn fail(&mut self, problem: OutboundError) {
        self.problem.get_or_insert(problem);
    }
}

fn header(name: &str, value: &str) -> Option<(HeaderName, HeaderValue)> {
    Some((HeaderName::try_from(name).ok()?, HeaderValue::try_from(value).ok()?))
}

impl fmt::Debug for Request {
    /// The method alone: URL, headers and body may hold the query or a key.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Request").field("method", &self.method).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_absolute_web_addresses_are_accepted() {
        for url in [
            "",
            "api.tavily.com",
            "/search",
            "ftp://a.example",
            "file:///etc/passwd",
            "http://",
            "data:text/plain,x",
        ] {
            assert!(!is_base_url(url), "{url}");
            assert!(matches!(
                Request::get(url).segments(["a"]).query("q", "1").checked(),
                Err(OutboundError::InvalidUrl)
            ));
        }
        assert!(is_base_url("http://127.0.0.1:8080/prefix/"));
    }

    #[test]
    fn segments_and_query_are_encoded_and_stay_in_their_place() {
        for base in ["https://a.example/v2", "https://a.example/v2/"] {
            let request = Request::get(base).segments(["corpora", "a/../b?c#d"]).query("q", "17 % & more");
            assert_eq!(
                request.url.as_str(),
                "https://a.example/v2/corpora/a%2F..%2Fb%3Fc%23d?q=17+%25+%26+more"
            );
        }
    }

    #[test]
    fn a_key_that_is_no_header_value_is_an_error_that_does_not_repeat_it() {
        let error = Request::get("https://a.example")
            .secret_header("x-api-key", &SecretString::from("secret\nvalue"))
            .checked()
            .expect_err("a line break cannot be sent");
        assert_eq!(error.to_string(), "the x-api-key cannot be sent");
    }

    #[test]
    fn debug_shows_neither_query_nor_key() {
        let request =
            Request::get("https://a.example").query("q", "claim").bearer(&SecretString::from("secret"));
        let debug = format!("{request:?}");
        assert!(!debug.contains("claim") && !debug.contains("secret"), "{debug}");
    }
}
