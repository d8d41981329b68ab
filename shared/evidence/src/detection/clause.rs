//! Clauses: who does what, and whether it is said to have happened.

use super::marks::{self, Mark};
use super::opening;
use super::pieces::{Piece, said};

/// Who a clause is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    /// The speaker.
    Speaker,
    /// "we".
    Us,
    /// Whoever is addressed: in a debate, the opponent.
    Addressed,
    /// "he", "she", "they".
    Others,
    /// "it", "this", "that".
    Pointed,
    /// "there is".
    Existence,
    /// A name or noun.
    Named,
    /// A conjunction or question word: "when", "if", "why".
    Subordinate,
}

/// What the first finite verb says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    /// Happened, was done: "fell", "didn't".
    Past,
    /// "was", "were".
    Was,
    /// "has fallen".
    Perfect,
    /// "has a surplus".
    Has,
    /// "is".
    Is,
    /// "is falling".
    Ongoing,
    /// "pays", "he says".
    Present,
    /// "do", "doesn't".
    Does,
    /// "think", "want", "need".
    Opinion,
    /// "can".
    Can,
    /// "would", "should".
    Modal,
    /// "has to".
    Must,
    /// "will", "is going to".
    Future,
    /// None was found.
    Unknown,
}

/// A clause's subject and verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Clause {
    pub(super) subject: Subject,
    pub(super) verb: Verb,
}

/// How far behind the subject its verb may stand, in words.
const VERB_REACH: usize = 14;

/// Whether `word` is a past form: "fell", "raised".
pub(super) fn is_past(word: &str) -> bool {
    let marks = marks::of(word);
    marks.has(Mark::Past) || is_regular(word) && !marks.has(Mark::NotPast)
}

/// Whether `word` may stand behind "has": "fallen", "raised".
pub(super) fn is_participle(word: &str) -> bool {
    let marks = marks::of(word);
    marks.has(Mark::Participle) || is_regular(word) && !marks.has(Mark::NotPast)
}

fn is_regular(word: &str) -> bool {
    word.len() > 4 && word.ends_with("ed")
}

impl Clause {
    /// The clause whose words, behind any opening, are `pieces`.
    pub(super) fn read(pieces: &[Piece]) -> Self {
        let subject = subject(said(pieces, 0));
        let verb = (0..pieces.len().min(VERB_REACH))
            .find_map(|index| verb(pieces, index, subject))
            .or_else(|| plain_present(pieces, subject))
            .unwrap_or(Verb::Unknown);
        Self { subject, verb }
    }

    /// How much a clause of this form asserts a fact that can be looked up, about -2.25..=1.25. Set by hand:
    /// events over states, states over wishes and plans, others over oneself.
    pub(super) fn assertion(self) -> f64 {
        let verb = match self.verb {
            Verb::Past | Verb::Was => 1.0,
            Verb::Perfect | Verb::Has | Verb::Ongoing => 0.75,
            Verb::Present => 0.5,
            Verb::Is | Verb::Unknown => 0.0,
            Verb::Does => -0.25,
            Verb::Opinion | Verb::Modal | Verb::Future => -1.0,
            Verb::Can => -1.25,
            Verb::Must => -1.5,
        };
        let subject = match self.subject {
            Subject::Others | Subject::Named => 0.25,
            Subject::Addressed | Subject::Existence => 0.0,
            Subject::Us | Subject::Pointed | Subject::Subordinate => -0.25,
            Subject::Speaker => -0.75,
        };
        verb + subject
    }
}

/// Where the first verb of a clause stands.
pub(super) fn verb_position(pieces: &[Piece]) -> Option<usize> {
    let subject = subject(said(pieces, 0));
    (0..pieces.len().min(VERB_REACH)).find(|index| {
        verb(pieces, *index, subject).is_some()
            || *index > 0 && marks::of(said(pieces, *index)).has(Mark::Present)
    })
}

/// The clauses of a sentence: parted at pauses, and at conjunctions that have something before them.
pub(super) fn split<'pieces, 'words>(pieces: &'pieces [Piece<'words>]) -> Vec<&'pieces [Piece<'words>]> {
    let mut clauses = Vec::new();
    let mut start = 0;
    for (index, piece) in pieces.iter().enumerate() {
        let joint = index > start + 2
            && matches!(
                piece.said,
                "because" | "but" | "and" | "which" | "who" | "that" | "when" | "while" | "so"
            );
        if index > start && (piece.after_pause || joint) {
            clauses.push(&pieces[start..index]);
            start = index;
        }
    }
    clauses.push(&pieces[start..]);
    // Two words say nothing that could be looked up.
    clauses.retain(|clause| clause.len() > 2);
    clauses
}

/// The clause that asserts most, behind its opening.
pub(super) fn boldest(pieces: &[Piece]) -> Option<Clause> {
    split(pieces)
        .into_iter()
        .map(|clause| Clause::read(&clause[opening::read(clause).end..]))
        .max_by(|one, other| one.assertion().total_cmp(&other.assertion()))
}

fn subject(word: &str) -> Subject {
    match word {
        "i" => Subject::Speaker,
        "we" => Subject::Us,
        "you" => Subject::Addressed,
        "he" | "she" | "they" => Subject::Others,
        "it" | "that" | "this" => Subject::Pointed,
        "there" => Subject::Existence,
        "what" | "why" | "how" | "who" | "where" | "when" | "if" | "while" | "as" | "although" | "since"
        | "unless" | "whether" | "until" => Subject::Subordinate,
        _ => Subject::Named,
    }
}

/// What the word at `index` says, if it is a finite verb.
fn verb(pieces: &[Piece], index: usize, subject: Subject) -> Option<Verb> {
    let word = said(pieces, index);
    let next = |distance: usize| said(pieces, index + distance);
    let behind_subject = index > 0;
    Some(match word {
        "will" | "shall" | "ll" | "gonna" => Verb::Future,
        "won" if next(1) == "t" => Verb::Future,
        "going" if next(1) == "to" => Verb::Future,
        "would" | "could" | "might" | "may" | "wouldn" | "couldn" | "d" | "should" | "shouldn" | "must"
        | "ought" => Verb::Modal,
        "can" | "cannot" => Verb::Can,
        "has" | "have" | "ve" | "hasn" | "haven" | "had" | "hadn" => has(pieces, index),
        "was" | "were" | "wasn" | "weren" => Verb::Was,
        "did" | "didn" => Verb::Past,
        "is" | "are" | "am" | "isn" | "aren" => be(pieces, index),
        "re" | "m" if behind_subject => be(pieces, index),
        "s" if behind_subject && subject != Subject::Named => be(pieces, index),
        "need" | "needs" | "try" | "wants" if behind_subject => Verb::Opinion,
        _ if behind_subject && marks::of(word).has(Mark::Opinion) => Verb::Opinion,
        _ if behind_subject && is_past(word) => Verb::Past,
        _ if subject == Subject::Others && index == 1 && word.ends_with('s') => Verb::Present,
        "do" | "does" | "don" | "doesn" => Verb::Does,
        _ => return None,
    })
}

/// "has": of duty, of something done, or of something owned.
fn has(pieces: &[Piece], index: usize) -> Verb {
    let next: [&str; 3] = [1, 2, 3].map(|distance| said(pieces, index + distance));
    if next[0] == "to" || matches!(next[0], "got" | "t") && next.contains(&"to") {
        Verb::Must
    } else if next.into_iter().any(is_participle) {
        Verb::Perfect
    } else if said(pieces, index).starts_with("had") {
        Verb::Past
    } else {
        Verb::Has
    }
}

/// "is": of a plan, of something done ("he's voted"), of something under way, or of a state.
fn be(pieces: &[Piece], index: usize) -> Verb {
    let next: [&str; 3] = [1, 2, 3].map(|distance| said(pieces, index + distance));
    let planned = (1..4).any(|distance| {
        said(pieces, index + distance) == "going" && said(pieces, index + distance + 1) == "to"
    });
    let under_way = |word: &str| {
        word.len() > 4
            && word.ends_with("ing")
            && !matches!(word, "nothing" | "something" | "anything" | "everything" | "during")
    };
    if planned {
        Verb::Future
    } else if said(pieces, index) == "s" && next[..2].iter().any(|word| marks::of(word).has(Mark::Participle))
    {
        Verb::Perfect
    } else if next[..2].iter().any(|word| under_way(word)) {
        Verb::Ongoing
    } else {
        Verb::Is
    }
}

/// A verb in the present, which looks like a noun: only where nothing else was found, and near the subject.
fn plain_present(pieces: &[Piece], subject: Subject) -> Option<Verb> {
    let told = !matches!(subject, Subject::Speaker | Subject::Others | Subject::Existence);
    (told && (1..9).any(|index| marks::of(said(pieces, index)).has(Mark::Present))).then_some(Verb::Present)
}
