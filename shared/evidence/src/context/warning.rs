//! Warnings: collected, ordered, quoted.

/// The most warnings a report carries: more would not be read during a debate.
const MOST: usize = 8;

/// The longest quotation of a claim's words, in characters.
const LONGEST_QUOTE: usize = 60;

/// How serious a warning is; the more serious come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Severity {
    /// The claim is about something else, or contradicts itself: the report is not ok.
    Conflict,
    /// What was said cannot be so, or not yet.
    Impossible,
    /// What was said and what is expected may differ.
    Mismatch,
    /// What was said has several readings.
    Ambiguity,
    /// What was said may be right and still mislead.
    Risk,
    /// Something needed was not said.
    Missing,
}

/// The warnings about one claim.
#[derive(Debug, Default)]
pub(super) struct Warnings(Vec<(Severity, String)>);

impl Warnings {
    /// Adds a warning, once.
    pub(super) fn add(&mut self, severity: Severity, text: impl Into<String>) {
        let text = text.into();
        if self.0.iter().all(|(_, other)| *other != text) {
            self.0.push((severity, text));
        }
    }

    /// Whether all is well, and the warnings, most serious first.
    pub(super) fn finish(mut self) -> (bool, Vec<String>) {
        self.0.sort_by_key(|(severity, _)| *severity);
        let ok = self.0.first().is_none_or(|(severity, _)| *severity != Severity::Conflict);
        (ok, self.0.into_iter().take(MOST).map(|(_, text)| text).collect())
    }
}

/// `words` in quotation marks, on one line, without control characters, shortened.
pub(super) fn quote(words: &str) -> String {
    format!("\"{}\"", plain(words))
}

/// `words` on one line, without control characters, shortened.
pub(super) fn plain(words: &str) -> String {
    let visible = |character: char| !character.is_control() && !is_invisible(character);
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut characters = line.chars().filter(|&character| visible(character));
    let mut short: String = characters.by_ref().take(LONGEST_QUOTE).collect();
    if characters.next().is_some() {
        short.pop();
        short.push('…');
    }
    short
}

/// Marks that reorder or hide text.
fn is_invisible(character: char) -> bool {
    matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// "a, b and c".
pub(super) fn list(items: &[&str]) -> String {
    match items {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_are_short_and_visible() {
        assert_eq!(quote("a\u{7}b\n\tc\u{202e}"), "\"ab c\"");
        let quoted = quote(&"é".repeat(200));
        assert_eq!(quoted.chars().count(), LONGEST_QUOTE + 2);
        assert!(quoted.ends_with("…\""));
    }

    #[test]
    fn warnings_are_ordered_unique_and_few() {
        let mut warnings = Warnings::default();
        (0..20).for_each(|number| warnings.add(Severity::Risk, format!("risk {number}")));
        warnings.add(Severity::Risk, "risk 0");
        warnings.add(Severity::Conflict, "other place");
        let (ok, texts) = warnings.finish();
        assert_eq!((ok, texts.len(), texts[0].as_str()), (false, MOST, "other place"));
        assert_eq!(texts.iter().filter(|text| *text == "risk 0").count(), 1);
        assert_eq!(Warnings::default().finish(), (true, vec![]));
    }

    #[test]
    fn lists_read_like_english() {
        let items = ["a", "b", "c"];
        assert_eq!([list(&items), list(&items[..1]), list(&[])], ["a, b and c", "a", ""]);
    }
}
