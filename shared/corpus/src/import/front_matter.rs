//! The block of `key: value` lines before a Markdown document.

use super::draft::About;
use super::field::{Field, address};

/// What the block says, and the document after it. Without a block, the whole text is the document.
///
/// Read are single lines, in YAML (`---`, `key: value`) or TOML (`+++`, `key = value`) manner, and lists of
/// single values below a YAML key or in brackets, where an item may be `url: value`: nothing that is asked of
/// a block needs more. Other nested values are passed over.
pub(crate) fn split(text: &str) -> (About, &str) {
    let text = text.trim_start_matches('\u{feff}');
    let Some((first, rest)) = text.split_once('\n') else { return (About::default(), text) };
    let (fence, separator) = match first.trim_end() {
        "---" => ("---", ':'),
        "+++" => ("+++", '='),
        _ => return (About::default(), text),
    };
    let mut about = About::default();
    let mut list = "";
    let mut read = 0;
    for line in rest.split_inclusive('\n') {
        read += line.len();
        if matches!(line.trim_end(), end if end == fence || (fence == "---" && end == "...")) {
            return (about, &rest[read..]);
        }
        if line.starts_with([' ', '\t', '-']) {
            note_item(&mut about, list, line.trim());
        } else if let Some((name, value)) = line.split_once(separator).filter(|_| !line.starts_with('#')) {
            list = if value.trim().is_empty() { name.trim() } else { "" };
            note_all(&mut about, name, value);
        }
    }
    (About::default(), text)
}

/// A value, or each of the values in brackets.
fn note_all(about: &mut About, name: &str, value: &str) {
    let inside = value.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    match inside {
        Some(values) => values.split(',').for_each(|value| note(about, name, unquoted(value))),
        None => note(about, name, unquoted(value)),
    }
}

/// A line below the key `list`: an item of it, where the key is one that has items.
fn note_item(about: &mut About, list: &str, line: &str) {
    if !matches!(Field::named(list), Some(Field::SourceUrls | Field::Keywords)) {
        return;
    }
    let item = line.strip_prefix("- ").unwrap_or(line).trim();
    let item = item.strip_prefix("url:").unwrap_or(item);
    note(about, list, unquoted(item));
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
            ..About::default()
        };
        let yaml = "---\ntitle: \"Prices: a report\"\nSource: Bureau\nurl: https://bls.gov/cpi # see there\n\
                    tags:\n  - title: nested\ndate: 2024-05-15\ntier: primary\n---\nBody\n";
        let toml = "+++\r\ntitle = 'Prices: a report'\r\npublisher = \"Bureau\"\r\nsource = \"https://bls.gov/cpi\"\r\n\
                    as_of = 2024-05-15\r\ntier = \"primary\"\r\n+++\r\nBody\n";
        assert_eq!(split(yaml), (expected.clone(), "Body\n"));
        assert_eq!(split(toml), (expected, "Body\n"));
    }

    #[test]
    fn lists_of_sources_and_keywords_are_read() {
        let text = "---\ntitle: T\nsource_organization: Customs\nsource_urls:\n  - https://a.example/x\n  - name: B\n    \
                    url: \"https://b.example/\"\n  - N/A\nlast_updated: 2026-02-11\nretrieval_keywords: [VGM, 'gross \
                    mass']\nuse_cases:\n- export_booking\ntags:\n- odd\n---\nBody\n";
        let expected = About {
            title: Some("T".to_owned()),
            publisher: Some("Customs".to_owned()),
            as_of: Some(date(2026, 2, 11)),
            source_urls: ["https://a.example/x", "https://b.example/"].map(str::to_owned).to_vec(),
            keywords: ["VGM", "gross mass", "export booking"].map(str::to_owned).to_vec(),
            ..About::default()
        };
        assert_eq!(split(text), (expected, "Body\n"));
    }

    #[test]
    fn a_rule_is_no_front_matter() {
        for text in ["---\ntitle: unclosed\n", "Body\n---\ntitle: x\n---\n", "", "---", "# Title\n"] {
            assert_eq!(split(text), (About::default(), text), "{text}");
        }
    }
}
