//! How callers hear of a search that found nothing because nobody answered.

use settings::names;
use web::{ErrorCode, Failure};

use crate::{Cause, SearchError};

impl From<SearchError> for Failure {
    fn from(error: SearchError) -> Self {
        let failure = match &error {
            SearchError::NotConfigured => {
                let variables = vec![
                    names::TAVILY_API_KEY,
                    names::BRAVE_API_KEY,
                    names::EXA_API_KEY,
                    names::SEARXNG_BASE_URL,
                    names::GOOGLE_FACT_CHECK_API_KEY,
                ];
                Self::new(ErrorCode::BackendUnavailable, error.to_string()).detail("any_of", variables)
            }
            SearchError::Unavailable { provider, retry_after_ms, source } => {
                let message = match source {
                    Cause::KeyUnreadable(error) => {
                        format!("web search is not available ({provider}): {error}; or try search_vectara")
                    }
                    _ => format!("web search is not available ({provider}); try search_vectara"),
                };
                Self::new(ErrorCode::BackendUnavailable, message)
                    .retry_after_ms(*retry_after_ms)
                    .detail("provider", *provider)
            }
            SearchError::Timeout { provider } => {
                let message = format!("web search did not answer in time ({provider}); try search_vectara");
                Self::new(ErrorCode::Timeout, message).detail("provider", *provider)
            }
        };
        failure.caused_by(error)
    }
}
