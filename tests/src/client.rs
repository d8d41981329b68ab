//! A plain HTTP client: one connection for each request, nothing retried, nothing hidden.

use std::net::SocketAddr;

use bytes::Bytes;
use http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::{BodyExt, Full};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;

/// What came back.
#[derive(Debug, Clone)]
pub struct Reply {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body as sent.
    pub bytes: Bytes,
}

impl Reply {
    /// The body as JSON; null where it is none.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or(Value::Null)
    }

    /// The body as JSON, or as a text where it is none: a page, a picture.
    #[must_use]
    pub fn json_or_text(&self) -> Value {
        serde_json::from_slice(&self.bytes)
            .unwrap_or_else(|_| String::from_utf8_lossy(&self.bytes).into_owned().into())
    }

    /// The code of the error model, empty where it is none.
    #[must_use]
    pub fn error_code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }

    /// A header's value, empty where it is missing.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

/// Sends one request. JSON is the content type unless `headers` say otherwise.
pub async fn request(
    address: SocketAddr,
    method: Method,
    path: &str,
    headers: &[(&str, &str)],
    body: impl Into<Bytes>,
) -> anyhow::Result<Reply> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
    let driving = tokio::spawn(connection);
    let mut builder = Request::builder().method(method).uri(path).header(header::HOST, address.to_string());
    if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-type")) {
        builder = builder.header(header::CONTENT_TYPE, "application/json");
    }
    for (name, value) in headers.iter().filter(|(_, value)| !value.is_empty()) {
        builder = builder.header(*name, *value);
    }
    let response = sender.send_request(builder.body(Full::new(body.into()))?).await?;
    let (parts, body) = response.into_parts();
    let bytes = body.collect().await?.to_bytes();
    driving.abort();
    Ok(Reply { status: parts.status, headers: parts.headers, bytes })
}
