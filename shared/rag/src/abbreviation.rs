//! Abbreviations spelt out the way the documents do: "VGM" where a passage says "verified gross mass (VGM)".
//!
//! A model that reads meaning knows few of a trade's abbreviations, so a question that is little more than one is near
//! nothing. Only what a passage says itself counts as its long form.

/// Letters of an abbreviation, at least and at most.
const LETTERS: std::ops::RangeInclusive<usize> = 2..=6;

/// `question` with each abbreviation followed by its long form, as one of `texts` gives it; none where none does.
pub(crate) fn spelt_out(question: &str, texts: &[&str]) -> Option<String> {
    let mut spelt_out = question.to_owned();
    for abbreviation in abbreviations(question) {
        let Some(long) = texts.iter().find_map(|text| long_form(text, abbreviation)) else { continue };
        if !question.to_lowercase().contains(&long.to_lowercase()) {
            spelt_out = spelt_out.replacen(abbreviation, &format!("{abbreviation} ({long})"), 1);
        }
    }
    (spelt_out != question).then_some(spelt_out)
}

/// Words in capitals, each once.
fn abbreviations(question: &str) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for word in question.split(|character: char| !character.is_alphanumeric()) {
        let is_one = LETTERS.contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_uppercase());
        if is_one && !found.contains(&word) {
            found.push(word);
        }
    }
    found
}

/// The words before `(ABBREVIATION)` in `text` that begin with its letters, one for each.
fn long_form<'text>(text: &'text str, abbreviation: &str) -> Option<&'text str> {
    let bracketed = format!("({abbreviation})");
    text.match_indices(&bracketed).find_map(|(at, _)| {
        let before = text[..at].trim_end();
        let mut start = before.len();
        for letter in abbreviation.bytes().rev() {
            let rest = before[..start].trim_end_matches([' ', '-']);
            let word = rest.rfind([' ', '-', '(', '\n']).map_or(0, |place| place + 1);
            let begins = rest[word..].bytes().next().is_some_and(|first| first.eq_ignore_ascii_case(&letter));
            if rest.is_empty() || !begins {
                return None;
            }
            start = word;
        }
        Some(&before[start..])
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_abbreviation_is_spelt_out_as_a_passage_does() {
        let texts = [
            "Containers need a verified gross mass (VGM) before loading.",
            "The Importer Security Filing (ISF), known as 10+2. Full container load (FCL). The agency (IMO) says so.",
            "Less-than-container load (LCL)",
        ];
        for (question, expected) in [
            ("When is the VGM due?", Some("When is the VGM (verified gross mass) due?")),
            ("VGM and ISF", Some("VGM (verified gross mass) and ISF (Importer Security Filing)")),
            ("Is a verified gross mass (VGM) needed?", None),
            ("Who is the IMO?", None),
            ("When is the vgm due?", None),
            ("What is an LCL?", None),
            ("How long does it take?", None),
        ] {
            assert_eq!(spelt_out(question, &texts).as_deref(), expected, "{question}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(question in "\\PC{0,40}|[A-Z]{2,6}", text in "[a-zé(]{0,6}[ -]?[A-Za-zé]{0,8} \\([A-Z]{2,6}\\)\\PC{0,20}") {
            if let Some(spelt_out) = spelt_out(&question, &[&text]) {
                prop_assert!(spelt_out.len() > question.len());
            }
        }
    }
}
