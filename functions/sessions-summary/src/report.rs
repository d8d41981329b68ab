//! The summary as a report that people read.

use std::fmt::Write as _;

use sessions::markdown::plain;

use crate::Output;

/// The report in Markdown.
pub(crate) fn markdown(summary: &Output) -> String {
    let mut text = format!("# Session {}\n\n", summary.session_id);
    if let (Some(first), Some(last)) = (&summary.first_event_at, &summary.last_event_at) {
        line(&mut text, format_args!("From {first} to {last}.\n"));
    }
    let judged = summary.verdicts.total();
    line(
        &mut text,
        format_args!(
            "{} claims, {judged} verdicts, {} transcript pieces.\n",
            summary.claims, summary.transcripts
        ),
    );
    text.push_str("| Verdict | Count |\n|---|---:|\n");
    for (label, count) in summary.verdicts.iter() {
        line(&mut text, format_args!("| {} | {count} |", label.as_str()));
    }
    if !summary.top_sources.is_empty() {
        text.push_str("\n| Source | Verdicts |\n|---|---:|\n");
        for source in &summary.top_sources {
            line(&mut text, format_args!("| {} | {} |", plain(&source.publisher), source.count));
        }
    }
    text
}

fn line(text: &mut String, words: std::fmt::Arguments<'_>) {
    // Writing to a String cannot fail.
    writeln!(text, "{words}").unwrap_or_default();
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use evidence::Label;
    use sessions::TopSource;

    use super::*;

    #[test]
    fn names_stay_inside_their_cells() {
        let report = markdown(&Output {
            session_id: "sess_1".to_owned(),
            claims: 2,
            verdicts: Label::ALL.into_iter().map(|label| (label, 1)).collect::<BTreeMap<_, _>>().into(),
            top_sources: vec![TopSource { publisher: "A | [x](javascript:1)\n# B".to_owned(), count: 3 }],
            transcripts: 0,
            first_event_at: None,
            last_event_at: None,
        });
        assert!(report.contains("| A \\| \\[x\\](javascript:1) \\# B | 3 |"), "{report}");
        assert!(report.contains("| Mostly False | 1 |") && report.contains("2 claims, 6 verdicts"));
    }
}
