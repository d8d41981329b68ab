//! Everything that is tested from outside: real binaries, real HTTP, a real table.

mod access;
mod api;
mod boundaries;
mod check;
mod conformance;
mod corpus_command;
mod declarations;
mod deploy;
mod embedded_corpus;
mod error_model;
mod events;
mod examples;
mod fuzz;
mod ingest;
mod logs;
mod openapi;
mod rate_limit;
mod routes;
mod search_web;
mod secrets;
mod store_faults;
mod table_command;
mod template;
mod tokens;
mod vectara;
mod watch;
