//! Reads Vectara's answer: every field may be missing, of another type, or one we do not know.

use std::collections::HashSet;

use evidence::{Tier, tier};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use outbound::is_base_url;
use serde_json::{Map, Value};

use crate::record::{CatalogEntry, Record};
use crate::{Likeness, Passage, Query};

/// Relevance of a hit without a score: it was found, and nobody says how well it fits.
const UNSCORED_RELEVANCE: f64 = 0.5;
/// An epoch beyond this is in milliseconds: in seconds it would be after the year 5000.
const EPOCH_MILLIS: i64 = 100_000_000_000;
/// Where a document's date may stand as text, best first.
const DATE_FIELDS: [&str; 3] = ["as_of", "date", "published"];

/// The passages in `answer` that satisfy `query`, most relevant first.
///
/// Hits without words or without a web address cannot be cited and are dropped. Tier and date are checked
/// again, since Vectara's filter sees only the declared attributes.
pub(super) fn passages(answer: &Map<String, Value>, corpus_key: &str, query: &Query) -> Vec<Passage> {
    let hits = answer.get("search_results").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut seen = HashSet::new();
    let mut passages: Vec<Passage> = hits
        .iter()
        .filter_map(|hit| passage(hit, corpus_key))
        .filter(|passage| query.tier.is_none_or(|tier| passage.tier == tier))
        .filter(|passage| query.not_before.is_none_or(|first| passage.as_of.is_none_or(|date| date >= first)))
        .filter(|passage| seen.insert(passage.id.clone()))
        .collect();
    tracing::debug!(hits = hits.len(), dropped = hits.len() - passages.len(), "vectara answered");
    passages.sort_by(|left, right| right.relevance.total_cmp(&left.relevance));
    passages.truncate(query.limit);
    passages
}

fn passage(hit: &Value, corpus_key: &str) -> Option<Passage> {
    let metadata = Metadata { document: hit.get("document_metadata"), part: hit.get("part_metadata") };
    let document = hit.get("document_id").and_then(Value::as_str).unwrap_or_default();
    // Crawlers index a page under its address.
    let url = [metadata.text("url"), Some(document)].into_iter().flatten().find(|url| is_citable(url))?;
    let text = hit.get("text").and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty())?;
    let publisher = metadata.text("publisher").map(str::to_owned).or_else(|| tier::display_name_of_url(url));
    let tier = metadata.text("tier").and_then(|word| word.parse().ok()).or_else(|| tier::of_url(url));
    let record = Record {
        collection: corpus_key.to_owned(),
        source: document.to_owned(),
        document: document.to_owned(),
        title: metadata.text("title").unwrap_or_default().to_owned(),
        text: text.to_owned(),
        publisher: publisher.unwrap_or_default(),
        url: url.to_owned(),
        as_of: metadata.date(),
        // Nobody vouches for it.
        tier: tier.unwrap_or(Tier::Analysis),
        entry: CatalogEntry::default(),
    };
    let relevance = relevance(hit.get("score"));
    Some(Passage {
        id: record.id(),
        document: record.document,
        title: record.title,
        text: record.text,
        publisher: record.publisher,
        url: record.url,
        as_of: record.as_of,
        tier: record.tier,
        collection: record.collection,
        document_id: document.to_owned(),
        section: String::new(),
        category: metadata.text("category").unwrap_or_default().to_owned(),
        source_urls: vec![url.to_owned()],
        keywords: String::new(),
        // Vectara's own score is the only one there is.
        likeness: Likeness { words: relevance, cosine: None },
        relevance,
    })
}

/// What was said about a document when it was indexed, and about the part of it that was found.
struct Metadata<'a> {
    document: Option<&'a Value>,
    part: Option<&'a Value>,
}

impl<'a> Metadata<'a> {
    fn get(&self, name: &str) -> impl Iterator<Item = &'a Value> {
        [self.document, self.part].into_iter().flatten().filter_map(move |values| values.get(name))
    }

    fn text(&self, name: &str) -> Option<&'a str> {
        self.get(name).filter_map(Value::as_str).map(str::trim).find(|text| !text.is_empty())
    }

    fn date(&self) -> Option<Date> {
        let epoch = self.get("pub_epoch").find_map(integer).and_then(date_of_epoch);
        epoch.or_else(|| DATE_FIELDS.iter().find_map(|name| self.text(name).and_then(date_of_text)))
    }
}

/// Vectara's scores are not bounded by contract: mixes of meaning and exact words exceed 1.
fn relevance(score: Option<&Value>) -> f64 {
    score
        .and_then(Value::as_f64)
        .map_or(UNSCORED_RELEVANCE, |score| if score.is_nan() { 0.0 } else { score.clamp(0.0, 1.0) })
}

/// A whole number, also where it was indexed as a real or as text.
fn integer(value: &Value) -> Option<i64> {
    #[expect(clippy::cast_possible_truncation, reason = "`as` saturates, and no date is that far away")]
    let whole = |number: f64| number as i64;
    match value {
        Value::Number(number) => number.as_i64().or_else(|| number.as_f64().map(whole)),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// The day of an instant in seconds or milliseconds since 1970. 0 is what a missing number turns into.
fn date_of_epoch(epoch: i64) -> Option<Date> {
    let instant = match epoch {
        0 => return None,
        seconds if seconds.unsigned_abs() < EPOCH_MILLIS.unsigned_abs() => Timestamp::from_second(seconds),
        millis => Timestamp::from_millisecond(millis),
    };
    instant.ok().map(|instant| instant.to_zoned(TimeZone::UTC).date())
}

/// The day that an ISO 8601 date or instant begins with.
fn date_of_text(text: &str) -> Option<Date> {
    text.get(..10)?.parse().ok()
}

/// Whether a reader can be sent to `url`.
fn is_citable(url: &str) -> bool {
    is_base_url(url) && !url.contains(|letter: char| letter.is_whitespace() || letter.is_control())
}
