//! How much of a query's limits a provider can apply by itself.

use evidence::allow_list::{AllowList, Pattern};

use crate::Query;

/// The hosts of `list`, if it names nothing but hosts and at most `max_hosts` of them.
///
/// A list with one suffix (`.gov`) is not pushed down at all: the provider would leave out everything that only
/// the suffix allows.
pub(crate) fn hosts(list: &AllowList, max_hosts: usize) -> Option<Vec<&str>> {
    let host = |pattern: &'_ Pattern| matches!(pattern, Pattern::Host(_));
    let patterns = list.patterns();
    let expressible = !patterns.is_empty() && patterns.len() <= max_hosts && patterns.iter().all(host);
    expressible.then(|| patterns.iter().map(Pattern::as_str).collect())
}

/// How many hits to ask for: `max` where some will be dropped afterwards, else the query's limit.
pub(crate) fn count(query: &Query, pushed_down: bool, max: usize) -> usize {
    let filtered_afterwards = !query.allow_list.is_empty() && !pushed_down;
    if filtered_afterwards { max } else { query.limit.clamp(1, max) }
}

/// `text` cut between words to at most `max_words` words and `max_characters` characters.
pub(crate) fn shortened(text: &str, max_words: usize, max_characters: usize) -> String {
    let mut short = String::new();
    let mut characters = 0;
    for word in text.split_whitespace().take(max_words) {
        let space = usize::from(!short.is_empty());
        let length = word.chars().count();
        if characters + space + length > max_characters {
            // A first word that is too long on its own is cut inside.
            if short.is_empty() {
                short = word.chars().take(max_characters).collect();
            }
            break;
        }
        short.push_str(if space == 1 { " " } else { "" });
        short.push_str(word);
        characters += space + length;
    }
    short
}

/// The query's text with `site:` operators before it, and whether they found room.
///
/// The operators are left out when the text would have to be cut for them: hits are checked afterwards anyway.
pub(crate) fn with_sites(query: &Query, max_words: usize, max_characters: usize) -> (String, bool) {
    let text = shortened(&query.text, max_words, max_characters);
    let Some(hosts) = hosts(&query.allow_list, max_words) else { return (text, false) };
    let sites = hosts.iter().map(|host| format!("site:{host}")).collect::<Vec<_>>().join(" OR ");
    let sites = if hosts.len() > 1 { format!("({sites})") } else { sites };
    let narrowed = format!("{sites} {text}");
    let words = narrowed.split_whitespace().count();
    let fits = words <= max_words && narrowed.chars().count() <= max_characters;
    if fits { (narrowed, true) } else { (text, false) }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn query(text: &str, patterns: &[&str]) -> Query {
        let allow_list = AllowList::parse(patterns).unwrap();
        Query { text: text.to_owned(), limit: 5, allow_list, not_before: None, today: date(2026, 11, 21) }
    }

    #[test]
    fn one_suffix_keeps_the_whole_list_back() {
        assert_eq!(
            hosts(&query("", &["bls.gov", "fbi.gov"]).allow_list, 9),
            Some(vec!["bls.gov", "fbi.gov"])
        );
        assert_eq!(hosts(&query("", &["bls.gov", ".edu"]).allow_list, 9), None);
        assert_eq!(hosts(&query("", &["bls.gov", "fbi.gov"]).allow_list, 1), None);
        assert_eq!(hosts(&query("", &[]).allow_list, 9), None);
    }

    #[test]
    fn more_is_asked_for_where_hits_will_be_dropped() {
        assert_eq!(count(&query("", &[]), false, 20), 5);
        assert_eq!(count(&query("", &["bls.gov"]), true, 20), 5);
        assert_eq!(count(&query("", &[".gov"]), false, 20), 20);
        assert_eq!(count(&Query { limit: 0, ..query("", &[]) }, false, 20), 1);
        assert_eq!(count(&Query { limit: usize::MAX, ..query("", &[]) }, false, 20), 20);
    }

    #[test]
    fn sites_stand_before_the_text_while_both_fit() {
        let cases: &[(&str, &[&str], &str, bool)] = &[
            ("US CPI 2024", &[], "US CPI 2024", false),
            ("US CPI 2024", &["bls.gov"], "site:bls.gov US CPI 2024", true),
            ("US CPI 2024", &["bls.gov", "fbi.gov"], "(site:bls.gov OR site:fbi.gov) US CPI 2024", true),
            ("US CPI 2024", &["bls.gov", ".edu"], "US CPI 2024", false),
            (
                "one two three four five six seven eight nine",
                &["bls.gov"],
                "one two three four five six seven eight",
                false,
            ),
            (
                "one two three four five six seven",
                &["bls.gov"],
                "site:bls.gov one two three four five six seven",
                true,
            ),
            ("a b", &["a.example", "b.example", "c.example", "d.example"], "a b", false),
        ];
        for (text, patterns, expected, pushed_down) in cases {
            assert_eq!(
                with_sites(&query(text, patterns), 8, 60),
                ((*expected).to_owned(), *pushed_down),
                "{text}"
            );
        }
    }

    #[test]
    fn text_is_cut_between_words_and_counted_in_characters() {
        assert_eq!(shortened("  ein\tzwei\ndrei ", 2, 99), "ein zwei");
        assert_eq!(shortened("eins zwei drei", 9, 9), "eins zwei");
        assert_eq!(shortened("eins zwei drei", 9, 8), "eins");
        assert_eq!(shortened("éééé éééé", 9, 4), "éééé");
        assert_eq!(shortened("éééééééé", 9, 4), "éééé");
        assert_eq!(shortened("", 9, 4), "");
        assert_eq!(shortened("a", 0, 0), "");
    }

    proptest::proptest! {
        #[test]
        fn no_query_exceeds_its_limits(text in "\\PC{0,200}", words in 0_usize..60, characters in 0_usize..400) {
            let asked = query(&text, &["bls.gov", "fbi.gov"]);
            for short in [shortened(&text, words, characters), with_sites(&asked, words, characters).0] {
                proptest::prop_assert!(short.split_whitespace().count() <= words);
                proptest::prop_assert!(short.chars().count() <= characters);
            }
        }
    }
}
