//! Two small models: vectors of sentences and what a passage says about a claim; and whether it answers a question.
//!
//! The model is `all-MiniLM-L6-v2` in 8 bits with the adapter of `training/`: with the gate shut it is the sentence
//! encoder that retrieval uses, with the gate open it reads claim and passage together. Nothing is loaded before
//! the first text. The second, `ms-marco-MiniLM-L-12-v2` trained further there, is loaded by the first question. Where
//! the files are missing, everything that asks goes on without.

mod answers;
mod model;
mod operators;
mod word_piece;

pub use model::{Encoder, EncoderError, VECTOR_LENGTH};

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use evidence::alignment::{Stance, StanceReader};
use settings::{Settings, names};

/// Variables that [`Lazy::from_settings`] reads.
pub const SETTINGS: &[&str] = &[names::TRUTHY_MODEL_DIR];

/// Where the files lie unless the settings say otherwise: beside the workspace's manifest.
const DEFAULT_FOLDER: &str = "models/minilm-stance";

/// The model of one folder, loaded when it is first asked.
#[derive(Debug)]
pub struct Lazy {
    folder: Option<PathBuf>,
    loaded: OnceLock<Option<Arc<Encoder>>>,
}

/// Models that are open in this process. Functions that run in one process share them: a model takes 26 MB and more.
static OPEN: Mutex<Vec<(PathBuf, Weak<Encoder>)>> = Mutex::new(Vec::new());

/// What is known of the model without running it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// It is loaded, or its files are there.
    Present,
    /// There are no such files.
    Absent,
    /// The settings say to do without.
    Off,
    /// The files are there and cannot be used; the log says why.
    Unusable,
}

impl Lazy {
    /// The folder that `TRUTHY_MODEL_DIR` names; `off` for none.
    #[must_use]
    pub fn from_settings(settings: &Settings) -> Self {
        match settings.text_or(names::TRUTHY_MODEL_DIR, DEFAULT_FOLDER) {
            "off" => Self::none(),
            folder => Self::in_folder(folder),
        }
    }

    /// The model in `folder`.
    #[must_use]
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()), loaded: OnceLock::new() }
    }

    /// No model.
    #[must_use]
    pub fn none() -> Self {
        Self { folder: None, loaded: OnceLock::new() }
    }

    /// The model, loaded by the first call; none where there is none, or none that can be used.
    pub fn get(&self) -> Option<&Encoder> {
        self.loaded
            .get_or_init(|| {
                let folder = self.folder.as_ref().filter(|folder| Encoder::is_in(folder))?;
                shared(folder)
                    .inspect_err(|error| {
                        tracing::error!(
                            error = error as &dyn std::error::Error,
                            "the model cannot be used, going on without"
                        );
                    })
                    .ok()
            })
            .as_deref()
    }

    /// Whether there is a model. Loads it, to be sure.
    pub fn presence(&self) -> Presence {
        match &self.folder {
            None => Presence::Off,
            Some(_) if self.get().is_some() => Presence::Present,
            Some(folder) if Encoder::is_in(folder) => Presence::Unusable,
            Some(_) => Presence::Absent,
        }
    }
}

/// The model in `folder`, which is opened once however many ask for it.
fn shared(folder: &Path) -> Result<Arc<Encoder>, EncoderError> {
    // Whoever panicked here left a list that is still a list.
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    open.retain(|(_, model)| model.strong_count() > 0);
    if let Some(model) = open.iter().find_map(|(known, model)| (known == folder).then(|| model.upgrade())?) {
        return Ok(model);
    }
    let model = Arc::new(Encoder::open(folder)?);
    open.push((folder.to_owned(), Arc::downgrade(&model)));
    Ok(model)
}

impl StanceReader for Lazy {
    /// Nothing is said where there is no model, or it fails: judging goes on by the exact layer.
    fn read(&self, claim: &str, passages: &[&str]) -> Option<Vec<Stance>> {
        let pairs: Vec<(&str, &str)> = passages.iter().map(|passage| (claim, *passage)).collect();
        let scores = self.get()?.scores(&pairs).inspect_err(|error| {
            tracing::error!(error = error as &dyn std::error::Error, "the model failed, going on without");
        });
        let stance = |[supports, contradicts, neutral]: [f32; 3]| Stance { supports, contradicts, neutral };
        Some(scores.ok()?.into_iter().map(stance).collect())
    }
}
