//! outbound
