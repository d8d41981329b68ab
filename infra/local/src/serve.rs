//! `truthy serve`: the whole API at one address, until Ctrl-C or SIGTERM.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{And, NotForContentType, Predicate, SizeAbove};

use crate::data_dir::settings_over;
use crate::gateway::{self, Gateway};
use crate::table::EmbeddedTable;
use crate::{ServeArguments, banner};

/// How long requests under way may take to end after a signal.
const DRAIN_LIMIT: Duration = Duration::from_secs(10);
/// Answers of this size and over are compressed, in bytes; the template's `MinimumCompressionSize`.
const COMPRESSED_FROM_BYTES: u64 = 1_024;
/// How often the rate limiter forgets callers that have gone.
const FORGET_EVERY: Duration = Duration::from_mins(1);

/// Serves until a signal, then lets what is under way finish.
pub(crate) async fn run(arguments: ServeArguments) -> anyhow::Result<()> {
    let settings = settings_over(&arguments.data_dir);
    telemetry::init("truthy", &settings);
    settings.check()?;
    let (table, settings) = EmbeddedTable::start_unless_named(&arguments.data_dir, settings).await?;
    let gateway = Arc::new(Gateway::open(endpoints::all(), &settings)?);
    let address = SocketAddr::from((arguments.host, arguments.port));
    let listener = TcpListener::bind(address).await.with_context(|| {
        format!("cannot listen on {address}; another program may be using it: try --port 0")
    })?;
    let bound = listener.local_addr()?;
    let open = gateway.is_open().await.map_err(|failure| anyhow::anyhow!(failure.message))?;
    banner::print(bound, &settings, open, table.is_some());
    let forgetful = Arc::clone(&gateway);
    let forgetting = tokio::spawn(async move {
        loop {
            tokio::time::sleep(FORGET_EVERY).await;
            forgetful.forget_idle();
        }
    });
    let router = Router::new().fallback(gateway::handle).with_state(gateway).layer(compression());
    let (drain, draining) = tokio::sync::oneshot::channel::<()>();
    let mut stop = stop_signal()?;
    let server = axum::serve(listener, router.into_make_service_with_connect_info::<SocketAddr>())
        .with_graceful_shutdown(async move {
            stop.recv().await;
            // Nobody waits for it where the server has failed on its own.
            drain.send(()).ok();
        });
    let overdue = async {
        // An error means that the server ended without a signal.
        draining.await.ok();
        tokio::time::sleep(DRAIN_LIMIT).await;
    };
    tokio::select! {
        ended = server => ended.context("the server failed")?,
        () = overdue => tracing::warn!("some requests were still under way after {DRAIN_LIMIT:?}"),
    }
    forgetting.abort();
    if let Some(table) = table {
        table.stop().await;
    }
    Ok(())
}

/// Compresses what API Gateway does (`MinimumCompressionSize`): whole answers over 1 KiB, where the caller takes gzip.
fn compression() -> CompressionLayer<And<SizeAbove, NotForContentType>> {
    let worth_it = SizeAbove::new(COMPRESSED_FROM_BYTES).and(NotForContentType::SSE);
    CompressionLayer::new().compress_when(worth_it)
}

/// Ctrl-C and SIGTERM, listened for from now on.
pub(crate) fn stop_signal() -> anyhow::Result<tokio::sync::mpsc::Receiver<()>> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let (sender, receiver) = tokio::sync::mpsc::channel(1);
    tokio::spawn(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        // The receiver is gone once the server has ended.
        sender.send(()).await.ok();
    });
    Ok(receiver)
}
