//! Turns the tables in `data/`, which people edit as TOML, into JSON: a cold start reads that much sooner, and
//! no function carries a TOML parser.

use std::path::Path;
use std::{env, fs};

const TABLES: [&str; 4] = ["detection", "metrics", "places", "tiers"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?;
    for name in TABLES {
        let source = format!("data/{name}.toml");
        println!("cargo::rerun-if-changed={source}");
        let table: toml::Table = toml::from_str(&fs::read_to_string(&source)?)?;
        fs::write(Path::new(&folder).join(format!("{name}.json")), serde_json::to_string(&table)?)?;
    }
    Ok(())
}
