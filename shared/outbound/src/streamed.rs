//! A body that is read as it arrives.

use std::fmt;

use bytes::Bytes;
use reqwest::Response;

use crate::{Deadline, OutboundError};

/// The body of a successful answer, piece by piece, until the call's deadline and up to the request's cap.
///
/// Dropping it ends the connection.
pub struct Streamed {
    response: Response,
    max_bytes: usize,
    left_bytes: usize,
    deadline: Deadline,
}

impl Streamed {
    pub(crate) fn new(response: Response, max_bytes: usize, deadline: Deadline) -> Self {
        Self { response, max_bytes, left_bytes: max_bytes, deadline }
    }

    /// The next piece, decompressed; pieces begin and end anywhere. `None` at the end of the body.
    ///
    /// An error is the last thing it gives: [`OutboundError::Timeout`] at the deadline,
    /// [`OutboundError::Unreachable`] where the connection broke before the end, and
    /// [`OutboundError::TooLarge`] above the cap.
    pub async fn next(&mut self) -> Result<Option<Bytes>, OutboundError> {
        let arrived = self.deadline.run(self.response.chunk()).await;
        let Some(piece) = arrived.map_err(|_| OutboundError::Timeout)?? else { return Ok(None) };
        match self.left_bytes.checked_sub(piece.len()) {
            Some(left_bytes) => self.left_bytes = left_bytes,
            None => return Err(OutboundError::TooLarge { limit_bytes: self.max_bytes }),
        }
        Ok(Some(piece))
    }
}

impl fmt::Debug for Streamed {
    /// Neither URL nor headers: they may hold the query or a key.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Streamed").field("left_bytes", &self.left_bytes).finish_non_exhaustive()
    }
}
