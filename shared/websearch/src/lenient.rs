//! Decoding that takes what is there: a field may be missing, null, or of another type than documented.
//!
//! `contracts/external.md` section 11.5: strings that are numbers, numbers that are strings, one bad element
//! among good ones. None of it may cost the rest of the answer.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// A string, or a number written as one; anything else is nothing.
pub(crate) fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(match Value::deserialize(deserializer)? {
        Value::String(text) => Some(text),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    })
}

/// A finite number, or a string that is one; anything else is nothing.
pub(crate) fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    let number = match Value::deserialize(deserializer)? {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    Ok(number.filter(|number: &f64| number.is_finite()))
}

/// The elements that decode, of a list; anything else is an empty list.
pub(crate) fn list<'de, D: Deserializer<'de>, T: DeserializeOwned>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let Value::Array(elements) = Value::deserialize(deserializer)? else { return Ok(Vec::new()) };
    Ok(elements.into_iter().filter_map(|element| serde_json::from_value(element).ok()).collect())
}

/// An object that decodes; anything else is its default.
pub(crate) fn object<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    Ok(serde_json::from_value(Value::deserialize(deserializer)?).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(default)]
    struct Probe {
        #[serde(deserialize_with = "text")]
        text: Option<String>,
        #[serde(deserialize_with = "number")]
        number: Option<f64>,
        #[serde(deserialize_with = "list")]
        list: Vec<String>,
        #[serde(deserialize_with = "object")]
        object: Inner,
    }

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(default)]
    struct Inner {
        #[serde(deserialize_with = "number")]
        number: Option<f64>,
    }

    #[test]
    fn every_wrong_type_costs_only_its_own_field() {
        let cases = [
            (json!({}), Probe::default()),
            (json!({"text": null, "number": null, "list": null, "object": null}), Probe::default()),
            (json!({"text": [], "number": {}, "list": "x", "object": 7, "new": true}), Probe::default()),
            (json!({"number": "much", "object": {"number": "1e999"}}), Probe::default()),
            (
                json!({"text": 7, "number": "0.5", "list": ["a", 1, null, "b"], "object": {"number": 2}}),
                Probe {
                    text: Some("7".to_owned()),
                    number: Some(0.5),
                    list: vec!["a".to_owned(), "b".to_owned()],
                    object: Inner { number: Some(2.0) },
                },
            ),
        ];
        for (body, expected) in cases {
            let decoded: Probe = serde_json::from_value(body.clone()).unwrap();
            assert_eq!(decoded, expected, "{body}");
        }
    }
}
