//! Makes the passages of a document from what a reader found and what else is known.

use std::path::Path;

use evidence::{Tier, tier};
use url::Url;

use super::chunk::passages;
use super::clean::{label, title_of_name};
use super::draft::{About, Draft, Section};
use super::kind::{Origin, file_name};
use super::{Chunking, Options, collection, field, recursive};
use crate::record::{CatalogEntry, Record};

/// The passages of everything that was found in one file or page.
///
/// What the file says wins, then what the user says, then what its place tells.
pub(crate) fn records(drafts: &[Draft], origin: &Origin, collection: &str, options: &Options) -> Vec<Record> {
    drafts.iter().flat_map(|draft| of_draft(draft, origin, collection, options)).collect()
}

fn of_draft(draft: &Draft, origin: &Origin, collection: &str, options: &Options) -> Vec<Record> {
    let about = draft.about.clone().or(said_by_user(options));
    let url = about.url.or_else(|| origin.url.clone()).unwrap_or_else(|| origin.source.clone());
    let publisher = about.publisher.unwrap_or_else(|| publisher_of(&url, &origin.source));
    let tier = about.tier.or_else(|| tier::of_url(&url)).unwrap_or(Tier::Analysis);
    let title = about.title.or_else(|| title_of_source(&origin.source)).unwrap_or_default();
    let document = match &draft.key {
        Some(key) => format!("{}#{key}", origin.source),
        None => origin.source.clone(),
    };
    let mut source_urls = about.source_urls;
    if source_urls.is_empty() {
        source_urls.extend(field::address(&url));
    }
    let url = match source_urls.first() {
        Some(first) if field::address(&url).is_none() => first.clone(),
        _ => url,
    };
    let entry = CatalogEntry {
        document_id: collection::document_id(origin, draft.key.as_deref()),
        section: String::new(),
        category: collection::category(origin),
        source_urls,
        keywords: about.keywords.join(", "),
    };
    let record = |(heading, text): (&str, String)| {
        let section = if heading == title { "" } else { heading };
        Record {
            collection: collection.to_owned(),
            source: origin.source.clone(),
            document: document.clone(),
            title: if section.is_empty() { title.clone() } else { format!("{title} > {section}") },
            text,
            publisher: publisher.clone(),
            url: url.clone(),
            as_of: about.as_of,
            tier,
            entry: CatalogEntry { section: section.to_owned(), ..entry.clone() },
        }
    };
    if let (Some(body), Chunking::Recursive) = (&draft.body, options.chunking) {
        let pieces = recursive::sections(body);
        return pieces.iter().map(|(heading, text)| record((heading, text.clone()))).collect();
    }
    let of_section = |section: &Section| -> Vec<Record> {
        passages(&section.paragraphs).into_iter().map(|text| record((&section.heading, text))).collect()
    };
    draft.sections.iter().flat_map(of_section).collect()
}

fn said_by_user(options: &Options) -> About {
    About {
        title: None,
        publisher: options.publisher.as_deref().and_then(label),
        url: options.url.as_deref().and_then(field::address),
        as_of: options.as_of,
        tier: options.tier,
        ..About::default()
    }
}

/// Whoever the address belongs to, else the folder that the file is in.
fn publisher_of(url: &str, source: &str) -> String {
    let host = || Some(Url::parse(url).ok()?.host_str()?.to_owned());
    let folder = || label(&Path::new(source).parent()?.file_name()?.to_string_lossy());
    tier::display_name_of_url(url)
        .or_else(host)
        .or_else(folder)
        .unwrap_or_else(|| "unknown publisher".to_owned())
}

/// The file's name without its extension; for an address without a path, its host.
fn title_of_source(source: &str) -> Option<String> {
    let name = file_name(source);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| if stem.is_empty() { name } else { stem });
    title_of_name(stem)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn draft() -> Draft {
        let section = |heading: &str| Section {
            heading: heading.to_owned(),
            paragraphs: vec!["Prices rose.".to_owned()],
        };
        Draft { about: About::default(), sections: vec![section(""), section("Food")], ..Draft::default() }
    }

    fn origin(source: &str) -> Origin {
        Origin { source: source.to_owned(), ..Origin::default() }
    }

    #[test]
    fn a_file_speaks_first_then_the_user_then_its_place() {
        let options = Options {
            publisher: Some("Said".to_owned()),
            url: Some("https://www.bls.gov/cpi".to_owned()),
            as_of: Some(date(2024, 1, 1)),
            tier: Some(Tier::Secondary),
            ..Options::default()
        };
        let own =
            About { publisher: Some("Own".to_owned()), as_of: Some(date(2023, 1, 1)), ..About::default() };
        let records =
            records(&[Draft { about: own, ..draft() }], &origin("folder/a-report.md"), "c", &options);
        let record = &records[1];
        assert_eq!(
            (record.publisher.as_str(), record.as_of, record.tier),
            ("Own", Some(date(2023, 1, 1)), Tier::Secondary)
        );
        assert_eq!(
            (record.url.as_str(), record.title.as_str()),
            ("https://www.bls.gov/cpi", "a report > Food")
        );
        assert_eq!((record.document.as_str(), record.collection.as_str()), ("folder/a-report.md", "c"));
    }

    #[test]
    fn what_nobody_says_is_read_from_the_place() {
        let cases = [
            ("folder/report.md", None, "folder", "folder/report.md", Tier::Analysis, "report"),
            ("report.md", None, "unknown publisher", "report.md", Tier::Analysis, "report"),
            (
                "https://www.bls.gov/cpi/a.htm?x=1",
                Some("https://www.bls.gov/cpi/"),
                "U.S. Bureau of Labor Statistics",
                "https://www.bls.gov/cpi/",
                Tier::Primary,
                "a",
            ),
            (
                "https://www.nowhere.example/",
                Some("https://www.nowhere.example/"),
                "nowhere.example",
                "https://www.nowhere.example/",
                Tier::Analysis,
                "www.nowhere",
            ),
        ];
        for (source, url, publisher, address, tier, title) in cases {
            let origin = Origin { url: url.map(str::to_owned), ..origin(source) };
            let records = records(&[draft()], &origin, "c", &Options::default());
            let record = &records[0];
            assert_eq!(
                (record.publisher.as_str(), record.url.as_str(), record.tier),
                (publisher, address, tier),
                "{source}"
            );
            assert_eq!(record.title, title, "{source}");
        }
    }

    #[test]
    fn rows_are_documents_of_their_own() {
        let row = |key: &str| Draft { key: Some(key.to_owned()), ..draft() };
        let records = records(&[row("1"), row("2")], &origin("a.csv"), "c", &Options::default());
        let documents: Vec<_> = records.iter().map(|record| record.document.as_str()).collect();
        assert_eq!(documents, ["a.csv#1", "a.csv#1", "a.csv#2", "a.csv#2"]);
        assert!(records.iter().all(|record| record.source == "a.csv"));
    }
}
