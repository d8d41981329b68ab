//! The words of a passage that are shown: plain, short, around the sentence that matters.

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use unicode_segmentation::UnicodeSegmentation;

use crate::claim::Claim;

/// Longest snippet, in characters, as the contract's `snippet` promises.
const SNIPPET_CHARACTERS: usize = 600;
/// No more of a passage is read than this: a passage is a few sentences, and a whole page is not a passage.
const READ_CHARACTERS: usize = 20_000;
/// Stands where something was left out.
const ELLIPSIS: char = '…';

static UNSEEN_ELEMENT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?is)<!--.*?-->|<script\b.*?</script\s*>|<style\b.*?</style\s*>"));
/// Tags that stand inside a word or sentence and leave no gap.
static INLINE_TAG: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)</?(?:a|abbr|b|em|i|mark|s|small|span|strong|sub|sup|u)(?:\s[^<>]*)?>"));
static TAG: LazyLock<Regex> = LazyLock::new(|| pattern(r"</?[A-Za-z!][^<>]*>"));
/// What may open a tag, where tags inside tags were taken out.
static STRAY_OPENING: LazyLock<Regex> = LazyLock::new(|| pattern(r"<+([A-Za-z!/])"));
static ENTITY: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,6});"));
static MARKDOWN_LINK: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"!?\[([^\[\]]*)\]\([^()\s]*(?:\s[^()]*)?\)"));
static MARKDOWN_MARK: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?m)^\s{0,3}(?:#{1,6}|>)\s+|\*\*|__|`+"));

fn pattern(source: &str) -> Regex {
    Regex::new(source).expect("the pattern is a constant that every test reads")
}

/// The words of `text` without markup, entities, control and invisible characters, and doubled spaces.
pub(super) fn plain(text: &str) -> String {
    // Entities first: markup that was escaped once is markup all the same. Tags last: nothing that is taken out
    // may leave a tag behind.
    let text = decoded(beginning_of(text, READ_CHARACTERS));
    let visible: String = text
        .chars()
        .filter(|letter| !is_invisible(*letter))
        .map(|letter| if letter.is_control() && letter != '\n' { ' ' } else { letter })
        .collect();
    without_tags(&without_markdown(&visible)).split_whitespace().collect::<Vec<_>>().join(" ")
}

// Most passages are plain: what they do not contain costs no pattern.

fn decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    ENTITY.replace_all(text, |captures: &Captures<'_>| decode(captures).to_string())
}

fn without_markdown(text: &str) -> Cow<'_, str> {
    if !text.contains(['[', '#', '>', '*', '_', '`']) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(MARKDOWN_MARK.replace_all(&MARKDOWN_LINK.replace_all(text, "$1"), "").into_owned())
}

fn without_tags(text: &str) -> Cow<'_, str> {
    if !text.contains('<') {
        return Cow::Borrowed(text);
    }
    let text = UNSEEN_ELEMENT.replace_all(text, " ");
    let text = INLINE_TAG.replace_all(&text, "");
    let text = TAG.replace_all(&text, " ");
    Cow::Owned(STRAY_OPENING.replace_all(&text, "$1").into_owned())
}

/// The first `limit` characters of `text`, ending at a word, marked where something was left out.
pub(super) fn beginning(text: &str, limit: usize) -> String {
    if text.chars().nth(limit).is_none() {
        return text.to_owned();
    }
    let cut = beginning_of(text, limit.saturating_sub(1));
    let at_word = cut.rfind(' ').filter(|end| *end > 0).unwrap_or(cut.len());
    format!("{}{ELLIPSIS}", &cut[..at_word])
}

/// At most [`SNIPPET_CHARACTERS`] of the plain `text`: whole sentences around the one that shares most with `claim`.
pub(super) fn of(claim: &Claim, text: &str) -> String {
    if text.chars().nth(SNIPPET_CHARACTERS).is_none() {
        return text.to_owned();
    }
    let sentences: Vec<(Range<usize>, usize)> = text
        .split_sentence_bound_indices()
        .map(|(start, sentence)| (start..start + sentence.len(), sentence.chars().count()))
        .collect();
    let window = around(&sentences, most_telling(claim, text, &sentences));
    let shown = &sentences[window.clone()];
    let (Some(first), Some(last)) = (shown.first(), shown.last()) else { return String::new() };
    let words = text[first.0.start..last.0.end].trim();
    let before = if window.start > 0 { "…" } else { "" };
    let is_whole = window.end == sentences.len();
    // One sentence may be longer than a snippet: then its beginning stands for it.
    let room = SNIPPET_CHARACTERS - before.chars().count();
    if is_whole || words.chars().count() >= room {
        format!("{before}{}", beginning(words, room))
    } else {
        format!("{before}{words}{ELLIPSIS}")
    }
}

/// The sentences that fit around `centre`: first what follows, which explains, then what leads up to it, in turn.
fn around(sentences: &[(Range<usize>, usize)], centre: usize) -> Range<usize> {
    let mut window = centre..centre + 1;
    // Both ends may need an ellipsis.
    let mut room =
        (SNIPPET_CHARACTERS - 2).saturating_sub(sentences.get(centre).map_or(0, |(_, length)| *length));
    loop {
        let mut grew = false;
        if let Some((_, length)) = sentences.get(window.end).filter(|(_, length)| *length <= room) {
            room -= length;
            window.end += 1;
            grew = true;
        }
        let previous = window.start.checked_sub(1).and_then(|index| sentences.get(index));
        if let Some((_, length)) = previous.filter(|(_, length)| *length <= room) {
            room -= length;
            window.start -= 1;
            grew = true;
        }
        if !grew {
            return window;
        }
    }
}

/// The first of the sentences that share most words with the claim. A shared figure counts twice: it is rarer.
fn most_telling(claim: &Claim, text: &str, sentences: &[(Range<usize>, usize)]) -> usize {
    let wanted: HashSet<Cow<'_, str>> =
        claim.text.unicode_words().filter(|word| is_telling(word)).map(lower).collect();
    let mut best = (0, 0);
    for (index, (range, _)) in sentences.iter().enumerate() {
        let words: HashSet<_> =
            text[range.clone()].unicode_words().filter(|word| is_telling(word)).map(lower).collect();
        let shared =
            words.intersection(&wanted).map(|word| if has_digit(word) { 2 } else { 1 }).sum::<usize>();
        if shared > best.1 {
            best = (index, shared);
        }
    }
    best.0
}

fn is_telling(word: &str) -> bool {
    has_digit(word) || word.chars().nth(2).is_some()
}

fn has_digit(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
}

fn lower(word: &str) -> Cow<'_, str> {
    if word.chars().any(char::is_uppercase) { Cow::Owned(word.to_lowercase()) } else { Cow::Borrowed(word) }
}

fn beginning_of(text: &str, limit: usize) -> &str {
    text.char_indices().nth(limit).map_or(text, |(end, _)| &text[..end])
}

/// The character that an entity stands for. One that is not known stays as it is written.
fn decode<'a>(captures: &'a Captures<'_>) -> Cow<'a, str> {
    let name = &captures[1];
    let number = match name.strip_prefix('#') {
        Some(digits) => match digits.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None => digits.parse().ok(),
        },
        None => named(name).map(u32::from),
    };
    match number.and_then(char::from_u32) {
        Some(letter) => Cow::Owned(letter.to_string()),
        None => Cow::Borrowed(&captures[0]),
    }
}

fn named(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        "ndash" => '–',
        "mdash" => '—',
        "hellip" => '…',
        "lsquo" => '‘',
        "rsquo" => '’',
        "ldquo" => '“',
        "rdquo" => '”',
        "euro" => '€',
        "pound" => '£',
        "deg" => '°',
        _ => return None,
    })
}

/// Characters that show nothing: soft hyphen, zero-width and direction marks, and the tag characters, which can
/// carry hidden words to a model that reads the snippet.
fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e01ef}')
}
