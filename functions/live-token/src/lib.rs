//! `POST /api/live/token`: a token that opens one Gemini Live session.
//!
//! A browser connects with it and never sees the key. The token is locked to our setup: whoever holds it can open
//! this session and no other, with these tools and this instruction, and resume it.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use live::{GeminiTokens, Grant, Service, Setup, TokenError, Tokens};
use outbound::Deadline;
use schemars::JsonSchema;
use secrets::Secret;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use settings::{Clock, Settings, names};
use web::{Endpoint, ErrorCode, Failure, Needs, Principal, Render};

/// Time for the token to be minted, in milliseconds.
const BUDGET_MS: u64 = 3_800;
/// How long a session may go on. A connection lasts about ten minutes; the next one takes the same token.
const SESSION: SignedDuration = SignedDuration::from_mins(30);
/// How long the caller may take to connect.
const NEW_SESSION: SignedDuration = SignedDuration::from_mins(1);

/// What the handler needs.
pub struct Deps {
    /// Who mints; none without a key.
    pub tokens: Option<Arc<dyn Tokens>>,
    /// Where sessions are opened, and with which model.
    pub service: Service,
    /// Where the time comes from.
    pub clock: Clock,
}

impl Deps {
    /// Reads key, model and address. Nothing is connected before the first call.
    #[must_use]
    pub fn from_settings(settings: &Settings) -> Self {
        let service = Service::from_settings(settings);
        let tokens = Secret::from_settings(settings, names::GEMINI_API_KEY)
            .map(|key| Arc::new(GeminiTokens::new(service.clone(), key)) as Arc<dyn Tokens>);
        Self { tokens, service, clock: Clock::System }
    }
}

/// Nothing is asked: every session has the same setup.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "LiveTokenInput")]
pub struct Input {}

impl web::Input for Input {}

/// What a client needs to open the session, and nothing more.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "LiveToken")]
pub struct Output {
    /// The token, for one session: `access_token` in the query of `url`.
    pub token: String,
    /// When the session ends at the latest, ISO 8601 UTC.
    #[schemars(extend("format" = "date-time"))]
    pub expires_at: String,
    /// Until when a session can be opened with it, ISO 8601 UTC.
    #[schemars(extend("format" = "date-time"))]
    pub new_session_expires_at: String,
    /// The WebSocket address, without the token.
    pub url: String,
    /// The model.
    pub model: String,
    /// The content of `setup`, the first message to send. The token is locked to it, but for `sessionResumption`.
    pub setup: Map<String, Value>,
}

impl Render for Output {}

/// The endpoint.
#[must_use]
pub fn endpoint() -> Endpoint {
    Endpoint::post("live-token", "/api/live/token")
        .summary("Mint a token that opens one Gemini Live session")
        .description(
            "Connect to `url` with `?access_token=<token>`, send `{\"setup\": <setup>}`, wait for `setupComplete`, then \
             send audio. The token opens one session, and the setup is all that it takes; only `sessionResumption.handle` is \
             the client's own: a connection lasts about ten minutes, and when `goAway` comes the next one goes on from the \
             newest handle, with the same token.\n\n\
             One session for each speaker: then whatever is heard in it is that speaker's.",
        )
        .fails_with(&[ErrorCode::BackendUnavailable, ErrorCode::Timeout])
        .body_limit_kib(10)
        // Each token is a session that somebody pays for.
        .limited_as_a_tool()
        .needs(Needs::memory_mb(256, "one call to Gemini, encrypted").settings(live::SETTINGS))
        .handler(Deps::from_settings, handle)
}

/// Mints a token for our setup.
pub async fn handle(deps: &Deps, _: Principal, _: Input) -> Result<Output, Failure> {
    let tokens = deps.tokens.as_ref().ok_or(TokenError::NotConfigured)?;
    let setup = Setup::new(deps.service.model()).map_err(Failure::internal)?;
    let setup = setup.to_json(None);
    let now = deps.clock.now();
    let grant =
        Grant { setup, expires_at: later(now, SESSION)?, new_session_expires_at: later(now, NEW_SESSION)? };
    let token = telemetry::upstream(tokens.mint(&grant, Deadline::after_ms(BUDGET_MS))).await?;
    Ok(Output {
        token,
        expires_at: settings::iso_millis(grant.expires_at),
        new_session_expires_at: settings::iso_millis(grant.new_session_expires_at),
        url: deps.service.token_url(),
        model: deps.service.model().to_owned(),
        setup: match grant.setup {
            Value::Object(setup) => setup,
            _ => Map::new(),
        },
    })
}

/// `duration` after `now`, in whole seconds.
fn later(now: Timestamp, duration: SignedDuration) -> Result<Timestamp, Failure> {
    let later = now.checked_add(duration).map_err(Failure::internal)?;
    Timestamp::from_second(later.as_second()).map_err(Failure::internal)
}

#[cfg(test)]
mod tests {
    use live::FakeTokens;

    use super::*;

    fn deps(tokens: Option<Arc<dyn Tokens>>) -> Deps {
        let now = "2026-11-22T12:00:00.5Z".parse().expect("a timestamp");
        Deps { tokens, service: Service::from_settings(&Settings::default()), clock: Clock::Fixed(now) }
    }

    #[tokio::test]
    async fn a_token_is_locked_to_the_setup_that_the_client_is_told() {
        let tokens = Arc::new(FakeTokens::default());
        let deps = deps(Some(Arc::clone(&tokens) as Arc<dyn Tokens>));
        let output = handle(&deps, Principal::Anonymous, Input {}).await.expect("a token");
        assert_eq!(output.token, "auth_tokens/fake-1");
        assert_eq!(
            (output.expires_at.as_str(), output.new_session_expires_at.as_str()),
            ("2026-11-22T12:30:00.000Z", "2026-11-22T12:01:00.000Z")
        );
        assert_eq!(tokens.asked()[0].setup, Value::Object(output.setup.clone()));
        assert_eq!(output.setup["sessionResumption"], serde_json::json!({}));
        assert!(output.url.starts_with("wss://") && output.url.ends_with("BidiGenerateContentConstrained"));
    }

    #[tokio::test]
    async fn without_a_key_the_variable_is_named_and_a_mint_that_is_down_is_an_error() {
        let failure = handle(&deps(None), Principal::Anonymous, Input {}).await.expect_err("no key");
        assert_eq!(failure.code, ErrorCode::BackendUnavailable);
        assert!(failure.message.contains("GEMINI_API_KEY"), "{}", failure.message);
        let down = deps(Some(Arc::new(FakeTokens::down())));
        let failure = handle(&down, Principal::Anonymous, Input {}).await.expect_err("down");
        assert_eq!(failure.code, ErrorCode::BackendUnavailable);
    }
}
