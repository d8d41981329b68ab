//! `truthy token`: the tokens that may call, in the embedded table or in a deployment's.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use access::{ApiGateway, Issued, Issuer, UsagePlan};
use anstyle::Style;
use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use jiff::SignedDuration;
use settings::{Clock, ExposeSecret, Settings, names};
use store::{Store, TokenRecord};

use crate::table::EmbeddedTable;
use crate::terminal::table;

const STRONG: Style = Style::new().bold();

/// Which tokens, and what to do with them.
#[derive(Debug, Args)]
pub(crate) struct TokenArguments {
    #[command(subcommand)]
    command: TokenCommand,
    /// Table of a deployment; without it, the embedded table of this machine.
    #[arg(long, global = true, requires = "usage_plan")]
    table: Option<String>,
    /// Usage plan of the deployment, which counts and throttles its callers.
    #[arg(long, global = true, requires = "table")]
    usage_plan: Option<String>,
    /// Region of the deployment; without it, `AWS_REGION`.
    #[arg(long, global = true)]
    region: Option<String>,
    /// Folder of the embedded table.
    #[arg(long, global = true, default_value = ".truthy")]
    data_dir: PathBuf,
}

/// What can be done with tokens.
#[derive(Debug, Subcommand)]
enum TokenCommand {
    /// Make a token. It is shown once; only its digest is kept.
    Create {
        /// What to call its holder.
        #[arg(long)]
        name: String,
    },
    /// List the valid tokens by name: never the tokens themselves.
    List,
    /// Make a new token for the holder of an old one; its quota goes on.
    Rotate {
        /// Name or fingerprint.
        token: String,
        /// For how many hours the old token is still valid.
        #[arg(long, default_value_t = 0)]
        grace_hours: u32,
    },
    /// End every token of a name, or the one with a fingerprint.
    Revoke {
        /// Name or fingerprint.
        token: String,
    },
}

/// Opens the table and does it.
pub(crate) async fn run(arguments: TokenArguments) -> anyhow::Result<ExitCode> {
    let TokenArguments { command, table, usage_plan, region, data_dir } = arguments;
    let mut settings = Settings::from_process();
    if let Some(region) = region {
        settings = settings.with(names::AWS_REGION, region);
    }
    let Some((table, usage_plan)) = table.zip(usage_plan) else {
        let (embedded, settings) = EmbeddedTable::start_unless_named(&data_dir, settings).await?;
        let issuer = Issuer::new(Store::from_settings(&settings, Clock::System), None, Clock::System);
        let outcome = act(&issuer, command).await;
        // The engine waits for open connections: the client must be gone first.
        drop(issuer);
        if let Some(embedded) = embedded {
            embedded.stop().await;
        }
        return outcome;
    };
    let settings = settings.with(names::TRUTHY_TABLE, table);
    require_account(&settings)?;
    let plan: Arc<dyn UsagePlan> = Arc::new(ApiGateway::from_settings(&settings, usage_plan));
    let store = Store::from_settings(&settings, Clock::System);
    settings.check()?;
    act(&Issuer::new(store, Some(plan), Clock::System), command).await
}

/// A deployment is reached with credentials of the environment only.
fn require_account(settings: &Settings) -> anyhow::Result<()> {
    if settings.text(names::AWS_ACCESS_KEY_ID).is_none() {
        bail!(
            "no AWS credentials in the environment; get some with \
             `eval \"$(aws configure export-credentials --format env)\"`"
        );
    }
    if settings.text(names::AWS_REGION).is_none() {
        bail!("no region; add --region, the one of the stack");
    }
    Ok(())
}

async fn act(issuer: &Issuer, command: TokenCommand) -> anyhow::Result<ExitCode> {
    match command {
        TokenCommand::Create { name } => show(&issuer.create(&name).await?),
        TokenCommand::List => list(&issuer.list().await?),
        TokenCommand::Rotate { token, grace_hours } => {
            show(&issuer.rotate(&token, SignedDuration::from_hours(grace_hours.into())).await?);
        }
        TokenCommand::Revoke { token } => {
            let revoked =
                issuer.revoke(&token).await.with_context(|| format!("{token} is not fully revoked"))?;
            for record in revoked {
                anstream::println!("revoked {} ({})", record.name, record.fingerprint());
            }
            anstream::println!("A gateway that keeps answers refuses it within their time to live.");
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The token on a line of its own on standard output, so that a script can take it; the rest on standard error.
fn show(issued: &Issued) {
    let TokenRecord { name, .. } = &issued.record;
    let fingerprint = issued.record.fingerprint();
    anstream::eprintln!("{STRONG}Token of {name} ({fingerprint}). It is shown once; keep it:{STRONG:#}");
    anstream::println!("{}", issued.token.expose_secret());
}

fn list(records: &[TokenRecord]) {
    if records.is_empty() {
        anstream::println!("No tokens. `truthy token create --name NAME` makes one.");
        return;
    }
    let mut rows = table(["name", "fingerprint", "made", "valid until", "API key"]);
    for record in records {
        let expires = record.expires_at.map_or_else(|| "it is revoked".to_owned(), |end| end.to_string());
        rows.add_row([
            record.name.clone(),
            record.fingerprint(),
            record.created_at.strftime("%Y-%m-%d").to_string(),
            expires,
            record.usage_key_id.clone().unwrap_or_default(),
        ]);
    }
    anstream::println!("{rows}");
}
