//! Development only: what tests need that is not the product.

pub mod events;
pub mod live;
pub mod runtime_api;
pub mod upstream;
