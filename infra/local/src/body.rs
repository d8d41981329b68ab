//! Reads a request's body, up to its limit.

use axum::body::{Body, Bytes};
use futures_util::StreamExt;
use web::Failure;

/// A body over its limit is read on and thrown away up to here, in bytes: a client that is still sending
/// does not read the answer. It is what API Gateway takes at most; beyond it the connection is closed.
const DISCARDED_BYTES: usize = 10 * 1_024 * 1_024;

/// The whole body, or why it is refused. No more than `limit_bytes` are ever held.
pub(crate) async fn read(body: Body, limit_bytes: usize) -> Result<Bytes, Failure> {
    let mut stream = body.into_data_stream();
    let (mut kept, mut received) = (Vec::new(), 0_usize);
    while received <= DISCARDED_BYTES {
        match stream.next().await {
            Some(Ok(chunk)) => {
                received += chunk.len();
                if received <= limit_bytes {
                    kept.extend_from_slice(&chunk);
                }
            }
            Some(Err(_)) => return Err(web::invalid("", "the body ended too early".to_owned())),
            None if received <= limit_bytes => return Ok(kept.into()),
            None => break,
        }
    }
    Err(web::too_large(limit_bytes))
}
