//! `truthy`: the whole API on one machine, and the corpus tools.

mod banner;
mod body;
mod check;
mod corpus;
mod data_dir;
mod event;
mod gate;
mod gateway;
mod limit;
mod live;
mod serve;
mod table;
mod table_command;
mod terminal;
mod token;
mod tools;

use std::net::IpAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

/// Live fact checks: what is known, who says so, as of when.
#[derive(Debug, Parser)]
#[command(name = "truthy", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the API on this machine (what no command does, too).
    Serve(ServeArguments),
    /// Import, search and inspect the trusted corpus.
    Corpus {
        /// Folder of the table and the corpus.
        #[arg(long, default_value = ".truthy", global = true)]
        data_dir: PathBuf,
        #[command(subcommand)]
        command: corpus::CorpusCommand,
    },
    /// Make, list, rotate and revoke the tokens that may call.
    Token(token::TokenArguments),
    /// Serve the embedded DynamoDB-compatible table alone, for functions that run on their own.
    Table(table_command::TableArguments),
    /// Check one claim with the three tools.
    Check(check::CheckArguments),
    /// Listen to a transcript, a recording or typed lines, and check what is claimed.
    Live(live::LiveArguments),
}

/// Where to serve, and where the data is.
#[derive(Debug, Args)]
struct ServeArguments {
    /// Address to listen on.
    #[arg(long, default_value = "127.0.0.1")]
    host: IpAddr,
    /// Port to listen on; 0 picks a free one.
    #[arg(long, default_value_t = 3_000)]
    port: u16,
    /// Folder of the table and the corpus.
    #[arg(long, default_value = ".truthy")]
    data_dir: PathBuf,
}

impl Default for ServeArguments {
    fn default() -> Self {
        Self { host: IpAddr::from([127, 0, 0, 1]), port: 3_000, data_dir: PathBuf::from(".truthy") }
    }
}

// Handlers compute, and the model reads one text at a time: whoever waits for it must not hold up the others.
#[tokio::main(worker_threads = 16)]
async fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        None => serve::run(ServeArguments::default()).await.map(|()| ExitCode::SUCCESS),
        Some(Command::Serve(arguments)) => serve::run(arguments).await.map(|()| ExitCode::SUCCESS),
        Some(Command::Corpus { data_dir, command }) => corpus::run(command, &data_dir).await,
        Some(Command::Token(arguments)) => token::run(arguments).await,
        Some(Command::Table(arguments)) => table_command::run(arguments).await,
        Some(Command::Check(arguments)) => check::run(arguments).await,
        Some(Command::Live(arguments)) => live::run(arguments).await,
    };
    outcome.unwrap_or_else(|error| {
        anstream::eprintln!("truthy: {error:#}");
        ExitCode::FAILURE
    })
}
