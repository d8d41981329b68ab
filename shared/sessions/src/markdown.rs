//! Outside text inside a Markdown document: it must neither end its place nor become markup.

/// The text as plain words of one line: in a cell, a heading, a list or a quotation.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in text.trim().chars() {
        match character {
            '|' | '[' | ']' | '<' | '>' | '*' | '_' | '`' | '\\' | '#' | '~' | '&' => {
                line.extend(['\\', character]);
            }
            _ if character.is_control() => line.push(' '),
            _ => line.push(character),
        }
    }
    // At the start of a line these are marks, too: of a list, or of a heading.
    if line.starts_with(['-', '+', '=']) { format!("\\{line}") } else { line }
}

/// An address as the target of a link; none where it is not http or https.
#[must_use]
pub fn link_target(address: &str) -> Option<String> {
    let url = url::Url::parse(address).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    // Inside angle brackets only these two end a target, and no address needs them bare.
    Some(format!("<{}>", url.as_str().replace('<', "%3C").replace('>', "%3E")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outside_text_stays_text() {
        assert_eq!(plain(" A | [x](javascript:1)\n# B "), "A \\| \\[x\\](javascript:1) \\# B");
        assert_eq!(
            plain("<b>&amp; *a* _b_ `c` ~~d~~"),
            "\\<b\\>\\&amp; \\*a\\* \\_b\\_ \\`c\\` \\~\\~d\\~\\~"
        );
    }

    #[test]
    fn no_list_begins_with_outside_text() {
        for (text, line) in [("- a", "\\- a"), ("+1", "\\+1"), ("===", "\\==="), ("a - b", "a - b")] {
            assert_eq!(plain(text), line);
        }
    }

    #[test]
    fn only_web_addresses_become_links() {
        let target = link_target("https://example.org/a b>c)?q=1|2");
        assert_eq!(target.as_deref(), Some("<https://example.org/a%20b%3Ec)?q=1|2>"));
        for address in ["javascript:alert(1)", "/relative", "", "data:text/html,x"] {
            assert_eq!(link_target(address), None, "{address}");
        }
    }
}
