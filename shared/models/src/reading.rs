//! An answer that is read as it is written.

use std::mem;

use futures_util::StreamExt;
use futures_util::stream;
use outbound::Streamed;

use crate::account::Account;
use crate::draft::{Absorb, Draft, reported_error};
use crate::server_sent_events::{Event, Events};
use crate::{ModelError, Piece, Pieces, Unusable};

/// How OpenAI's protocol says that nothing more comes.
const DONE: &str = "[DONE]";

/// Events of one answer, while they arrive.
struct Reading {
    body: Streamed,
    absorb: Absorb,
    account: Account,
    events: Events,
    draft: Draft,
    is_over: bool,
}

/// The pieces of the answer in `body`.
pub(crate) fn pieces(body: Streamed, absorb: Absorb, account: Account) -> Pieces {
    let reading =
        Reading { body, absorb, account, events: Events::default(), draft: Draft::default(), is_over: false };
    let next = async |reading: Option<Reading>| {
        let mut reading = reading?;
        let piece = reading.next().await;
        let goes_on = matches!(piece, Ok(Piece::Text(_)));
        Some((piece, goes_on.then_some(reading)))
    };
    stream::unfold(Some(reading), next).boxed()
}

impl Reading {
    async fn next(&mut self) -> Result<Piece, ModelError> {
        loop {
            while let Some(event) = self.events.next() {
                let before = self.draft.text.len();
                self.take(&event)?;
                if let Some(new) = self.draft.text.get(before..).filter(|new| !new.is_empty()) {
                    return Ok(Piece::Text(new.to_owned()));
                }
            }
            if self.is_over {
                return self
                    .account
                    .settle(mem::take(&mut self.draft))
                    .map(|reply| Piece::End(Box::new(reply)));
            }
            match self.body.next().await {
                Ok(Some(bytes)) => self.events.push(&bytes),
                Ok(None) => self.end(),
                // Whoever has said why it ended has said everything but what it took.
                Err(_) if self.draft.end.is_some() => self.end(),
                Err(error) => {
                    return Err(ModelError::from_call(self.account.provider, &self.account.model, error));
                }
            }
        }
    }

    fn end(&mut self) {
        self.events.finish();
        self.is_over = true;
    }

    fn take(&mut self, event: &Event) -> Result<(), ModelError> {
        if event.data.trim() == DONE {
            self.draft.end_unsaid();
            self.is_over = true;
            self.events = Events::default();
            return Ok(());
        }
        let provider = self.account.provider;
        let chunk = serde_json::from_str(&event.data)
            .map_err(|_| ModelError::unusable(provider, Unusable::Garbled))?;
        if let Some(cause) = reported_error(&chunk) {
            return Err(ModelError::from_report(provider, &self.account.model, cause));
        }
        (self.absorb)(&mut self.draft, &chunk);
        Ok(())
    }
}
