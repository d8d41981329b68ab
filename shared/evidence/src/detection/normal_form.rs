//! A claim in plain words: openings, fillers, stutters and breaks left out, figures and wording as said.

use super::marks::{self, Mark};
use super::opening;
use super::pieces::{Piece, phrase, said};
use super::reference;
use crate::claim::words::{Kind, Words};

/// Where the statement of `pieces` starts, behind its opening and whom it addresses.
pub(super) fn start(words: &Words, pieces: &[Piece]) -> usize {
    let first = opening::read(pieces).end;
    let after_address = behind_address(words, pieces, first);
    after_address + opening::read(&pieces[after_address..]).end
}

/// The statement of `words` in plain words. `subject` stands in for its first word, and a short verb hung on it.
pub(super) fn write(words: &Words, pieces: &[Piece], start: usize, subject: Option<&str>) -> String {
    let Some(first) = pieces.get(start) else { return words.text.trim().to_owned() };
    let mut kept = vec![true; words.len()];
    let opened = opened(words, first.token);
    kept[..opened].fill(false);
    drop_fillers(words, pieces, start, &mut kept);
    drop_brackets(words, &mut kept);
    drop_end(words, &mut kept);
    let mut written = String::with_capacity(words.text.len());
    let mut from = opened;
    if let Some(subject) = subject {
        written.push_str(subject);
        kept[..=first.token].fill(false);
        from = first.token + 1;
        if let Some((verb, token)) = reference::hanging_verb(&pieces[start..]) {
            written.push(' ');
            written.push_str(verb);
            kept[token] = false;
            from = token + 1;
        }
    }
    join(words, &kept, from, &mut written);
    let written = written.trim();
    if written.is_empty() { words.text.trim().to_owned() } else { capitalised(written) }
}

/// The token where `first` starts with what belongs to it: an opening quotation mark, a currency.
fn opened(words: &Words, first: usize) -> usize {
    match first.checked_sub(1) {
        Some(before)
            if words.glued(first) && matches!(words.sign(before), '$' | '€' | '£' | '"' | '“' | '‘') =>
        {
            before
        }
        _ => first,
    }
}

/// Leaves out whom the statement addresses, "Senator Smith, we …", where nothing in it depends on that.
fn behind_address(words: &Words, pieces: &[Piece], start: usize) -> usize {
    if !marks::of(said(pieces, start)).has(Mark::Title) {
        return start;
    }
    let mut end = start + 1;
    while end <= start + 3
        && pieces.get(end).is_some_and(|piece| !piece.after_pause && words.capitalised(piece.token))
    {
        end += 1;
    }
    let goes_on =
        matches!(said(pieces, end), "i" | "we" | "he" | "she" | "they" | "it" | "that" | "this" | "there");
    let depends = pieces[start..].iter().any(|piece| matches!(piece.said, "you" | "your" | "yours"));
    if goes_on && !depends && pieces[end].after_pause && end + 2 < pieces.len() { end } else { start }
}

/// Leaves out "uh", ", you know,", and words that are said twice around a dash.
fn drop_fillers(words: &Words, pieces: &[Piece], start: usize, kept: &mut [bool]) {
    let pauses = |index: usize| pieces.get(index).is_none_or(|piece| piece.after_pause);
    for index in start..pieces.len() {
        let token = pieces[index].token;
        if matches!(pieces[index].said, "uh" | "um" | "uhh" | "umm" | "er" | "hmm") {
            drop_with_pause(words, token, token + 1, kept);
        }
        let aside = ["you know", "i mean", "you see", "as you know", "if you will"];
        let end = aside.iter().filter_map(|aside| phrase(pieces, index, aside)).max();
        if let Some(end) = end.filter(|end| index > start && pieces[index].after_pause && pauses(*end)) {
            drop_with_pause(words, token, pieces[end - 1].token + 1, kept);
        }
        let twice = pieces.get(index + 1).filter(|next| next.after_pause && next.said == pieces[index].said);
        if let Some(next) = twice.filter(|next| (token + 1..next.token).all(|sign| words.is_dash(sign))) {
            kept[token..next.token].fill(false);
        }
    }
}

/// Leaves out `first..end`, the pause behind it, and the comma before it if there is one behind it.
fn drop_with_pause(words: &Words, first: usize, end: usize, kept: &mut [bool]) {
    let is_pause = |token: usize| words.sign(token) == ',' || words.is_dash(token);
    kept[first..end].fill(false);
    let mut after = end;
    while after < words.len() && is_pause(after) {
        kept[after] = false;
        after += 1;
    }
    let comma_before = first.checked_sub(1).filter(|before| after > end && is_pause(*before));
    if let Some(before) = comma_before {
        kept[before] = false;
    }
}

/// Leaves out what a transcript notes about the room: "`[Applause]`".
fn drop_brackets(words: &Words, kept: &mut [bool]) {
    let mut open = None;
    for token in 0..words.len() {
        match (words.sign(token), open) {
            ('[', _) => open = Some(token),
            (']', Some(first)) => {
                kept[first..=token].fill(false);
                open = None;
            }
            _ => {}
        }
    }
}

/// Leaves out that the sentence breaks off: a dash, comma or row of points at its end.
fn drop_end(words: &Words, kept: &mut [bool]) {
    let mut end = words.len();
    while end > 0
        && (!kept[end - 1] || words.is_dash(end - 1) || matches!(words.sign(end - 1), ',' | ';' | '…' | '.'))
    {
        end -= 1;
    }
    let is_full_stop = |token: usize| token < words.len() && kept[token] && words.sign(token) == '.';
    let one_stop = is_full_stop(end) && !is_full_stop(end + 1);
    kept[end + usize::from(one_stop)..].fill(false);
}

/// Adds the kept tokens from `from` on, with a space wherever there was one or something was left out.
fn join(words: &Words, kept: &[bool], from: usize, written: &mut String) {
    let mut last = None;
    for token in (from..words.len()).filter(|token| kept[*token]) {
        let span = words.span(token, token + 1);
        let before = match last {
            Some(last) if last + 1 == token => &words.text[words.span(last, token).end..span.start],
            Some(_) => " ",
            None if written.is_empty() => "",
            None => &words.text[words.span(from - 1, from).end..span.start],
        };
        let closes = matches!(words.sign(token), ',' | '.' | ';' | ':' | '?' | '!' | '%');
        for character in before.chars() {
            let space = character.is_whitespace() || character.is_control();
            if !space {
                written.push(character);
            } else if !written.ends_with(' ') && !closes {
                written.push(' ');
            }
        }
        debug_assert!(words.kind(token) != Some(Kind::Sign) || span.len() <= 4, "a sign is one character");
        written.push_str(&words.text[span]);
        last = Some(token);
    }
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}
