//! What the tests and benches share: the real binaries, a running server, a plain HTTP client, golden files.

mod binaries;
mod client;
pub mod emulator;
mod golden;
mod server;
pub mod table;
pub mod words;

pub use binaries::{binary, workspace_root};
pub use client::{Reply, request};
pub use golden::assert_golden;
pub use server::{Server, truthy};
