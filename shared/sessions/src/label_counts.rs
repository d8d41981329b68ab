//! How many verdicts carry each label.

use std::borrow::Cow;
use std::collections::BTreeMap;

use evidence::Label;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

/// Verdicts by label: all six labels, zero included.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct LabelCounts(BTreeMap<Label, u64>);

impl LabelCounts {
    /// Counts one more verdict with `label`.
    pub fn add(&mut self, label: Label) {
        *self.0.entry(label).or_default() += 1;
    }

    /// The counts in the order of the labels, from true to false.
    pub fn iter(&self) -> impl Iterator<Item = (Label, u64)> {
        self.0.iter().map(|(label, count)| (*label, *count))
    }

    /// All verdicts together.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.values().sum()
    }
}

impl Default for LabelCounts {
    fn default() -> Self {
        Self(Label::ALL.into_iter().map(|label| (label, 0)).collect())
    }
}

impl From<BTreeMap<Label, u64>> for LabelCounts {
    fn from(counted: BTreeMap<Label, u64>) -> Self {
        let mut counts = Self::default();
        counts.0.extend(counted);
        counts
    }
}

impl JsonSchema for LabelCounts {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "LabelCounts".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let count = generator.subschema_for::<u64>();
        let counts: BTreeMap<Label, &Schema> = Label::ALL.into_iter().map(|label| (label, &count)).collect();
        json_schema!({ "type": "object", "properties": counts, "required": Label::ALL })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_six_labels_are_there_in_order() {
        let mut counts = LabelCounts::from(BTreeMap::from([(Label::Mixed, 2)]));
        counts.add(Label::False);
        let wire = serde_json::to_string(&counts).expect("JSON");
        assert_eq!(
            wire,
            r#"{"True":0,"Mostly True":0,"Mixed":2,"Mostly False":0,"False":1,"Unverifiable":0}"#
        );
        assert_eq!(counts.total(), 3);
    }
}
