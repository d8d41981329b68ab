//! One connection: one request, one answer.

use std::io::{ErrorKind, Result};
use std::time::Duration;

use tokio::net::TcpStream;

use super::answer::Reply;
use super::{Received, Script};

/// Longest life of a connection, so that a test which forgets one ends all the same.
const LIFETIME: Duration = Duration::from_secs(30);
/// Largest request that is read.
const MAX_REQUEST_BYTES: usize = 16 * 1024 * 1024;

/// Reads a request, records it and plays its answer.
pub(super) async fn run(connection: &TcpStream, script: &Script) {
    let exchange = async {
        let Some(received) = read(connection).await else { return };
        let answer = script.answer(received);
        tokio::time::sleep(answer.delay).await;
        match answer.reply {
            // A client that hung up early is its own finding: the test sees it on the client's side.
            Reply::Response(response) => {
                drop(write(connection, &response.wire()).await);
                if response.stays_open {
                    std::future::pending::<()>().await;
                }
            }
            Reply::Hang => std::future::pending().await,
            Reply::Close => {}
        }
    };
    _ = tokio::time::timeout(LIFETIME, exchange).await;
}

async fn read(connection: &TcpStream) -> Option<Received> {
    let mut bytes = Vec::new();
    let mut buffer = vec![0; 16 * 1024];
    while bytes.len() < MAX_REQUEST_BYTES {
        connection.readable().await.ok()?;
        match connection.try_read(&mut buffer) {
            Ok(0) => return None,
            Ok(count) => bytes.extend_from_slice(&buffer[..count]),
            Err(error) if error.kind() == ErrorKind::WouldBlock => continue,
            Err(_) => return None,
        }
        // A TLS greeting, for one: it would never become a request.
        if !bytes.first().is_some_and(u8::is_ascii_uppercase) {
            return None;
        }
        if let Some(received) = Received::parse(&bytes) {
            return Some(received);
        }
    }
    None
}

async fn write(connection: &TcpStream, mut bytes: &[u8]) -> Result<()> {
    while !bytes.is_empty() {
        connection.writable().await?;
        match connection.try_write(bytes) {
            Ok(count) => bytes = &bytes[count..],
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
