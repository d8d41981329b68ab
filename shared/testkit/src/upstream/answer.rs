//! What the upstream answers, and how badly.

use std::time::Duration;

use serde_json::Value;

/// One scripted answer: a response with optional faults, or no response at all.
#[derive(Debug, Clone)]
pub struct Answer {
    pub(super) delay: Duration,
    pub(super) reply: Reply,
}

#[derive(Debug, Clone)]
pub(super) enum Reply {
    Response(Response),
    Hang,
    Close,
}

#[derive(Debug, Clone)]
pub(super) struct Response {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
    /// The declared length; without one, the body ends where the connection ends.
    pub(super) content_length: Option<usize>,
    /// How many bytes of the body are sent; all of them if `None`.
    pub(super) sent: Option<usize>,
    /// Whether the connection stays open after the last byte.
    pub(super) stays_open: bool,
}

impl Answer {
    /// `status` with a JSON body.
    #[must_use]
    pub fn json(status: u16, body: &Value) -> Self {
        Self::text(status, "application/json", &body.to_string())
    }

    /// `status` with a body of any type.
    #[must_use]
    pub fn text(status: u16, content_type: &str, body: &str) -> Self {
        Self::bytes(status, content_type, body.as_bytes().to_vec())
    }

    /// `status` with a body that need not be text.
    #[must_use]
    pub fn bytes(status: u16, content_type: &str, body: Vec<u8>) -> Self {
        let headers = vec![("content-type".to_owned(), content_type.to_owned())];
        let content_length = Some(body.len());
        let response = Response { status, headers, body, content_length, sent: None, stays_open: false };
        Self { delay: Duration::ZERO, reply: Reply::Response(response) }
    }

    /// `status` with an empty body.
    #[must_use]
    pub fn status(status: u16) -> Self {
        Self::text(status, "text/plain", "")
    }

    /// 200 and `length` bytes that are no JSON, of undeclared length, called JSON.
    #[must_use]
    pub fn junk(length: usize) -> Self {
        Self::bytes(200, "application/json", vec![b'x'; length]).undeclared_length()
    }

    /// Reads the request and never answers.
    #[must_use]
    pub fn hang() -> Self {
        Self { delay: Duration::ZERO, reply: Reply::Hang }
    }

    /// Reads the request and closes the connection.
    #[must_use]
    pub fn close_at_once() -> Self {
        Self { delay: Duration::ZERO, reply: Reply::Close }
    }

    /// Adds a header.
    #[must_use]
    pub fn header(self, name: &str, value: &str) -> Self {
        self.changed(|response| response.headers.push((name.to_owned(), value.to_owned())))
    }

    /// Waits before the first byte.
    #[must_use]
    pub fn slow(mut self, delay_ms: u64) -> Self {
        self.delay = Duration::from_millis(delay_ms);
        self
    }

    /// Declares the whole body, sends only `after_bytes` of it and closes the connection.
    #[must_use]
    pub fn cut_off(self, after_bytes: usize) -> Self {
        self.changed(|response| response.sent = Some(after_bytes))
    }

    /// Declares the whole body, sends only `after_bytes` of it and keeps the connection open.
    #[must_use]
    pub fn stalled(self, after_bytes: usize) -> Self {
        self.changed(|response| (response.sent, response.stays_open) = (Some(after_bytes), true))
    }

    /// Declares another length than the body has.
    #[must_use]
    pub fn declared_length(self, length: usize) -> Self {
        self.changed(|response| response.content_length = Some(length))
    }

    /// Declares no length: the body ends where the connection ends.
    #[must_use]
    pub fn undeclared_length(self) -> Self {
        self.changed(|response| response.content_length = None)
    }

    fn changed(mut self, change: impl FnOnce(&mut Response)) -> Self {
        if let Reply::Response(response) = &mut self.reply {
            change(response);
        }
        self
    }
}

impl Response {
    /// The bytes on the wire.
    pub(super) fn wire(&self) -> Vec<u8> {
        use std::fmt::Write as _;

        let mut head = format!("HTTP/1.1 {} Scripted\r\nconnection: close\r\n", self.status);
        for (name, value) in &self.headers {
            _ = write!(head, "{name}: {value}\r\n");
        }
        if let Some(length) = self.content_length {
            _ = write!(head, "content-length: {length}\r\n");
        }
        head.push_str("\r\n");
        let mut wire = head.into_bytes();
        wire.extend_from_slice(&self.body[..self.sent.unwrap_or(usize::MAX).min(self.body.len())]);
        wire
    }
}
