//! What an endpoint is: stated once, in its function's crate, and read by everything else.

use http::{Method, StatusCode};
use schemars::JsonSchema;
use settings::{Settings, SettingsError, names};

use crate::function::Function;
use crate::handler::{Erased, Handle, HandlerFn, Once, Streaming, StreamingHandlerFn, Typed, Warm};
use crate::needs::Needs;
use crate::progress::EventKind;
use crate::protocol::{Protocol, Speak};
use crate::render::Render;
use crate::shape::Shape;
use crate::{ErrorCode, Failure, FailureShape};

/// 1,024 bytes.
const KIB: usize = 1_024;

/// How calls are limited, per caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RateClass {
    /// A tool that a model calls: 60 a minute, burst 10, for each endpoint.
    Tool,
    /// Not limited one by one.
    Open,
}

/// Whether a token is asked for, where the deployment has any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// A valid token is needed.
    Token,
    /// Anyone may call: health.
    Public,
}

/// How a tool is declared to a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tool {
    /// The name the model calls.
    pub name: &'static str,
    /// When to call it, in one or two short sentences: long declarations slow the model down.
    pub description: &'static str,
}

/// Builds a handler's dependencies from settings.
type Connect = dyn Fn(&Settings) -> Box<dyn Erased> + Send + Sync;

/// One endpoint: its door, its limits, its types, and how to open it.
pub struct Endpoint {
    /// Folder, package, binary and log name.
    pub name: &'static str,
    /// The only method.
    pub method: Method,
    /// Path template, with `{name}` for a path parameter: a whole segment.
    pub path: &'static str,
    /// One line for the API documents.
    pub summary: &'static str,
    /// What a caller should know beyond that, for the API documents: Markdown.
    pub description: &'static str,
    /// Whether a token is asked for.
    pub access: Access,
    /// How calls are limited.
    pub rate: RateClass,
    /// Largest body, in bytes.
    pub body_limit_bytes: usize,
    /// The declaration for models, where the endpoint is a tool.
    pub tool: Option<Tool>,
    /// What it needs on AWS.
    pub needs: Needs,
    /// Codes that its own work can end with, beside those that any call can.
    pub fails_with: &'static [ErrorCode],
    /// How its failures look.
    pub failure_shape: FailureShape,
    /// Status of a successful answer.
    pub success: StatusCode,
    /// Whether the answer can be had as Markdown, too.
    pub markdown: bool,
    /// The media type of its answers, where they are files instead of JSON.
    pub file: Option<&'static str>,
    /// What it sends before its answer to callers that ask for server-sent events; empty where it does not.
    pub events: &'static [EventKind],
    /// Statuses of another protocol's answers beside [`Endpoint::success`], each with what it says.
    pub also_answers: &'static [(StatusCode, &'static str)],
    /// The input.
    pub input: Shape,
    /// The output.
    pub output: Shape,
    pub(crate) connect: Box<Connect>,
}

/// An input: strictly decoded, with a schema.
pub trait Input: serde::de::DeserializeOwned + JsonSchema + Send + 'static {
    /// Whether the body must be a JSON object; false where the input says itself what it takes.
    const IS_OBJECT: bool = true;

    /// Rewords a failure to decode it, where the contract says how.
    #[must_use]
    fn refused(failure: Failure) -> Failure {
        failure
    }

    /// The caller's own words in it. They are logged, unless the deployment is private.
    fn spoken(&self) -> Option<&str> {
        None
    }
}

/// An endpoint without its handler yet.
#[must_use]
pub struct Door {
    name: &'static str,
    method: Method,
    path: &'static str,
    summary: &'static str,
    description: &'static str,
    access: Access,
    rate: RateClass,
    body_limit_bytes: usize,
    tool: Option<Tool>,
    needs: Needs,
    fails_with: &'static [ErrorCode],
    failure_shape: FailureShape,
}

impl Endpoint {
    /// An endpoint read by GET: its input is the path and query parameters.
    pub fn get(name: &'static str, path: &'static str) -> Door {
        Door::new(name, Method::GET, path)
    }

    /// An endpoint called by POST: its input is the JSON body.
    pub fn post(name: &'static str, path: &'static str) -> Door {
        Door::new(name, Method::POST, path)
    }

    /// Opens the endpoint: reads its settings and builds its dependencies, once. Settings that cannot be used
    /// are all named in one error.
    pub fn open(self, settings: &Settings) -> Result<Function, SettingsError> {
        Function::open(self, settings)
    }

    /// The path parameters of `path`, if it is one of this endpoint's. A leading stage is not expected here.
    #[must_use]
    pub fn match_path<'path>(&self, path: &'path str) -> Option<Vec<(&'static str, &'path str)>> {
        let (mut template, mut segments) = (self.path.split('/'), path.split('/'));
        let mut params = Vec::new();
        loop {
            match (template.next(), segments.next()) {
                (None, None) => return Some(params),
                (Some(expected), Some(segment)) => {
                    match expected.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
                        Some(name) if !segment.is_empty() => params.push((name, segment)),
                        None if expected == segment => {}
                        _ => return None,
                    }
                }
                _ => return None,
            }
        }
    }
}

impl Door {
    fn new(name: &'static str, method: Method, path: &'static str) -> Self {
        Self {
            name,
            method,
            path,
            summary: "",
            description: "",
            access: Access::Token,
            rate: RateClass::Open,
            body_limit_bytes: 64 * KIB,
            tool: None,
            needs: Needs::default(),
            fails_with: &[],
            failure_shape: FailureShape::Coded,
        }
    }

    /// One line for the API documents.
    pub fn summary(mut self, summary: &'static str) -> Self {
        self.summary = summary;
        self
    }

    /// What a caller should know beyond the summary, for the API documents: Markdown.
    pub fn description(mut self, description: &'static str) -> Self {
        self.description = description;
        self
    }

    /// Anyone may call.
    pub fn public(mut self) -> Self {
        self.access = Access::Public;
        self
    }

    /// Declares the endpoint to models, with a tool's limits: 60 calls a minute, bodies up to 10 KiB.
    pub fn tool(mut self, name: &'static str, description: &'static str) -> Self {
        self.tool = Some(Tool { name, description });
        self.rate = RateClass::Tool;
        self.body_limit_bytes = 10 * KIB;
        self
    }

    /// Limits its calls like a tool's, where it calls tools itself or each call costs as much.
    pub fn limited_as_a_tool(mut self) -> Self {
        self.rate = RateClass::Tool;
        self
    }

    /// Says what it needs on AWS; without it, what a function needs that only computes.
    pub fn needs(mut self, needs: Needs) -> Self {
        self.needs = needs;
        self
    }

    /// Names the codes that its own work can end with, beside those that any call can.
    pub fn fails_with(mut self, codes: &'static [ErrorCode]) -> Self {
        self.fails_with = codes;
        self
    }

    /// Largest body, in KiB, where it is another than 64.
    pub fn body_limit_kib(mut self, limit_kib: usize) -> Self {
        self.body_limit_bytes = limit_kib * KIB;
        self
    }

    /// Lets its failures have another shape than [`FailureShape::Coded`].
    pub fn failure_shape(mut self, shape: FailureShape) -> Self {
        self.failure_shape = shape;
        self
    }

    /// Adds the handler and how its dependencies are built.
    pub fn handler<D, I, O, E, C, H>(self, connect: C, handle: H) -> Endpoint
    where
        D: Send + Sync + 'static,
        I: Input,
        O: Render,
        E: Into<Failure> + 'static,
        C: Fn(&Settings) -> D + Send + Sync + 'static,
        H: for<'deps> HandlerFn<'deps, D, I, O, E> + Clone,
    {
        self.warm_handler(connect, |_| Box::pin(std::future::ready(())), handle)
    }

    /// Adds the handler, how its dependencies are built, and how what *every* call needs is connected during
    /// init. What some calls do not need is better left to those that do.
    pub fn warm_handler<D, I, O, E, C, H>(self, connect: C, warm: Warm<D>, handle: H) -> Endpoint
    where
        D: Send + Sync + 'static,
        I: Input,
        O: Render,
        E: Into<Failure> + 'static,
        C: Fn(&Settings) -> D + Send + Sync + 'static,
        H: for<'deps> HandlerFn<'deps, D, I, O, E> + Clone,
    {
        self.endpoint(&[], connect, warm, Once(handle))
    }

    /// Adds a handler that says what it has before its answer is whole: `events` to callers that ask for
    /// `text/event-stream`, and the answer alone to all others. Its function's `main` calls
    /// [`crate::serve_streaming`].
    pub fn streaming_handler<D, I, O, E, C, H>(
        self,
        events: &'static [EventKind],
        connect: C,
        warm: Warm<D>,
        handle: H,
    ) -> Endpoint
    where
        D: Send + Sync + 'static,
        I: Input,
        O: Render,
        E: Into<Failure> + 'static,
        C: Fn(&Settings) -> D + Send + Sync + 'static,
        H: for<'deps> StreamingHandlerFn<'deps, D, I, O, E> + Clone,
    {
        let needs = self.needs.settings(&[names::TRUTHY_STREAMING]);
        Self { needs, ..self }.endpoint(events, connect, warm, Streaming(handle))
    }

    /// Adds what answers messages of another protocol. `I` and `O` are said for the API documents: the protocol's own library
    /// decodes and encodes; `also_answers` are its statuses beside 200, each with what it says.
    pub fn protocol_handler<I, O, D, C>(
        self,
        also_answers: &'static [(StatusCode, &'static str)],
        connect: C,
        warm: Warm<D>,
        speak: Speak<D>,
    ) -> Endpoint
    where
        D: Send + Sync + 'static,
        I: JsonSchema,
        O: JsonSchema,
        C: Fn(&Settings) -> D + Send + Sync + 'static,
    {
        let connect = move |settings: &Settings| -> Box<dyn Erased> {
            Box::new(Protocol { deps: connect(settings), warm, speak })
        };
        let opened = self.opened_by(Shape::input::<I>(), Shape::output::<O>(), Box::new(connect));
        Endpoint { also_answers, ..opened }
    }

    fn endpoint<D, I, O, E, C, H>(
        self,
        events: &'static [EventKind],
        connect: C,
        warm: Warm<D>,
        handle: H,
    ) -> Endpoint
    where
        D: Send + Sync + 'static,
        I: Input,
        O: Render,
        E: Into<Failure> + 'static,
        C: Fn(&Settings) -> D + Send + Sync + 'static,
        H: for<'deps> Handle<'deps, D, I, O, E> + Clone,
    {
        let connect = move |settings: &Settings| -> Box<dyn Erased> {
            Box::new(Typed::new(connect(settings), handle.clone(), warm))
        };
        Endpoint {
            success: O::STATUS,
            markdown: O::MARKDOWN,
            file: O::FILE,
            events,
            ..self.opened_by(Shape::input::<I>(), Shape::output::<O>(), Box::new(connect))
        }
    }

    /// An endpoint that answers once, with JSON and 200.
    fn opened_by(self, input: Shape, output: Shape, connect: Box<Connect>) -> Endpoint {
        Endpoint {
            name: self.name,
            method: self.method,
            path: self.path,
            summary: self.summary,
            description: self.description,
            access: self.access,
            rate: self.rate,
            body_limit_bytes: self.body_limit_bytes,
            tool: self.tool,
            needs: self.needs,
            fails_with: self.fails_with,
            failure_shape: self.failure_shape,
            success: StatusCode::OK,
            markdown: false,
            file: None,
            events: &[],
            also_answers: &[],
            input,
            output,
            connect,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize, JsonSchema)]
    struct Nothing {}
    impl Input for Nothing {}

    #[derive(serde::Serialize, JsonSchema)]
    struct Answer {}
    impl Render for Answer {}

    async fn handle((): &(), _: crate::Principal, _: Nothing) -> Result<Answer, Failure> {
        Ok(Answer {})
    }

    #[test]
    fn paths_match_whole_segments() {
        let endpoint = Endpoint::get("sample", "/api/sessions/{id}/summary").handler(|_| (), handle);
        assert_eq!(endpoint.match_path("/api/sessions/s1/summary"), Some(vec![("id", "s1")]));
        for path in ["/api/sessions//summary", "/api/sessions/s1", "/api/sessions/a/b/summary", "/", ""] {
            assert_eq!(endpoint.match_path(path), None, "{path}");
        }
    }
}
