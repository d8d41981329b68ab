//! What files call the things that a passage has.

use evidence::Tier;

use super::clean::label;
use super::date;
use super::draft::About;

/// A thing that a passage has, named by a column, a key or a front-matter line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Field {
    Text,
    Title,
    Publisher,
    Url,
    AsOf,
    Tier,
    Id,
    SourceUrls,
    SourceType,
    Keywords,
}

impl Field {
    /// The field that `name` means; case, spaces and hyphens do not matter.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let name = name.trim().to_lowercase().replace([' ', '-'], "_");
        Some(match name.as_str() {
            "text" | "content" | "passage" | "body" => Self::Text,
            "title" | "headline" => Self::Title,
            "publisher" | "publisher_name" | "site_name" | "source_organization" => Self::Publisher,
            "url" | "link" | "source_url" | "canonical" | "canonical_url" => Self::Url,
            "as_of" | "asof" | "date" | "published" | "published_at" | "publication_date"
            | "date_published" | "datepublished" | "last_updated" | "year" => Self::AsOf,
            "tier" | "publisher_tier" => Self::Tier,
            "id" | "_id" | "doc_id" | "document_id" => Self::Id,
            "source_type" => Self::SourceType,
            "source_urls" => Self::SourceUrls,
            "retrieval_keywords" | "keywords" | "use_cases" | "jurisdiction" => Self::Keywords,
            _ => return None,
        })
    }
}

impl About {
    /// Notes `value`, unless something is known already. A date, address or tier that cannot be read is
    /// not known.
    pub(crate) fn note(&mut self, field: Field, value: &str) {
        match field {
            Field::Title => self.title = self.title.take().or_else(|| label(value)),
            Field::Publisher => self.publisher = self.publisher.take().or_else(|| label(value)),
            Field::Url => self.url = self.url.take().or_else(|| address(value)),
            Field::AsOf => self.as_of = self.as_of.or_else(|| date::read(value)),
            Field::Tier => self.tier = self.tier.or_else(|| value.parse().ok()),
            Field::SourceType => self.tier = self.tier.or_else(|| tier_of_kind(value)),
            Field::SourceUrls => self.source_urls.extend(address(value)),
            Field::Keywords => self.keywords.extend(label(&value.replace('_', " "))),
            Field::Text | Field::Id => {}
        }
    }
}

/// How close to the fact a kind of source is: a regulator, a carrier and a house speak for themselves.
pub(crate) fn tier_of_kind(kind: &str) -> Option<Tier> {
    Some(match kind.trim() {
        "public_regulatory" | "public_carrier" | "synthetic_internal" => Tier::Primary,
        "reference" | "public_reference" => Tier::Secondary,
        _ => return None,
    })
}

/// Longest address that is kept, in bytes: what browsers and servers agree on.
const ADDRESS_BYTES: usize = 2_048;

/// A web address; nothing else may become a link that somebody follows.
pub(crate) fn address(text: &str) -> Option<String> {
    let url = url::Url::parse(text.trim()).ok()?;
    let is_web = matches!(url.scheme(), "http" | "https") && url.has_host() && url.username().is_empty();
    (is_web && url.as_str().len() <= ADDRESS_BYTES).then(|| url.into())
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn names_mean_fields_however_they_are_spelt() {
        let cases = [
            ("Text", Some(Field::Text)),
            ("As Of", Some(Field::AsOf)),
            ("date-published", Some(Field::AsOf)),
            (" Publisher ", Some(Field::Publisher)),
            ("rate", None),
            ("", None),
        ];
        for (name, expected) in cases {
            assert_eq!(Field::named(name), expected, "{name}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_not_known() {
        let mut about = About::default();
        for (field, value) in [
            (Field::AsOf, "soon"),
            (Field::AsOf, "2024-05-01"),
            (Field::AsOf, "2020-01-01"),
            (Field::Tier, "official"),
            (Field::Tier, "Primary"),
            (Field::Tier, "analysis"),
            (Field::Url, "javascript:alert(1)"),
            (Field::Title, "  "),
        ] {
            about.note(field, value);
        }
        let expected = About { as_of: Some(date(2024, 5, 1)), tier: Some(Tier::Primary), ..About::default() };
        assert_eq!(about, expected);
    }

    #[test]
    fn only_web_addresses_are_addresses() {
        let cases = [
            ("https://www.bls.gov/cpi/", true),
            ("http://[::1]:8080/x", true),
            ("https://user@bls.gov", false),
            ("file:///etc/passwd", false),
            ("javascript:alert(1)", false),
            ("bls.gov", false),
            ("", false),
        ];
        for (text, expected) in cases {
            assert_eq!(address(text).is_some(), expected, "{text}");
        }
        assert_eq!(address(&format!("https://a.org/{}", "x".repeat(ADDRESS_BYTES))), None);
    }
}
