//! The SDK's HTTP client: HTTP/1.1 over ring, trusting what it is told to.
//!
//! The SDK's own client speaks HTTP/2, too, which DynamoDB does not; and as a build of all functions shares
//! one hyper, each of them would carry it, those that call nobody included.

use std::sync::Arc;

use aws_smithy_runtime_api::client::http::{
    HttpConnector, HttpConnectorFuture, SharedHttpClient, SharedHttpConnector, http_client_fn,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_types::body::SdkBody;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector as TcpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use rustls::{ClientConfig, RootCertStore};

/// A client whose connections are shared by all clones.
pub(crate) fn trusting(roots: RootCertStore) -> Result<SharedHttpClient, rustls::Error> {
    let tls = ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let connector = HttpsConnectorBuilder::new().with_tls_config(tls).https_or_http().enable_http1().build();
    let connections = Client::builder(TokioExecutor::new()).pool_timer(TokioTimer::new()).build(connector);
    let connector = SharedHttpConnector::new(Connections(connections));
    Ok(http_client_fn(move |_, _| connector.clone()))
}

#[derive(Debug)]
struct Connections(Client<HttpsConnector<TcpConnector>, SdkBody>);

impl HttpConnector for Connections {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let connections = self.0.clone();
        HttpConnectorFuture::new(async move {
            let request = request.try_into_http1x().map_err(|error| ConnectorError::user(error.into()))?;
            // No answer came, whatever the reason: the SDK tries again where its operation allows.
            let response =
                connections.request(request).await.map_err(|error| ConnectorError::io(error.into()))?;
            HttpResponse::try_from(response.map(SdkBody::from_body_1_x))
                .map_err(|error| ConnectorError::other(error.into(), None))
        })
    }
}
