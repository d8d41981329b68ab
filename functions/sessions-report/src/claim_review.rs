//! A verdict as schema.org `ClaimReview`, with what search engines ask for of one.

use evidence::Label;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use crate::CheckedClaim;

/// The name of the organisation that reviews.
const ORGANIZATION: &str = "Truthy";
/// Longest address of a page, in bytes.
const MAX_ADDRESS_BYTES: usize = 500;

/// An http or https address.
#[derive(Debug, Clone)]
pub struct Address(url::Url);

impl<'de> Deserialize<'de> for Address {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        match url::Url::parse(&text) {
            Ok(url) if matches!(url.scheme(), "http" | "https") && text.len() <= MAX_ADDRESS_BYTES => {
                Ok(Self(url))
            }
            _ => Err(D::Error::custom(format!(
                "must be an http or https address of at most {MAX_ADDRESS_BYTES} bytes"
            ))),
        }
    }
}

impl JsonSchema for Address {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Address".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "uri", "maxLength": MAX_ADDRESS_BYTES })
    }
}

/// A review of a claim (schema.org `ClaimReview`, JSON-LD).
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClaimReview {
    /// `https://schema.org`.
    #[serde(rename = "@context")]
    context: &'static str,
    /// `ClaimReview`.
    #[serde(rename = "@type")]
    kind: &'static str,
    /// The claim.
    claim_reviewed: String,
    /// What it was found to be.
    review_rating: Rating,
    /// The claim's author and where it appears.
    item_reviewed: ReviewedClaim,
    /// Who reviewed it.
    author: Named,
    /// The day of the verdict, ISO 8601.
    #[schemars(extend("format" = "date"))]
    date_published: String,
    /// Where the review is published; only with `page_url`.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
}

/// A rating from 1 (false) to 5 (true).
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ClaimReviewRating")]
struct Rating {
    /// `Rating`.
    #[serde(rename = "@type")]
    kind: &'static str,
    /// The label.
    alternate_name: Label,
    /// The number; none for Unverifiable, which is on no scale.
    #[serde(flatten)]
    number: Option<Number>,
    /// Why.
    #[serde(rename = "ratingExplanation", skip_serializing_if = "Option::is_none")]
    explanation: Option<String>,
}

/// A label as a number.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ClaimReviewNumber")]
struct Number {
    /// 1 to 5.
    rating_value: u8,
    /// 5.
    best_rating: u8,
    /// 1.
    worst_rating: u8,
}

/// The claim that is reviewed (schema.org `Claim`).
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ReviewedClaim {
    /// `Claim`.
    #[serde(rename = "@type")]
    kind: &'static str,
    /// Who made it, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<Named>,
    /// Where it can be heard or read, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    appearance: Option<Work>,
}

/// A person or an organisation.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "ClaimReviewAuthor")]
struct Named {
    /// `Person` or `Organization`.
    #[serde(rename = "@type")]
    kind: &'static str,
    /// The name.
    name: String,
}

/// Where a claim appears (schema.org `CreativeWork`).
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "ClaimAppearance")]
struct Work {
    /// `CreativeWork`.
    #[serde(rename = "@type")]
    kind: &'static str,
    /// Its address.
    url: String,
}

impl ClaimReview {
    /// The review of `claim`, published on `page`.
    pub(crate) fn of(claim: &CheckedClaim, page: Option<&Address>) -> Self {
        let person = |name: &String| Named { kind: "Person", name: name.clone() };
        let work = |url: &String| Work { kind: "CreativeWork", url: url.clone() };
        Self {
            context: "https://schema.org",
            kind: "ClaimReview",
            claim_reviewed: claim.claim.clone(),
            review_rating: Rating {
                kind: "Rating",
                alternate_name: claim.label,
                number: number(claim.label),
                explanation: claim.rationale.clone(),
            },
            item_reviewed: ReviewedClaim {
                kind: "Claim",
                author: claim.speaker.as_ref().map(person),
                appearance: claim.appearance_url.as_ref().map(work),
            },
            author: Named { kind: "Organization", name: ORGANIZATION.to_owned() },
            date_published: claim.received_at.strftime("%Y-%m-%d").to_string(),
            url: page.map(|page| {
                let mut place = page.0.clone();
                place.set_fragment(Some(&claim.event_id));
                place.into()
            }),
        }
    }
}

/// The usual scale of five: 1 is false, 3 is mixed, 5 is true.
fn number(label: Label) -> Option<Number> {
    let rating_value = match label {
        Label::True => 5,
        Label::MostlyTrue => 4,
        Label::Mixed => 3,
        Label::MostlyFalse => 2,
        Label::False => 1,
        Label::Unverifiable => return None,
    };
    Some(Number { rating_value, best_rating: 5, worst_rating: 1 })
}
