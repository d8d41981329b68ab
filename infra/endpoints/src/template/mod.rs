//! `infra/template.yaml`: what follows from the endpoints is written here, into a text written by hand.
//!
//! In four sections of the file a mark, `# Generated from …`, stands after the part that people write. What
//! follows it up to the next section is replaced by [`write()`]; nothing before it is touched.

mod audit;
mod dashboard;
mod document;
mod functions;
mod gateway;
mod limits;
mod routes;
mod stage;
mod variables;

use web::{Authorizer, Endpoint, Needs};

pub use audit::audit;
pub use document::{Document, TemplateError};
pub use limits::{Limits, Throttle, limits};
pub use stage::api_fingerprint;

/// The template that this build belongs to.
pub const TEXT: &str = include_str!("../../../template.yaml");

/// What starts the generated part of a section.
const MARK: &str = "# Generated from";

/// A Lambda function of the template.
#[derive(Debug, Clone, Copy)]
pub struct Worker<'a> {
    /// Folder, package and binary.
    pub name: &'a str,
    /// What it does, in one line.
    pub summary: &'a str,
    /// What it needs.
    pub needs: &'a Needs,
}

impl<'a> Worker<'a> {
    /// The function that serves `endpoint`.
    #[must_use]
    pub fn of(endpoint: &'a Endpoint) -> Self {
        Self { name: endpoint.name, summary: endpoint.summary, needs: &endpoint.needs }
    }

    /// The function that proves callers.
    #[must_use]
    pub fn proving(authorizer: &'a Authorizer) -> Self {
        let summary = "Prove callers at the gateway by their tokens";
        Self { name: authorizer.name, summary, needs: &authorizer.needs }
    }
}

/// `template` with its generated parts written anew, for these endpoints behind this authorizer.
pub fn write(
    template: &str,
    endpoints: &[Endpoint],
    authorizer: &Authorizer,
) -> Result<String, TemplateError> {
    let authorizer = Worker::proving(authorizer);
    let workers: Vec<Worker<'_>> = endpoints.iter().map(Worker::of).chain([authorizer]).collect();
    let text = replace(template, "Parameters", &variables::parameters(&workers))?;
    let text = replace(&text, "Conditions", &variables::conditions(&workers))?;
    let text = replace(&text, "Globals", &variables::everywhere())?;
    let mut resources = lines(&workers, |worker| functions::resources(*worker));
    resources.push_str(&gateway::authorizer(authorizer));
    resources.push_str(&gateway::responses());
    resources.push_str(&routes::resources(endpoints));
    resources.push_str(&dashboard::resource(&workers));
    // The deployment is named after everything it deploys, so that comes last.
    let without_stage = replace(&text, "Resources", &resources)?;
    let fingerprint = api_fingerprint(&Document::parse(&without_stage)?);
    resources.push_str(&stage::resources(endpoints, &fingerprint));
    replace(&text, "Resources", &resources)
}

/// Replaces the generated part of one section.
fn replace(text: &str, section: &str, generated: &str) -> Result<String, TemplateError> {
    let missing = || TemplateError::Mark(section.to_owned());
    let start = text.find(&format!("\n{section}:\n")).ok_or_else(missing)? + 1;
    let body = start + section.len() + 1;
    let end = next_section(&text[body..]).map_or(text.len(), |place| body + place);
    let mark = text[body..end].find(MARK).ok_or_else(missing)? + body;
    let kept = text[mark..end].find('\n').ok_or_else(missing)? + mark + 1;
    let gap = if end == text.len() { "" } else { "\n" };
    Ok(format!("{}{}{gap}{}", &text[..kept], generated.trim_start_matches('\n'), &text[end..]))
}

/// Where the next line starts that is not indented.
fn next_section(text: &str) -> Option<usize> {
    let starts = text.match_indices('\n').map(|(place, _)| place + 1);
    starts.into_iter().find(|place| text[*place..].starts_with(|first: char| first.is_ascii_alphabetic()))
}

/// A logical id: `tools-search-web` and `/tools/search_web` become `ToolsSearchWeb`.
fn logical_id(name: &str) -> String {
    let words = name.split(|symbol: char| !symbol.is_ascii_alphanumeric());
    words.map(capitalised).collect()
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

/// Lines, one for each item.
fn lines<T>(items: impl IntoIterator<Item = T>, line: impl FnMut(T) -> String) -> String {
    items.into_iter().map(line).collect::<Vec<_>>().concat()
}

/// Text as a YAML scalar that holds anything.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
