//! Snippets as people read them: no tags, no entities, no runs of white space.

/// Longest text that is kept, in characters.
const MAX_CHARACTERS: usize = 4_000;
/// Tags that separate words; the others (`<strong>`) stand inside them.
const SEPARATING: [&str; 14] =
    ["br", "p", "div", "li", "ul", "ol", "tr", "td", "th", "h1", "h2", "h3", "h4", "blockquote"];

/// `markup` without tags and control characters, entities resolved once, white space collapsed.
pub(crate) fn plain_text(markup: &str) -> String {
    let text = without_tags(markup);
    let text = html_escape::decode_html_entities(&text);
    let text = text.replace(|letter: char| letter.is_control(), " ");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => text[..end].trim_end().to_owned(),
        None => text,
    }
}

/// Drops what looks like a tag. A `<` before a digit or a space is the sign "less than".
fn without_tags(markup: &str) -> String {
    let mut text = String::with_capacity(markup.len());
    let mut rest = markup;
    while let Some(start) = rest.find('<') {
        let (before, tag) = rest.split_at(start);
        text.push_str(before);
        let inside = &tag[1..];
        // A second `<` before the `>` means the first opened no tag; it also keeps this linear.
        let end = inside.find(['<', '>']).filter(|end| inside[*end..].starts_with('>'));
        match end {
            Some(end) if is_tag(inside) => {
                if separates(&inside[..end]) {
                    text.push(' ');
                }
                rest = &inside[end + 1..];
            }
            _ => {
                text.push('<');
                rest = inside;
            }
        }
    }
    text.push_str(rest);
    text
}

fn is_tag(inside: &str) -> bool {
    let name = inside.strip_prefix('/').unwrap_or(inside);
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '!')
}

fn separates(inside: &str) -> bool {
    let name = inside.trim_start_matches('/');
    let name = name.split(|letter: char| !letter.is_ascii_alphanumeric()).next().unwrap_or_default();
    SEPARATING.contains(&name.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_becomes_text() {
        let cases = [
            ("<strong>Inflation</strong> fell", "Inflation fell"),
            ("in<em>fla</em>tion", "inflation"),
            ("one<br/>two<p class=\"x\">three</p>", "one two three"),
            ("A &amp; B &lt;b&gt; &#8217;s &eacute; &nbsp; 5&#37;", "A & B <b> \u{2019}s é 5%"),
            ("&amp;amp; &unknown; &#xZZ; &", "&amp; &unknown; &#xZZ; &"),
            ("growth < 5 % and > 2 %", "growth < 5 % and > 2 %"),
            ("a <b", "a <b"),
            ("<<b>bold</b>", "<bold"),
            ("<!-- hidden -->seen", "seen"),
            ("line\r\n\tbreak\u{0}\u{1b}[31m", "line break [31m"),
            ("  ", ""),
            ("", ""),
            ("<é>", "<é>"),
        ];
        for (markup, expected) in cases {
            assert_eq!(plain_text(markup), expected, "{markup}");
        }
    }

    #[test]
    fn length_is_capped_between_characters_and_time_is_linear() {
        assert_eq!(plain_text(&"é".repeat(10_000)).chars().count(), MAX_CHARACTERS);
        assert!(plain_text(&"<a".repeat(1_000_000)).starts_with("<a<a"));
        assert_eq!(plain_text(&"<a>".repeat(1_000_000)), "");
    }

    proptest::proptest! {
        #[test]
        fn any_markup_becomes_one_capped_line(markup in "([<>&;/# a-zé0-9]|\\PC){0,80}") {
            let text = plain_text(&markup);
            proptest::prop_assert!(text.chars().count() <= MAX_CHARACTERS);
            proptest::prop_assert!(!text.contains(char::is_control) && text.trim() == text);
        }
    }
}
