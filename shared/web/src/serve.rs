//! The whole `main` of a Lambda function.

use std::convert::Infallible;
use std::future::ready;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use lambda_http::lambda_runtime::{self, LambdaEvent};
use lambda_http::{
    Body, Error, IntoResponse, Request, Response, run, run_with_streaming_response, service_fn,
};
use serde_json::Value;
use settings::{Settings, SettingsError, names};

use crate::authorizer::Authorizer;
use crate::endpoint::Endpoint;
use crate::function::Function;

/// How long connecting during init may take: then the first call connects by itself.
const WARM_LIMIT: Duration = Duration::from_secs(2);

/// Serves `endpoint` under the Lambda runtime until the sandbox ends.
///
/// Settings that cannot be used end the process at once, all of them named in one error.
pub async fn serve(endpoint: Endpoint) -> Result<(), Error> {
    answer_whole(opened(endpoint, &Settings::from_process()).await?).await
}

/// Serves an endpoint that can stream: its answers are sent as they are made where `TRUTHY_STREAMING` says that the
/// gateway in front takes them so, and whole elsewhere.
pub async fn serve_streaming(endpoint: Endpoint) -> Result<(), Error> {
    let settings = Settings::from_process();
    let streams = settings.flag(names::TRUTHY_STREAMING, false);
    let function = opened(endpoint, &settings).await?;
    if !streams {
        return answer_whole(function).await;
    }
    let function = Arc::new(function);
    run_with_streaming_response(service_fn(|request: Request| async {
        Ok::<_, Infallible>(function.respond_streaming(request).await)
    }))
    .await
}

async fn opened(endpoint: Endpoint, settings: &Settings) -> Result<Function, Error> {
    telemetry::init(endpoint.name, settings);
    let function = endpoint.open(settings).inspect_err(report)?;
    warm(function.warm()).await;
    Ok(function)
}

async fn answer_whole(function: Function) -> Result<(), Error> {
    run(service_fn(|request: Request| async {
        Ok::<_, Infallible>(Complete(function.respond(request).await))
    }))
    .await
}

/// A response whose body is already what Lambda takes.
///
/// Given a plain response, `lambda_http` reads the body once more in the character set that its type names,
/// and every function carries the tables of forty of them.
struct Complete(Response<Body>);

impl IntoResponse for Complete {
    fn into_response(self) -> Pin<Box<dyn Future<Output = Response<Body>> + Send>> {
        Box::pin(ready(self.0))
    }
}

/// Serves `authorizer` the same way.
pub async fn serve_authorizer(authorizer: Authorizer) -> Result<(), Error> {
    let settings = Settings::from_process();
    telemetry::init(authorizer.name, &settings);
    let opened = authorizer.open(&settings).inspect_err(report)?;
    warm(opened.warm()).await;
    lambda_runtime::run(service_fn(|event: LambdaEvent<Value>| async { opened.answer(event.payload).await }))
        .await
}

fn report(error: &SettingsError) {
    tracing::error!(%error, "the function cannot start");
}

/// Init runs on a whole core whatever the memory, a call on a share of one: what every call needs is
/// connected now. That it fails is no reason not to start: the call will say so better.
async fn warm(work: impl Future<Output = ()>) {
    if tokio::time::timeout(WARM_LIMIT, work).await.is_err() {
        tracing::warn!("connecting during init took too long; the first call does it");
    }
}
