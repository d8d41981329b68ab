//! What of a sentence tells whether its facts can be looked up.

use super::clause::{self, Clause, Subject, Verb};
use super::marks::{self, Mark, Marks};
use super::opening::{self, Opening};
use super::pieces::{Piece, phrase, said};
use crate::claim::Claim;
use crate::claim::quantity::{Quantity, Unit};
use crate::claim::words::Words;

/// How exact the figures of a sentence are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Figures {
    /// There are none.
    None,
    /// "three times", "hundreds", "half".
    InWords,
    /// "14 schools".
    Counted,
    /// "14 percent", "$3 trillion", "200,000 people".
    Measured,
}

/// What of a sentence tells whether its facts can be looked up.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question that the score asks")]
pub(super) struct Features {
    pub(super) figures: Figures,
    /// A year, month or day is named.
    pub(super) dated: bool,
    /// Any other word of time.
    pub(super) timed: bool,
    /// The main clause.
    pub(super) main: Clause,
    /// How much the boldest clause asserts, see [`Clause::assertion`].
    pub(super) boldest_assertion: f64,
    /// Two past forms or more.
    pub(super) narrates: bool,
    pub(super) asks: bool,
    /// "will", "going to".
    pub(super) foretells: bool,
    /// "must", "have to", "let's".
    pub(super) demands: bool,
    /// "would", "may".
    pub(super) supposes: bool,
    /// "I think" before the statement.
    pub(super) framed: bool,
    /// "I want", "we believe" anywhere.
    pub(super) opines: bool,
    /// "you".
    pub(super) addresses: bool,
    /// "if".
    pub(super) conditional: bool,
    /// "never".
    pub(super) absolute: bool,
    /// More or less than something else.
    pub(super) compares: bool,
    /// Words of public statistics and measures.
    pub(super) subjects: usize,
    /// Laws, programmes, institutions.
    pub(super) institutions: usize,
    /// Words of worth.
    pub(super) values: usize,
    /// Words of the debate itself.
    pub(super) procedures: usize,
    /// Names, or whatever else has a capital inside the sentence.
    pub(super) names: usize,
    /// A place or people outside the speaker's own.
    pub(super) placed: bool,
    /// All marks of all words.
    pub(super) marks: Marks,
    /// Breaks off.
    pub(super) broken_off: bool,
    /// How many words.
    pub(super) words: usize,
}

impl Features {
    /// Reads `claim`, a sentence taken apart, whose words are `words` and `pieces`.
    pub(super) fn read(claim: &Claim, words: &Words, pieces: &[Piece]) -> Self {
        let Opening { end, framed } = opening::read(pieces);
        let statement = pieces.get(end..).unwrap_or_default();
        let mut seen = Seen::default();
        for (index, piece) in pieces.iter().enumerate() {
            seen.add(pieces, index, piece);
        }
        let capitals = pieces.iter().skip(1).filter(|piece| is_name(words, piece)).count();
        let trimmed = claim.text.trim_end();
        Self {
            figures: figures(claim, seen.marks),
            dated: claim
                .timeframes
                .iter()
                .any(|timeframe| timeframe.words.bytes().filter(u8::is_ascii_digit).count() == 4),
            timed: !claim.timeframes.is_empty() || seen.marks.has(Mark::Period),
            main: Clause::read(statement),
            boldest_assertion: clause::boldest(pieces).map_or(-1.0, Clause::assertion),
            narrates: seen.past_forms >= 2,
            asks: trimmed.ends_with('?'),
            foretells: seen.foretells,
            demands: seen.demands,
            supposes: seen.supposes,
            framed,
            opines: seen.opines,
            addresses: seen.addresses,
            conditional: seen.conditional,
            absolute: seen.absolute,
            compares: claim.comparison.is_some()
                || seen.than && seen.marks.has(Mark::Comparative)
                || seen.among_all && seen.marks.has(Mark::Superlative),
            subjects: seen.subjects.max(claim.metrics.len()),
            institutions: seen.institutions,
            values: seen.values,
            procedures: seen.procedures,
            names: capitals,
            placed: !claim.locations.is_empty() || seen.marks.has(Mark::Abroad),
            marks: seen.marks,
            broken_off: ["...", "…", "--", "—", "-"].into_iter().any(|end| trimmed.ends_with(end)),
            words: pieces.len(),
        }
    }

    /// Whether it names anything that could be looked up.
    pub(super) fn is_specific(&self) -> bool {
        self.subjects > 0
            || self.institutions > 0
            || self.placed
            || self.dated
            || self.figures >= Figures::Counted
            || self.marks.has(Mark::Title)
    }

    /// "We are building …", "we have …": what is, said of the country.
    pub(super) fn tells_our_state(&self) -> bool {
        self.main.subject == Subject::Us && matches!(self.main.verb, Verb::Has | Verb::Ongoing)
    }

    /// "I have …", "I am …".
    pub(super) fn tells_own_state(&self) -> bool {
        self.main.subject == Subject::Speaker
            && matches!(self.main.verb, Verb::Has | Verb::Ongoing | Verb::Is)
    }
}

/// What the words say one by one.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question that the score asks")]
struct Seen {
    marks: Marks,
    subjects: usize,
    institutions: usize,
    values: usize,
    procedures: usize,
    past_forms: usize,
    foretells: bool,
    demands: bool,
    supposes: bool,
    opines: bool,
    addresses: bool,
    conditional: bool,
    absolute: bool,
    than: bool,
    /// "in our history", "in the world".
    among_all: bool,
}

impl Seen {
    fn add(&mut self, pieces: &[Piece], index: usize, piece: &Piece) {
        let word = piece.said;
        let marks = marks::of(word);
        self.marks = self.marks.with(marks);
        self.subjects += usize::from(marks.has(Mark::Subject));
        self.institutions += usize::from(marks.has(Mark::Institution));
        self.values += usize::from(marks.has(Mark::Value));
        self.procedures += usize::from(marks.has(Mark::Procedure));
        self.past_forms +=
            usize::from(clause::is_past(word) || matches!(word, "was" | "were" | "had" | "did"));
        let next = said(pieces, index + 1);
        match word {
            "will" | "shall" | "ll" | "gonna" => self.foretells = true,
            "going" => self.foretells |= next == "to",
            "should" | "must" | "ought" => self.demands = true,
            "need" | "needs" | "have" | "has" | "got" => self.demands |= next == "to",
            "let" => self.demands |= matches!(next, "s" | "us" | "me"),
            "would" | "could" | "might" | "may" | "can" | "d" => self.supposes = true,
            "you" | "your" => self.addresses = true,
            "if" => self.conditional = true,
            "never" => self.absolute = true,
            "than" => self.than = true,
            "ever" | "history" | "world" | "earth" | "nation" | "hemisphere" => self.among_all = true,
            "i" | "we" => self.opines |= opines(pieces, index + 1),
            "opinion" | "view" => self.opines |= index > 0 && pieces[index - 1].said == "my",
            _ => {}
        }
    }
}

/// Whether a verb of opinion is at `index`, behind at most two words that only colour it.
fn opines(pieces: &[Piece], mut index: usize) -> bool {
    for filler in ["do not", "don t", "do", "really", "just", "also", "certainly", "would", "still"] {
        if let Some(end) = phrase(pieces, index, filler) {
            index = end;
        }
    }
    marks::of(said(pieces, index)).has(Mark::Opinion)
}

/// Whether the piece is a capitalised word that does not start a sentence or quotation, and is not "I".
fn is_name(words: &Words, piece: &Piece) -> bool {
    let before = piece.token.checked_sub(1).map_or(' ', |token| words.sign(token));
    words.capitalised(piece.token)
        && words.raw(piece.token).len() > 1
        && !matches!(before, '.' | '?' | '!' | '"' | '“')
}

/// The most exact figure of the sentence.
fn figures(claim: &Claim, marks: Marks) -> Figures {
    let in_words = if marks.has(Mark::Amount) { Figures::InWords } else { Figures::None };
    claim.quantities.iter().map(|quantity| exactness(claim, quantity)).fold(in_words, Figures::max)
}

/// From this count on nobody counts by hand: it comes from somewhere.
const MEASURED_COUNT: f64 = 10_000.0;

fn exactness(claim: &Claim, quantity: &Quantity) -> Figures {
    let in_digits = claim
        .text
        .get(quantity.span.clone())
        .is_some_and(|said| said.bytes().any(|byte| byte.is_ascii_digit()));
    match quantity.unit {
        Unit::Count(_) if quantity.value.abs() >= MEASURED_COUNT => Figures::Measured,
        Unit::Count(_) | Unit::Multiple if !in_digits => Figures::InWords,
        Unit::Count(_) => Figures::Counted,
        _ => Figures::Measured,
    }
}
