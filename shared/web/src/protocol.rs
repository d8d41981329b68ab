//! Endpoints that speak a protocol of their own over HTTP: a library reads the message and writes the answer.

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::future::BoxFuture;
use http::{HeaderMap, HeaderValue, Request, Response, header};

use crate::handler::{Answered, Erased, Raw, Warm};
use crate::progress::Progress;
use crate::render::{JSON, Reply, Wanted};
use crate::respond::REQUEST_ID;
use crate::{Failure, Principal};

/// Answers a message of another protocol. What is checked before is the same as for every call: the method, who calls,
/// the body's type and size; what is added after is the same, too: the usual headers and one line in the log.
///
/// The request carries the caller's headers and the call's id; of the answer the status, the type and the body count.
pub type Speak<D> = for<'deps> fn(&'deps D, Principal, Request<Bytes>) -> BoxFuture<'deps, Response<Bytes>>;

/// A speaker with its dependencies.
pub(crate) struct Protocol<D> {
    pub(crate) deps: D,
    pub(crate) warm: Warm<D>,
    pub(crate) speak: Speak<D>,
}

#[async_trait]
impl<D: Send + Sync + 'static> Erased for Protocol<D> {
    async fn run(&self, caller: Principal, raw: Raw, _: Wanted, _: Progress) -> Answered {
        let outcome = match raw {
            Raw::Body { headers, bytes } => {
                let answer = (self.speak)(&self.deps, caller, message(headers, bytes)).await;
                Ok(reply(answer))
            }
            Raw::Params(_) => Err(Failure::internal("a protocol's messages are bodies")),
        };
        Answered { outcome, spoken: None }
    }

    async fn warm(&self) {
        (self.warm)(&self.deps).await;
    }
}

fn message(headers: HeaderMap, bytes: Vec<u8>) -> Request<Bytes> {
    let mut request = Request::new(Bytes::from(bytes));
    *request.method_mut() = http::Method::POST;
    *request.headers_mut() = headers;
    request
}

/// The types that a protocol may answer with: others, and text, go out as plain text.
fn reply(answer: Response<Bytes>) -> Reply {
    let (parts, body) = answer.into_parts();
    let media = parts.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let is_json = media.is_some_and(|media| media.starts_with("application/json"));
    let content_type = if is_json || body.is_empty() { JSON } else { "text/plain; charset=utf-8" };
    Reply { status: parts.status, content_type, body, headers: &[], items: None }
}

/// Puts the id that the call is logged under where the protocol's handler finds it.
pub(crate) fn set_request_id(headers: &mut HeaderMap, request_id: &str) {
    if let Ok(value) = HeaderValue::from_str(request_id) {
        headers.insert(REQUEST_ID, value);
    }
}
