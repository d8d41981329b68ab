//! Which hosts may speak.
//!
//! A pattern is a host (`fbi.gov`: that host and its subdomains) or a suffix with a leading dot (`.gov`: any
//! host that ends in it). Patterns and addresses go through the WHATWG parser (`url`), so both sides are
//! compared in the form a browser would connect to: lower case, punycode, no credentials, no port.

#[cfg(test)]
mod tests;

use std::fmt;

use url::{Host, Url};

/// Hosts that may speak, in the order they were given, each once.
///
/// An empty list allows nothing. Whether "no list" means "any host" is for the caller to decide, by
/// [`is_empty`](AllowList::is_empty).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AllowList {
    patterns: Vec<Pattern>,
}

/// One entry of an [`AllowList`], in canonical form.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// `fbi.gov`: this host and its subdomains.
    Host(String),
    /// `.gov`, with its leading dot: any host that ends in it.
    Suffix(String),
}

/// An entry that is neither a host nor a suffix.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("entry {index} of the allow-list {problem}: write {advice}")]
pub struct InvalidPattern {
    /// Position in the list, from 0.
    pub index: usize,
    /// What is wrong with it.
    pub problem: PatternProblem,
    /// What to write instead.
    pub advice: String,
}

/// What is wrong with an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PatternProblem {
    /// Nothing, or nothing but dots.
    #[error("is empty")]
    Empty,
    /// A space, tab or line break, inside or around.
    #[error("contains a space")]
    Space,
    /// `https://fbi.gov`.
    #[error("has a scheme")]
    Scheme,
    /// `fbi.gov/news`, also a query or a fragment.
    #[error("has a path")]
    Path,
    /// `fbi.gov:443`.
    #[error("has a port")]
    Port,
    /// `www.*.gov`; only a leading `*.` is understood.
    #[error("has a wildcard")]
    Wildcard,
    /// Anything else that cannot be a host.
    #[error("is not a host")]
    NotAHost,
}

impl AllowList {
    /// Reads `patterns`; fails at the first that is neither a host nor a suffix.
    ///
    /// `*.gov` is read as `.gov`, a trailing dot is dropped, and repetitions count once.
    pub fn parse<I>(patterns: I) -> Result<Self, InvalidPattern>
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        let mut list = Self::default();
        for (index, pattern) in patterns.into_iter().enumerate() {
            let pattern = pattern.as_ref();
            let parsed = Pattern::parse(pattern).map_err(|problem| InvalidPattern {
                index,
                problem,
                advice: advice(pattern),
            })?;
            list.insert(&parsed);
        }
        Ok(list)
    }

    /// Whether `url` is an http or https address on an allowed host, whatever its port, path or credentials.
    #[must_use]
    pub fn allows(&self, url: &str) -> bool {
        let Ok(url) = Url::parse(url) else { return false };
        matches!(url.scheme(), "http" | "https")
            && url.host().is_some_and(|host| self.allows_canonical(&canonical(&host)))
    }

    /// Whether the bare `host` is allowed. A port, a path or credentials make it no host.
    #[must_use]
    pub fn allows_host(&self, host: &str) -> bool {
        Host::parse(host).is_ok_and(|host| self.allows_canonical(&canonical(&host)))
    }

    /// The entries.
    #[must_use]
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// Whether there is no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    /// What both lists allow: the entries of `request` that this list covers, and this list's own entries that
    /// `request` covers. Two entries are nested or disjoint, so this is the exact intersection.
    #[must_use]
    pub fn narrowed_by(&self, request: &Self) -> Self {
        let mut narrowed = Self::default();
        request
            .patterns
            .iter()
            .filter(|pattern| self.covers_pattern(pattern))
            .for_each(|pattern| narrowed.insert(pattern));
        self.patterns
            .iter()
            .filter(|pattern| request.covers_pattern(pattern))
            .for_each(|pattern| narrowed.insert(pattern));
        narrowed
    }

    /// Fails with the entries of `other` that would widen this list, as they read in canonical form.
    pub fn covers(&self, other: &Self) -> Result<(), Vec<String>> {
        let widening: Vec<_> = other
            .patterns
            .iter()
            .filter(|pattern| !self.covers_pattern(pattern))
            .map(Pattern::to_string)
            .collect();
        if widening.is_empty() { Ok(()) } else { Err(widening) }
    }

    fn insert(&mut self, pattern: &Pattern) {
        if !self.patterns.contains(pattern) {
            self.patterns.push(pattern.clone());
        }
    }

    fn allows_canonical(&self, host: &str) -> bool {
        self.patterns.iter().any(|pattern| pattern.allows_canonical(host))
    }

    fn covers_pattern(&self, narrower: &Pattern) -> bool {
        self.patterns.iter().any(|wider| wider.covers(narrower))
    }
}

impl Pattern {
    /// The entry as it is written: `fbi.gov` or `.gov`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Host(text) | Self::Suffix(text) => text,
        }
    }

    fn parse(text: &str) -> Result<Self, PatternProblem> {
        if text.chars().any(char::is_whitespace) {
            return Err(if text.trim().is_empty() { PatternProblem::Empty } else { PatternProblem::Space });
        }
        if text.contains("://") {
            return Err(PatternProblem::Scheme);
        }
        if text.contains(['/', '\\', '?', '#']) {
            return Err(PatternProblem::Path);
        }
        let text = text.strip_prefix('*').filter(|rest| rest.starts_with('.')).unwrap_or(text);
        if text.contains('*') {
            return Err(PatternProblem::Wildcard);
        }
        if text.trim_matches('.').is_empty() {
            return Err(PatternProblem::Empty);
        }
        // An IPv6 address is full of colons, and stands in brackets.
        if text.contains(':') && !text.starts_with('[') {
            return Err(PatternProblem::Port);
        }
        let (name, is_suffix) = text.strip_prefix('.').map_or((text, false), |name| (name, true));
        let host = Host::parse(name).map_err(|_| PatternProblem::NotAHost)?;
        let is_domain = matches!(host, Host::Domain(_));
        let host = canonical(&host);
        if (is_domain && !host.split('.').all(is_label)) || (is_suffix && !is_domain) {
            return Err(PatternProblem::NotAHost);
        }
        Ok(if is_suffix { Self::Suffix(format!(".{host}")) } else { Self::Host(host) })
    }

    fn allows_canonical(&self, host: &str) -> bool {
        match self {
            Self::Host(own) => is_within(host, own),
            Self::Suffix(suffix) => host.ends_with(suffix.as_str()),
        }
    }

    /// Whether every host that `narrower` allows is allowed by this one too.
    fn covers(&self, narrower: &Self) -> bool {
        match self {
            Self::Host(own) => is_within(narrower.as_str().trim_start_matches('.'), own),
            Self::Suffix(suffix) => narrower.as_str().ends_with(suffix.as_str()),
        }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// Whether `host` is `parent` or below it.
fn is_within(host: &str, parent: &str) -> bool {
    host.strip_suffix(parent).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// `host` as text, without the dot that marks a fully qualified name.
fn canonical<S: AsRef<str>>(host: &Host<S>) -> String {
    match host {
        Host::Domain(name) => name.as_ref().strip_suffix('.').unwrap_or(name.as_ref()).to_owned(),
        Host::Ipv4(address) => address.to_string(),
        Host::Ipv6(address) => format!("[{address}]"),
    }
}

/// The WHATWG parser lets through names that no resolver answers, such as `a,b`: most are typing mistakes.
fn is_label(label: &str) -> bool {
    !label.is_empty()
        && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}

/// What to write instead of `pattern`: its own host where one can be read from it.
fn advice(pattern: &str) -> String {
    let bare = pattern.trim();
    let bare = bare.split_once("://").map_or(bare, |(_, rest)| rest);
    let bare = bare.split(['/', '\\', '?', '#', ':']).next().unwrap_or_default();
    let bare = bare.rsplit(['@', '*']).next().unwrap_or_default();
    match Pattern::parse(bare) {
        Ok(Pattern::Host(host)) => format!("`{host}`"),
        Ok(Pattern::Suffix(suffix)) => format!("`{suffix}`"),
        Err(_) => "a host such as `fbi.gov` or a suffix such as `.gov`".to_owned(),
    }
}
