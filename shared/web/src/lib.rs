//! The only crate that knows HTTP.
//!
//! A function's crate states one [`Endpoint`] and a plain typed async handler; everything between a
//! Lambda event and that handler, and back, happens here, the same for Lambda and for the local server.

mod authorizer;
mod credential;
mod endpoint;
mod error;
mod failure_shape;
pub mod field;
mod function;
mod handler;
mod inside;
mod invalid;
mod needs;
mod params;
mod principal;
mod progress;
mod protocol;
mod render;
pub mod respond;
mod serve;
mod shape;
mod streamed;

pub use authorizer::{Answer as AuthorizerAnswer, Authorize, Authorizer, Grant, OpenAuthorizer, Refused};
pub use credential::{Credential, TokenDigest, unknown_token};
pub use endpoint::{Access, Door, Endpoint, Input, RateClass, Tool};
pub use error::{ErrorCode, Failure};
pub use failure_shape::FailureShape;
pub use function::{Function, method_not_allowed, not_found, too_large};
pub use handler::{HandlerFn, StreamingHandlerFn, Warm};
pub use http::{Method, StatusCode};
pub use invalid::{decode_value, invalid};
pub use needs::{Needs, TableUse};
pub use principal::{Principal, Tokens};
pub use progress::{EventKind, Progress};
pub use protocol::Speak;
pub use render::{File, Render};
pub use serve::{serve, serve_authorizer, serve_streaming};
pub use shape::Shape;
pub use streamed::StreamedBody;
