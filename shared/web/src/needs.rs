//! What a function needs on AWS: stated in its own folder, read by whatever writes the template.
//!
//! A role gets exactly these rights and no others; what a function does not state here it cannot do.

/// What one function needs around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needs {
    /// What it does with the table.
    pub table: Vec<TableUse>,
    /// Names of the variables it reads, beside those that every function reads. Those that hold a secret are
    /// known by [`settings::names::is_secret`].
    pub settings: Vec<&'static str>,
    /// Names of variables of which it only asks whether they are set: it is given a mark, not the value.
    pub known: Vec<&'static str>,
    /// Memory, in MB. CPU grows with it: 1,769 MB are one core.
    pub memory_mb: u32,
    /// Why this much.
    pub memory_reason: &'static str,
    /// Longest a call may take, in seconds: over every deadline inside, under the gateway's 29 s.
    pub timeout_seconds: u32,
}

/// A use of the table: on which items, by which actions, what for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableUse {
    /// Pattern of the partition keys, such as `SESSION#*`; none where the action has no key.
    pub keys: Option<&'static str>,
    /// Actions, without the service's prefix: `GetItem`.
    pub actions: &'static [&'static str],
    /// What it does with them, for the audit table.
    pub purpose: &'static str,
}

impl Needs {
    /// A function of `memory_mb`, and why so much; 10 s, nothing else.
    #[must_use]
    pub fn memory_mb(memory_mb: u32, memory_reason: &'static str) -> Self {
        Self {
            table: Vec::new(),
            settings: Vec::new(),
            known: Vec::new(),
            memory_mb,
            memory_reason,
            timeout_seconds: 10,
        }
    }

    /// Another limit.
    #[must_use]
    pub fn timeout_seconds(mut self, timeout_seconds: u32) -> Self {
        self.timeout_seconds = timeout_seconds;
        self
    }

    /// Uses the table like this, too.
    #[must_use]
    pub fn table(mut self, uses: &[TableUse]) -> Self {
        self.table.extend_from_slice(uses);
        self
    }

    /// Reads these variables, too.
    #[must_use]
    pub fn settings(mut self, names: &[&'static str]) -> Self {
        self.settings.extend_from_slice(names);
        self
    }

    /// Asks whether these variables are set, too.
    #[must_use]
    pub fn knows_of(mut self, names: &[&'static str]) -> Self {
        self.known.extend_from_slice(names);
        self
    }
}

impl Default for Needs {
    /// A function that only computes.
    fn default() -> Self {
        Self::memory_mb(128, "computes for well under a millisecond")
    }
}
