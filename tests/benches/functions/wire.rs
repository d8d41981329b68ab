//! One HTTP/1.1 message off a blocking stream, with nothing behind it.

use std::io::{self, Read};

/// Head and body of a message.
pub(crate) struct Message {
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Message {
    /// The value of a header, in any case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }
}

/// Reads a message with a `Content-Length`, in chunks, or without a body.
pub(crate) fn read_message(stream: &mut impl Read) -> io::Result<Message> {
    let mut bytes = Vec::with_capacity(16 * 1024);
    let end = loop {
        if let Some(end) = position(&bytes, b"\r\n\r\n") {
            break end + 4;
        }
        read_some(stream, &mut bytes)?;
    };
    let body = bytes.split_off(end);
    let mut message = Message { head: String::from_utf8_lossy(&bytes).into_owned(), body };
    if message.header("transfer-encoding").is_some_and(|coding| coding.eq_ignore_ascii_case("chunked")) {
        let mut raw = std::mem::take(&mut message.body);
        while position(&raw, b"0\r\n\r\n").is_none() {
            read_some(stream, &mut raw)?;
        }
        message.body = unchunked(&raw);
        return Ok(message);
    }
    let length: usize = message.header("content-length").and_then(|value| value.parse().ok()).unwrap_or(0);
    while message.body.len() < length {
        read_some(stream, &mut message.body)?;
    }
    Ok(message)
}

fn read_some(stream: &mut impl Read, bytes: &mut Vec<u8>) -> io::Result<()> {
    let mut chunk = [0; 16 * 1024];
    match stream.read(&mut chunk)? {
        0 => Err(io::ErrorKind::UnexpectedEof.into()),
        count => {
            bytes.extend_from_slice(&chunk[..count]);
            Ok(())
        }
    }
}

fn unchunked(mut raw: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = position(raw, b"\r\n") {
        let length =
            std::str::from_utf8(&raw[..end]).ok().and_then(|digits| usize::from_str_radix(digits, 16).ok());
        let Some(length) = length.filter(|length| *length > 0 && end + 2 + length <= raw.len()) else {
            break;
        };
        body.extend_from_slice(&raw[end + 2..end + 2 + length]);
        raw = raw.get(end + 2 + length + 2..).unwrap_or_default();
    }
    body
}

fn position(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}
