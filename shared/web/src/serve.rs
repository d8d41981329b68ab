//! The whole `main` of a Lambda function.

use lambda_http::{Error, Request, run, service_fn};
use settings::Settings;

use crate::Endpoint;

/// Serves `endpoint` under the Lambda runtime until the sandbox ends.
///
/// Settings that cannot be used end the process at once, all of them named in one error.
pub async fn serve(endpoint: Endpoint) -> Result<(), Error> {
    let settings = Settings::from_process();
    telemetry::init(endpoint.name, &settings);
    let function = endpoint.open(&settings).inspect_err(|error| {
        tracing::error!(%error, "the function cannot start");
    })?;
    run(service_fn(|request: Request| async {
        Ok::<_, std::convert::Infallible>(function.respond(request).await)
    }))
    .await
}
