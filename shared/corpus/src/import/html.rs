//! Web pages: the main text, and what the page says about itself.

use std::collections::HashMap;

use dom_query::{Document, NodeRef};
use dom_smoothie::{Config, Readability, TextMode};
use serde_json::Value;

use super::draft::{About, Draft, Reading, Reason};
use super::field::Field;
use super::{claim_review, markdown};

/// A page with more elements is a generated index, and no prose is found in it in reasonable time.
const MOST_ELEMENTS: usize = 200_000;

/// Browsers nest no deeper; finding the main text takes time that grows with the square of the depth.
const DEEPEST: usize = 512;

/// With fewer words the main text was not found (a table, a list of figures), and the whole body is read.
const FEW_WORDS: usize = 25;

/// Parts of a page that are not its content.
const FURNITURE: [&str; 9] =
    ["script", "style", "noscript", "nav", "header", "footer", "aside", "form", "template"];

/// Meta tags by what they tell, most telling first. Names are compared in lower case.
const META: [(Field, &[&str]); 5] = [
    (Field::Title, &["citation_title", "og:title", "dc.title", "dcterms.title"]),
    (
        Field::Publisher,
        &[
            "og:site_name",
            "citation_publisher",
            "citation_journal_title",
            "dc.publisher",
            "dcterms.publisher",
            "publisher",
        ],
    ),
    (Field::Url, &["og:url", "citation_public_url", "citation_fulltext_html_url"]),
    (
        Field::AsOf,
        &[
            "article:published_time",
            "citation_publication_date",
            "citation_date",
            "datepublished",
            "dc.date",
            "dcterms.date",
            "dcterms.issued",
            "date",
            "article:modified_time",
        ],
    ),
    (Field::Tier, &["truthy:tier"]),
];

/// Reads a page; `url` is where it was found, if it was fetched.
pub(crate) fn read(html: &str, url: Option<&str>) -> Result<Reading, Reason> {
    let document = Document::from(html);
    if is_too_deep(&document) {
        return Err("elements nested too deeply".to_owned());
    }
    let structured = structured_data(&document);
    let mut drafts: Vec<Draft> = structured.iter().flat_map(claim_review::reviews).collect();
    let spoken_for = structured.iter().map(claim_review::about_page).fold(About::default(), About::or);
    let mut about = about(&document).or(spoken_for);
    let outline = markdown::outline(&main_text(document, html, url)?);
    about.title = about.title.or(outline.title);
    if !outline.sections.is_empty() {
        drafts.push(Draft { about, sections: outline.sections, ..Draft::default() });
    }
    if drafts.is_empty() { Err("no text in it".to_owned()) } else { Ok(drafts.into()) }
}

fn is_too_deep(document: &Document) -> bool {
    let mut level = vec![document.root()];
    for _ in 0..DEEPEST {
        level = level.iter().flat_map(NodeRef::children).collect();
    }
    !level.is_empty()
}

fn structured_data(document: &Document) -> Vec<Value> {
    let scripts = document.select("script[type='application/ld+json']");
    scripts.iter().filter_map(|script| serde_json::from_str(script.text().trim()).ok()).collect()
}

/// What the page's head says.
fn about(document: &Document) -> About {
    let mut tags = HashMap::new();
    for tag in &document.select("meta[content]") {
        let name = ["property", "name", "itemprop"].into_iter().find_map(|key| tag.attr(key));
        if let (Some(name), Some(content)) = (name, tag.attr("content")) {
            tags.entry(name.to_lowercase()).or_insert_with(|| content.to_string());
        }
    }
    let mut about = About::default();
    if let Some(address) = document.select_single("link[rel='canonical']").attr("href") {
        about.note(Field::Url, &address);
    }
    for (field, names) in META {
        names.iter().filter_map(|&name| tags.get(name)).for_each(|content| about.note(field, content));
    }
    about.note(Field::Title, &document.select_single("title").text());
    about
}

/// The page's main text as Markdown.
fn main_text(document: Document, html: &str, url: Option<&str>) -> Result<String, Reason> {
    let config = Config {
        text_mode: TextMode::Markdown,
        disable_json_ld: true,
        max_elements_to_parse: MOST_ELEMENTS,
        ..Config::default()
    };
    let mut readability =
        Readability::with_document(document, url, Some(config)).map_err(|error| error.to_string())?;
    let article = readability.parse().map(|article| article.text_content.to_string()).unwrap_or_default();
    let words = |text: &str| text.split_whitespace().count();
    if words(&article) >= FEW_WORDS {
        return Ok(article);
    }
    let whole =
        Document::from(html).body().map(|body| body.md(Some(&FURNITURE)).to_string()).unwrap_or_default();
    Ok(if words(&whole) > 0 { whole } else { article })
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    const PAGE: &str = r#"<!doctype html><html><head><title>Prices | Bureau</title>
        <meta property="og:site_name" content="Statistics Bureau"><meta property="og:title" content="Consumer prices">
        <meta name="Date" content="2001-01-01"><meta property="article:published_time" content="2024-05-15T08:30:00Z">
        <link rel="canonical" href="https://stats.example/cpi">
        <script type="application/ld+json">{"@type":"ClaimReview","claimReviewed":"Prices fell.","author":{"name":"Checkers"},"reviewRating":{"alternateName":"False"}}</script>
        <script type="application/ld+json">not json</script></head>
        <body><nav><a href="/">Home</a> <a href="/about">About us</a></nav>
        <article><h1>Consumer prices</h1>
        <p>Consumer prices rose by 3.4 percent over the year to April, after a rise of 3.5 percent in March, the office said on Wednesday in its monthly report.</p>
        <h2>Energy</h2><p>The energy index rose by 2.6 percent over the year. The gasoline index rose by 1.2 percent, and the fuel oil index fell by 0.8 percent in the same period.</p>
        <script>alert("never text")</script></article>
        <footer>Cookie settings</footer></body></html>"#;

    #[test]
    fn the_main_text_and_the_head_are_read() {
        let reading = read(PAGE, Some("https://stats.example/cpi?print=1")).expect("a page");
        let [review, page] = &reading.drafts[..] else { panic!("{:?}", reading.drafts) };
        assert_eq!(review.sections[0].paragraphs, ["Claim: Prices fell. Rating: False (Checkers)"]);
        assert_eq!(page.about.title.as_deref(), Some("Consumer prices"));
        assert_eq!(page.about.publisher.as_deref(), Some("Statistics Bureau"));
        assert_eq!(page.about.url.as_deref(), Some("https://stats.example/cpi"));
        assert_eq!(page.about.as_of, Some(date(2024, 5, 15)));
        let energy =
            page.sections.iter().find(|section| section.heading.ends_with("Energy")).expect("a section");
        assert!(energy.paragraphs[0].starts_with("The energy index rose by 2.6 percent"), "{energy:?}");
        let text = format!("{:?}", page.sections);
        assert!(
            !text.contains("never text") && !text.contains("Cookie") && !text.contains("About us"),
            "{text}"
        );
    }

    #[test]
    fn a_page_without_prose_is_read_whole() {
        let page = "<title>Rates</title><body><nav>Home</nav><table><tr><th>Year</th><th>Rate</th></tr><tr><td>2023</td><td>3.6</td></tr></table>";
        let reading = read(page, None).expect("a page");
        let text = format!("{:?}", reading.drafts[0].sections);
        assert!(text.contains("2023") && text.contains("3.6") && !text.contains("Home"), "{text}");
        assert_eq!(reading.drafts[0].about.title.as_deref(), Some("Rates"));
    }

    #[test]
    fn nothing_and_nonsense_are_no_pages() {
        for html in ["", "<html><head></head><body></body></html>", "<script>x</script>"] {
            assert!(read(html, None).is_err(), "{html}");
        }
        let nested = format!("{}text of a very deep page", "<div>".repeat(2_000));
        assert_eq!(read(&nested, None), Err("elements nested too deeply".to_owned()));
    }
}
