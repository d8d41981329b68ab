//! What is shown while a session goes on: lines for people, or JSON lines for programs.

use anstyle::Style;
use serde_json::{Value, json};

use crate::terminal::{label_style, plain};

const DIM: Style = Style::new().dimmed();
const STRONG: Style = Style::new().bold();

/// How to show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Screen {
    People,
    Programs,
}

/// A claim, and where it was made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Claimed<'a> {
    pub(crate) at_ms: u64,
    pub(crate) speaker: &'a str,
    pub(crate) claim: &'a str,
    /// Line of the transcript, where there is one.
    pub(crate) line: Option<usize>,
}

impl Screen {
    /// Words as they were heard.
    pub(crate) fn heard(self, at_ms: u64, speaker: &str, words: &str) {
        if self == Self::Programs {
            let line = json!({ "type": "transcript", "at_ms": at_ms, "speaker": speaker, "text": words });
            anstream::println!("{line}");
        } else {
            let (time, speaker, words) = (clock(at_ms), plain(speaker), plain(words));
            anstream::println!("{DIM}{time}  {speaker}: {words}{DIM:#}");
        }
    }

    pub(crate) fn claim(self, claimed: &Claimed<'_>) {
        if self == Self::Programs {
            return print_json("claim", claimed, None);
        }
        let Claimed { at_ms, speaker, claim, .. } = claimed;
        let (time, speaker, claim) = (clock(*at_ms), plain(speaker), plain(claim));
        anstream::println!("{DIM}{time}  {speaker}:{DIM:#} {claim}");
    }

    pub(crate) fn verdict(self, claimed: &Claimed<'_>, verdict: &Value) {
        if self == Self::Programs {
            return print_json("verdict", claimed, Some(verdict));
        }
        let Claimed { at_ms, speaker, claim, .. } = claimed;
        let text = |value: &Value| plain(value.as_str().unwrap_or_default());
        let label = text(&verdict["label"]);
        let style = label_style(&label);
        let confidence = verdict["confidence"].as_f64().unwrap_or_default();
        let (time, speaker, claim) = (clock(*at_ms), plain(speaker), plain(claim));
        anstream::println!(
            "{DIM}{time}{DIM:#}  {style}{label}{style:#} {DIM}({confidence:.2})  {speaker}:{DIM:#} {STRONG}{claim}{STRONG:#}"
        );
        anstream::println!("       {}", text(&verdict["rationale"]));
        for source in verdict["sources"].as_array().into_iter().flatten() {
            anstream::println!("       {DIM}[{}] {}{DIM:#}", source["number"], text(&source["url"]));
        }
    }

    /// Something to know, on standard error: it is no part of the result.
    pub(crate) fn notice(text: &str) {
        anstream::eprintln!("truthy: {}", plain(text));
    }

    /// The end: the session's report, and the figures of the run.
    pub(crate) fn end(self, report: &str, figures: &Value, figures_text: &str) {
        if self == Self::Programs {
            anstream::println!("{}", json!({ "type": "figures", "figures": figures }));
            return;
        }
        anstream::println!();
        for line in report.lines() {
            anstream::println!("{}", plain(line));
        }
        anstream::print!("\n{figures_text}");
    }
}

fn print_json(kind: &str, claimed: &Claimed<'_>, verdict: Option<&Value>) {
    let Claimed { at_ms, speaker, claim, line } = claimed;
    let mut shown = json!({ "type": kind, "at_ms": at_ms, "speaker": speaker, "line": line, "claim": claim });
    if let Some(verdict) = verdict {
        shown["verdict"] = verdict.clone();
    }
    anstream::println!("{shown}");
}

/// `12:07`, or `1:02:07` after an hour.
fn clock(at_ms: u64) -> String {
    let seconds = at_ms / 1_000;
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes:02}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_read_like_a_clock() {
        assert_eq!([0, 61_999, 3_727_000].map(clock), ["00:00", "01:01", "1:02:07"]);
    }
}
