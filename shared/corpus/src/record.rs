//! A passage as it is kept in the index.

use evidence::Tier;
use jiff::civil::Date;
use sha2::{Digest, Sha256};

/// Bytes of the hash that make an identifier: 96 bits, far beyond chance collision in any corpus that fits
/// on a machine, and short enough to be read aloud in a bug report.
pub(crate) const ID_BYTES: usize = 12;

/// One passage, with what is needed to find, replace and remove it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Record {
    /// The collection that it belongs to.
    pub(crate) collection: String,
    /// What was imported: a file's path or a page's URL. The unit that a re-import replaces.
    pub(crate) source: String,
    /// The document inside the source: the source itself, or one row of a table.
    pub(crate) document: String,
    pub(crate) title: String,
    pub(crate) text: String,
    pub(crate) publisher: String,
    pub(crate) url: String,
    pub(crate) as_of: Option<Date>,
    pub(crate) tier: Tier,
    /// What the document is besides its words.
    pub(crate) entry: CatalogEntry,
}

/// What a document is besides its words and its publisher. Empty where nobody said.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct CatalogEntry {
    /// A short name for the document, unique within its collection.
    pub(crate) document_id: String,
    /// The heading that the passage stands under, with those above it: the end of its title.
    pub(crate) section: String,
    /// The shelf that the document stands on.
    pub(crate) category: String,
    /// Every address that the document names as its source, best first.
    pub(crate) source_urls: Vec<String>,
    /// Words that the document is to be found by and that are not shown.
    pub(crate) keywords: String,
}

impl Record {
    /// The upsert key: where the passage stands and what it says.
    pub(crate) fn id(&self) -> String {
        let parts = [&self.collection, &self.source, &self.document, &self.title, &self.text];
        hex::encode(&digest(parts.map(String::as_bytes))[..ID_BYTES])
    }

    /// What its vector is made of.
    #[cfg(any(feature = "import", test))]
    pub(crate) fn title_and_text(&self) -> String {
        format!("{}. {}", self.title, self.text)
    }

    /// Changes when what is said about the passage changes: its publisher, address, date, tier, shelf, sources or
    /// keywords.
    #[cfg(any(feature = "import", test))]
    pub(crate) fn revision(&self) -> String {
        let date = self.as_of.map(|date| date.to_string()).unwrap_or_default();
        let tier = [tier_number(self.tier)];
        let CatalogEntry { document_id, section, category, source_urls, keywords } = &self.entry;
        let urls = source_urls.join(" ");
        let entry = [document_id, section, category, &urls, keywords].map(String::as_bytes);
        let parts = [self.publisher.as_bytes(), self.url.as_bytes(), date.as_bytes(), &tier];
        hex::encode(&digest([&digest(parts)[..], &digest(entry)[..]])[..ID_BYTES])
    }
}

/// A hash in which the boundary between two parts counts.
fn digest<const N: usize>(parts: [&[u8]; N]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize().into()
}

/// The tier as the index keeps it. Numbers are part of the format: never renumber.
pub(crate) fn tier_number(tier: Tier) -> u8 {
    match tier {
        Tier::Analysis => 0,
        Tier::Secondary => 1,
        Tier::Primary => 2,
    }
}

/// The reverse of [`tier_number`]. An unknown number is the least trusted tier.
pub(crate) fn tier_of_number(number: u64) -> Tier {
    match number {
        2 => Tier::Primary,
        1 => Tier::Secondary,
        _ => Tier::Analysis,
    }
}

/// The date as `yyyymmdd`, which sorts as the date does.
pub(crate) fn date_number(date: Date) -> i64 {
    i64::from(date.year()) * 10_000 + i64::from(date.month()) * 100 + i64::from(date.day())
}

/// The reverse of [`date_number`], where there is such a day.
pub(crate) fn date_of_number(number: i64) -> Option<Date> {
    let year = i16::try_from(number.div_euclid(10_000)).ok()?;
    let month = i8::try_from(number.rem_euclid(10_000) / 100).ok()?;
    let day = i8::try_from(number.rem_euclid(100)).ok()?;
    Date::new(year, month, day).ok()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;

    fn record() -> Record {
        Record {
            collection: "news".to_owned(),
            source: "a.md".to_owned(),
            document: "a.md".to_owned(),
            title: "Prices".to_owned(),
            text: "Prices rose by 3.4 percent.".to_owned(),
            publisher: "Bureau".to_owned(),
            url: "https://example.org/a".to_owned(),
            as_of: Some(date(2024, 4, 30)),
            tier: Tier::Primary,
            entry: CatalogEntry::default(),
        }
    }

    #[test]
    fn an_id_depends_on_place_and_words_only() {
        let record = record();
        let moved = Record { source: "b.md".to_owned(), ..record.clone() };
        let reworded = Record { text: "Prices fell.".to_owned(), ..record.clone() };
        let redated = Record { as_of: None, ..record.clone() };
        assert_ne!(record.id(), moved.id());
        assert_ne!(record.id(), reworded.id());
        assert_eq!(record.id(), redated.id());
        assert_ne!(record.revision(), redated.revision());
        assert_eq!(record.revision(), reworded.revision());
        let shelved = CatalogEntry { category: "reference".to_owned(), ..CatalogEntry::default() };
        let shelved = Record { entry: shelved, ..record.clone() };
        assert_eq!(record.id(), shelved.id());
        assert_ne!(record.revision(), shelved.revision());
    }

    #[test]
    fn words_cannot_move_from_one_part_of_the_hash_to_another() {
        let left = Record { title: "ab".to_owned(), text: "c".to_owned(), ..record() };
        let right = Record { title: "a".to_owned(), text: "bc".to_owned(), ..record() };
        assert_ne!(left.id(), right.id());
    }

    proptest! {
        #[test]
        fn dates_survive_and_keep_their_order(a in -9999_i16..=9999, b in -9999_i16..=9999, days in 1_i8..=28, month in 1_i8..=12) {
            let (left, right) = (date(a, month, days), date(b, 13 - month, 29 - days));
            prop_assert_eq!(date_of_number(date_number(left)), Some(left));
            prop_assert_eq!(date_number(left).cmp(&date_number(right)), left.cmp(&right));
        }

        #[test]
        fn no_number_is_too_odd_to_be_read(number: i64) {
            if let Some(date) = date_of_number(number) {
                prop_assert_eq!(date_number(date), number);
            }
        }
    }
}
