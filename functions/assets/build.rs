//! Lists the files of the page, so that they are in the binary.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

/// Where the page is checked in as it is built.
const BUILT: &str = "../console/assets";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={BUILT}");
    let folder = fs::canonicalize(Path::new(&env::var("CARGO_MANIFEST_DIR")?).join(BUILT))?;
    let mut files: Vec<_> = fs::read_dir(&folder)?.collect::<Result<_, _>>()?;
    files.sort_by_key(fs::DirEntry::file_name);
    let mut table = String::from("const FILES: &[(&str, &[u8])] = &[\n");
    for file in files {
        let name = file.file_name().into_string().map_err(|name| format!("{name:?} is no text"))?;
        if name != "index.html" {
            writeln!(table, "    ({name:?}, include_bytes!({:?})),", file.path())?;
        }
    }
    table.push_str("];\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("files.rs"), table)?;
    Ok(())
}
