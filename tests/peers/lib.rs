//! What the functions are held against in `docs/performance.md`: a bare `lambda_runtime` (`hello`), a bootstrap by
//! hand on blocking sockets (`raw`), and the same work in Node.js (`node`) and Python (`python`).

/// What a peer is asked to do by `PEER_WORK`: answer a JSON event; the same with a client of the table built at
/// start; the same with one `GetItem` for each event.
pub const WORKS: [&str; 3] = ["json", "init", "get"];
