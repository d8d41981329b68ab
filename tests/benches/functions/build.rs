//! How long a clean release build of all functions takes.

use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::ensure;

use crate::subjects::{cargo, function_names};

/// Clock ticks in a second, as Linux counts them for programs on every architecture.
const TICKS: f64 = 100.0;

/// A clean build.
pub(crate) struct BuildTime {
    pub(crate) wall_s: f64,
    /// User and system, of all compilers.
    pub(crate) cpu_s: f64,
}

/// Builds every function from nothing, in a folder that is emptied before and after.
pub(crate) fn clean_build(folder: &Path) -> anyhow::Result<BuildTime> {
    let empty = || if folder.exists() { fs::remove_dir_all(folder) } else { Ok(()) };
    empty()?;
    let mut build = cargo();
    build.args(["build", "--release", "--bins", "--target-dir"]).arg(folder);
    for name in function_names()? {
        build.args(["--package", &name]);
    }
    let (cpu_before, started) = (cpu_of_children()?, Instant::now());
    ensure!(build.status()?.success(), "the functions do not build");
    let time = BuildTime { wall_s: started.elapsed().as_secs_f64(), cpu_s: cpu_of_children()? - cpu_before };
    empty()?;
    Ok(time)
}

/// CPU of this process's children that have ended, and of theirs, in seconds.
fn cpu_of_children() -> anyhow::Result<f64> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    // After the name, which may hold spaces: state is field 3, cutime and cstime are 16 and 17.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(13).take(2);
    Ok(fields.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / TICKS)
}
