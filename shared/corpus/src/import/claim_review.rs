//! Published fact checks and what pages say about themselves, in schema.org's JSON-LD.

use serde_json::{Map, Value};

use super::clean::{label, one_line};
use super::draft::{About, Draft};
use super::field::Field;
use super::row::name_of;

/// Nesting that is followed; real feeds have about six levels.
const DEEPEST: usize = 24;

/// Every `ClaimReview` in `value`: in arrays, `@graph`, `DataFeed` elements, or anywhere else.
pub(crate) fn reviews(value: &Value) -> Vec<Draft> {
    let mut found = Vec::new();
    visit(value, DEEPEST, &mut |object| {
        let is_review = is_of_type(object, |kind| kind == "ClaimReview");
        if is_review {
            found.extend(review(object));
        }
        is_review
    });
    found
}

/// What the page's `Article`, `Report`, `Dataset` or `WebPage` says about itself.
pub(crate) fn about_page(value: &Value) -> About {
    let mut about = About::default();
    visit(value, DEEPEST, &mut |object| {
        let describes_page = |kind: &str| {
            kind.ends_with("Article")
                || kind.ends_with("Posting")
                || ["Report", "Dataset", "WebPage"].contains(&kind)
        };
        if is_of_type(object, describes_page) {
            about = std::mem::take(&mut about).or(About {
                title: text(object, "headline").or_else(|| text(object, "name")),
                publisher: name(object, "publisher").or_else(|| name(object, "sourceOrganization")),
                ..noted(object)
            });
        }
        false
    });
    about
}

/// Calls `enter` on each object; where it says true, what is inside is not visited.
fn visit(value: &Value, depth: usize, enter: &mut impl FnMut(&Map<String, Value>) -> bool) {
    let Some(depth) = depth.checked_sub(1) else { return };
    let inside: Vec<&Value> = match value {
        Value::Array(values) => values.iter().collect(),
        Value::Object(object) if !enter(object) => object.values().collect(),
        _ => return,
    };
    for value in inside {
        visit(value, depth, enter);
    }
}

fn is_of_type(object: &Map<String, Value>, accepts: impl Fn(&str) -> bool) -> bool {
    let accepts = |kind: &Value| {
        kind.as_str().is_some_and(|kind| accepts(kind.rsplit(['/', ':']).next().unwrap_or(kind)))
    };
    match object.get("@type") {
        Some(Value::Array(kinds)) => kinds.iter().any(accepts),
        Some(kind) => accepts(kind),
        None => false,
    }
}

/// `Claim: … Claimed by: … Rating: … (publisher)`, with what the review adds after it.
fn review(object: &Map<String, Value>) -> Option<Draft> {
    let claim = text(object, "claimReviewed")?;
    let publisher = name(object, "author").or_else(|| name(object, "publisher"));
    let item = object.get("itemReviewed").and_then(first);
    let parts = [
        Some(format!("Claim: {claim}")),
        item.and_then(|item| name(item, "author")).map(|claimant| format!("Claimed by: {claimant}.")),
        object.get("reviewRating").and_then(first).and_then(rating).map(|rating| format!("Rating: {rating}")),
        publisher.as_ref().map(|publisher| format!("({publisher})")),
    ];
    let line = parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let mut paragraphs = vec![line];
    paragraphs.extend(["reviewBody", "description"].into_iter().find_map(|key| long_text(object, key)));
    let title = text(object, "headline").or_else(|| text(object, "name"));
    let about = About { title, publisher, ..noted(object) };
    Some(Draft { key: Some(name_of(&about, &paragraphs)), ..Draft::of_paragraphs(about, paragraphs) })
}

/// The rating in words, else as a number on its scale.
fn rating(rating: &Map<String, Value>) -> Option<String> {
    text(rating, "alternateName").or_else(|| text(rating, "name")).or_else(|| {
        let value = text(rating, "ratingValue")?;
        Some(text(rating, "bestRating").map_or(value.clone(), |best| format!("{value} of {best}")))
    })
}

/// Address and date, under the names that schema.org has for them.
fn noted(object: &Map<String, Value>) -> About {
    let mut about = About::default();
    for (key, field) in [
        ("url", Field::Url),
        ("mainEntityOfPage", Field::Url),
        ("datePublished", Field::AsOf),
        ("dateModified", Field::AsOf),
    ] {
        let value = object.get(key).and_then(|value| value.as_str().or_else(|| value.get("@id")?.as_str()));
        if let Some(value) = value {
            about.note(field, value);
        }
    }
    about
}

/// The object, or the first of several.
fn first(value: &Value) -> Option<&Map<String, Value>> {
    match value {
        Value::Object(object) => Some(object),
        Value::Array(values) => values.iter().find_map(Value::as_object),
        _ => None,
    }
}

/// The name of a person or organisation, which may be given as a bare string.
fn name(object: &Map<String, Value>, key: &str) -> Option<String> {
    let value = object.get(key)?;
    first(value).and_then(|party| text(party, "name")).or_else(|| label(value.as_str()?))
}

fn text(object: &Map<String, Value>, key: &str) -> Option<String> {
    match object.get(key)? {
        Value::String(text) => label(text),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn long_text(object: &Map<String, Value>, key: &str) -> Option<String> {
    object.get(key)?.as_str().map(one_line).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use serde_json::json;

    use super::*;

    #[test]
    fn a_feed_of_reviews_is_read() {
        let review = json!({
            "@type": "ClaimReview", "claimReviewed": "Crime doubled in 2023.", "url": "https://checks.example/1",
            "datePublished": "2024-02-03T10:00:00Z", "author": { "@type": "Organization", "name": "Checkers" },
            "itemReviewed": { "@type": "Claim", "author": [{ "name": "A. Politician" }], "datePublished": "2024-01-01" },
            "reviewRating": { "alternateName": "False", "ratingValue": 1, "bestRating": 5 },
        });
        let bare = json!({ "@type": ["Review", "schema:ClaimReview"], "claimReviewed": "It rained.", "reviewRating": { "ratingValue": 2, "bestRating": "5" } });
        let feed = json!({ "@type": "DataFeed", "dataFeedElement": [{ "@type": "DataFeedItem", "item": [review, bare] }] });
        for feed in [feed.clone(), json!([{ "@graph": [feed] }])] {
            let found = reviews(&feed);
            let lines: Vec<_> = found.iter().map(|draft| draft.sections[0].paragraphs[0].as_str()).collect();
            assert_eq!(
                lines,
                [
                    "Claim: Crime doubled in 2023. Claimed by: A. Politician. Rating: False (Checkers)",
                    "Claim: It rained. Rating: 2 of 5"
                ]
            );
            assert_eq!(found[0].about.as_of, Some(date(2024, 2, 3)));
            assert_eq!(found[0].about.url.as_deref(), Some("https://checks.example/1"));
            assert_eq!(found[0].about.publisher.as_deref(), Some("Checkers"));
        }
    }

    #[test]
    fn a_page_speaks_for_itself() {
        let page = json!({ "@graph": [{ "@type": "WebSite", "name": "Not this" }, { "@type": "NewsArticle", "headline": "Prices rose",
            "publisher": { "name": "Daily" }, "dateModified": "2024-05-02", "datePublished": "2024-05-01", "mainEntityOfPage": { "@id": "https://daily.example/p" } }] });
        let about = about_page(&page);
        assert_eq!(about.title.as_deref(), Some("Prices rose"));
        assert_eq!(about.publisher.as_deref(), Some("Daily"));
        assert_eq!(about.as_of, Some(date(2024, 5, 1)));
        assert_eq!(about.url.as_deref(), Some("https://daily.example/p"));
    }

    #[test]
    fn odd_shapes_and_endless_nesting_are_passed_over() {
        let mut nested = json!({ "@type": "ClaimReview", "claimReviewed": "deep" });
        for _ in 0..100 {
            nested = json!([nested]);
        }
        let odd = json!([1, null, { "@type": 7 }, { "@type": "ClaimReview" }, { "@type": "ClaimReview", "claimReviewed": [1], "author": 3 }]);
        assert_eq!(reviews(&nested), []);
        assert_eq!(reviews(&odd), []);
        assert_eq!(about_page(&odd), About::default());
    }
}
