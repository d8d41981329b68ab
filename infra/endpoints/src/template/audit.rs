//! The audit table of `docs/security.md`: what each function may do, what it is given, what it takes.

use settings::names;
use web::{Access, Authorizer, Endpoint, RateClass};

use super::limits::Limits;
use super::{Worker, lines};

/// A row for each function, the authorizer last.
#[must_use]
pub fn audit(endpoints: &[Endpoint], authorizer: &Authorizer, limits: &Limits) -> String {
    let head = "| function | takes | may | on AWS it reads | memory, time |\n|---|---|---|---|---|\n";
    let rows = endpoints.iter().map(|endpoint| row(Worker::of(endpoint), &input(endpoint, limits)));
    let asked = format!(
        "the header `Authorization`, from the gateway; its answer is used again for {} s",
        limits.authorizer_ttl_seconds
    );
    format!("{head}{}{}", lines(rows, |row| row), row(Worker::proving(authorizer), &asked))
}

fn row(worker: Worker<'_>, input: &str) -> String {
    let Worker { name, needs, .. } = worker;
    let table = needs.table.iter().map(|table_use| {
        let keys = table_use.keys.map_or_else(String::new, |keys| format!(" where the key is `{keys}`"));
        format!("`{}` on the table{keys}: {}", table_use.actions.join("`, `"), table_use.purpose)
    });
    let rights: Vec<String> = table.chain(["write its own log, send traces".to_owned()]).collect();
    let named = |names: Vec<&str>| {
        if names.is_empty() { "no secret".to_owned() } else { format!("`{}`", names.join("`, `")) }
    };
    let secret = |name: &&str| names::is_secret(name) && !name.starts_with("AWS_");
    let secrets = named(needs.settings.iter().copied().filter(secret).collect());
    let known: Vec<&str> = needs.known.iter().copied().filter(secret).collect();
    let known =
        if known.is_empty() { String::new() } else { format!("; only whether there is {}", named(known)) };
    format!(
        "| `{name}` | {input} | {} | {secrets}{known} | {} MB: {}; {} s |\n",
        rights.join("; "),
        needs.memory_mb,
        needs.memory_reason,
        needs.timeout_seconds,
    )
}

fn input(endpoint: &Endpoint, limits: &Limits) -> String {
    let route = (endpoint.method.clone(), endpoint.path.to_owned());
    let who = match endpoint.access {
        Access::Token => "with a token",
        Access::Public => "from anyone",
    };
    let kind = match endpoint.rate {
        RateClass::Tool => "tool",
        RateClass::Open => "route",
    };
    let rate = limits.throttles.get(&route).map_or_else(
        || "no limit by key, that of the stage".to_owned(),
        |throttle| {
            format!(
                "{} a second, {} at once for each key and {kind}",
                throttle.rate_per_second, throttle.burst
            )
        },
    );
    let body = if endpoint.method == web::Method::POST {
        format!(
            "; a body of {} KiB at most, of which every field is checked",
            endpoint.body_limit_bytes / 1_024
        )
    } else {
        "; path and query parameters, each checked".to_owned()
    };
    format!("`{} {}` {who}; {rate}{body}", endpoint.method, endpoint.path)
}
