//! Text from outside, made harmless and plain.

/// Longest publisher, title or heading, in characters.
const LABEL_CHARACTERS: usize = 300;

/// `text` without characters that do not print: control characters become spaces, invisible marks and
/// direction overrides (which make text read differently from what it says) disappear. Line feeds stay.
pub(crate) fn printable(text: &str) -> String {
    let visible = |character: &char| !matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
    let plain = |character: char| if character.is_control() && character != '\n' { ' ' } else { character };
    text.replace("\r\n", "\n").chars().filter(visible).map(plain).collect()
}

/// `text` on one line, with single spaces.
pub(crate) fn one_line(text: &str) -> String {
    printable(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A name or title: one line, not longer than names are; nothing where nothing is left.
pub(crate) fn label(text: &str) -> Option<String> {
    let line: String = one_line(text).chars().take(LABEL_CHARACTERS).collect();
    Some(line.trim_end().to_owned()).filter(|line| !line.is_empty())
}

/// Paragraphs of `text`: what stands between blank lines, each on one line.
pub(crate) fn paragraphs(text: &str) -> Vec<String> {
    let text = printable(text);
    let mut paragraphs: Vec<Vec<&str>> = vec![Vec::new()];
    for line in text.lines() {
        if line.trim().is_empty() {
            paragraphs.push(Vec::new());
        } else if let Some(paragraph) = paragraphs.last_mut() {
            paragraph.extend(line.split_whitespace());
        }
    }
    paragraphs.into_iter().filter(|words| !words.is_empty()).map(|words| words.join(" ")).collect()
}

/// A title made of a file's name: `crime-rate_2023` becomes `crime rate 2023`.
pub(crate) fn title_of_name(name: &str) -> Option<String> {
    label(&name.replace(['-', '_'], " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_print_is_gone() {
        assert_eq!(one_line("a\u{0}b\u{7}\tc\r\n d\u{202e}e\u{feff}"), "a b c de");
        assert_eq!(label(" \u{200b} \u{1b} "), None);
        assert_eq!(label(&"x".repeat(999)).map(|label| label.len()), Some(LABEL_CHARACTERS));
    }

    #[test]
    fn blank_lines_part_paragraphs() {
        assert_eq!(paragraphs("one\ntwo\r\n\r\n \t\n three  four \n"), ["one two", "three four"]);
        assert_eq!(paragraphs(" \n\n"), [""; 0]);
    }

    #[test]
    fn names_become_titles() {
        assert_eq!(title_of_name("crime-rate_2023").as_deref(), Some("crime rate 2023"));
        assert_eq!(title_of_name("__"), None);
    }
}
