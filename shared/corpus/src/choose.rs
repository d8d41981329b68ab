//! Which corpus the settings ask for.

use std::sync::Arc;

use encoder::Lazy;
use settings::{Settings, names};

use crate::Corpus;
use crate::embedded::EmbeddedCorpus;
use crate::vectara::VectaraCorpus;

/// Variables that [`from_settings`] reads.
pub const SETTINGS: &[&str] = &[
    names::TRUTHY_CORPUS,
    names::TRUTHY_CORPUS_DIR,
    names::VECTARA_API_KEY,
    names::VECTARA_CORPUS_KEY,
    names::VECTARA_RERANKER,
    names::VECTARA_BASE_URL,
];

/// The corpus that `TRUTHY_CORPUS` names: `embedded` (default) or `vectara`.
///
/// `encoder` is the model that the embedded index is searched with, where there is one.
///
/// Nothing is opened or reached yet, so this never fails; a value that is neither is noted as a problem of
/// the settings.
#[must_use]
pub fn from_settings(settings: &Settings, encoder: Arc<Lazy>) -> Arc<dyn Corpus> {
    match settings.text_or(names::TRUTHY_CORPUS, "embedded") {
        "embedded" => {}
        "vectara" => return Arc::new(VectaraCorpus::from_settings(settings)),
        _ => settings.problem(names::TRUTHY_CORPUS, &"must be embedded or vectara"),
    }
    let corpus = match settings.text(names::TRUTHY_CORPUS_DIR) {
        Some(folder) => EmbeddedCorpus::in_folder(folder),
        None => EmbeddedCorpus::starter(),
    };
    Arc::new(corpus.with_encoder(encoder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settings_choose() {
        let cases = [(None, "embedded"), (Some("embedded"), "embedded"), (Some("vectara"), "vectara")];
        for (value, expected) in cases {
            let settings = Settings::from_pairs(value.map(|value| (names::TRUTHY_CORPUS, value)));
            assert_eq!(from_settings(&settings, Arc::new(Lazy::none())).name(), expected);
            assert_eq!(settings.check(), Ok(()));
        }
        let settings = Settings::from_pairs([(names::TRUTHY_CORPUS, "Vectra")]);
        assert_eq!(from_settings(&settings, Arc::new(Lazy::none())).name(), "embedded");
        assert!(settings.check().is_err());
    }
}
