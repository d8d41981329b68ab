//! Server-sent events, read from pieces that begin and end anywhere.
//!
//! `contracts/external.md` section 11.6: any line ending, comments, data of several lines, an end without a
//! blank line, and an error as plain JSON where events should be (section 2.7).

use std::collections::VecDeque;
use std::mem;

use serde::de::IgnoredAny;

/// Longest JSON between the events that is kept: errors are short.
const MAX_STRAY_BYTES: usize = 16 * 1024;
const BYTE_ORDER_MARK: char = '\u{feff}';

/// One event.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Event {
    /// Its kind, empty if it has none.
    pub(crate) kind: String,
    /// Its data, lines joined by a line feed.
    pub(crate) data: String,
}

/// Takes bytes and gives events.
#[derive(Debug, Default)]
pub(crate) struct Events {
    line: Vec<u8>,
    after_carriage_return: bool,
    began: bool,
    kind: String,
    data: Option<String>,
    stray: String,
    ready: VecDeque<Event>,
}

impl Events {
    /// Takes the next bytes.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            let ends_line = match byte {
                b'\n' => !self.after_carriage_return,
                b'\r' => true,
                _ => {
                    self.line.push(byte);
                    false
                }
            };
            self.after_carriage_return = byte == b'\r';
            if ends_line {
                self.end_line();
            }
        }
    }

    /// Nothing more comes: what was not ended by a blank line is an event all the same.
    pub(crate) fn finish(&mut self) {
        if !self.line.is_empty() {
            self.end_line();
        }
        self.end_event();
        if !self.stray.is_empty() {
            let data = mem::take(&mut self.stray);
            self.ready.push_back(Event { kind: String::new(), data });
        }
    }

    /// The next event that is complete.
    pub(crate) fn next(&mut self) -> Option<Event> {
        self.ready.pop_front()
    }

    fn end_line(&mut self) {
        // A whole line is whole characters, whatever piece they came in.
        let bytes = mem::take(&mut self.line);
        let text = String::from_utf8_lossy(&bytes);
        let line = if self.began { &text } else { text.trim_start_matches(BYTE_ORDER_MARK) };
        self.began = true;
        if line.is_empty() {
            self.end_event();
            return;
        }
        if !self.stray.is_empty() || line.trim_start().starts_with(['{', '[']) {
            self.stray_line(line);
            return;
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "data" => match &mut self.data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(value);
                }
                None => self.data = Some(value.to_owned()),
            },
            "event" => value.clone_into(&mut self.kind),
            // Comments, `id`, `retry`, and what is not known.
            _ => {}
        }
    }

    fn end_event(&mut self) {
        let kind = mem::take(&mut self.kind);
        if let Some(data) = self.data.take() {
            self.ready.push_back(Event { kind, data });
        }
    }

    /// A line of JSON outside of any event; it becomes one as soon as it is whole.
    fn stray_line(&mut self, line: &str) {
        if self.stray.len() + line.len() > MAX_STRAY_BYTES {
            return;
        }
        self.stray.push_str(line);
        self.stray.push('\n');
        let may_be_whole = line.trim_end().ends_with(['}', ']']);
        if may_be_whole && serde_json::from_str::<IgnoredAny>(&self.stray).is_ok() {
            let data = mem::take(&mut self.stray);
            self.ready.push_back(Event { kind: String::new(), data });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The events in `pieces`.
    fn events(pieces: &[&[u8]]) -> Vec<(String, String)> {
        let mut events = Events::default();
        for piece in pieces {
            events.push(piece);
        }
        events.finish();
        std::iter::from_fn(|| events.next()).map(|event| (event.kind, event.data)).collect()
    }

    #[test]
    fn events_are_read_in_every_form() {
        let cases: [(&str, &[(&str, &str)]); 11] = [
            ("data: a\n\ndata: b\n\n", &[("", "a"), ("", "b")]),
            ("data: a\r\n\r\ndata: b\r\n\r\n", &[("", "a"), ("", "b")]),
            ("data: a\r\rdata:b\r\r", &[("", "a"), ("", "b")]),
            ("\u{feff}data: a\n\n", &[("", "a")]),
            (
                ": comment\nid: 7\nretry: 9\nevent: error\ndata: a\ndata:  b\ndata\n\n",
                &[("error", "a\n b\n")],
            ),
            ("event: ping\n\n\n\ndata: a\n", &[("", "a")]),
            ("data: a", &[("", "a")]),
            ("data: a\n\n{\n \"error\": {}\n}\n", &[("", "a"), ("", "{\n \"error\": {}\n}\n")]),
            ("[{\"error\": 1}]", &[("", "[{\"error\": 1}]\n")]),
            ("{\"error\":\n", &[("", "{\"error\":\n")]),
            ("", &[]),
        ];
        for (text, expected) in cases {
            let found = events(&[text.as_bytes()]);
            let found: Vec<_> = found.iter().map(|(kind, data)| (kind.as_str(), data.as_str())).collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }

    #[test]
    fn an_event_is_given_as_soon_as_it_is_whole() {
        let mut events = Events::default();
        events.push(b"data: \xc3");
        assert_eq!(events.next(), None);
        events.push(b"\xa9\r\n\r");
        assert_eq!(events.next().map(|event| event.data).as_deref(), Some("é"));
        events.push(b"\ndata: x\r\n\r\n");
        assert_eq!(events.next().map(|event| event.data).as_deref(), Some("x"));
        events.push(b"{\"error\": 1}\n");
        assert_eq!(events.next().map(|event| event.data).as_deref(), Some("{\"error\": 1}\n"));
    }

    proptest::proptest! {
        #[test]
        fn pieces_change_nothing(
            lines in proptest::collection::vec("(data: ?|event:|:|\\{|\\[|\u{feff})?[a-z}é\\]]{0,3}(\n|\r\n|\r)?", 0..12),
            length in 1_usize..9,
        ) {
            let text = lines.concat();
            let pieces: Vec<&[u8]> = text.as_bytes().chunks(length).collect();
            proptest::prop_assert_eq!(events(&pieces), events(&[text.as_bytes()]));
        }

        #[test]
        fn any_bytes_are_read(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..200)) {
            events(&[&bytes]);
        }
    }
}
