//! Finds citations in an answer: everything in square brackets, and the statement before it.

/// A citation as it stands in an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    /// The brackets and what is in them.
    pub(crate) raw: String,
    /// What is in them, up to the first `>`.
    pub(crate) title: String,
    /// What is between the first and the second `>`.
    pub(crate) section: Option<String>,
    /// The statement that the citation stands behind, without other citations.
    pub(crate) statement: String,
}

/// Every citation of `answer`, in order.
pub(crate) fn extract(answer: &str) -> Vec<Found> {
    let mut found = Vec::new();
    let mut rest = 0;
    while let Some(open) = answer[rest..].find('[').map(|at| rest + at) {
        let Some(close) = answer[open..].find(']').map(|at| open + at) else { break };
        let inside = &answer[open + 1..close];
        rest = close + 1;
        if inside.is_empty() {
            continue;
        }
        let mut parts = inside.split('>').map(str::trim);
        let title = parts.next().unwrap_or_default().to_owned();
        let section = parts.next().filter(|section| !section.is_empty()).map(str::to_owned);
        let raw = answer[open..=close].to_owned();
        found.push(Found { raw, title, section, statement: statement_before(&answer[..open]) });
    }
    found
}

/// The last sentence of `text`; a citation stands before or behind the full stop.
fn statement_before(text: &str) -> String {
    let line = text.rsplit('\n').find(|line| !without_citations(line).trim().is_empty()).unwrap_or_default();
    let plain = without_citations(line);
    let sentences = evidence::sentences::split(&plain);
    sentences.last().copied().unwrap_or_default().to_owned()
}

/// `text` without what is in square brackets.
fn without_citations(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut depth = 0_usize;
    for character in text.chars() {
        match character {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(character),
            _ => {}
        }
    }
    kept.trim_start_matches([' ', '.', ',', ';']).to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parts(answer: &str) -> Vec<(String, Option<String>)> {
        extract(answer).into_iter().map(|found| (found.title, found.section)).collect()
    }

    #[test]
    fn brackets_are_citations() {
        let section = |title: &str, section: &str| (title.to_owned(), Some(section.to_owned()));
        let title = |title: &str| (title.to_owned(), None);
        let cases = [
            ("[A > B]", vec![section("A", "B")]),
            ("[A>B > C]", vec![section("A", "B")]),
            ("[ A ] and [1]", vec![title("A"), title("1")]),
            ("[text](https://x.example)", vec![title("text")]),
            ("[] [open", vec![]),
            ("[A > ]", vec![title("A")]),
            ("[Cite: A > B]", vec![section("Cite: A", "B")]),
        ];
        for (answer, expected) in cases {
            assert_eq!(parts(answer), expected, "{answer}");
        }
    }

    #[test]
    fn the_statement_is_the_sentence_before() {
        let answer = "First it is 5 EUR [A]. Then it is 7 EUR. [B > C]\n- **third**: 9 EUR [D][E]";
        let statements: Vec<String> = extract(answer).into_iter().map(|found| found.statement).collect();
        assert_eq!(
            statements,
            ["First it is 5 EUR", "Then it is 7 EUR.", "- **third**: 9 EUR", "- **third**: 9 EUR"]
        );
    }

    proptest! {
        #[test]
        fn any_text_is_read(answer in "(\\[|\\]|>|[a-z. é\n]){0,80}") {
            for found in extract(&answer) {
                prop_assert!(answer.contains(&found.raw));
                prop_assert!(!found.statement.contains('['));
            }
        }
    }
}
