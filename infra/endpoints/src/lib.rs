//! Every endpoint of the workspace, and what is generated from them.
//!
//! The list and this crate's dependencies are written from the folders in `functions/`: after adding a
//! folder run `BLESS=1 cargo test -p tests`, and nothing else needs to be edited.

mod all;
mod declarations;
mod openapi;

pub use all::all;
pub use declarations::tool_declarations;
pub use openapi::{NameClash, openapi};
