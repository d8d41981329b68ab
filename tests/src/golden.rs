//! Golden files: compared by default, written with `BLESS=1`.

use std::fs;
use std::path::Path;

use crate::workspace_root;

/// Whether this run writes golden files instead of comparing them.
#[expect(clippy::disallowed_methods, reason = "a switch of the test run, not a setting of the product")]
fn blessing() -> bool {
    std::env::var("BLESS").is_ok_and(|value| value == "1")
}

/// Compares a file of the workspace with what it should hold, or writes it with `BLESS=1`.
///
/// # Panics
///
/// Where they differ, with the command that mends it.
pub fn assert_golden(path: &str, content: &str) {
    let file = workspace_root().join(Path::new(path));
    let found = fs::read_to_string(&file).unwrap_or_default();
    if found == content {
        return;
    }
    if blessing() {
        fs::write(&file, content).unwrap_or_else(|error| panic!("{path} cannot be written: {error}"));
        return;
    }
    panic!(
        "{path} is not what it is generated from; run `BLESS=1 cargo test -p tests`, read the difference, commit it"
    );
}
