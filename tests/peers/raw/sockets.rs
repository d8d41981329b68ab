//! One HTTP/1.1 message off a blocking stream.

use std::io::{self, Read};

/// Head and body of a message.
pub(crate) struct Message {
    head: String,
    pub(crate) body: Vec<u8>,
}

impl Message {
    /// The value of a header, by its lower-case name.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(':'));
        lines.into_iter().find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }
}

/// Reads a message with a `Content-Length`, or without a body.
pub(crate) fn read_message(stream: &mut impl Read) -> io::Result<Message> {
    let mut bytes = Vec::with_capacity(8 * 1024);
    let mut chunk = [0; 8 * 1024];
    loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            let rest = bytes.split_off(end + 4);
            let head = String::from_utf8_lossy(&bytes).into_owned();
            let mut message = Message { head, body: rest };
            let length = message.header("content-length").and_then(|value| value.parse().ok()).unwrap_or(0);
            while message.body.len() < length {
                let count = stream.read(&mut chunk)?;
                if count == 0 {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                message.body.extend_from_slice(&chunk[..count]);
            }
            return Ok(message);
        }
        let count = stream.read(&mut chunk)?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes.extend_from_slice(&chunk[..count]);
    }
}
