//! The report as a document that people read. Every text in it is somebody's own, so none may become markup.

use std::fmt::{Arguments, Write as _};

use sessions::LabelCounts;
use sessions::markdown::{link_target, plain};
use store::Decision;

use crate::{CheckedClaim, Output};

/// The report in Markdown, without what is suppressed.
pub(crate) fn markdown(report: &Output) -> String {
    let mut text = format!("# Fact check of session {}\n\n", plain(&report.session_id));
    if let (Some(start), Some(end)) = (&report.started_at, &report.ended_at) {
        line(&mut text, format_args!("From {start} to {end}.\n"));
    }
    let shown: Vec<&CheckedClaim> = report.claims.iter().filter(|claim| !claim.is_suppressed()).collect();
    labels(&mut text, &report.labels);
    if !report.speakers.is_empty() {
        text.push_str("\n## Speakers\n\n");
        for speaker in &report.speakers {
            let name = speaker.speaker.as_deref().map_or_else(|| "Not named".to_owned(), plain);
            let found: Vec<String> = (speaker.labels.iter())
                .filter(|(_, count)| *count > 0)
                .map(|(label, count)| format!("{} {count}", label.as_str()))
                .collect();
            line(&mut text, format_args!("- **{name}**: {} checked: {}", speaker.claims, found.join(", ")));
        }
    }
    if !shown.is_empty() {
        text.push_str("\n## Claims\n");
    }
    for claim in &shown {
        tell(&mut text, claim);
    }
    if !report.top_sources.is_empty() {
        text.push_str("\n## Sources\n\n| Source | Verdicts |\n|---|---:|\n");
        for source in &report.top_sources {
            line(&mut text, format_args!("| {} | {} |", plain(&source.publisher), source.count));
        }
    }
    let suppressed = report.claims.len() - shown.len();
    if suppressed > 0 {
        line(&mut text, format_args!("\nVerdicts that a moderator took out: {suppressed}."));
    }
    if report.truncated {
        text.push_str(
            "\nThe session has more verdicts than a report holds; the counts by label are of all.\n",
        );
    }
    text
}

fn labels(text: &mut String, labels: &LabelCounts) {
    text.push_str("| Verdict | Count |\n|---|---:|\n");
    for (label, count) in labels.iter() {
        line(text, format_args!("| {} | {count} |", label.as_str()));
    }
}

/// One claim: who said what when, what it came to, why, and by whose word.
fn tell(text: &mut String, claim: &CheckedClaim) {
    let percent = claim.confidence * 100.0;
    line(text, format_args!("\n### {} — {} ({percent:.0} %)\n", clock(claim.at_ms), claim.label.as_str()));
    let speaker = claim.speaker.as_deref().map(|speaker| format!("{}: ", plain(speaker))).unwrap_or_default();
    line(text, format_args!("> {speaker}{}\n", plain(&claim.claim)));
    if let Some(rationale) = &claim.rationale {
        line(text, format_args!("{}\n", plain(rationale)));
    }
    for source in &claim.sources {
        let name = plain(&source.publisher);
        let name = match source.url.as_deref().and_then(link_target) {
            Some(target) => format!("[{name}]({target})"),
            None => name,
        };
        let date = source.as_of.as_deref().map(|date| format!(", as of {}", plain(date))).unwrap_or_default();
        let tier = source.tier.map(|tier| format!(", {tier}")).unwrap_or_default();
        line(text, format_args!("- {name}{date}{tier}"));
    }
    for warning in &claim.warnings {
        line(text, format_args!("- Note: {}", plain(warning)));
    }
    let note = claim.moderation.as_ref().filter(|moderation| moderation.decision == Decision::Annotate);
    if let Some((note, moderator)) = note.and_then(|one| Some((one.note.as_ref()?, &one.moderator))) {
        line(text, format_args!("\n**Moderator's note** ({}): {}", plain(moderator), plain(note)));
    }
}

/// Hours, minutes and seconds since the start.
fn clock(at_ms: u64) -> String {
    let seconds = at_ms / 1_000;
    format!("{:02}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

fn line(text: &mut String, words: Arguments<'_>) {
    // Writing to a String cannot fail.
    writeln!(text, "{words}").unwrap_or_default();
}
