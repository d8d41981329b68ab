//! Generated from the folders in `functions/` by `BLESS=1 cargo test -p tests`: do not edit.

use web::{Authorizer, Endpoint};

/// Every endpoint, in the order of its folder.
#[must_use]
pub fn all() -> Vec<Endpoint> {
    vec![
        assets::endpoint(),
        console::endpoint(),
        events_ingest::endpoint(),
        health::endpoint(),
        live_token::endpoint(),
        mcp::endpoint(),
        query::endpoint(),
        sessions_moderate::endpoint(),
        sessions_report::endpoint(),
        sessions_summary::endpoint(),
        tools_context_check::endpoint(),
        tools_detect_claims::endpoint(),
        tools_list::endpoint(),
        tools_search_vectara::endpoint(),
        tools_search_web::endpoint(),
        tools_verdict::endpoint(),
    ]
}

/// Every authorizer.
#[must_use]
pub fn authorizers() -> Vec<Authorizer> {
    vec![authorizer::authorizer()]
}
