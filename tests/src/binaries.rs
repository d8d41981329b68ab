//! The workspace's real binaries, built once for a test run.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The folder that holds the workspace.
///
/// # Panics
///
/// Where this package is moved out of the workspace.
#[must_use]
pub fn workspace_root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests' folder stands in the workspace")
}

/// The path of a workspace binary, in the profile of this test run.
///
/// `cargo test` builds binaries of the package under test only, so the others are built here, once.
///
/// # Panics
///
/// Where they do not build.
#[must_use]
pub fn binary(name: &str) -> PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(build).join(name)
}

/// What cargo tells a running test about its package. A build script that looks at one of them, as ring's does, would run
/// anew when it has changed, and with it everything above TLS would be built anew at every turn.
const OF_THIS_PACKAGE: [&str; 7] = [
    "CARGO_MANIFEST_DIR",
    "CARGO_MANIFEST_LINKS",
    "CARGO_PKG_NAME",
    "CARGO_PKG_VERSION_MAJOR",
    "CARGO_PKG_VERSION_MINOR",
    "CARGO_PKG_VERSION_PATCH",
    "CARGO_PKG_VERSION_PRE",
];

fn build() -> PathBuf {
    let executable = std::env::current_exe().expect("a test knows where it is");
    // target/<profile>/deps/<test>
    let folder = executable.parent().and_then(Path::parent).expect("a test stands in its profile's folder");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--bins", "--quiet"]).current_dir(workspace_root());
    for name in OF_THIS_PACKAGE {
        cargo.env_remove(name);
    }
    if folder.ends_with("release") {
        // A bench starts the server only, and every optimised binary takes its time to link.
        cargo.args(["--release", "--package", "truthy"]);
    } else {
        cargo.arg("--workspace");
    }
    let status = cargo.status().expect("cargo runs");
    assert!(status.success(), "the workspace's binaries do not build");
    folder.to_owned()
}
