//! Environment variables in the template: where each value comes from, and which secrets are only pointed at.

use std::collections::BTreeSet;

use settings::names;

use super::{Worker, capitalised, lines, quoted};

/// Where a variable's value comes from.
enum Source {
    /// A value of the template itself.
    Template(&'static str),
    /// A parameter that only carries this variable.
    Parameter(String),
    /// Two parameters: the secret, or the ARN of where it lies.
    Secret(String),
}

/// The key that calls with the first token are counted by; `FirstKey` has the same value.
const FIRST_KEY: &str = "!Join ['', !Split ['-', !Select [2, !Split [/, !Ref AWS::StackId]]]]";

/// Where `name` gets its value from; none for what Lambda sets.
fn source(name: &str) -> Option<Source> {
    match name {
        _ if name.starts_with("AWS_") => None,
        names::TRUTHY_TABLE => Some(Source::Template("!Ref Table")),
        // Written by hand: digests of tokens are no secret, so they need no place of their own.
        names::TRUTHY_TOKENS => Some(Source::Template("!Ref FirstToken")),
        names::TRUTHY_USAGE_KEY => Some(Source::Template(FIRST_KEY)),
        names::TRUTHY_STREAMING => Some(Source::Template("!Ref ResponseStreaming")),
        // A layer is unpacked under /opt.
        names::TRUTHY_MODEL_DIR => Some(Source::Template("!If [HasModel, /opt/minilm-stance, 'off']")),
        names::TRUTHY_CORPUS_DIR => Some(Source::Template("!If [HasCorpusLayer, /opt/corpus, '']")),
        _ => {
            let words = name.strip_prefix("TRUTHY_").unwrap_or(name).split('_');
            let parameter = words.map(|word| capitalised(&word.to_ascii_lowercase())).collect();
            Some(if names::is_secret(name) {
                Source::Secret(parameter)
            } else {
                Source::Parameter(parameter)
            })
        }
    }
}

/// Variables in the order of the documentation, each once.
fn in_order(wanted: &BTreeSet<&str>) -> Vec<&'static names::Variable> {
    names::ALL.iter().filter(|variable| wanted.contains(variable.name)).collect()
}

/// Section `Parameters`: one for each variable that any function reads and the template does not know itself.
pub(super) fn parameters(workers: &[Worker<'_>]) -> String {
    let read = workers.iter().flat_map(|worker| worker.needs.settings.iter().chain(&worker.needs.known));
    let wanted: BTreeSet<&str> = read.copied().chain(names::EVERYWHERE).collect();
    let parameters = in_order(&wanted).into_iter().filter_map(|variable| {
        let description = quoted(variable.meaning);
        match source(variable.name)? {
            Source::Template(_) => None,
            Source::Secret(name) => Some(format!(
                "  {name}:\n    Type: String\n    NoEcho: true\n    Description: {description}\n    Default: ''\n{}",
                secret_arn(&name)
            )),
            Source::Parameter(name) => {
                Some(format!("  {name}:\n    Type: String\n    Description: {description}\n    Default: ''\n"))
            }
        }
    });
    parameters.collect()
}

/// The parameter that says where a secret lies, for those who would rather not pass it.
///
/// It is one of its own, because a condition that takes a value apart is beyond emulators, and an ARN is no secret.
fn secret_arn(parameter: &str) -> String {
    format!(
        "  {parameter}Arn:\n    Type: String\n    Description: ARN of the SSM parameter or of the secret that holds {parameter}, \
         in its place.\n    Default: ''\n    AllowedPattern: '^$|^arn:[a-z0-9-]+:(ssm|secretsmanager):.+$'\n"
    )
}

/// Section `Conditions`: which secrets lie elsewhere, and which are given at all where a function only asks that.
pub(super) fn conditions(workers: &[Worker<'_>]) -> String {
    let read = workers.iter().flat_map(|worker| worker.needs.settings.iter().copied()).collect();
    let known = workers.iter().flat_map(|worker| worker.needs.known.iter().copied()).collect();
    let elsewhere = secret_parameters(&read)
        .into_iter()
        .map(|parameter| format!("  Has{parameter}Arn: !Not [!Equals [!Ref {parameter}Arn, '']]\n"));
    let given = secret_parameters(&known).into_iter().map(|parameter| {
        let here = format!("!Not [!Equals [!Ref {parameter}, '']]");
        format!("  Has{parameter}: !Or [!Condition Has{parameter}Arn, {here}]\n")
    });
    elsewhere.chain(given).collect()
}

/// Section `Globals`: the variables that every function reads.
pub(super) fn everywhere() -> String {
    lines(names::EVERYWHERE, |name| match source(name) {
        Some(Source::Parameter(parameter)) => format!("        {name}: !Ref {parameter}\n"),
        _ => String::new(),
    })
}

/// The environment of one function, empty where it reads nothing of its own.
pub(super) fn environment(worker: Worker<'_>) -> String {
    let read: BTreeSet<&str> = worker.needs.settings.iter().copied().collect();
    let both = read.iter().chain(&worker.needs.known).copied().collect();
    let lines = in_order(&both).into_iter().filter_map(|variable| {
        let name = variable.name;
        let value = match source(name)? {
            Source::Template(value) => value.to_owned(),
            Source::Secret(parameter) if read.contains(name) => {
                format!("!If [Has{parameter}Arn, !Ref {parameter}Arn, !Ref {parameter}]")
            }
            // It only asks whether there is a key: the key itself stays where it is used.
            Source::Secret(parameter) => format!("!If [Has{parameter}, set, '']"),
            Source::Parameter(parameter) => format!("!Ref {parameter}"),
        };
        Some(format!("          {name}: {value}\n"))
    });
    let lines: String = lines.collect();
    if lines.is_empty() { lines } else { format!("      Environment:\n        Variables:\n{lines}") }
}

/// Parameters of the secrets that `worker` reads.
pub(super) fn secrets(worker: Worker<'_>) -> Vec<String> {
    secret_parameters(&worker.needs.settings.iter().copied().collect())
}

fn secret_parameters(wanted: &BTreeSet<&str>) -> Vec<String> {
    let secrets = in_order(wanted).into_iter().filter_map(|variable| match source(variable.name)? {
        Source::Secret(parameter) => Some(parameter),
        _ => None,
    });
    secrets.collect()
}
