//! Markdown: front matter, headings, paragraphs, lists and tables.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::clean::{label, one_line};
use super::draft::{Draft, Reading, Section};
use super::front_matter;

/// Reads a Markdown document.
pub(crate) fn read(text: &str) -> Reading {
    let (mut about, body) = front_matter::split(text);
    let outline = outline(body);
    about.title = about.title.or(outline.title);
    vec![Draft { key: None, about, sections: outline.sections, body: Some(body.to_owned()) }].into()
}

/// A document's first top heading and its sections.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Outline {
    pub(crate) title: Option<String>,
    pub(crate) sections: Vec<Section>,
}

/// The outline of a Markdown text without front matter.
pub(crate) fn outline(markdown: &str) -> Outline {
    let extensions = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_DEFINITION_LIST;
    let mut writer = Writer::default();
    for event in Parser::new_ext(markdown, extensions) {
        writer.take(event);
    }
    writer.end_paragraph();
    writer.outline.sections.retain(|section| !section.paragraphs.is_empty());
    writer.outline
}

#[derive(Default)]
struct Writer {
    outline: Outline,
    /// Headings above the current place, with their levels.
    path: Vec<(HeadingLevel, String)>,
    /// Text since the last paragraph, heading or cell ended.
    words: String,
    header: Vec<String>,
    row: Vec<String>,
}

impl Writer {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Text(text) | Event::Code(text) => self.words.push_str(&text),
            Event::SoftBreak | Event::HardBreak | Event::InlineHtml(_) => self.words.push(' '),
            Event::Start(Tag::Item | Tag::List(_) | Tag::Heading { .. } | Tag::CodeBlock(_)) => {
                self.end_paragraph();
            }
            Event::Start(Tag::Table(_)) => self.header.clear(),
            Event::End(TagEnd::Heading(level)) => self.end_heading(level),
            Event::End(TagEnd::TableCell) => self.row.push(one_line(&std::mem::take(&mut self.words))),
            Event::End(TagEnd::TableHead) => self.header = std::mem::take(&mut self.row),
            Event::End(TagEnd::TableRow) => self.end_row(),
            Event::End(
                TagEnd::Paragraph
                | TagEnd::Item
                | TagEnd::CodeBlock
                | TagEnd::FootnoteDefinition
                | TagEnd::DefinitionListTitle
                | TagEnd::DefinitionListDefinition,
            ) => self.end_paragraph(),
            _ => {}
        }
    }

    fn end_heading(&mut self, level: HeadingLevel) {
        let Some(heading) = label(&std::mem::take(&mut self.words)) else { return };
        if level == HeadingLevel::H1 && self.outline.title.is_none() {
            self.outline.title = Some(heading);
            self.path.clear();
        } else {
            self.path.retain(|&(above, _)| above < level);
            self.path.push((level, heading));
        }
        let path: Vec<&str> = self.path.iter().map(|(_, heading)| heading.as_str()).collect();
        self.outline.sections.push(Section { heading: path.join(" > "), paragraphs: Vec::new() });
    }

    fn end_paragraph(&mut self) {
        let paragraph = one_line(&std::mem::take(&mut self.words));
        if !paragraph.is_empty() {
            self.add(paragraph);
        }
    }

    /// A row reads `header: value; header: value`, so that each can be understood alone.
    fn end_row(&mut self) {
        let headers = self.header.iter().map(String::as_str).chain(std::iter::repeat(""));
        let cells = std::mem::take(&mut self.row);
        let named = headers.zip(&cells).filter(|(_, cell)| !cell.is_empty());
        let row: Vec<String> = named
            .map(|(header, cell)| if header.is_empty() { cell.clone() } else { format!("{header}: {cell}") })
            .collect();
        if !row.is_empty() {
            self.add(row.join("; "));
        }
    }

    fn add(&mut self, paragraph: String) {
        match self.outline.sections.last_mut() {
            Some(section) => section.paragraphs.push(paragraph),
            None => {
                self.outline.sections.push(Section { heading: String::new(), paragraphs: vec![paragraph] });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn section(heading: &str, paragraphs: &[&str]) -> Section {
        Section {
            heading: heading.to_owned(),
            paragraphs: paragraphs.iter().map(|&text| text.to_owned()).collect(),
        }
    }

    #[test]
    fn headings_paragraphs_lists_and_tables_are_kept_apart() {
        let text = "Before.\n\n# Prices\n\nThey *rose* by `3.4`\npercent, see [here](https://x.org).\n\n## Food\n- Bread\n  - Rye\n- Milk\n\n\
                    ### Milk\nfell<br>much\n## Energy\n\n| Year | Rate |\n|---|---|\n| 2023 | 3.4 |\n| 2024 | |\n\n```\ncode\n```\n";
        let outline = outline(text);
        assert_eq!(outline.title.as_deref(), Some("Prices"));
        assert_eq!(
            outline.sections,
            [
                section("", &["Before."]),
                section("", &["They rose by 3.4 percent, see here."]),
                section("Food", &["Bread", "Rye", "Milk"]),
                section("Food > Milk", &["fell much"]),
                section("Energy", &["Year: 2023; Rate: 3.4", "Year: 2024", "code"]),
            ]
        );
    }

    #[test]
    fn front_matter_wins_over_the_first_heading() {
        let reading = read("---\ntitle: Given\n---\n# Found\n\nText.\n");
        assert_eq!(reading.drafts[0].about.title.as_deref(), Some("Given"));
        assert_eq!(reading.drafts[0].sections, [section("", &["Text."])]);
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "[-#|>*`\\[\\]():\n a-z0-9_<+=~]{0,200}") {
            prop_assert_eq!(read(&text).drafts.len(), 1);
        }
    }
}
