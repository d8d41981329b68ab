//! JSON Lines, arrays of objects, and JSON-LD.

use serde_json::{Map, Value};

use super::claim_review;
use super::draft::{Draft, Reading, Reason};
use super::field::Field;
use super::row;

/// Reads one object a line. A line that cannot be read is named, the rest goes in.
pub(crate) fn read_lines(text: &str) -> Reading {
    let mut reading = Reading::default();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let value = serde_json::from_str(line).map_err(|_| "not JSON".to_owned());
        match value.and_then(|value| documents(&value)) {
            Ok(drafts) => reading.drafts.extend(drafts),
            Err(reason) => reading.skipped.push((format!("line {}", number + 1), reason)),
        }
    }
    reading.naming_few("lines")
}

/// Reads a whole JSON document: fact checks wherever they are, else the objects of an array.
pub(crate) fn read(text: &str) -> Result<Reading, Reason> {
    let value: Value = serde_json::from_str(text).map_err(|error| format!("not JSON: {error}"))?;
    Ok(documents(&value)?.into())
}

fn documents(value: &Value) -> Result<Vec<Draft>, Reason> {
    let reviews = claim_review::reviews(value);
    if !reviews.is_empty() {
        return Ok(reviews);
    }
    let objects: Vec<&Map<String, Value>> = match value {
        Value::Object(object) => vec![object],
        Value::Array(values) => values.iter().filter_map(Value::as_object).collect(),
        _ => Vec::new(),
    };
    let drafts: Vec<Draft> = objects.into_iter().filter_map(object).collect();
    if drafts.is_empty() {
        Err("neither a text, content or passage in it nor a fact check".to_owned())
    } else {
        Ok(drafts)
    }
}

/// An object is a document where it has a text; arbitrary JSON is none.
fn object(object: &Map<String, Value>) -> Option<Draft> {
    let values: Vec<(&str, String)> =
        object.iter().filter_map(|(name, value)| Some((name.as_str(), plain(value)?))).collect();
    let has_text = values.iter().any(|(name, _)| Field::named(name) == Some(Field::Text));
    has_text.then(|| row::draft(values.iter().map(|(name, value)| (*name, value.as_str()))).ok()).flatten()
}

/// A value as text; of an object, its name.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Object(object) => object.get("name")?.as_str().map(str::to_owned),
        Value::Null | Value::Bool(_) | Value::Array(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_lines_go_in_and_bad_ones_are_named() {
        let text = "{\"id\": 1, \"text\": \"Prices rose.\", \"publisher\": {\"name\": \"BLS\"}}\n\nnonsense\n{\"content\": \"Wages fell.\"}\n\
                    {\"x\": 1}\n[]\n{\"@type\": \"ClaimReview\", \"claimReviewed\": \"It rained.\"}\n";
        let reading = read_lines(text);
        let texts: Vec<_> =
            reading.drafts.iter().map(|draft| draft.sections[0].paragraphs[0].as_str()).collect();
        assert_eq!(texts, ["Prices rose.", "Wages fell.", "Claim: It rained."]);
        assert_eq!(reading.drafts[0].key.as_deref(), Some("1"));
        assert_eq!(reading.drafts[0].about.publisher.as_deref(), Some("BLS"));
        let places: Vec<_> = reading.skipped.iter().map(|(place, _)| place.as_str()).collect();
        assert_eq!(places, ["line 3", "line 5", "line 6"]);
    }

    #[test]
    fn a_thousand_bad_lines_are_not_a_thousand_messages() {
        let reading = read_lines(&"x\n".repeat(1_000));
        assert_eq!(reading.skipped.len(), 11);
        assert_eq!(reading.skipped[10].0, "990 more lines");
    }

    #[test]
    fn a_document_is_an_array_of_texts_or_fact_checks() {
        assert_eq!(
            read("[{\"text\": \"a\"}, {\"passage\": \"b\"}, 3]").map(|reading| reading.drafts.len()),
            Ok(2)
        );
        for text in ["", "{}", "3", "{\"name\": \"package\"}", "[\"text\"]", &"[".repeat(100_000)] {
            assert!(read(text).is_err(), "{text:.20}");
        }
    }
}
