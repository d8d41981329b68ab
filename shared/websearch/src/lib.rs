//! websearch
