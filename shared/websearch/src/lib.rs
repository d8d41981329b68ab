//! Web search providers and published fact checks behind one trait.
//!
//! [`WebSearch`] is built from the settings: the first configured of Tavily, Brave, Exa and SearXNG answers,
//! the next stands in when it fails, and Google Fact Check Tools is asked beside them. What comes back is as
//! lenient as the providers are: every field of theirs may be missing, of another type, or new.
//!
//! The allow-list is pushed down where a provider can express all of it; it is *not* enforced here. Whoever
//! returns hits to a user checks each of them against the list again.

mod allowance;
mod brave;
mod candidate;
mod cascade;
mod error;
mod exa;
mod fact_check;
mod failure;
pub mod fake;
mod keyed;
mod lenient;
mod plain_text;
mod provider;
mod published;
mod push_down;
mod relevance;
mod searxng;
mod tavily;

#[cfg(test)]
mod faults;
#[cfg(test)]
mod trial;

pub use allowance::Allowance;
pub use brave::Brave;
pub use cascade::{Found, SETTINGS, WebSearch};
pub use error::{Cause, SearchError};
pub use exa::Exa;
pub use fact_check::FactCheck;
pub use provider::{Hit, Provider, Query};
pub use searxng::SearXng;
pub use tavily::Tavily;
