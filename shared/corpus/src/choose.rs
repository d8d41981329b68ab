//! Which corpus the settings ask for.

use std::sync::Arc;

use settings::{Settings, names};

use crate::Corpus;
use crate::embedded::EmbeddedCorpus;

/// The corpus that `TRUTHY_CORPUS` names: `embedded` (default) or `vectara`.
///
/// Nothing is opened or reached yet, so this never fails; a value that is neither is noted as a problem of
/// the settings.
#[must_use]
pub fn from_settings(settings: &Settings) -> Arc<dyn Corpus> {
    match settings.text_or(names::TRUTHY_CORPUS, "embedded") {
        "embedded" => {}
        _ => settings.problem(names::TRUTHY_CORPUS, &"must be embedded or vectara"),
    }
    match settings.text(names::TRUTHY_CORPUS_DIR) {
        Some(folder) => Arc::new(EmbeddedCorpus::in_folder(folder)),
        None => Arc::new(EmbeddedCorpus::starter()),
    }
}
