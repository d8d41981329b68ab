//! What can go wrong when calling an upstream.

use std::error::Error;

/// Why an upstream gave no usable answer. Carries no URL, no key and no text of the upstream's body.
#[derive(Debug, thiserror::Error)]
pub enum OutboundError {
    /// The deadline passed.
    #[error("no answer in time")]
    Timeout,
    /// No connection, or one that broke before the answer was complete.
    #[error("the connection failed")]
    Unreachable {
        /// What the HTTP client reported, without the URL.
        #[source]
        source: Box<dyn Error + Send + Sync>,
    },
    /// 429, or what AWS calls throttling: the upstream wants fewer calls.
    #[error("the upstream limits the rate of calls")]
    RateLimited {
        /// How long the upstream asks to wait, in milliseconds, where it says so.
        retry_after_ms: Option<u64>,
    },
    /// 401 or 403: the key is wrong, or may not do this.
    #[error("access refused with status {status}")]
    Unauthorized {
        /// The HTTP status.
        status: u16,
    },
    /// Any other status below 500 that is no success; redirects of an API count too.
    #[error("request rejected with status {status}{}", code.as_deref().map(|code| format!(" ({code})")).unwrap_or_default())]
    Rejected {
        /// The HTTP status.
        status: u16,
        /// The upstream's own code, such as `SUBSCRIPTION_TOKEN_INVALID`: at most 64 letters, digits, `_`, `.` and `-`.
        code: Option<String>,
    },
    /// 5xx: the upstream is broken or overloaded.
    #[error("the upstream failed with status {status}")]
    Failed {
        /// The HTTP status.
        status: u16,
    },
    /// The body is over the request's cap.
    #[error("the answer is larger than {limit_bytes} bytes")]
    TooLarge {
        /// The cap.
        limit_bytes: usize,
    },
    /// The body is not JSON, or JSON of another shape.
    #[error("the answer cannot be read")]
    Malformed {
        /// Where it stops making sense.
        #[source]
        source: Malformation,
    },
    /// The URL cannot be called: not absolute, neither http nor https, or without a host.
    #[error("the upstream's address is not a usable http or https URL")]
    InvalidUrl,
    /// A header or body cannot be sent, such as a key with a line break in it.
    #[error("the {part} cannot be sent")]
    InvalidRequest {
        /// Which part: a header's name, or `body`.
        part: &'static str,
    },
}

/// Where and how a body stops making sense; deliberately without the text itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{} at line {line}, column {column}", if *is_json { "JSON of another shape" } else { "not JSON" })]
pub struct Malformation {
    /// Whether the body is JSON at all.
    pub is_json: bool,
    /// One-based line, 0 if unknown.
    pub line: usize,
    /// One-based column, 0 if unknown.
    pub column: usize,
}

impl OutboundError {
    /// Whether the same call may succeed later, or elsewhere, without anyone changing anything.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        // 408: the upstream gave up waiting for the request, which may be sent again (RFC 9110, 15.5.9).
        matches!(
            self,
            Self::Timeout
                | Self::Unreachable { .. }
                | Self::RateLimited { .. }
                | Self::Failed { .. }
                | Self::Rejected { status: 408, .. }
        )
    }

    /// A body that did not decode.
    pub(crate) fn malformed(error: &serde_json::Error) -> Self {
        // serde's message quotes the body; only the position is kept.
        let source = Malformation { is_json: error.is_data(), line: error.line(), column: error.column() };
        Self::Malformed { source }
    }
}

impl From<reqwest::Error> for OutboundError {
    fn from(error: reqwest::Error) -> Self {
        if error.is_timeout() {
            return Self::Timeout;
        }
        Self::Unreachable { source: Box::new(error.without_url()) }
    }
}
