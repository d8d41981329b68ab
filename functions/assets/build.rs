//! Lists the files of the page, so that they are in the binary.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

/// Where the page is checked in as it is built.
const BUILT: &str = "../console/assets";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={BUILT}");
    let out = env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?;
    // Its own folder is where a build script runs.
    let folder = fs::canonicalize(BUILT)?;
    let mut files: Vec<_> = fs::read_dir(&folder)?.collect::<Result<_, _>>()?;
    files.sort_by_key(fs::DirEntry::file_name);
    let mut table = String::from("const FILES: &[(&str, &[u8])] = &[\n");
    for file in files {
        let (name, path) = (file.file_name(), file.path());
        let name = name.to_str().ok_or("a file of the page has a name that is no text")?;
        let path = path.to_str().ok_or("the page lies in a folder whose name is no text")?;
        if name != "index.html" {
            writeln!(table, "    ({name:?}, include_bytes!({path:?})),")?;
        }
    }
    table.push_str("];\n");
    fs::write(Path::new(&out).join("files.rs"), table)?;
    Ok(())
}
