//! What the search tools answer: judged evidence, or what to try instead.

use evidence::Item;
use schemars::JsonSchema;
use serde::Serialize;
use web::Render;

/// The answer of a search tool.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Findings {
    /// Judged evidence, best first.
    pub items: Vec<Item>,
    /// Said only when the list is empty or not all sources answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// What to try next, or which sources are missing.
    // A bare empty list makes a model repeat the call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// Why a list is empty or short.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "FindingsStatus")]
pub enum Status {
    /// Every source answered, and nothing fits.
    NoResults,
    /// Some sources did not answer in time; what came is here.
    Partial,
}

impl Findings {
    /// Findings of sources that all answered; `advice` says what to try where there are none.
    #[must_use]
    pub fn complete(items: Vec<Item>, advice: impl FnOnce() -> String) -> Self {
        let empty = items.is_empty();
        Self { items, status: empty.then_some(Status::NoResults), message: empty.then(advice) }
    }

    /// The same, where the named sources failed or were late.
    #[must_use]
    pub fn without(mut self, missing: &[&str]) -> Self {
        if missing.is_empty() {
            return self;
        }
        let note = format!("{} did not answer in time", missing.join(" and "));
        self.message = Some(match self.message.take() {
            Some(advice) => format!("{note}; {advice}"),
            None => note,
        });
        self.status = Some(Status::Partial);
        self
    }
}

impl Render for Findings {
    fn items(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_list_says_what_to_try() {
        let findings = Findings::complete(Vec::new(), || "try other words".to_owned());
        let wire = serde_json::to_value(&findings).expect("JSON");
        assert_eq!(
            wire,
            serde_json::json!({ "items": [], "status": "no_results", "message": "try other words" })
        );
        let partial = findings.without(&["Tavily"]);
        assert_eq!(partial.status, Some(Status::Partial));
        assert_eq!(partial.message.as_deref(), Some("Tavily did not answer in time; try other words"));
    }
}
