//! Why a connection ended, in words that a person understands, and what comes next.

/// Longest reason that is shown, in characters.
const MAX_REASON_CHARS: usize = 200;

/// How a connection ended.
#[derive(Debug, Clone, Copy)]
pub struct Closing<'a> {
    /// The WebSocket close code; none where the connection broke.
    pub code: Option<u16>,
    /// The server's own words.
    pub reason: &'a str,
    /// Whether the setup had been accepted.
    pub was_ready: bool,
    /// Whether the connection had gone on from a handle.
    pub was_resumed: bool,
}

/// What comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Connect again, and go on from the handle where there is one.
    Resume,
    /// Connect again as a new session: the handle is no good.
    StartAnew,
    /// Nothing helps but what the message says.
    GiveUp,
}

/// What a person should know, and what comes next. Errors of the Live API are close codes and reasons, nothing else.
#[must_use]
pub fn explain(closing: &Closing<'_>) -> (String, Next) {
    let reason = plain(closing.reason);
    let lower = reason.to_lowercase();
    let (what, next) = match closing.code {
        // A key that has expired is a 1007, one that may not do this a 1008.
        Some(1007 | 1008) if lower.contains("api key") || lower.contains("api_key") => {
            ("the key is refused: check GEMINI_API_KEY", Next::GiveUp)
        }
        Some(1007 | 1008) if !closing.was_ready && closing.was_resumed => {
            ("the session cannot be resumed: a new one begins, without what was said before", Next::StartAnew)
        }
        Some(1007) if !closing.was_ready => (
            "the setup is refused: check GEMINI_LIVE_MODEL; a newer model may want another setup",
            Next::GiveUp,
        ),
        Some(1008) if !closing.was_ready => {
            ("the model is not there for live sessions: set GEMINI_LIVE_MODEL to a current one", Next::GiveUp)
        }
        Some(1007) => ("a message was refused, or the context is used up: connecting again", Next::Resume),
        // Also seen at random after an answer of a tool.
        Some(1008) => ("the server ended the session: connecting again", Next::Resume),
        Some(1011) if lower.contains("quota") => {
            ("the quota is used up: see the plan of the key; connecting again", Next::Resume)
        }
        Some(1011) => ("the service failed or its time was up: connecting again", Next::Resume),
        Some(1000 | 1001) => ("the server ended the connection: connecting again", Next::Resume),
        _ => ("the connection broke: connecting again", Next::Resume),
    };
    let code = closing.code.map(|code| code.to_string()).unwrap_or_default();
    let said: Vec<&str> =
        [code.as_str(), reason.as_str()].into_iter().filter(|part| !part.is_empty()).collect();
    let message = if said.is_empty() { what.to_owned() } else { format!("{what} ({})", said.join(" ")) };
    (message, next)
}

/// Outside text on one line, without control characters, not longer than is useful.
pub(crate) fn plain(text: &str) -> String {
    let visible = text.trim().chars().map(|character| if character.is_control() { ' ' } else { character });
    visible.take(MAX_REASON_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_has_words_and_a_next_step() {
        let schema = "Unknown name \"additionalProperties\" at 'setup.tools[0]': Cannot find field.";
        for (code, reason, was_ready, was_resumed, words, expected) in [
            (Some(1007), schema, false, false, "GEMINI_LIVE_MODEL", Next::GiveUp),
            (
                Some(1007),
                "API key expired. Please renew the API key.",
                false,
                false,
                "GEMINI_API_KEY",
                Next::GiveUp,
            ),
            (
                Some(1007),
                "setup must be the first message and only the first",
                true,
                false,
                "refused",
                Next::Resume,
            ),
            (Some(1007), "invalid session handle", false, true, "cannot be resumed", Next::StartAnew),
            (
                Some(1008),
                "models/x is not found for API version v1beta",
                false,
                false,
                "GEMINI_LIVE_MODEL",
                Next::GiveUp,
            ),
            (Some(1008), "Requested entity was not found.", true, false, "connecting again", Next::Resume),
            (
                Some(1011),
                "Deadline expired before operation could complete.",
                true,
                true,
                "time was up",
                Next::Resume,
            ),
            (Some(1011), "You exceeded your current quota", true, false, "quota", Next::Resume),
            (Some(1000), "", true, false, "(1000)", Next::Resume),
            (None, "", true, false, "broke", Next::Resume),
            (Some(4999), "x", true, false, "4999 x", Next::Resume),
        ] {
            let (message, next) = explain(&Closing { code, reason, was_ready, was_resumed });
            assert_eq!(next, expected, "{message}");
            assert!(message.contains(words), "{message}");
        }
    }

    #[test]
    fn a_reason_is_one_short_line() {
        let reason = format!("a\u{1b}[31m\n{}", "b".repeat(1_000));
        let closing = Closing { code: Some(1011), reason: &reason, was_ready: true, was_resumed: false };
        let (message, _) = explain(&closing);
        assert!(!message.chars().any(char::is_control) && message.chars().count() < 300, "{message}");
    }
}
