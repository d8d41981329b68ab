//! Pieces of a transcription, gathered into lines.

/// Longest line, in bytes: a speaker who never pauses is not kept back for ever.
const MAX_LINE_BYTES: usize = 1_000;
/// A line ends when nothing was added for so long.
const PAUSE_MS: u64 = 2_000;

/// What was heard and is no line yet.
#[derive(Debug, Default)]
pub(crate) struct Transcript {
    text: String,
    began_ms: u64,
    grew_ms: u64,
}

/// A line, and when its first words were heard.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) at_ms: u64,
}

impl Transcript {
    /// Adds a piece, and gives the line that is complete with it: whole sentences, the rest is kept.
    pub(crate) fn add(&mut self, now_ms: u64, piece: &str) -> Option<Line> {
        if self.text.is_empty() {
            self.began_ms = now_ms;
        }
        self.grew_ms = now_ms;
        self.text.push_str(piece);
        if self.text.len() > MAX_LINE_BYTES {
            return self.take();
        }
        // A sentence has ended where another begins: "17." may go on with "5 percent".
        let mut ends = self.text.match_indices(['.', '!', '?']).filter_map(|(place, mark)| {
            let rest = &self.text[place + mark.len()..];
            let next = rest.trim_start().chars().next()?;
            (rest.starts_with(char::is_whitespace) && next.is_uppercase()).then_some(place + mark.len())
        });
        let end = ends.next_back()?;
        let rest = self.text[end..].trim_start().to_owned();
        self.text.truncate(end);
        let line = self.take();
        self.text = rest;
        self.began_ms = now_ms;
        line
    }

    /// The line, wherever it ends.
    pub(crate) fn take(&mut self) -> Option<Line> {
        let text = std::mem::take(&mut self.text);
        let text = text.trim();
        (!text.is_empty()).then(|| Line { text: text.to_owned(), at_ms: self.began_ms })
    }

    /// When the line ends by itself.
    pub(crate) fn ends_at_ms(&self) -> Option<u64> {
        (!self.text.is_empty()).then(|| self.grew_ms.saturating_add(PAUSE_MS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_whole_sentences_and_nothing_is_lost() {
        let mut transcript = Transcript::default();
        assert_eq!(transcript.add(10, "Crime fell 17."), None);
        assert_eq!(transcript.add(20, "5 percent in"), None);
        assert_eq!(
            transcript.add(30, " Chicago. And"),
            Some(Line { text: "Crime fell 17.5 percent in Chicago.".to_owned(), at_ms: 10 })
        );
        assert_eq!(transcript.add(40, " jobs?"), None);
        assert_eq!(transcript.ends_at_ms(), Some(2_040));
        assert_eq!(transcript.take(), Some(Line { text: "And jobs?".to_owned(), at_ms: 30 }));
        assert_eq!((transcript.take(), transcript.ends_at_ms()), (None, None));
    }

    #[test]
    fn a_line_without_an_end_ends_at_its_length() {
        let mut transcript = Transcript::default();
        let lines = (0..100).filter_map(|now_ms| transcript.add(now_ms, "wörter und wörter ")).count();
        assert_eq!(lines, 1);
    }
}
