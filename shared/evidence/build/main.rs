//! Turns the tables in `data/`, which people edit as TOML, into Rust that needs no reading: a cold start is 3 ms
//! sooner for it. A mistake in a table ends the build with a sentence that names it.

#![expect(clippy::print_stdout, reason = "cargo reads it")]

mod detection;
mod metrics;
mod places;
#[path = "../src/claim/plain.rs"]
mod plain;
mod tiers;
mod wording;

use std::collections::HashMap;
use std::error::Error;
use std::path::Path;
use std::{env, fs};

/// Makes the Rust of one table from its TOML.
type Compile = fn(&str) -> Result<String, Box<dyn Error>>;

const TABLES: [(&str, Compile); 4] = [
    ("detection", detection::compile),
    ("metrics", metrics::compile),
    ("places", places::compile),
    ("tiers", tiers::compile),
];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?;
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/claim/plain.rs");
    for (name, compile) in TABLES {
        let source = format!("data/{name}.toml");
        println!("cargo::rerun-if-changed={source}");
        let rust = compile(&fs::read_to_string(&source)?).map_err(|error| format!("{source}: {error}"))?;
        fs::write(Path::new(&folder).join(format!("{name}.rs")), rust)?;
    }
    Ok(())
}

/// All that is wrong with a table, one sentence each.
#[derive(Default)]
struct Problems(Vec<String>);

impl Problems {
    fn add(&mut self, problem: impl Into<String>) {
        self.0.push(problem.into());
    }

    /// Adds that `wording` stands under two names.
    fn add_double<'a>(&mut self, owners: &mut HashMap<String, &'a str>, wording: String, name: &'a str) {
        match owners.get(&wording) {
            Some(other) if *other != name => {
                self.add(format!("{wording:?} stands under {other:?} and {name:?}"));
            }
            _ => {
                owners.insert(wording, name);
            }
        }
    }

    fn settle(self) -> Result<(), Box<dyn Error>> {
        if self.0.is_empty() { Ok(()) } else { Err(self.0.join("\n").into()) }
    }
}
