//! The whole `main` of a Lambda function.

use std::future::ready;
use std::pin::Pin;
use std::time::Duration;

use lambda_http::lambda_runtime::{self, LambdaEvent};
use lambda_http::{Body, Error, IntoResponse, Request, Response, run, service_fn};
use serde_json::Value;
use settings::{Settings, SettingsError};

use crate::authorizer::Authorizer;
use crate::endpoint::Endpoint;

/// How long connecting during init may take: then the first call connects by itself.
const WARM_LIMIT: Duration = Duration::from_secs(2);

/// Serves `endpoint` under the Lambda runtime until the sandbox ends.
///
/// Settings that cannot be used end the process at once, all of them named in one error.
pub async fn serve(endpoint: Endpoint) -> Result<(), Error> {
    let settings = Settings::from_process();
    telemetry::init(endpoint.name, &settings);
    let function = endpoint.open(&settings).inspect_err(report)?;
    warm(function.warm()).await;
    run(service_fn(|request: Request| async {
        Ok::<_, std::convert::Infallible>(Complete(function.respond(request).await))
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
