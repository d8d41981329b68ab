//! Lets a plain typed async function be called without knowing its types.

use std::marker::PhantomData;

use async_trait::async_trait;
use futures_util::future::BoxFuture;
use http::HeaderMap;

use crate::endpoint::Input;
use crate::field::Object;
use crate::progress::Progress;
use crate::render::{Render, Reply, Wanted};
use crate::{Failure, Principal};

/// `async fn handle(deps: &Deps, caller: Principal, input: Input) -> Result<Output, Error>`.
///
/// Implemented by every such function; it exists because the returned future borrows `deps`.
pub trait HandlerFn<'deps, D: 'deps, I, O, E>: Send + Sync + 'static {
    /// What the function returns when called.
    type Future: Future<Output = Result<O, E>> + Send + 'deps;

    /// Calls the function.
    fn call(&self, deps: &'deps D, caller: Principal, input: I) -> Self::Future;
}

impl<'deps, D, I, O, E, F, R> HandlerFn<'deps, D, I, O, E> for F
where
    D: 'deps,
    F: Fn(&'deps D, Principal, I) -> R + Send + Sync + 'static,
    R: Future<Output = Result<O, E>> + Send + 'deps,
{
    type Future = R;

    fn call(&self, deps: &'deps D, caller: Principal, input: I) -> R {
        self(deps, caller, input)
    }
}

/// `async fn handle(deps: &Deps, caller: Principal, input: Input, progress: Progress) -> Result<Output, Error>`:
/// a handler that says what it has before its answer is whole. Implemented by every such function.
pub trait StreamingHandlerFn<'deps, D: 'deps, I, O, E>: Send + Sync + 'static {
    /// What the function returns when called.
    type Future: Future<Output = Result<O, E>> + Send + 'deps;

    /// Calls the function.
    fn call(&self, deps: &'deps D, caller: Principal, input: I, progress: Progress) -> Self::Future;
}

impl<'deps, D, I, O, E, F, R> StreamingHandlerFn<'deps, D, I, O, E> for F
where
    D: 'deps,
    F: Fn(&'deps D, Principal, I, Progress) -> R + Send + Sync + 'static,
    R: Future<Output = Result<O, E>> + Send + 'deps,
{
    type Future = R;

    fn call(&self, deps: &'deps D, caller: Principal, input: I, progress: Progress) -> R {
        self(deps, caller, input, progress)
    }
}

/// Either kind of handler, called the same way.
pub(crate) trait Handle<'deps, D: 'deps, I, O, E>: Send + Sync + 'static {
    type Future: Future<Output = Result<O, E>> + Send + 'deps;

    fn handle(&self, deps: &'deps D, caller: Principal, input: I, progress: Progress) -> Self::Future;
}

/// A handler that answers once.
#[derive(Clone)]
pub(crate) struct Once<H>(pub(crate) H);

impl<'deps, D: 'deps, I, O, E, H: HandlerFn<'deps, D, I, O, E>> Handle<'deps, D, I, O, E> for Once<H> {
    type Future = H::Future;

    fn handle(&self, deps: &'deps D, caller: Principal, input: I, _: Progress) -> Self::Future {
        self.0.call(deps, caller, input)
    }
}

/// A handler that says what it has so far.
#[derive(Clone)]
pub(crate) struct Streaming<H>(pub(crate) H);

impl<'deps, D: 'deps, I, O, E, H: StreamingHandlerFn<'deps, D, I, O, E>> Handle<'deps, D, I, O, E>
    for Streaming<H>
{
    type Future = H::Future;

    fn handle(&self, deps: &'deps D, caller: Principal, input: I, progress: Progress) -> Self::Future {
        self.0.call(deps, caller, input, progress)
    }
}

/// A handler with its dependencies, types erased.
#[async_trait]
pub(crate) trait Erased: Send + Sync {
    /// Decodes `raw`, calls the handler, renders its answer.
    async fn run(&self, caller: Principal, raw: Raw, wanted: Wanted, progress: Progress) -> Answered;

    /// Connects what every call needs.
    async fn warm(&self);
}

/// Connects what every call needs, of the dependencies.
pub type Warm<D> = for<'deps> fn(&'deps D) -> BoxFuture<'deps, ()>;

/// An input before decoding.
pub(crate) enum Raw {
    Body { headers: HeaderMap, bytes: Vec<u8> },
    Params(std::collections::BTreeMap<String, String>),
}

/// What a handler made of a call, and the caller's words for the log.
pub(crate) struct Answered {
    pub(crate) outcome: Result<Reply, Failure>,
    pub(crate) spoken: Option<String>,
}

/// Longest piece of the caller's words in a log line, in characters.
const MAX_SPOKEN_CHARS: usize = 200;

pub(crate) struct Typed<D, H, I, O, E> {
    deps: D,
    handle: H,
    warm: Warm<D>,
    types: PhantomData<fn(I) -> Result<O, E>>,
}

impl<D, H, I, O, E> Typed<D, H, I, O, E> {
    pub(crate) fn new(deps: D, handle: H, warm: Warm<D>) -> Self {
        Self { deps, handle, warm, types: PhantomData }
    }
}

#[async_trait]
impl<D, H, I, O, E> Erased for Typed<D, H, I, O, E>
where
    D: Send + Sync + 'static,
    H: for<'deps> Handle<'deps, D, I, O, E>,
    I: Input,
    O: Render,
    E: Into<Failure> + 'static,
{
    async fn run(&self, caller: Principal, raw: Raw, wanted: Wanted, progress: Progress) -> Answered {
        let decoded: Result<I, Failure> = match raw {
            Raw::Body { bytes, .. } if I::IS_OBJECT => {
                crate::invalid::decode(&bytes).map(|Object(input)| input)
            }
            Raw::Body { bytes, .. } => crate::invalid::decode(&bytes),
            Raw::Params(params) => crate::params::decode_params(params),
        };
        let input = match decoded.map_err(I::refused) {
            Ok(input) => input,
            Err(failure) => return Answered { outcome: Err(failure), spoken: None },
        };
        let spoken =
            input.spoken().map(|words| telemetry::redacted(words).chars().take(MAX_SPOKEN_CHARS).collect());
        let outcome = match self.handle.handle(&self.deps, caller, input, progress).await {
            Ok(output) => Reply::render(&output, wanted),
            Err(error) => Err(error.into()),
        };
        Answered { outcome, spoken }
    }

    async fn warm(&self) {
        (self.warm)(&self.deps).await;
    }
}
