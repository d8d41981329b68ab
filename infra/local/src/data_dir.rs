//! The folder of one installation: where the table and the corpus lie in it.

use std::path::{Path, PathBuf};

use settings::{Settings, names};

/// The settings of this process, over `data_dir` where they do not name a corpus folder themselves.
pub(crate) fn settings_over(data_dir: &Path) -> Settings {
    let settings = Settings::from_process();
    let corpus = corpus_dir(data_dir, &settings);
    settings.with(names::TRUTHY_CORPUS_DIR, corpus.to_string_lossy())
}

/// Where the embedded index is: `TRUTHY_CORPUS_DIR`, else `corpus` in `data_dir`.
pub(crate) fn corpus_dir(data_dir: &Path, settings: &Settings) -> PathBuf {
    settings.text(names::TRUTHY_CORPUS_DIR).map_or_else(|| data_dir.join("corpus"), PathBuf::from)
}
