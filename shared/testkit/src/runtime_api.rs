//! A stand-in for the Lambda Runtime API: runs a real function binary and hands it events.

use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path as UrlPath, State};
use axum::http::{HeaderMap, Response, StatusCode};
use axum::routing::{get, post};
use serde_json::Value;
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;
use tokio::process::{Child, Command};
use tokio::sync::{Mutex, mpsc};
use tokio::task::JoinHandle;

/// Longest wait for a function, from event to answer. A bound, not an expectation.
const PATIENCE: Duration = Duration::from_mins(1);

/// What a function posted back for an event.
#[derive(Debug, Clone, PartialEq)]
pub enum Posted {
    /// A response: for an HTTP function, status, headers and body.
    Response(Value),
    /// A response that was streamed: status and headers, and the body.
    Streamed(Value, String),
    /// A failed invocation.
    Error(Value),
}

/// A running function binary with a Runtime API of its own.
pub struct Sandbox {
    child: Child,
    events: mpsc::Sender<Value>,
    posted: mpsc::Receiver<Posted>,
    server: JoinHandle<()>,
}

struct Queue {
    events: Mutex<mpsc::Receiver<Value>>,
    posted: mpsc::Sender<Posted>,
}

impl Sandbox {
    /// Starts `binary` with only `environment` and what Lambda sets.
    pub async fn start(binary: &Path, environment: &[(&str, &str)]) -> std::io::Result<Self> {
        let (events, waiting) = mpsc::channel(1);
        let (answers, posted) = mpsc::channel(1);
        let queue = Arc::new(Queue { events: Mutex::new(waiting), posted: answers });
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?.to_string();
        let router = Router::new()
            .route("/2018-06-01/runtime/invocation/next", get(next))
            .route("/2018-06-01/runtime/invocation/{id}/{outcome}", post(post_outcome))
            .with_state(queue);
        let server = tokio::spawn(async move {
            // It is aborted when the sandbox goes; until then it serves.
            axum::serve(listener, router).await.unwrap_or_default();
        });
        let name = binary.file_stem().and_then(|stem| stem.to_str()).unwrap_or("function");
        let child = Command::new(binary)
            .env_clear()
            .env("AWS_LAMBDA_RUNTIME_API", address)
            .env("AWS_LAMBDA_FUNCTION_NAME", name)
            .env("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "256")
            .env("AWS_LAMBDA_FUNCTION_VERSION", "$LATEST")
            .env("AWS_LAMBDA_LOG_GROUP_NAME", "local")
            .env("AWS_LAMBDA_LOG_STREAM_NAME", "local")
            .env("AWS_REGION", "us-east-1")
            .env("AWS_ACCESS_KEY_ID", "local")
            .env("AWS_SECRET_ACCESS_KEY", "local")
            .envs(environment.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        Ok(Self { child, events, posted, server })
    }

    /// Hands `event` to the function and waits for what it posts back; none if it died or stays silent.
    pub async fn invoke(&mut self, event: Value) -> Option<Posted> {
        self.events.send(event).await.ok()?;
        tokio::select! {
            posted = self.posted.recv() => posted,
            _ = self.child.wait() => None,
            () = tokio::time::sleep(PATIENCE) => None,
        }
    }

    /// Ends the function and gives what it wrote: its log.
    pub async fn stop(mut self) -> String {
        // It may have ended on its own.
        self.child.start_kill().ok();
        let mut log = String::new();
        if let Some(mut out) = self.child.stdout.take() {
            out.read_to_string(&mut log).await.unwrap_or_default();
        }
        if let Some(mut out) = self.child.stderr.take() {
            out.read_to_string(&mut log).await.unwrap_or_default();
        }
        self.server.abort();
        log
    }
}

async fn next(State(queue): State<Arc<Queue>>) -> Response<Body> {
    let event = queue.events.lock().await.recv().await;
    let Some(event) = event else { return plain(StatusCode::GONE) };
    let deadline_ms = u64::MAX / 2;
    Response::builder()
        .header("Lambda-Runtime-Aws-Request-Id", uuid::Uuid::new_v4().to_string())
        .header("Lambda-Runtime-Deadline-Ms", deadline_ms)
        .header("Lambda-Runtime-Invoked-Function-Arn", "arn:aws:lambda:us-east-1:000000000000:function:local")
        .body(Body::from(event.to_string()))
        .unwrap_or_else(|_| plain(StatusCode::INTERNAL_SERVER_ERROR))
}

async fn post_outcome(
    State(queue): State<Arc<Queue>>,
    UrlPath((_, outcome)): UrlPath<(String, String)>,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    let is_streamed =
        headers.get("lambda-runtime-function-response-mode").is_some_and(|mode| mode == "streaming");
    let posted = if is_streamed {
        streamed(&body)
    } else {
        let value = serde_json::from_slice(&body).unwrap_or(Value::Null);
        if outcome == "response" { Posted::Response(value) } else { Posted::Error(value) }
    };
    // The test may have stopped waiting.
    queue.posted.send(posted).await.ok();
    plain(StatusCode::ACCEPTED)
}

/// What comes first is the head as JSON, and eight zero bytes end it.
fn streamed(body: &[u8]) -> Posted {
    let end = body.windows(8).position(|window| window == [0; 8]).unwrap_or(body.len());
    let head = serde_json::from_slice(&body[..end]).unwrap_or(Value::Null);
    Posted::Streamed(head, String::from_utf8_lossy(body.get(end + 8..).unwrap_or_default()).into_owned())
}

fn plain(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}
