//! Evidence as it is found, and as it goes over the wire.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use crate::alignment::Reason;
use crate::{Alignment, Tier};

/// A passage that some source returned for a claim, not yet judged.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Who says so.
    pub publisher: String,
    /// Where it can be read.
    pub url: String,
    /// The date the passage speaks for, where it is known.
    pub as_of: Option<Date>,
    /// Heading of the passage, empty where there is none; read for judging, not returned.
    pub title: String,
    /// The passage's text.
    pub text: String,
    /// How close the publisher is to the fact.
    pub tier: Tier,
    /// How much of the query the passage answers, 0..=1, on the source's calibrated scale.
    pub relevance: f64,
}

/// One piece of judged evidence, as the tools return it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "EvidenceItem")]
pub struct Item {
    /// Who says so.
    pub publisher: String,
    /// Where it can be read.
    pub url: String,
    /// The date the passage speaks for, ISO 8601; null where the source gives none.
    #[schemars(with = "Option<String>", extend("format" = "date"))]
    pub as_of: Option<Date>,
    /// The passage, at most 600 characters, cut at a word.
    pub snippet: String,
    /// Whether the passage supports or contradicts what was said.
    pub alignment: Alignment,
    /// How likely the item is relevant and its alignment right, two decimals.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub score: f64,
    /// How close the publisher is to the fact.
    pub tier: Tier,
    /// What the alignment rests on, the weightiest first; absent where there is nothing to name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Reason>,
    /// How likely the alignment is right, 0..=1; not on the wire, where [`Item::score`] holds it together with the
    /// relevance.
    #[serde(skip)]
    pub confidence: f64,
    /// How likely the item speaks of the claim's subject, 0..=1; not on the wire.
    #[serde(skip)]
    pub relevance: f64,
    /// How much older the item is than what it is asked about, none where it has no date; not on the wire.
    #[serde(skip)]
    pub age_days: Option<i64>,
    /// What items are ordered by, see [`crate::ranking::weight`]; not on the wire.
    #[serde(skip)]
    pub weight: f64,
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use serde_json::json;

    use super::*;

    #[test]
    fn an_item_has_the_seven_fields_of_the_contract_and_its_reasons() {
        let item = Item {
            publisher: "Chicago Police Dept.".to_owned(),
            url: "https://chicago.gov/".to_owned(),
            as_of: Some(date(2025, 9, 30)),
            snippet: "Violent crime YTD down 16.7% vs PY".to_owned(),
            alignment: Alignment::Supports,
            score: 0.82,
            tier: Tier::Primary,
            reasons: Vec::new(),
            confidence: 0.9,
            relevance: 0.9,
            age_days: Some(40),
            weight: 0.8,
        };
        let dated = json!({
            "publisher": "Chicago Police Dept.",
            "url": "https://chicago.gov/",
            "as_of": "2025-09-30",
            "snippet": "Violent crime YTD down 16.7% vs PY",
            "alignment": "supports",
            "score": 0.82,
            "tier": "primary",
        });
        assert_eq!(serde_json::to_value(&item).expect("an item serialises"), dated);
        let reason = Reason::QuantityMatch {
            claimed: "17%".to_owned(),
            found: "16.7%".to_owned(),
            difference_pp: Some(0.3),
            difference_ratio: None,
        };
        let with_reason = serde_json::to_value(Item { reasons: vec![reason], ..item.clone() });
        let expected =
            json!([{ "kind": "quantity_match", "claimed": "17%", "found": "16.7%", "difference_pp": 0.3 }]);
        assert_eq!(with_reason.expect("an item serialises")["reasons"], expected);
        let undated = serde_json::to_value(Item { as_of: None, ..item }).expect("an item serialises");
        assert!(undated.as_object().is_some_and(|fields| fields.len() == 7 && fields["as_of"].is_null()));
    }
}
