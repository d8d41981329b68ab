//! A transcript: one sentence a line, with its speaker and time.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Lines};
use std::path::Path;

use anyhow::Context;
use serde::Deserialize;

/// As long as a claim may be.
const MAX_TEXT_CHARS: usize = 2_000;
/// As long as a speaker of an event may be.
pub(crate) const MAX_SPEAKER_CHARS: usize = 64;
/// A week.
const MAX_SECONDS: f64 = 7.0 * 86_400.0;
/// A line that begins so much earlier than the one before is the first of another recording.
const STEP_BACK_SECONDS: f64 = 60.0;

/// A sentence as it was said.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Line {
    /// Place in the file, from 1.
    pub(crate) number: usize,
    pub(crate) speaker: String,
    pub(crate) text: String,
    /// When it begins and ends, in seconds since the first recording of the file began.
    pub(crate) start_s: f64,
    pub(crate) end_s: f64,
}

/// A line as it is written: its fields at the top or in `meta`, as labelled sets have them.
#[derive(Debug, Deserialize)]
struct Written {
    #[serde(alias = "claim")]
    text: Option<String>,
    #[serde(flatten)]
    spoken: Spoken,
    #[serde(default)]
    meta: Spoken,
}

#[derive(Debug, Default, Deserialize)]
struct Spoken {
    speaker: Option<String>,
    #[serde(alias = "start_s")]
    start: Option<f64>,
    #[serde(alias = "end_s")]
    end: Option<f64>,
}

/// The lines of a file, one after the other: the file is never in memory as a whole.
pub(crate) struct Transcript {
    lines: Lines<BufReader<File>>,
    name: String,
    number: usize,
    /// Where the recording at hand begins, and where what was read ends.
    offset_s: f64,
    previous_start_s: f64,
    ended_s: f64,
}

impl Transcript {
    pub(crate) fn open(path: &Path) -> anyhow::Result<Self> {
        let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        let name = path.display().to_string();
        let lines = BufReader::new(file).lines();
        Ok(Self { lines, name, number: 0, offset_s: 0.0, previous_start_s: 0.0, ended_s: 0.0 })
    }

    /// Reads all of it, and says how many lines there are, or what is wrong with the first that is wrong.
    pub(crate) fn check(path: &Path) -> anyhow::Result<usize> {
        let mut count = 0;
        for line in Self::open(path)? {
            line?;
            count += 1;
        }
        anyhow::ensure!(count > 0, "{}: there is no line in it", path.display());
        Ok(count)
    }

    fn read(&mut self, written: &str) -> anyhow::Result<Line> {
        let Written { text, spoken, meta } = serde_json::from_str(written)
            .map_err(|error| anyhow::anyhow!("is no JSON object of the right fields ({error})"))?;
        let speaker = spoken.speaker.or(meta.speaker).context("has no speaker: add \"speaker\"")?;
        let text = text.context("has no text: add \"text\"")?;
        let start_s = spoken.start.or(meta.start).context("has no start: add \"start\", in seconds")?;
        let end_s = spoken.end.or(meta.end).context("has no end: add \"end\", in seconds")?;
        let (speaker, text) = (speaker.trim().to_owned(), text.trim().to_owned());
        anyhow::ensure!(
            (1..=MAX_SPEAKER_CHARS).contains(&speaker.chars().count()),
            "\"speaker\" must have 1 to {MAX_SPEAKER_CHARS} characters"
        );
        anyhow::ensure!(
            (1..=MAX_TEXT_CHARS).contains(&text.chars().count()),
            "\"text\" must have 1 to {MAX_TEXT_CHARS} characters: give each sentence a line of its own"
        );
        anyhow::ensure!(
            (0.0..=MAX_SECONDS).contains(&start_s) && (start_s..=MAX_SECONDS).contains(&end_s),
            "\"start\" and \"end\" must be seconds from 0 on, \"end\" not before \"start\""
        );
        if start_s + STEP_BACK_SECONDS < self.previous_start_s {
            self.offset_s = self.ended_s;
        }
        self.previous_start_s = start_s;
        let (start_s, end_s) = (self.offset_s + start_s, self.offset_s + end_s);
        self.ended_s = self.ended_s.max(end_s);
        Ok(Line { number: self.number, speaker, text, start_s, end_s })
    }
}

impl Iterator for Transcript {
    type Item = anyhow::Result<Line>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let written = self.lines.next()?;
            self.number += 1;
            let place = format!("{}, line {}", self.name, self.number);
            match written {
                Err(error) => {
                    return Some(
                        Err(error).with_context(|| format!("{place} cannot be read: it must be UTF-8")),
                    );
                }
                Ok(written) if written.trim().is_empty() => {}
                Ok(written) => {
                    return Some(self.read(&written).map_err(|error| anyhow::anyhow!("{place} {error}")));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Result<Line, String>> {
        let folder = std::env::temp_dir().join(format!("truthy-lines-{}", fastrand::u64(..)));
        std::fs::write(&folder, text).expect("a file");
        let lines =
            Transcript::open(&folder).expect("opened").map(|line| line.map_err(|error| error.to_string()));
        let lines = lines.collect();
        std::fs::remove_file(&folder).expect("removed");
        lines
    }

    #[test]
    fn both_shapes_are_read_and_recordings_follow_each_other() {
        let lines = read(concat!(
            r#"{"speaker":"A","start":100,"end":101.5,"text":" One. "}"#,
            "\n\n",
            r#"{"id":"x","claim":"Two.","meta":{"speaker":"B","start_s":101.0,"end_s":103.0,"event":"e"}}"#,
            "\n",
            r#"{"speaker":"C","start":0.5,"end":2,"text":"Three.","more":1}"#,
        ));
        let lines: Vec<Line> = lines.into_iter().map(|line| line.expect("a line")).collect();
        let line = |number, speaker: &str, text: &str, start_s, end_s| Line {
            number,
            speaker: speaker.to_owned(),
            text: text.to_owned(),
            start_s,
            end_s,
        };
        assert_eq!(
            lines,
            [
                line(1, "A", "One.", 100.0, 101.5),
                line(3, "B", "Two.", 101.0, 103.0),
                line(4, "C", "Three.", 103.5, 105.0)
            ]
        );
    }

    #[test]
    fn a_mistake_names_its_line_and_what_to_do() {
        for (wrong, words) in [
            ("{", "no JSON object"),
            ("[1]", "no JSON object"),
            (r#"{"start":0,"end":1,"text":"x"}"#, "add \"speaker\""),
            (r#"{"speaker":"A","start":0,"end":1}"#, "add \"text\""),
            (r#"{"speaker":"A","end":1,"text":"x"}"#, "add \"start\""),
            (r#"{"speaker":"A","start":0,"text":"x"}"#, "add \"end\""),
            (r#"{"speaker":"A","start":2,"end":1,"text":"x"}"#, "not before"),
            (r#"{"speaker":"A","start":-2,"end":1,"text":"x"}"#, "from 0 on"),
            (r#"{"speaker":"  ","start":0,"end":1,"text":"x"}"#, "\"speaker\" must"),
            (r#"{"speaker":"A","start":0,"end":1,"text":" "}"#, "\"text\" must"),
        ] {
            let good = r#"{"speaker":"A","start":0,"end":1,"text":"x"}"#;
            let read = read(&format!("{good}\n{wrong}\n"));
            let message = read[1].as_ref().expect_err(wrong);
            assert!(message.contains("line 2 ") && message.contains(words), "{message}");
        }
    }
}
