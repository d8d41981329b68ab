//! What the upstream received.

use serde_json::Value;

/// One request, as it was on the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    /// The method, upper case.
    pub method: String,
    /// Path and query as sent, still encoded.
    pub target: String,
    /// Names in lower case, in the order sent.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Received {
    /// The path, still encoded, without the query.
    #[must_use]
    pub fn path(&self) -> &str {
        self.target.split('?').next().unwrap_or_default()
    }

    /// The first header called `name` (in lower case).
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The first query parameter called `name`, decoded.
    #[must_use]
    pub fn query(&self, name: &str) -> Option<String> {
        let (_, query) = self.target.split_once('?')?;
        let mut pairs = query.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        pairs.find(|(known, _)| decode(known) == name).map(|(_, value)| decode(value))
    }

    /// The body as JSON; null if it is none.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// The request in `bytes`, once it is complete.
    pub(super) fn parse(bytes: &[u8]) -> Option<Self> {
        let head_length = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
        let head = String::from_utf8_lossy(&bytes[..head_length]);
        let body = &bytes[head_length + 4..];
        let mut lines = head.split("\r\n");
        let mut words = lines.next()?.split(' ');
        let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
        let headers = lines.filter_map(|line| line.split_once(':'));
        let headers: Vec<_> =
            headers.map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned())).collect();
        let received = Self { method, target, headers, body: Vec::new() };
        let length =
            received.header("content-length").map_or(Some(0), |length| length.parse::<usize>().ok())?;
        let body = body.get(..length)?.to_vec();
        Some(Self { body, ..received })
    }
}

/// Decodes a form-encoded word.
fn decode(text: &str) -> String {
    let mut bytes = text.bytes();
    let mut decoded = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        decoded.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digits = [bytes.next().unwrap_or(b'0'), bytes.next().unwrap_or(b'0')];
                std::str::from_utf8(&digits)
                    .ok()
                    .and_then(|hex| u8::from_str_radix(hex, 16).ok())
                    .unwrap_or(b'?')
            }
            byte => byte,
        });
    }
    String::from_utf8_lossy(&decoded).into_owned()
}
