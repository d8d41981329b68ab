//! What each use of the table takes in rights: stated beside the code that does it.

use settings::names;
use web::TableUse;

/// Variables that [`crate::Store::from_settings`] reads. What Lambda sets itself is not among them.
pub const SETTINGS: &[&str] = &[names::TRUTHY_TABLE, names::TRUTHY_RETENTION_DAYS];

/// [`crate::Store::ingest`]. A transaction is allowed by the actions in it.
pub const INGEST: TableUse = TableUse {
    keys: Some("SESSION#*"),
    actions: &["PutItem", "UpdateItem"],
    purpose: "stores an event and moves its counters, in one transaction",
};

/// [`crate::Store::summary`].
pub const SUMMARY: TableUse = TableUse {
    keys: Some("SESSION#*"),
    actions: &["GetItem", "Query"],
    purpose: "reads a session's counters",
};

/// [`crate::Store::verdicts`], [`crate::Store::decisions`] and [`crate::Store::summary`].
pub const REPORT: TableUse = TableUse {
    keys: Some("SESSION#*"),
    actions: &["GetItem", "Query"],
    purpose: "reads a session's counters, verdicts and decisions",
};

/// [`crate::Store::moderate`].
pub const MODERATE: TableUse = TableUse {
    keys: Some("SESSION#*"),
    actions: &["GetItem", "PutItem", "UpdateItem"],
    purpose: "stores a decision about a verdict, a line of the audit trail, and moves the counters, in one transaction",
};

/// [`crate::Store::check`].
pub const CHECK: TableUse =
    TableUse { keys: None, actions: &["DescribeTable"], purpose: "asks whether the table answers" };

/// [`crate::Store::token`] and [`crate::Store::warm_tokens`].
pub const TOKEN: TableUse =
    TableUse { keys: Some("TOKEN"), actions: &["GetItem"], purpose: "looks a token up by its digest" };

/// [`crate::Store::warm_sessions`].
pub const WARM: TableUse =
    TableUse { keys: Some("SESSION#*"), actions: &["GetItem"], purpose: "opens the connection during init" };
