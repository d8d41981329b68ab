//! What single words tell about a sentence, by the lists of `data/detection.toml`.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// One list of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Mark {
    /// An irregular past form.
    Past,
    /// Ends in "-ed" or stands among irregular forms, but is no past form.
    NotPast,
    /// An irregular participle.
    Participle,
    /// A verb in the present that tells a fact: "pays".
    Present,
    /// A verb of thinking, wanting or feeling.
    Opinion,
    /// What public statistics are about.
    Subject,
    /// A law, a programme, or who makes it.
    Institution,
    /// A measurable change or an act on record.
    Change,
    /// What somebody said or stood for.
    Record,
    /// An act of lawmaking.
    Vote,
    /// The extreme of something.
    Superlative,
    /// A word before "than".
    Comparative,
    /// A person's title, a party.
    Title,
    /// A country or its people.
    Abroad,
    /// A word of worth.
    Value,
    /// A word of the debate itself.
    Procedure,
    /// A word of time.
    Period,
    /// A number word.
    Amount,
    /// Somebody of the speaker's own life.
    Private,
    /// A word for nothing in particular.
    Vague,
}

/// The marks of one word, or of several together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Marks(u32);

impl Marks {
    /// Whether `mark` is among them.
    pub(super) fn has(self, mark: Mark) -> bool {
        self.0 & 1 << mark as u32 != 0
    }

    /// These and `other`'s.
    pub(super) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The marks of `word`, which is in lower case.
pub(super) fn of(word: &str) -> Marks {
    WORDS.get(word).copied().unwrap_or_default()
}

static WORDS: LazyLock<HashMap<String, Marks>> = LazyLock::new(|| {
    let lists: HashMap<Mark, String> =
        serde_json::from_str(include_str!(concat!(env!("OUT_DIR"), "/detection.json")))
            .expect("data/detection.toml is checked by a test");
    let mut words: HashMap<String, Marks> = HashMap::new();
    for (mark, list) in &lists {
        for word in list.split_whitespace() {
            let marks = words.entry(word.to_owned()).or_default();
            *marks = marks.with(Marks(1 << *mark as u32));
        }
    }
    words
});

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::{Mark, of};

    #[test]
    fn the_lists_are_complete_sorted_and_in_lower_case() {
        let lists: HashMap<Mark, String> = toml::from_str(include_str!("../../data/detection.toml")).unwrap();
        assert_eq!(lists.len(), Mark::Vague as usize + 1);
        for (mark, list) in &lists {
            let words: Vec<&str> = list.split_whitespace().collect();
            assert!(words.is_sorted_by(|word, next| word < next), "{mark:?} is not sorted: {words:?}");
            assert!(
                list.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_whitespace()),
                "{mark:?}"
            );
        }
    }

    #[test]
    fn a_word_can_have_several_marks_or_none() {
        let cut = of("cut");
        assert!(cut.has(Mark::Past) && cut.has(Mark::Change) && !cut.has(Mark::Value));
        assert_eq!(of("xyzzy"), super::Marks::default());
    }
}
