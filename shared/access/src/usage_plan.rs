//! The gateway's side of a token: an API key in a usage plan.

use async_trait::async_trait;

/// Keeps API keys in one usage plan.
#[async_trait]
pub trait UsagePlan: Send + Sync {
    /// Makes an API key of this value in the plan, and gives its id. A key that cannot be put into the plan is
    /// not left behind.
    async fn add_key(&self, name: &str, value: &str) -> Result<String, UsagePlanError>;

    /// Removes an API key. One that is gone already is no error.
    async fn remove_key(&self, id: &str) -> Result<(), UsagePlanError>;
}

/// Why the gateway did not do it.
#[derive(Debug, thiserror::Error)]
pub enum UsagePlanError {
    /// There is no such plan.
    #[error("there is no usage plan {plan}; the stack's outputs name it")]
    NoPlan {
        /// Its id.
        plan: String,
    },
    /// The gateway is not reachable, or refuses us.
    #[error("the gateway did not {action} the API key ({code})")]
    Unavailable {
        /// What was asked for.
        action: &'static str,
        /// The service's error code, or what kind of failure it was.
        code: String,
        /// What the SDK says.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}
