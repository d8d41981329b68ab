//! The log: JSON lines on standard output in a function, on standard error on a laptop.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use settings::{Settings, names};
use tracing::Level;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::writer::BoxMakeWriter;
use tracing_subscriber::layer::SubscriberExt;

use crate::Spent;

/// Whether this process has answered nothing yet.
static COLD_START: AtomicBool = AtomicBool::new(true);

/// What is said of one call.
#[derive(Debug)]
pub struct CallRecord<'call> {
    /// Name of the function.
    pub function: &'static str,
    /// Path template, never the path itself.
    pub route: &'static str,
    /// Id of the call.
    pub request_id: &'call str,
    /// Fingerprint of the caller's token, or `anonymous`.
    pub caller: &'call str,
    /// HTTP status.
    pub status: u16,
    /// From event to answer, in milliseconds.
    pub duration_ms: f64,
    /// What it took from others: time of that, tokens and money.
    pub spent: Spent,
    /// Items of evidence returned.
    pub items: Option<usize>,
    /// Code of the failure.
    pub error_code: Option<&'static str>,
    /// Internal causes of the failure, outermost first.
    pub error_chain: Option<&'call str>,
    /// The caller's own words; none in privacy mode.
    pub spoken: Option<&'call str>,
}

/// Starts the log of this process. A second call changes nothing.
///
/// Under Lambda lines go to standard output, where the platform reads them; elsewhere to standard
/// error, so that a command's own output stays clean.
pub fn init(service: &'static str, settings: &Settings) {
    let level = settings.text_or(names::TRUTHY_LOG, "info");
    let level = level.parse().unwrap_or_else(|_| {
        settings.problem(names::TRUTHY_LOG, &"must be error, warn, info or debug");
        Level::INFO
    });
    let in_lambda = settings.text(names::AWS_LAMBDA_FUNCTION_NAME).is_some();
    let writer = if in_lambda { BoxMakeWriter::new(io::stdout) } else { BoxMakeWriter::new(io::stderr) };
    let lines = tracing_subscriber::fmt::layer()
        .json()
        .flatten_event(true)
        .with_current_span(false)
        .with_span_list(false)
        .with_writer(writer);
    let subscriber = tracing_subscriber::registry().with(filter(level)).with(lines);
    // An error means that a log runs already: a test process, or a second function in one process.
    if tracing::subscriber::set_global_default(subscriber).is_ok() {
        std::panic::set_hook(Box::new(move |panic| {
            let place = panic.location().map(ToString::to_string).unwrap_or_default();
            // The message of a panic may quote what a caller sent: only the place is logged.
            tracing::error!(service, place, "panicked");
        }));
    }
}

/// Others' crates speak up only when something is wrong: their debug lines may hold request text.
///
/// By target and level alone: filters over fields and spans would bring a regex engine into every function.
fn filter(level: Level) -> Targets {
    let crates =
        ["truthy", "web", "telemetry", "outbound", "store", "corpus", "websearch", "models", "endpoints"];
    Targets::new().with_default(LevelFilter::WARN).with_targets(crates.map(|name| (name, level)))
}

/// Writes the one line of a call: error level for our faults, info for everything else.
pub fn log_call(record: &CallRecord<'_>) {
    let cold_start = COLD_START.swap(false, Ordering::Relaxed);
    let CallRecord {
        function,
        route,
        request_id,
        caller,
        status,
        items,
        error_code,
        error_chain,
        spoken,
        ..
    } = *record;
    let duration_ms = round(record.duration_ms);
    let upstream_ms = round(record.spent.upstream_ms);
    let Spent { prompt_tokens, completion_tokens, cost_usd, .. } = record.spent;
    let asked_model = prompt_tokens + completion_tokens > 0;
    let prompt_tokens = asked_model.then_some(prompt_tokens);
    let completion_tokens = asked_model.then_some(completion_tokens);
    let cost_usd = asked_model.then_some(cost_usd);
    let items = items.map(|items| items as u64);
    macro_rules! line {
        ($level:ident) => {
            tracing::$level!(
                service = function,
                route,
                request_id,
                caller,
                status,
                duration_ms,
                upstream_ms,
                prompt_tokens,
                completion_tokens,
                cost_usd,
                items,
                cold_start,
                error.code = error_code,
                error.chain = error_chain,
                spoken,
                "{function} answered {status}"
            )
        };
    }
    if status >= 500 { line!(error) } else { line!(info) }
}

/// Microseconds are enough.
fn round(value_ms: f64) -> f64 {
    (value_ms * 1_000.0).round() / 1_000.0
}
