//! What is asked of a provider, and what it finds.

use async_trait::async_trait;
use evidence::allow_list::AllowList;
use jiff::civil::Date;
use outbound::Deadline;
use url::Url;

use crate::SearchError;
use crate::plain_text::plain_text;

/// A source of web pages or published fact checks.
#[async_trait]
pub trait Provider: Send + Sync {
    /// Its name in logs, errors and `incomplete`.
    fn name(&self) -> &'static str;

    /// What it finds for `query`, best first, before `deadline`.
    ///
    /// There may be more hits than `query.limit`, and hits outside `query.allow_list`, where the provider
    /// cannot express the list.
    async fn search(&self, query: &Query, deadline: Deadline) -> Result<Vec<Hit>, SearchError>;
}

/// What is searched for.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    /// The claim or question, as the caller wrote it.
    pub text: String,
    /// How many hits are wanted, 1..=10.
    pub limit: usize,
    /// Hosts that may answer; empty: any.
    pub allow_list: AllowList,
    /// Pages published before this day are of no use; undated ones may be.
    pub not_before: Option<Date>,
    /// The current day, UTC.
    pub today: Date,
}

/// One page, or one published rating of a claim.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// The page's title, plain text, possibly empty.
    pub title: String,
    /// The page's address: http or https, as a browser would show it.
    pub url: String,
    /// What the page says on the matter, plain text, never empty, at most 4,000 characters.
    pub snippet: String,
    /// When it was published, as far as the provider knows.
    pub published: Option<Date>,
    /// How well it fits, 0..=1: the provider's score where it has that range, else by its rank.
    pub relevance: f64,
    /// Who publishes it, where the provider says so.
    pub publisher: Option<String>,
    /// A fact check's verdict in its publisher's words and language.
    pub rating: Option<String>,
}

impl Hit {
    /// A hit from what a provider sent; `None` if it has no web address or says nothing.
    pub(crate) fn from_markup(url: &str, title: &str, snippet: &str, relevance: f64) -> Option<Self> {
        let url = Url::parse(url).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
        let title = plain_text(title);
        let snippet =
            Some(plain_text(snippet)).filter(|text| !text.is_empty()).unwrap_or_else(|| title.clone());
        (!snippet.is_empty()).then(|| Self {
            title,
            url: url.into(),
            snippet,
            published: None,
            relevance,
            publisher: None,
            rating: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hits_need_a_web_address_and_something_to_say() {
        for url in
            ["", "/relative", "javascript:alert(1)", "ftp://a.example/x", "https://", "data:text/html,x"]
        {
            assert_eq!(Hit::from_markup(url, "title", "text", 0.5), None, "{url}");
        }
        assert_eq!(Hit::from_markup("https://a.example/", " ", "<b></b>", 0.5), None);
        let hit =
            Hit::from_markup(" HTTPS://A.example/x ", "A &amp; B", "", 0.5).expect("a title says something");
        assert_eq!((hit.url.as_str(), hit.snippet.as_str()), ("https://a.example/x", "A & B"));
    }
}
