//! Environment variables in the template: where each value comes from, and which secrets are only pointed at.

use std::collections::BTreeSet;

use settings::names;

use super::{Worker, capitalised, quoted};

/// Where a variable's value comes from.
enum Source {
    /// A value of the template itself.
    Template(&'static str),
    /// A parameter that only carries this variable.
    Parameter(String),
}

/// The key that calls with the first token are counted by; `FirstKey` has the same value.
const FIRST_KEY: &str = "!Join ['', !Split ['-', !Select [2, !Split [/, !Ref AWS::StackId]]]]";

/// Where `name` gets its value from; none for what Lambda sets.
fn source(name: &str) -> Option<Source> {
    match name {
        _ if name.starts_with("AWS_") => None,
        names::TRUTHY_TABLE => Some(Source::Template("!Ref Table")),
        names::TRUTHY_TOKENS => Some(Source::Template("!Ref FirstToken")),
        names::TRUTHY_USAGE_KEY => Some(Source::Template(FIRST_KEY)),
        // A layer is unpacked under /opt.
        names::TRUTHY_CORPUS_DIR => Some(Source::Template("!If [HasCorpusLayer, /opt/corpus, '']")),
        _ => {
            let words = name.strip_prefix("TRUTHY_").unwrap_or(name).split('_');
            Some(Source::Parameter(words.map(|word| capitalised(&word.to_ascii_lowercase())).collect()))
        }
    }
}

/// The parameter that carries `name`, where there is one.
fn parameter(name: &str) -> Option<String> {
    if name == names::TRUTHY_TOKENS {
        return Some("FirstToken".to_owned());
    }
    match source(name)? {
        Source::Parameter(parameter) => Some(parameter),
        Source::Template(_) => None,
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
        let Some(Source::Parameter(parameter)) = source(variable.name) else { return None };
        let (secret, pointer) = if names::is_secret(variable.name) {
            ("    NoEcho: true\n", " The value, or better the ARN of a parameter or secret that holds it.")
        } else {
            ("", "")
        };
        let description = quoted(&format!("{}{pointer}", variable.meaning));
        Some(format!(
            "  {parameter}:\n    Type: String\n{secret}    Description: {description}\n    Default: ''\n"
        ))
    });
    parameters.collect()
}

/// Section `Conditions`: which secrets are ARNs, and which are given at all where that is all a function knows.
pub(super) fn conditions(workers: &[Worker<'_>]) -> String {
    let read = workers.iter().flat_map(|worker| worker.needs.settings.iter().copied()).collect();
    let known = workers.iter().flat_map(|worker| worker.needs.known.iter().copied()).collect();
    let pointers = secret_parameters(&read).into_iter().map(|parameter| {
        format!("  {parameter}IsArn: !Equals [!Select [0, !Split [':', !Sub '${{{parameter}}}:']], arn]\n")
    });
    let given = secret_parameters(&known)
        .into_iter()
        .map(|parameter| format!("  Has{parameter}: !Not [!Equals [!Ref {parameter}, '']]\n"));
    pointers.chain(given).collect()
}

/// Section `Globals`: the variables that every function reads.
pub(super) fn everywhere() -> String {
    let parameters = names::EVERYWHERE.iter().filter_map(|name| Some((name, parameter(name)?)));
    parameters.map(|(name, parameter)| format!("        {name}: !Ref {parameter}\n")).collect()
}

/// The environment of one function, empty where it reads nothing of its own.
pub(super) fn environment(worker: Worker<'_>) -> String {
    let read: BTreeSet<&str> = worker.needs.settings.iter().copied().collect();
    let both = read.iter().chain(&worker.needs.known).copied().collect();
    let lines = in_order(&both).into_iter().filter_map(|variable| {
        let name = variable.name;
        let value = match source(name)? {
            Source::Template(value) => value.to_owned(),
            // It only asks whether there is a key: the key itself stays where it is used.
            Source::Parameter(parameter) if !read.contains(name) && names::is_secret(name) => {
                format!("!If [Has{parameter}, set, '']")
            }
            Source::Parameter(parameter) => format!("!Ref {parameter}"),
        };
        Some(format!("          {name}: {value}\n"))
    });
    let lines: String = lines.collect();
    if lines.is_empty() { lines } else { format!("      Environment:\n        Variables:\n{lines}") }
}

/// Parameters that may hold the ARN of a secret that `worker` reads.
pub(super) fn secrets(worker: Worker<'_>) -> Vec<String> {
    secret_parameters(&worker.needs.settings.iter().copied().collect())
}

fn secret_parameters(wanted: &BTreeSet<&str>) -> Vec<String> {
    let secrets = in_order(wanted).into_iter().filter(|variable| names::is_secret(variable.name));
    secrets.filter_map(|variable| parameter(variable.name)).collect()
}
