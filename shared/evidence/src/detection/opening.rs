//! What speakers put before a statement without changing it: "Well, look, folks, I think that …".

use super::pieces::{Piece, phrase, said};

/// Frames around a statement that leave its truth as it is. "I don't think", "I hope" and "I wish" are none.
const FRAMES: &[&str] = &[
    "i can tell you",
    "i do believe",
    "i do think",
    "i guess",
    "i happen to believe",
    "i happen to think",
    "i have to say",
    "i just think",
    "i know",
    "i ll tell you",
    "i mean",
    "i must say",
    "i really believe",
    "i really think",
    "i say",
    "i suppose",
    "i tell you",
    "i think",
    "i understand",
    "i believe",
    "i want to say",
    "i will say",
    "i will tell you",
    "i would say",
    "i would argue",
    "it seems to me",
    "let me just say",
    "let me say",
    "let me tell you",
    "the fact is",
    "the fact of the matter is",
    "the point is",
    "the reality is",
    "the thing is",
    "the truth is",
    "the truth of the matter is",
    "we believe",
    "we all know",
    "we know",
    "we think",
    "you all know",
    "you know",
    "you see",
    "as i said",
    "as we all know",
    "as we know",
    "as you know",
];

/// Words that only connect or address, with or without a comma behind them.
const LINKS: &[&str] = &[
    "ladies and gentlemen",
    "first of all",
    "second of all",
    "by the way",
    "of course",
    "in fact",
    "as a matter of fact",
    "to be honest",
    "to be clear",
    "my friends",
    "my fellow americans",
    "thank you",
    "and",
    "but",
    "or",
    "well",
    "because",
    "um",
    "uh",
    "uhh",
    "er",
    "also",
    "plus",
    "actually",
    "frankly",
    "honestly",
    "basically",
    "obviously",
    "clearly",
    "secondly",
    "thirdly",
    "firstly",
    "again",
    "therefore",
    "however",
    "moreover",
    "furthermore",
    "now",
    "then",
];

/// Words that connect or address only with a comma behind them: "look", "so", "no".
const LINKS_BEFORE_A_PAUSE: &[&str] = &[
    "so",
    "look",
    "listen",
    "no",
    "yes",
    "yeah",
    "yep",
    "okay",
    "ok",
    "oh",
    "right",
    "folks",
    "friends",
    "everybody",
    "everyone",
    "you guys",
    "guys",
    "man",
    "hey",
    "see",
    "first",
    "second",
    "third",
    "finally",
    "anyway",
    "sure",
    "sir",
    "madam",
    "ma am",
    "indeed",
    "still",
    "good evening",
    "good morning",
    "thanks",
    "all right",
    "alright",
];

/// The opening of a statement.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Opening {
    /// The piece where the statement itself starts.
    pub(super) end: usize,
    /// Whether the statement stands in a frame such as "I think".
    pub(super) framed: bool,
}

/// The fewest words that make a statement.
const SHORTEST_STATEMENT: usize = 3;

/// The opening of `pieces`; always leaves [`SHORTEST_STATEMENT`] words, or is empty.
pub(super) fn read(pieces: &[Piece]) -> Opening {
    let mut opening = Opening::default();
    loop {
        let start = opening.end;
        let frame = FRAMES.iter().filter_map(|frame| phrase(pieces, start, frame)).max();
        let link = LINKS.iter().filter_map(|link| phrase(pieces, start, link)).max();
        let paused = LINKS_BEFORE_A_PAUSE
            .iter()
            .filter_map(|link| phrase(pieces, start, link))
            .max()
            .filter(|end| pieces.get(*end).is_some_and(|piece| piece.after_pause))
            .or_else(|| {
                (said(pieces, start) == "so" && starts_statement(pieces, start + 1)).then_some(start + 1)
            });
        let framed = frame.map(|end| end + usize::from(introduces(pieces, end)));
        let end = match framed.filter(|end| is_frame_around(pieces, start, *end)) {
            Some(end) => {
                opening.framed |= end + SHORTEST_STATEMENT <= pieces.len();
                end
            }
            None => match link.or(paused) {
                Some(end) => end,
                None => return opening,
            },
        };
        if end + SHORTEST_STATEMENT > pieces.len() {
            return opening;
        }
        opening.end = end;
    }
}

/// Whether a whole statement follows the frame: not "I know what …", "you know better".
fn is_frame_around(pieces: &[Piece], start: usize, end: usize) -> bool {
    let that = end > start && introduces(pieces, end - 1);
    let paused = pieces.get(end).is_some_and(|piece| piece.after_pause);
    that || paused || starts_statement(pieces, end)
}

/// Whether the word at `index` is the "that" of "I think that", not that of "I think that is wrong".
fn introduces(pieces: &[Piece], index: usize) -> bool {
    said(pieces, index) == "that"
        && !pieces.get(index + 1).is_none_or(|next| {
            next.is_clitic
                || matches!(
                    next.said,
                    "is" | "was"
                        | "has"
                        | "had"
                        | "will"
                        | "would"
                        | "could"
                        | "should"
                        | "can"
                        | "may"
                        | "might"
                        | "means"
                )
        })
}

/// Whether the word at `index` may be the first of a statement.
fn starts_statement(pieces: &[Piece], index: usize) -> bool {
    !matches!(
        said(pieces, index),
        "" | "what"
            | "how"
            | "why"
            | "who"
            | "whom"
            | "where"
            | "when"
            | "if"
            | "whether"
            | "of"
            | "about"
            | "to"
            | "so"
            | "not"
            | "many"
            | "much"
            | "few"
            | "far"
            | "long"
            | "little"
            | "him"
            | "them"
            | "me"
            | "us"
            | "better"
            | "for"
            | "from"
            | "with"
            | "at"
            | "is"
            | "in"
            | "on"
    )
}
