//! Typed lines: `Cho: words` for another of the speakers that were named, else the one who spoke last goes on.

use live::client::Voice;
use tokio::sync::mpsc;

use super::conversation::Conversation;
use crate::serve::stop_signal;

/// Reads standard input to its end, or to Ctrl-C.
pub(crate) async fn run(mut conversation: Conversation, speakers: &[String]) -> anyhow::Result<()> {
    let mut stop = stop_signal()?;
    let (typed, mut lines) = mpsc::channel(1);
    // A thread of its own: a line that never comes must not keep the program from ending.
    std::thread::spawn(move || {
        for line in std::io::stdin().lines().map_while(Result::ok) {
            if typed.blocking_send(line).is_err() {
                break;
            }
        }
    });
    let mut speaker = speakers[0].as_str();
    loop {
        let line = tokio::select! {
            line = lines.recv() => line,
            _ = stop.recv() => None,
        };
        let Some(line) = line else { return Ok(()) };
        let (named, words) = split(&line, speakers);
        if let Some(named) = named {
            speaker = named;
        }
        if !words.is_empty() {
            conversation.give(speaker, Voice::Text(words.to_owned())).await;
        }
    }
}

/// The speaker that a line names, if it is one of `speakers`, and the words.
fn split<'line, 'names>(line: &'line str, speakers: &'names [String]) -> (Option<&'names str>, &'line str) {
    let named = line.split_once(':').and_then(|(name, words)| {
        let known = speakers.iter().find(|speaker| speaker.as_str() == name.trim())?;
        Some((Some(known.as_str()), words.trim()))
    });
    named.unwrap_or((None, line.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_names_that_were_given_are_speakers() {
        let speakers = ["Lee".to_owned(), "Governor Cho".to_owned()];
        assert_eq!(split("Governor Cho: Crime fell.", &speakers), (Some("Governor Cho"), "Crime fell."));
        assert_eq!(split(" Lee :", &speakers), (Some("Lee"), ""));
        assert_eq!(split("Note: crime fell.", &speakers), (None, "Note: crime fell."));
        assert_eq!(split("At 10:30 it rained", &speakers), (None, "At 10:30 it rained"));
    }
}
