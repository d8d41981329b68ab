//! What single words tell about a sentence, by the lists of `data/detection.toml`.

/// One list of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    const fn of(marks: &[Mark]) -> Self {
        let (mut bits, mut index) = (0, 0);
        while index < marks.len() {
            bits |= 1 << marks[index] as u32;
            index += 1;
        }
        Self(bits)
    }

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
    WORDS.binary_search_by(|(other, _)| (*other).cmp(word)).map_or(Marks::default(), |row| WORDS[row].1)
}

include!(concat!(env!("OUT_DIR"), "/detection.rs"));

#[cfg(test)]
mod tests {
    use super::{LISTS, Mark, Marks, of};

    #[test]
    fn every_mark_has_its_list() {
        assert_eq!(LISTS.len(), Mark::Vague as usize + 1);
        assert_eq!(Marks::of(LISTS), Marks((1 << LISTS.len()) - 1));
    }

    #[test]
    fn a_word_can_have_several_marks_or_none() {
        let cut = of("cut");
        assert!(cut.has(Mark::Past) && cut.has(Mark::Change) && !cut.has(Mark::Value));
        assert_eq!(of("xyzzy"), super::Marks::default());
    }
}
