//! Passages that can be trusted: import, index, search.
//!
//! Everything that looks something up asks a [`Corpus`]: the [`embedded`] full-text index of what the user
//! imported (with the starter corpus in it, so that there is something to ask on the first day), or
//! [`vectara`]. Which one it is, [`from_settings`] decides.
//!
//! The feature `import` adds what only the command line needs: readers of files and pages, and the
//! `import::Library` that writes the index. A function opens the index and never writes to it.

mod choose;
mod collection;
mod documents;
pub mod embedded;
mod failure;
pub mod fake;
mod freight;
#[cfg(feature = "import")]
pub mod import;
mod record;
mod search;
mod starter;
pub mod vectara;

pub use choose::{SETTINGS, from_settings};
pub use collection::{CollectionSettings, Decline, Declines};
pub use documents::{DOCUMENT_SETTINGS, Documents, documents_from_settings};
pub use embedded::spelling::distance as edit_distance;
pub use embedded::words::terms;
pub use search::{Corpus, CorpusError, Likeness, Passage, Query};
