//! A usage plan in memory, for tests of what uses one.

use std::collections::BTreeMap;
use std::sync::Mutex;

use async_trait::async_trait;

use crate::{UsagePlan, UsagePlanError};

/// Keeps API keys in memory: value by id.
#[derive(Debug, Default)]
pub struct FakeUsagePlan {
    keys: Mutex<BTreeMap<String, String>>,
    missing: bool,
}

impl FakeUsagePlan {
    /// A plan that is not there.
    #[must_use]
    pub fn missing() -> Self {
        Self { keys: Mutex::default(), missing: true }
    }

    /// The values of its keys, by id.
    ///
    /// # Panics
    ///
    /// Where another user of it panicked.
    #[must_use]
    pub fn keys(&self) -> BTreeMap<String, String> {
        self.keys.lock().expect("nobody panics with the lock held").clone()
    }
}

#[async_trait]
impl UsagePlan for FakeUsagePlan {
    async fn add_key(&self, name: &str, value: &str) -> Result<String, UsagePlanError> {
        if self.missing {
            return Err(UsagePlanError::NoPlan { plan: "fake".to_owned() });
        }
        let mut keys = self.keys.lock().expect("nobody panics with the lock held");
        let id = format!("{name}-{}", keys.len() + 1);
        keys.insert(id.clone(), value.to_owned());
        Ok(id)
    }

    async fn remove_key(&self, id: &str) -> Result<(), UsagePlanError> {
        self.keys.lock().expect("nobody panics with the lock held").remove(id);
        Ok(())
    }
}
