//! Every endpoint and authorizer of the workspace, and what is generated from them.
//!
//! The list and this crate's dependencies are written from the folders in `functions/`: after adding a
//! folder run `BLESS=1 cargo test -p tests`, and nothing else needs to be edited.

mod all;
mod declarations;
mod openapi;
mod router;
pub mod template;

pub use all::{all, authorizers};
pub use declarations::tool_declarations;
pub use openapi::{NameClash, openapi};
pub use router::watch_routes;
