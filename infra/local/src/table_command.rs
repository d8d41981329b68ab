//! `truthy table`: the embedded table alone, on a port that functions running on their own can be told.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use settings::{Settings, names};

use crate::serve::stop_signal;
use crate::table::EmbeddedTable;

/// Where it listens, and where its data is.
#[derive(Debug, Args)]
pub(crate) struct TableArguments {
    /// Port to listen on; 0 picks a free one.
    #[arg(long, default_value_t = 3_100)]
    port: u16,
    /// Folder of the table.
    #[arg(long, default_value = ".truthy")]
    data_dir: PathBuf,
}

/// Serves until Ctrl-C or SIGTERM.
pub(crate) async fn run(arguments: TableArguments) -> anyhow::Result<ExitCode> {
    let settings = Settings::from_process();
    telemetry::init("truthy", &settings);
    let (table, settings) = EmbeddedTable::start(&arguments.data_dir, arguments.port, settings).await?;
    let mut stop = stop_signal()?;
    let endpoint = settings.text_or(names::AWS_ENDPOINT_URL_DYNAMODB, "");
    anstream::println!(
        "The table is listening on {endpoint}; set {}={endpoint}",
        names::AWS_ENDPOINT_URL_DYNAMODB
    );
    stop.recv().await;
    table.stop().await;
    Ok(ExitCode::SUCCESS)
}
