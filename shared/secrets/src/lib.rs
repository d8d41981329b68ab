//! Keys given as they are, or by the ARN of where AWS keeps them.
//!
//! A variable that holds a secret may hold the ARN of an SSM parameter or of a Secrets Manager secret
//! instead. Whoever needs the key asks the [`Secret`] for it at every call: the first one fetches it, the
//! others of the next five minutes find it there, and a key that was rotated is in use without a deployment.

mod cached;
mod error;
mod reference;
mod secret;
mod service;

pub use error::SecretError;
pub use reference::Place;
pub use secret::Secret;
