//! The block of `key: value` lines before a Markdown document.

use super::draft::About;
use super::field::{Field, address};

/// What the block says, and the document after it. Without a block, the whole text is the document.
///
/// Read are single lines, in YAML (`---`, `key: value`) or TOML (`+++`, `key = value`) manner: nothing that
/// is asked of a block needs more. Nested values are passed over.
pub(crate) fn split(text: &str) -> (About, &str) {
    let text = text.trim_start_matches('\u{feff}');
    let Some((first, rest)) = text.split_once('\n') else { return (About::default(), text) };
    let (fence, separator) = match first.trim_end() {
        "---" => ("---", ':'),
        "+++" => ("+++", '='),
        _ => return (About::default(), text),
    };
    let mut about = About::default();
    let mut read = 0;
    for line in rest.split_inclusive('\n') {
        read += line.len();
        if matches!(line.trim_end(), end if end == fence || (fence == "---" && end == "...")) {
            return (about, &rest[read..]);
        }
        if let Some((name, value)) =
            line.split_once(separator).filter(|_| !line.starts_with([' ', '\t', '-', '#']))
        {
            note(&mut about, name, unquoted(value));
        }
    }
    (About::default(), text)
}

fn note(about: &mut About, name: &str, value: &str) {
    let name = name.trim();
    match Field::named(name) {
        Some(field) => about.note(field, value),
        // A source is named by its address or by its name.
        None if name.eq_ignore_ascii_case("source") => {
            about.note(if address(value).is_some() { Field::Url } else { Field::Publisher }, value);
        }
        None => {}
    }
}

fn unquoted(value: &str) -> &str {
    let value = value.trim();
    for quote in ['"', '\''] {
        if let Some((inside, _)) = value.strip_prefix(quote).and_then(|rest| rest.rsplit_once(quote)) {
            return inside;
        }
    }
    value.split_once(" #").map_or(value, |(value, _comment)| value.trim_end())
}

#[cfg(test)]
mod tests {
    use evidence::Tier;
    use jiff::civil::date;

    use super::*;

    #[test]
    fn yaml_and_toml_lines_are_read() {
        let expected = About {
            title: Some("Prices: a report".to_owned()),
            publisher: Some("Bureau".to_owned()),
            url: Some("https://bls.gov/cpi".to_owned()),
            as_of: Some(date(2024, 5, 15)),
            tier: Some(Tier::Primary),
        };
        let yaml = "---\ntitle: \"Prices: a report\"\nSource: Bureau\nurl: https://bls.gov/cpi # see there\n\
                    tags:\n  - title: nested\ndate: 2024-05-15\ntier: primary\n---\nBody\n";
        let toml = "+++\r\ntitle = 'Prices: a report'\r\npublisher = \"Bureau\"\r\nsource = \"https://bls.gov/cpi\"\r\n\
                    as_of = 2024-05-15\r\ntier = \"primary\"\r\n+++\r\nBody\n";
        assert_eq!(split(yaml), (expected.clone(), "Body\n"));
        assert_eq!(split(toml), (expected, "Body\n"));
    }

    #[test]
    fn a_rule_is_no_front_matter() {
        for text in ["---\ntitle: unclosed\n", "Body\n---\ntitle: x\n---\n", "", "---", "# Title\n"] {
            assert_eq!(split(text), (About::default(), text), "{text}");
        }
    }
}
