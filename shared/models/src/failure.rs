//! How callers hear of a model that gave no answer.

use web::{ErrorCode, Failure};

use crate::configured;
use crate::{Cause, ModelError, Unusable};

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Self {
        let provider = error.provider();
        let (code, message) = match &error {
            ModelError::Timeout { .. } => (
                ErrorCode::Timeout,
                format!("the model did not answer in time ({provider}); try again, or ask for less"),
            ),
            ModelError::Unavailable { source, .. } => unavailable(provider, source),
            ModelError::Unusable { source, .. } => unusable(provider, source),
        };
        let retry_after_ms = match &error {
            ModelError::Unavailable { retry_after_ms, .. } => *retry_after_ms,
            _ => None,
        };
        Self::new(code, message).retry_after_ms(retry_after_ms).detail("provider", provider).caused_by(error)
    }
}

fn unavailable(provider: &'static str, cause: &Cause) -> (ErrorCode, String) {
    let variables = configured::variables(provider);
    let advice = match (cause, variables) {
        (Cause::PromptTooLong { .. }, _) => {
            let message = format!("the text is too long for the model ({provider}); send a shorter one");
            return (ErrorCode::InvalidArgument, message);
        }
        (Cause::KeyUnreadable(error), _) => error.to_string(),
        (Cause::KeyRefused { .. }, Some(variables)) => format!("its key is refused: check {}", variables.key),
        (Cause::UnknownModel { model, .. }, Some(variables)) => {
            format!("it does not know {model}: set {} to a current model", variables.model)
        }
        (Cause::PlanUsedUp { .. }, _) => {
            "its plan is used up: top it up, or configure another model".to_owned()
        }
        _ => "try again later".to_owned(),
    };
    (ErrorCode::BackendUnavailable, format!("the model is not available ({provider}): {advice}"))
}

fn unusable(provider: &'static str, problem: &Unusable) -> (ErrorCode, String) {
    if let Unusable::Blocked { .. } = problem {
        let message = format!("the model declines to answer this ({provider}); put it in other words");
        return (ErrorCode::InvalidArgument, message);
    }
    let message = format!("the model's answer is of no use ({provider}): {problem}; try again");
    (ErrorCode::BackendUnavailable, message)
}

#[cfg(test)]
mod tests {
    use outbound::OutboundError;

    use super::*;

    fn of(status: u16, code: Option<&str>) -> Failure {
        let error = OutboundError::Rejected { status, code: code.map(str::to_owned) };
        ModelError::from_call("gemini", "gemini-9", error).into()
    }

    #[test]
    fn every_failure_says_what_to_do_next() {
        let blocked = ModelError::unusable("gemini", Unusable::Blocked { reason: "SAFETY".to_owned() });
        let late = ModelError::Timeout { provider: "groq" };
        let refused = ModelError::from_call("groq", "m", OutboundError::Unauthorized { status: 401 });
        let busy = OutboundError::RateLimited { retry_after_ms: Some(1_500) };
        let cases: [(Failure, ErrorCode, &str); 11] = [
            (blocked.into(), ErrorCode::InvalidArgument, "put it in other words"),
            (late.into(), ErrorCode::Timeout, "try again"),
            (refused.into(), ErrorCode::BackendUnavailable, "check GROQ_API_KEY"),
            (of(400, Some("API_KEY_INVALID")), ErrorCode::BackendUnavailable, "check GEMINI_API_KEY"),
            (of(404, None), ErrorCode::BackendUnavailable, "gemini-9: set GEMINI_MODEL to a current model"),
            (of(413, None), ErrorCode::InvalidArgument, "send a shorter one"),
            (of(402, None), ErrorCode::BackendUnavailable, "top it up"),
            (of(400, Some("INVALID_ARGUMENT")), ErrorCode::BackendUnavailable, "try again later"),
            (of(400, Some("json_validate_failed")), ErrorCode::BackendUnavailable, "not in the schema"),
            (ModelError::from_call("x", "m", busy).into(), ErrorCode::BackendUnavailable, "try again later"),
            (
                ModelError::unusable("x", Unusable::Truncated).into(),
                ErrorCode::BackendUnavailable,
                "cut short",
            ),
        ];
        for (failure, code, advice) in cases {
            assert_eq!(failure.code, code, "{}", failure.message);
            assert!(failure.message.contains(advice), "{}", failure.message);
            assert!(failure.details.contains_key("provider"));
        }
        let busy = OutboundError::RateLimited { retry_after_ms: Some(1_500) };
        let failure = Failure::from(ModelError::from_call("x", "m", busy));
        assert_eq!(failure.retry_after_seconds, Some(2));
    }
}
