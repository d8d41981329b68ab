//! Typed settings from an injected source.
//!
//! A crate asks a [`Settings`] for what it needs, by the names in [`names`]. Problems are collected, not
//! thrown one by one: [`Settings::check`] reports all of them in a single error at start.

mod clock;
pub mod names;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

pub use clock::{Clock, days_before, iso_millis};
pub use secrecy::{ExposeSecret, SecretString};

/// Named values, read once: the process environment in a binary, a table in a test.
///
/// A variable that is set but blank counts as not set.
#[derive(Debug, Default)]
pub struct Settings {
    values: BTreeMap<String, String>,
    problems: RefCell<Vec<String>>,
}

/// Everything that is wrong with the settings, in one message.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("the settings are not usable: {}", problems.join("; "))]
pub struct SettingsError {
    /// One sentence for each variable, naming it.
    pub problems: Vec<String>,
}

impl Settings {
    /// The settings of this process. The only place that reads the environment.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the one reader of the environment")]
    pub fn from_process() -> Self {
        Self::from_pairs(
            std::env::vars_os()
                .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?))),
        )
    }

    /// The settings given by `pairs`.
    pub fn from_pairs<N: Into<String>, V: Into<String>>(pairs: impl IntoIterator<Item = (N, V)>) -> Self {
        let values = pairs.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
        Self { values, problems: RefCell::default() }
    }

    /// Overrides one value: a command-line flag wins over the environment.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.values.insert(name.to_owned(), value.into());
        self
    }

    /// The value of `name`, trimmed, if it is set and not blank.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(|value| value.trim()).filter(|value| !value.is_empty())
    }

    /// The value of `name`, or `default`.
    #[must_use]
    pub fn text_or<'a>(&'a self, name: &str, default: &'a str) -> &'a str {
        self.text(name).unwrap_or(default)
    }

    /// The secret in `name`. It prints as `[REDACTED]` wherever it goes.
    #[must_use]
    pub fn secret(&self, name: &str) -> Option<SecretString> {
        self.text(name).map(SecretString::from)
    }

    /// The value of `name` parsed, or `default`; a malformed value is a problem.
    pub fn parsed_or<T: FromStr<Err: Display>>(&self, name: &str, default: T) -> T {
        let Some(text) = self.text(name) else { return default };
        match text.parse() {
            Ok(value) => value,
            Err(error) => {
                self.problem(name, &error);
                default
            }
        }
    }

    /// A switch: `true`/`false`, `1`/`0`, `on`/`off`, `yes`/`no`. Anything else is a problem.
    #[must_use]
    pub fn flag(&self, name: &str, default: bool) -> bool {
        match self.text(name).map(str::to_ascii_lowercase).as_deref() {
            None => default,
            Some("true" | "1" | "on" | "yes") => true,
            Some("false" | "0" | "off" | "no") => false,
            Some(_) => {
                self.problem(name, &"must be true or false");
                default
            }
        }
    }

    /// The comma-separated list in `name`; empty entries are dropped.
    #[must_use]
    pub fn list(&self, name: &str) -> Vec<String> {
        let entries = self.text(name).unwrap_or_default().split(',');
        entries.map(str::trim).filter(|entry| !entry.is_empty()).map(str::to_owned).collect()
    }

    /// Notes that `name` cannot be used. The value itself is never repeated: it may be a secret.
    pub fn problem(&self, name: &str, reason: &dyn Display) {
        let problem = format!("{name}: {reason}");
        let mut problems = self.problems.borrow_mut();
        if !problems.contains(&problem) {
            problems.push(problem);
        }
    }

    /// Fails with every problem noted so far.
    pub fn check(&self) -> Result<(), SettingsError> {
        let problems = self.problems.borrow().clone();
        if problems.is_empty() { Ok(()) } else { Err(SettingsError { problems }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_problems_are_reported_together_and_values_are_not_repeated() {
        let settings = Settings::from_pairs([("A", "maybe"), ("B", "sk-secret"), ("C", " ")]);
        assert!(settings.flag("A", true));
        assert_eq!(settings.parsed_or("B", 7_u32), 7);
        assert_eq!(settings.parsed_or("C", 3_u32), 3);
        let error = settings.check().expect_err("two settings are malformed");
        assert_eq!(error.problems.len(), 2);
        assert!(!error.to_string().contains("sk-secret"));
    }

    #[test]
    fn lists_drop_blanks_and_flags_override() {
        let settings = Settings::from_pairs([("L", "a, ,b,")]).with("L", "x ,y");
        assert_eq!(settings.list("L"), ["x", "y"]);
        assert!(settings.list("missing").is_empty());
        assert_eq!(settings.check(), Ok(()));
    }
}
