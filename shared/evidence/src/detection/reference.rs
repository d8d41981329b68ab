//! Whom or what a pronoun at the head of a statement means, where only one reading is left.
//!
//! A wrong name in a claim is worse than a pronoun: of what the statement before says, only its subject can be
//! meant, only where it fits in number, and only where nothing else there could be meant as well.

use super::clause::{self, Clause, Subject, Verb};
use super::marks::{self, Mark};
use super::pieces::{Piece, said};
use crate::claim::{Claim, words::Words};

/// What a pronoun may stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    /// "he", "she".
    Person,
    /// "it".
    Thing,
    /// "they".
    Several,
}

/// What was last spoken of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Referent {
    /// As it was said: "The unemployment rate".
    pub(super) text: String,
    class: Class,
}

/// Longest subject that is taken over, in words.
const LONGEST_SUBJECT: usize = 6;

impl Referent {
    /// The subject of the statement `pieces` (without its opening), if it alone can be meant by what follows.
    pub(super) fn introduced(words: &Words, pieces: &[Piece], claim: &Claim) -> Option<Self> {
        if words.text.trim_end().ends_with('?') || Clause::read(pieces).subject != Subject::Named {
            return None;
        }
        let verb = clause::verb_position(pieces)?;
        let subject = without_adverbs(&pieces[..verb]);
        let whole = subject.iter().skip(1).all(|piece| !piece.after_pause && !piece.is_clitic);
        let last = subject.last().filter(|_| whole && subject.len() <= LONGEST_SUBJECT)?;
        if subject.iter().any(|piece| is_never_in_a_subject(piece.said)) || is_determiner(last.said) {
            return None;
        }
        let class = class(words, subject)?;
        if competes(words, &pieces[verb..], claim, class) {
            return None;
        }
        let span = words.span(subject[0].token, last.token + 1);
        Some(Self { text: words.text[span].to_owned(), class })
    }

    /// This, if after the statement `pieces`, whose pronoun meant it, the next pronoun can still mean nothing else.
    pub(super) fn kept(self, words: &Words, pieces: &[Piece], claim: &Claim) -> Option<Self> {
        let rest = &pieces[clause::verb_position(pieces)?..];
        (!competes(words, rest, claim, self.class)).then_some(self)
    }

    /// Whether the pronoun that the statement `pieces` starts with means this.
    pub(super) fn is_meant(&self, pieces: &[Piece], claim: &Claim) -> bool {
        let class = match said(pieces, 0) {
            "he" | "she" => Class::Person,
            "it" => Class::Thing,
            "they" => Class::Several,
            _ => return false,
        };
        let hangs = pieces.get(1).is_some_and(|next| next.is_clitic);
        class == self.class
            && (!hangs || hanging_verb(pieces).is_some())
            && (class != Class::Thing || tells_of_a_thing(pieces, claim))
    }
}

/// The verb that hangs on the pronoun at the head of `pieces`, in full, and its token. None where it could be
/// either of two: "'d" of "had" and "would", "'s missed" of "has" and "is".
pub(super) fn hanging_verb(pieces: &[Piece]) -> Option<(&'static str, usize)> {
    let clitic = pieces.get(1).filter(|piece| piece.is_clitic)?;
    let next = said(pieces, 2);
    let verb = match clitic.said {
        "re" => "are",
        "ve" => "have",
        "ll" => "will",
        "s" => match next {
            "been" | "had" | "become" | "come" | "gone" | "grown" | "risen" | "fallen" | "begun" => "has",
            _ if clause::is_participle(next) => return None,
            _ => "is",
        },
        _ => return None,
    };
    Some((verb, clitic.token))
}

/// Whether "it" means something: not that of "it is important that", "it takes two".
fn tells_of_a_thing(pieces: &[Piece], claim: &Claim) -> bool {
    let empty = pieces
        .iter()
        .skip(2)
        .take(6)
        .any(|piece| matches!(piece.said, "that" | "who" | "to" | "when" | "if"));
    let measured = !claim.quantities.is_empty() || claim.direction.is_some();
    match Clause::read(pieces).verb {
        Verb::Past | Verb::Perfect | Verb::Present => {
            !matches!(said(pieces, 1), "takes" | "took" | "seems" | "seemed")
        }
        Verb::Is | Verb::Was | Verb::Has | Verb::Ongoing => measured && !empty,
        _ => false,
    }
}

fn without_adverbs<'pieces, 'words>(subject: &'pieces [Piece<'words>]) -> &'pieces [Piece<'words>] {
    let adverb = |piece: &Piece| {
        matches!(
            piece.said,
            "also"
                | "now"
                | "just"
                | "never"
                | "already"
                | "actually"
                | "still"
                | "really"
                | "then"
                | "always"
                | "only"
        )
    };
    let end = subject.iter().rposition(|piece| !adverb(piece)).map_or(0, |last| last + 1);
    &subject[..end]
}

fn is_determiner(word: &str) -> bool {
    matches!(
        word,
        "the"
            | "a"
            | "an"
            | "this"
            | "that"
            | "these"
            | "those"
            | "my"
            | "our"
            | "your"
            | "his"
            | "her"
            | "its"
            | "their"
            | "some"
            | "all"
            | "every"
            | "most"
            | "many"
            | "of"
            | "in"
    )
}

/// Words that make a subject more than a plain name or noun, or that point elsewhere themselves.
fn is_never_in_a_subject(word: &str) -> bool {
    matches!(
        word,
        "i" | "me"
            | "you"
            | "your"
            | "we"
            | "he"
            | "him"
            | "his"
            | "she"
            | "her"
            | "it"
            | "its"
            | "they"
            | "them"
            | "their"
            | "this"
            | "that"
            | "these"
            | "those"
            | "who"
            | "which"
            | "what"
            | "where"
            | "when"
            | "if"
            | "because"
            | "as"
            | "than"
            | "or"
            | "nor"
            | "but"
            | "not"
            | "no"
            | "nobody"
            | "nothing"
            | "everybody"
            | "everyone"
            | "one"
            | "there"
            | "here"
            | "with"
            | "without"
            | "for"
            | "by"
            | "to"
            | "from"
            | "under"
            | "after"
            | "before"
            | "since"
            | "during"
            | "last"
            | "today"
            | "yesterday"
            | "let"
            | "please"
    ) || word.len() > 4 && word.ends_with("ing")
}

/// What the subject is, where its words tell.
fn class(words: &Words, subject: &[Piece]) -> Option<Class> {
    let names = subject.iter().filter(|piece| words.capitalised(piece.token)).count();
    let (first, last) = (subject.first()?, subject.last()?);
    let is_body = |piece: &&Piece| {
        let marks = marks::of(piece.said);
        marks.has(Mark::Institution) || marks.has(Mark::Subject) || marks.has(Mark::Abroad)
    };
    let plural = |word: &str| {
        matches!(word, "people" | "women" | "men" | "children" | "police")
            || word.len() > 3
                && word.ends_with('s')
                && !["ss", "us", "is", "ics"].iter().any(|end| word.ends_with(end))
    };
    if subject.iter().any(|piece| piece.said == "and") {
        return Some(Class::Several);
    }
    let head = subject.iter().find(|piece| !is_determiner(piece.said))?;
    let person = matches!(
        head.said,
        "mr" | "mrs"
            | "ms"
            | "senator"
            | "governor"
            | "president"
            | "congressman"
            | "secretary"
            | "mayor"
            | "general"
            | "justice"
            | "judge"
            | "chancellor"
            | "opponent"
    ) && !plural(last.said);
    let full_name = subject.len() == 2 && names == 2 && !subject.iter().any(|piece| is_body(&piece));
    if person || full_name && !is_determiner(first.said) {
        return Some(Class::Person);
    }
    // In "the number of jobs" the head counts, not the last word.
    let of = subject.iter().position(|piece| piece.said == "of" || piece.said == "in");
    let noun = of.and_then(|of| of.checked_sub(1)).map_or(last, |before| &subject[before]);
    if plural(noun.said) {
        return Some(Class::Several);
    }
    let is_definite = is_determiner(first.said) || is_body(&first) || is_body(&noun);
    (is_definite && names <= 3).then_some(Class::Thing)
}

/// Whether anything from the verb on could be meant by the same pronoun.
fn competes(words: &Words, rest: &[Piece], claim: &Claim, class: Class) -> bool {
    let place = |piece: &Piece| {
        let at = words.span(piece.token, piece.token + 1).start;
        claim.locations.iter().any(|location| location.span.contains(&at))
            || claim.timeframes.iter().any(|timeframe| timeframe.span.contains(&at))
    };
    rest.iter().filter(|piece| !place(piece)).any(|piece| match class {
        Class::Person => words.capitalised(piece.token) || marks::of(piece.said).has(Mark::Title),
        Class::Thing => {
            words.capitalised(piece.token)
                || matches!(
                    piece.said,
                    "the" | "a" | "an" | "our" | "my" | "his" | "her" | "their" | "its" | "this"
                )
        }
        Class::Several => {
            words.capitalised(piece.token)
                || matches!(piece.said, "people" | "women" | "men" | "children")
                || piece.said.len() > 3
                    && piece.said.ends_with('s')
                    && !matches!(
                        piece.said,
                        "this" | "does" | "always" | "across" | "less" | "years" | "plus"
                    )
        }
    })
}
