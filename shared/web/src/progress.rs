//! What a handler says before its answer is whole, for callers that asked for server-sent events.

use bytes::Bytes;
use serde::Serialize;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// A kind of event that an endpoint sends before its answer, for the API documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventKind {
    /// The event's name on the wire.
    pub name: &'static str,
    /// What its data is, and when it comes.
    pub description: &'static str,
}

/// The last event of a stream that went well: the whole answer, as it would have been without streaming.
pub(crate) const DONE: &str = "done";
/// The last event of a stream that failed: the failure, as it would have been without streaming.
pub(crate) const ERROR: &str = "error";

/// Where a handler reports what it has so far. Nobody listens unless the caller asked for a stream.
///
/// It never blocks and never fails: a caller who has gone away changes nothing for the handler.
#[derive(Debug, Clone, Default)]
pub struct Progress(Option<UnboundedSender<Bytes>>);

impl Progress {
    /// Nobody listens.
    #[must_use]
    pub fn unwatched() -> Self {
        Self(None)
    }

    /// Somebody listens, at the other end.
    pub(crate) fn watched() -> (Self, UnboundedReceiver<Bytes>) {
        let (sender, receiver) = unbounded_channel();
        (Self(Some(sender)), receiver)
    }

    /// Whether anybody listens: what is made for a listener alone is not worth making otherwise.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.0.is_some()
    }

    /// Sends `data` as an event called `name`.
    pub fn send(&self, name: &'static str, data: &impl Serialize) {
        let Some(sender) = &self.0 else { return };
        match serde_json::to_vec(data) {
            // An error means that the caller has gone away.
            Ok(json) => sender.send(event(name, &json)).unwrap_or_default(),
            Err(error) => tracing::error!(%error, event = name, "an event cannot be written as JSON"),
        }
    }
}

/// An event as it goes over the wire. JSON on one line needs no escaping there.
pub(crate) fn event(name: &str, json: &[u8]) -> Bytes {
    [b"event: ", name.as_bytes(), b"\ndata: ", json, b"\n\n"].concat().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_one_line_of_json_whatever_is_in_it() {
        let (progress, mut events) = Progress::watched();
        progress.send("token", &serde_json::json!({ "text": "a\n\ndata: b\r\u{2028}" }));
        let sent = events.try_recv().expect("an event");
        assert_eq!(
            String::from_utf8_lossy(&sent),
            "event: token\ndata: {\"text\":\"a\\n\\ndata: b\\r\u{2028}\"}\n\n"
        );
        drop(events);
        progress.send("token", &"nobody is there");
        Progress::unwatched().send("token", &"nobody ever was");
    }
}
