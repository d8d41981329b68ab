//! Lists the files of the page, and the document of the API that it shows, so that they are in the binary.

use std::error::Error;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

/// Where the page is checked in as it is built.
const BUILT: &str = "../console/assets";
/// The API as a document.
const DOCUMENT: &str = "../../infra/openapi.json";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={BUILT}");
    println!("cargo::rerun-if-changed={DOCUMENT}");
    let out = env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?;
    // Its own folder is where a build script runs.
    let mut files = vec![fs::canonicalize(DOCUMENT)?];
    for file in fs::read_dir(fs::canonicalize(BUILT)?)? {
        files.push(file?.path());
    }
    files.retain(|path| path.file_name().is_some_and(|name| name != "index.html"));
    files.sort_by(|one, other| one.file_name().cmp(&other.file_name()));
    let mut table = String::from("const FILES: &[(&str, &[u8])] = &[\n");
    for path in files {
        let name = path
            .file_name()
            .and_then(OsStr::to_str)
            .ok_or("a file of the page has a name that is no text")?;
        let path = path.to_str().ok_or("the page lies in a folder whose name is no text")?;
        writeln!(table, "    ({name:?}, include_bytes!({path:?})),")?;
    }
    table.push_str("];\n");
    fs::write(Path::new(&out).join("files.rs"), table)?;
    Ok(())
}
