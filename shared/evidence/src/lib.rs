//! Pure judgement of evidence: no I/O, no clock, no settings.
//!
//! A sentence becomes a [`claim::Claim`]; [`context`] compares it with what the caller expects;
//! [`alignment`] says whether a passage supports or contradicts it, [`series`] does so for tables given as text;
//! [`ranking`] orders what was found; [`allow_list`] and [`tier`] say which publishers may speak and how much they
//! weigh; [`verdict`] says what it all comes to; [`detection`] finds the sentences of live speech that are worth it.

pub mod alignment;
pub mod allow_list;
pub mod claim;
pub mod context;
pub mod detection;
pub mod item;
pub mod label;
pub mod ranking;
pub mod sentences;
pub mod series;
pub mod tier;
pub mod verdict;

pub use alignment::Alignment;
pub use item::{Candidate, Item};
pub use label::Label;
pub use tier::Tier;
