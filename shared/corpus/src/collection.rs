//! What a collection says of itself beside its documents: which requests it declines, and in which words.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

/// The file beside the documents that holds a collection's settings, as TOML.
#[cfg(any(feature = "import", test))]
pub(crate) const SETTINGS_FILE: &str = "collection.toml";
/// The file in an index's folder that holds those of all its collections, by name.
const KEPT_FILE: &str = "collections.json";
/// Longest text that may be said instead of an answer, in characters.
#[cfg(any(feature = "import", test))]
const MOST_CHARACTERS: usize = 2_000;

/// The settings of one collection. What it leaves open is as it is for every collection.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CollectionSettings {
    /// Said where no document answers.
    pub nothing_found: Option<String>,
    /// What is declined.
    pub declines: Declines,
}

/// What becomes of requests that documents cannot fulfil, by kind.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Declines {
    /// To do something: book, cancel, change, send.
    pub action: Option<Decline>,
    /// To look into an account.
    pub account_data: Option<Decline>,
    /// Where something is now.
    pub live_tracking: Option<Decline>,
    /// What something costs today.
    pub rate: Option<Decline>,
    /// What to do with one's money or health.
    pub advice: Option<Decline>,
}

/// What becomes of one kind of request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Decline {
    /// It is declined in these words: say what can be done instead, and whom to ask.
    InWords(String),
    /// Whether it is declined, in the usual words; `false` for a question like any other.
    Whether(bool),
}

impl CollectionSettings {
    /// Reads `text`, a collection's TOML file. The error says what is wrong with it.
    #[cfg(any(feature = "import", test))]
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let settings: Self = toml::from_str(text).map_err(|error| error.message().to_owned())?;
        let Declines { action, account_data, live_tracking, rate, advice } = &settings.declines;
        let said =
            [action, account_data, live_tracking, rate, advice].into_iter().filter_map(|one| match one {
                Some(Decline::InWords(words)) => Some(words),
                _ => None,
            });
        for words in said.chain(&settings.nothing_found) {
            if words.trim().is_empty() || words.chars().count() > MOST_CHARACTERS {
                return Err(format!("what is said must have 1 to {MOST_CHARACTERS} characters"));
            }
        }
        Ok(settings)
    }
}

/// The settings of every collection in the index in `folder`; none where nothing was said.
pub(crate) fn kept_in(folder: &Path) -> io::Result<BTreeMap<String, CollectionSettings>> {
    match fs::read(folder.join(KEPT_FILE)) {
        Ok(bytes) => serde_json::from_slice(&bytes).map_err(io::Error::from),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(BTreeMap::new()),
        Err(error) => Err(error),
    }
}

/// Keeps `settings` for `collection` in `folder`, or forgets them. Readers see the file before or after, never half.
#[cfg(any(feature = "import", test))]
pub(crate) fn keep(folder: &Path, collection: &str, settings: Option<CollectionSettings>) -> io::Result<()> {
    let mut all = kept_in(folder)?;
    let before = all.remove(collection);
    if before == settings {
        return Ok(());
    }
    if let Some(settings) = settings {
        all.insert(collection.to_owned(), settings);
    }
    let written = folder.join(format!("{KEPT_FILE}.new"));
    fs::write(&written, serde_json::to_vec_pretty(&all)?)?;
    fs::rename(written, folder.join(KEPT_FILE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_collection_says_what_it_declines() {
        let text = "nothing_found = \"Ask the desk.\"\n[declines]\naction = \"Ring us.\"\nrate = false\n";
        let settings = CollectionSettings::read(text).expect("settings");
        assert_eq!(settings.nothing_found.as_deref(), Some("Ask the desk."));
        assert_eq!(settings.declines.action, Some(Decline::InWords("Ring us.".to_owned())));
        assert_eq!((settings.declines.rate, settings.declines.advice), (Some(Decline::Whether(false)), None));
        for wrong in [
            "nothing = 1",
            "[declines]\nbooking = true",
            "[declines]\naction = 5",
            "nothing_found = \" \"",
            "x",
        ] {
            assert!(CollectionSettings::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn settings_are_kept_replaced_and_forgotten() {
        let folder = tempfile::tempdir().expect("a folder");
        let said =
            |words: &str| CollectionSettings { nothing_found: Some(words.to_owned()), ..Default::default() };
        keep(folder.path(), "a", Some(said("1"))).expect("kept");
        keep(folder.path(), "b", Some(said("2"))).expect("kept");
        keep(folder.path(), "a", Some(said("3"))).expect("kept");
        keep(folder.path(), "b", None).expect("kept");
        let kept = kept_in(folder.path()).expect("kept");
        assert_eq!(kept, BTreeMap::from([("a".to_owned(), said("3"))]));
        fs::write(folder.path().join(KEPT_FILE), "{").expect("written");
        assert!(kept_in(folder.path()).is_err());
    }
}
