//! Answers as server-sent events: what the handler has so far, then the whole answer or the failure.

use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::stream;
use http::{HeaderName, HeaderValue, Response};
use http_body::Frame;
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full, StreamBody};
use lambda_http::Request;
use tokio::sync::mpsc::UnboundedReceiver;

use crate::Failure;
use crate::function::{Asked, Function};
use crate::progress::{DONE, ERROR, Progress, event};
use crate::render::{Reply, Wanted};
use crate::respond::{self, Answer};

/// The content type of a stream.
pub(crate) const EVENT_STREAM: &str = "text/event-stream";
/// Tells proxies that hold answers back not to hold back this one.
const UNBUFFERED: (HeaderName, HeaderValue) =
    (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));

/// A body that is sent as it is made.
pub type StreamedBody = UnsyncBoxBody<Bytes, Infallible>;

type Outcome = Result<Reply, Failure>;

/// A call under way, and what it has said so far.
struct Call<F> {
    events: UnboundedReceiver<Bytes>,
    /// None once it has ended.
    work: Option<F>,
    outcome: Option<Outcome>,
}

/// What comes next of a call.
enum Next {
    Event(Bytes),
    Last(Outcome),
}

impl<F: Future<Output = Outcome> + Unpin> Call<F> {
    fn new(events: UnboundedReceiver<Bytes>, work: F) -> Self {
        Self { events, work: Some(work), outcome: None }
    }

    /// Everything the call says, in order; its outcome comes last, once.
    async fn next(&mut self) -> Option<Next> {
        poll_fn(|context| self.poll_next(context)).await
    }

    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Next>> {
        if let Some(work) = &mut self.work
            && let Poll::Ready(outcome) = Pin::new(work).poll(context)
        {
            self.work = None;
            self.outcome = Some(outcome);
        }
        match self.events.poll_recv(context) {
            Poll::Ready(Some(event)) => Poll::Ready(Some(Next::Event(event))),
            // Nothing is left, and nobody is there to say more.
            _ if self.work.is_none() => Poll::Ready(self.outcome.take().map(Next::Last)),
            _ => Poll::Pending,
        }
    }
}

impl Function {
    /// Answers `request`, a stream being sent as it is made. A failure before the first event is an ordinary answer.
    pub async fn respond_streaming(self: &Arc<Self>, request: Request) -> Response<StreamedBody> {
        if !self.streams(&request) {
            return self.answer(request).await.map(|bytes| Full::new(bytes).boxed_unsync());
        }
        let request_id = respond::request_id(request.headers());
        let (progress, events) = Progress::watched();
        let (function, id) = (Arc::clone(self), request_id.clone());
        let work: BoxFuture<'static, Outcome> =
            Box::pin(async move { function.call(Asked::over_http(request), &id, progress).await });
        let mut call = Call::new(events, work);
        let first = match call.next().await {
            Some(Next::Last(Err(failure))) => {
                return self.failed(&failure, &request_id).map(|bytes| Full::new(bytes).boxed_unsync());
            }
            first => first,
        };
        let function = Arc::clone(self);
        let frames = stream::unfold((call, first), move |(mut call, next)| {
            let function = Arc::clone(&function);
            async move {
                let next = match next {
                    Some(next) => next,
                    None => call.next().await?,
                };
                Some((Ok(Frame::data(function.written(next))), (call, None)))
            }
        });
        opened(StreamBody::new(frames).boxed_unsync(), &request_id)
    }

    /// The same stream, held back until it has ended: for a caller that cannot be sent it piece by piece.
    pub(crate) async fn events_at_once(&self, request: Request) -> Answer {
        let request_id = respond::request_id(request.headers());
        let (progress, events) = Progress::watched();
        let work = std::pin::pin!(self.call(Asked::over_http(request), &request_id, progress));
        let mut call = Call::new(events, work);
        let mut written = Vec::new();
        while let Some(next) = call.next().await {
            match next {
                Next::Last(Err(failure)) if written.is_empty() => return self.failed(&failure, &request_id),
                next => written.extend_from_slice(&self.written(next)),
            }
        }
        opened(written.into(), &request_id)
    }

    /// Whether `request` asks for a stream, and there is one.
    pub(crate) fn streams(&self, request: &Request) -> bool {
        !self.endpoint().events.is_empty() && Wanted::from_headers(request.headers()) == Wanted::Events
    }

    fn written(&self, next: Next) -> Bytes {
        match next {
            Next::Event(event) => event,
            Next::Last(Ok(reply)) => event(DONE, &reply.body),
            Next::Last(Err(failure)) => {
                event(ERROR, self.endpoint().failure_shape.body(&failure).to_string().as_bytes())
            }
        }
    }
}

fn opened<B>(body: B, request_id: &str) -> Response<B> {
    let mut head = respond::stream(EVENT_STREAM, request_id);
    head.headers_mut().insert(UNBUFFERED.0, UNBUFFERED.1);
    head.map(|()| body)
}

#[cfg(test)]
mod tests;
