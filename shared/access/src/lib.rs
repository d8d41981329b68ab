//! Makes, rotates and revokes tokens, with the API keys that count their calls.
//!
//! A token lets its holder in; the API key behind it is what the gateway's usage plan throttles and counts.
//! The key alone proves nothing: the gateway takes it from the authorizer, never from a caller.

mod api_gateway;
mod fake;
mod issuer;
mod usage_plan;

pub use api_gateway::ApiGateway;
pub use fake::FakeUsagePlan;
pub use issuer::{Issued, Issuer, TokenError};
pub use usage_plan::{UsagePlan, UsagePlanError};
