//! Words by which a passage judges what it reports, and words that are each other's opposites.

use crate::claim::words::Words;

/// Words with which fact-checks and explainers reject a statement; hyphens may stand for spaces.
const REFUTATIONS: [&[&str]; 46] = [
    &["false"],
    &["falsely"],
    &["untrue"],
    &["not", "true"],
    &["isn", "true"],
    &["misleading"],
    &["misleadingly"],
    &["misinformation"],
    &["disinformation"],
    &["incorrect"],
    &["incorrectly"],
    &["inaccurate"],
    &["erroneous"],
    &["erroneously"],
    &["wrongly"],
    &["is", "wrong"],
    &["was", "wrong"],
    &["hoax"],
    &["fake"],
    &["fabricated"],
    &["doctored"],
    &["photoshopped"],
    &["digitally", "altered"],
    &["manipulated"],
    &["debunked"],
    &["baseless"],
    &["unfounded"],
    &["unsubstantiated"],
    &["bogus"],
    &["myth"],
    &["satire"],
    &["satirical"],
    &["no", "evidence"],
    &["no", "proof"],
    &["no", "record", "of"],
    &["no", "scientific", "evidence"],
    &["no", "truth"],
    &["not", "accurate"],
    &["never", "said"],
    &["out", "of", "context"],
    &["pants", "on", "fire"],
    &["conspiracy", "theory"],
    &["refuted"],
    &["exaggerates"],
    &["overstates"],
    &["no", "basis"],
];

/// Words of a sentence that only reports what others say: it is no evidence for it.
const REPORTS: [&[&str]; 37] = [
    &["implied"],
    &["implies"],
    &["implying"],
    &["claimed"],
    &["claiming"],
    &["claim", "that"],
    &["claims", "that"],
    &["the", "claim"],
    &["this", "claim"],
    &["claim"],
    &["alleged"],
    &["allegedly"],
    &["alleges"],
    &["alleging"],
    &["purported"],
    &["purportedly"],
    &["supposedly"],
    &["rumor"],
    &["rumors"],
    &["rumour"],
    &["rumours"],
    &["viral"],
    &["circulated"],
    &["circulating"],
    &["captioned"],
    &["caption"],
    &["tweet"],
    &["tweeted"],
    &["post"],
    &["posts"],
    &["facebook"],
    &["instagram"],
    &["social", "media"],
    &["shared"],
    &["reads"],
    &["screenshot"],
    &["meme"],
];

/// Whether a sentence reports what others say.
pub(super) fn reports(words: &Words) -> bool {
    find(words, &REPORTS).is_some()
}

/// Words with which they confirm one.
const AFFIRMATIONS: [&[&str]; 10] = [
    &["is", "true"],
    &["is", "correct"],
    &["is", "accurate"],
    &["is", "authentic"],
    &["is", "genuine"],
    &["mostly", "true"],
    &["correctly", "attributed"],
    &["we", "rate", "this", "claim", "true"],
    &["is", "right"],
    &["checks", "out"],
];

/// The words of refutation in a sentence, as they were said.
pub(super) fn refutation<'text>(words: &Words<'text>) -> Option<&'text str> {
    find(words, &REFUTATIONS)
}

/// The words of confirmation in a sentence, as they were said.
pub(super) fn affirmation<'text>(words: &Words<'text>) -> Option<&'text str> {
    find(words, &AFFIRMATIONS)
}

fn find<'text>(words: &Words<'text>, phrases: &[&[&str]]) -> Option<&'text str> {
    (0..words.len()).find_map(|index| {
        let word = words.word(index);
        if word.is_empty() {
            return None;
        }
        let end = phrases
            .iter()
            .filter(|phrase| phrase[0] == word)
            .find_map(|phrase| words.phrase(index, phrase))?;
        Some(&words.text[words.span(index, end)])
    })
}

/// Pairs that cannot both be said of one thing. Movement up and down is read by [`crate::claim::direction`].
const OPPOSITES: [(&[&str], &[&str]); 22] = [
    (&["won", "wins", "win", "winning", "victory"], &["lost", "loses", "lose", "losing", "defeat"]),
    (
        &["support", "supports", "supported", "favors", "favours", "backs", "backed"],
        &["oppose", "opposes", "opposed", "rejects", "rejected"],
    ),
    (&["before"], &["after"]),
    (&["first"], &["last"]),
    (&["alive", "living", "survived"], &["dead", "died", "killed"]),
    (&["legal", "lawful"], &["illegal", "unlawful"]),
    (&["guilty", "convicted"], &["innocent", "acquitted"]),
    (
        &["positive", "favorable", "favourable", "positively"],
        &["negative", "unfavorable", "unfavourable", "negatively"],
    ),
    (&["safe", "harmless"], &["unsafe", "harmful", "dangerous"]),
    (&["effective"], &["ineffective"]),
    (&["male", "man", "he", "husband", "actor"], &["female", "woman", "she", "wife", "actress"]),
    (&["major", "majority"], &["minor", "minority"]),
    (&["north", "northern"], &["south", "southern"]),
    (&["east", "eastern"], &["west", "western"]),
    (&["always"], &["never"]),
    (&["public"], &["private"]),
    (&["accepted", "approved", "passed"], &["denied", "vetoed", "refused"]),
    (&["surplus"], &["deficit"]),
    (&["import", "imports", "imported"], &["export", "exports", "exported"]),
    (&["majority", "most"], &["minority", "few"]),
    (&["likely"], &["unlikely"]),
    (&["best", "better"], &["worst", "worse"]),
];

/// A word of the claim whose opposite the sentence uses without using the word itself.
pub(super) fn opposites<'text>(
    claim: &Words<'text>,
    sentence: &Words<'text>,
) -> Option<(&'text str, &'text str)> {
    let find = |words: &Words<'text>, side: &[&str]| {
        (0..words.len()).find(|index| side.contains(&words.word(*index))).map(|index| words.raw(index))
    };
    OPPOSITES.iter().flat_map(|(left, right)| [(left, right), (right, left)]).find_map(|(own, other)| {
        let claimed = find(claim, own)?;
        if find(claim, other).is_some() || find(sentence, own).is_some() {
            return None;
        }
        Some((claimed, find(sentence, other)?))
    })
}

/// Whether a sentence is an answer by its mark: "A: …".
pub(super) fn is_marked_answer(words: &Words) -> bool {
    words.word(0) == "a" && words.sign(1) == ':'
}

/// Whether a sentence answers a question, and which way: "Yes, …", "No.". Behind a mark no comma is needed: "A: No the
/// news is a hoax".
pub(super) fn answer(words: &Words) -> Option<bool> {
    let marked = is_marked_answer(words);
    let at = if marked { 2 } else { 0 };
    match words.word(at) {
        "yes" => Some(true),
        "no" if words.kind(at + 1).is_none() || matches!(words.sign(at + 1), ',' | '.' | ';' | '!') => {
            Some(false)
        }
        "no" if marked && !NOTHING_KNOWN.contains(&words.word(at + 1)) => Some(false),
        _ => None,
    }
}

/// Behind a "no" these make no answer of it: "No information was found", "No more than two".
const NOTHING_KNOWN: [&str; 10] =
    ["answer", "answers", "information", "data", "record", "records", "more", "less", "fewer", "later"];

#[cfg(test)]
mod tests {
    use super::{affirmation, answer, opposites, refutation};
    use crate::claim::words::Words;

    #[test]
    fn refutations_and_affirmations_are_found() {
        for (text, refuted, affirmed) in [
            ("The claim is false.", Some("false"), None),
            ("That is not true", Some("not true"), None),
            ("There is no evidence of fraud", Some("no evidence"), None),
            ("The photo is out of context", Some("out of context"), None),
            ("The quote is correct", None, Some("is correct")),
            ("Crime fell by 3%", None, None),
            ("", None, None),
        ] {
            let words = Words::new(text);
            assert_eq!((refutation(&words), affirmation(&words)), (refuted, affirmed), "{text:?}");
        }
    }

    #[test]
    fn opposites_need_one_side_each() {
        let pair = |claim: &'static str, sentence: &'static str| {
            opposites(&Words::new(claim), &Words::new(sentence))
        };
        assert_eq!(pair("He won", "He lost"), Some(("won", "lost")));
        assert_eq!(pair("It is illegal", "It is legal"), Some(("illegal", "legal")));
        assert_eq!(pair("He won", "He won what others lost"), None);
        assert_eq!(pair("He won", "He ran"), None);
    }

    #[test]
    fn answers_are_yes_or_no() {
        for (text, expected) in [
            ("Yes, it did.", Some(true)),
            ("No.", Some(false)),
            ("A: No", Some(false)),
            ("A: No the news is a hoax", Some(false)),
            ("A: No answer could be found", None),
            ("A: No more than two", None),
            ("No answer was found", None),
            ("", None),
        ] {
            assert_eq!(answer(&Words::new(text)), expected, "{text:?}");
        }
    }
}
