//! Sessions as resources: what each came to.

use std::collections::BTreeMap;

use rmcp::ErrorData;
use rmcp::model::{ReadResourceResult, ResourceContents, ResourceTemplate};
use serde_json::Value;
use settings::Settings;
use web::{ErrorCode, Failure, Function, Principal};

/// Address of a session's summary; `{id}` is the session.
const TEMPLATE: &str = "truthy://sessions/{id}/summary";
const MEDIA_TYPE: &str = "application/json";

/// Summaries of sessions. None where its settings cannot be used: then this function is not opened.
pub(crate) struct Sessions(Option<Function>);

impl Sessions {
    /// Reads the table's settings.
    pub(crate) fn from_settings(settings: &Settings) -> Self {
        Self(sessions_summary::endpoint().open(settings).ok())
    }

    /// What can be read.
    pub(crate) fn template() -> ResourceTemplate {
        ResourceTemplate::new(TEMPLATE, "session-summary")
            .with_title("Summary of a session")
            .with_description("Claims, verdicts by label and top sources of a session, by its session_id.")
            .with_mime_type(MEDIA_TYPE)
    }

    /// The summary at `address`.
    pub(crate) async fn read(
        &self,
        address: &str,
        caller: &Principal,
        request_id: &str,
    ) -> Result<ReadResourceResult, ErrorData> {
        let (Some(id), Some(summary)) = (session_of(address), &self.0) else {
            return Err(ErrorData::resource_not_found(
                format!("no such resource; there is {TEMPLATE}"),
                None,
            ));
        };
        let params = BTreeMap::from([("id".to_owned(), id.to_owned())]);
        let bytes = summary.read(caller, request_id, params).await.map_err(protocol_error)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(ReadResourceResult::new(vec![ResourceContents::text(text, address).with_mime_type(MEDIA_TYPE)]))
    }
}

/// The session whose summary is at `address`.
fn session_of(address: &str) -> Option<&str> {
    let (before, after) = TEMPLATE.split_once("{id}")?;
    address.strip_prefix(before)?.strip_suffix(after).filter(|id| !id.contains('/'))
}

/// A resource has no result that could tell what went wrong, so the protocol's error carries the error model.
fn protocol_error(failure: Failure) -> ErrorData {
    let data = Some(failure.body()["error"].take()).filter(|error| *error != Value::Null);
    match failure.code {
        ErrorCode::NotFound => ErrorData::resource_not_found(failure.message, data),
        ErrorCode::InvalidArgument => ErrorData::invalid_params(failure.message, data),
        _ => ErrorData::internal_error(failure.message, data),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_one_session() {
        for (address, id) in [
            ("truthy://sessions/sess_1/summary", Some("sess_1")),
            ("truthy://sessions/a/b/summary", None),
            ("truthy://sessions/summary", None),
            ("truthy://sessions//summary", Some("")),
            ("https://sessions/x/summary", None),
            ("truthy://sessions/x/summary?top=1", None),
        ] {
            assert_eq!(session_of(address), id, "{address}");
        }
    }
}
