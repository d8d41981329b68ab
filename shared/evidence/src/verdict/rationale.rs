//! Why, in a few sentences, each from one item and numbered as it is among the sources.

use crate::alignment::Reason;
use crate::{Alignment, Item, Label};

/// What is quoted of an item, in characters.
const QUOTE_CHARACTERS: usize = 200;

/// The fallback of the contract.
const NOTHING: &str = "No trustworthy source found live.";

/// The sentences for `items`, in the order of the sources.
pub(super) fn of(label: Label, items: &[&Item]) -> String {
    if label == Label::Unverifiable {
        return unverifiable(items.first().copied());
    }
    let sentences =
        items.iter().enumerate().map(|(place, item)| format!("{} [{}]", sentence(item), place + 1));
    sentences.collect::<Vec<_>>().join(" ")
}

fn sentence(item: &Item) -> String {
    let who = who(item);
    let figure = item.reasons.iter().find_map(|reason| match reason {
        Reason::QuantityMatch { claimed, found, difference_pp, difference_ratio } => {
            let off = difference_pp.or(*difference_ratio).is_some_and(|difference| difference != 0.0);
            let what = if off { "close to" } else { "as in" };
            Some(format!("{who} gives {}, {what} the claim's {}.", plain(found), plain(claimed)))
        }
        Reason::QuantityMismatch { claimed, found, .. } => {
            Some(format!("{who} gives {}, not {}.", plain(found), plain(claimed)))
        }
        _ => None,
    });
    let turned = item.reasons.iter().find_map(|reason| match reason {
        Reason::DirectionMismatch { found, .. } => {
            let found = match found {
                crate::claim::direction::Direction::Increase => "up",
                crate::claim::direction::Direction::Decrease => "down",
                crate::claim::direction::Direction::Unchanged => "unchanged",
            };
            Some(format!("{who} has it {found}: \u{201c}{}\u{201d}", quote(item)))
        }
        Reason::TimeframeMismatch { claimed, found } => {
            Some(format!("{who} speaks of {}, not of {}.", plain(found), plain(claimed)))
        }
        _ => None,
    });
    let verb = match item.alignment {
        Alignment::Supports => "says so",
        Alignment::Contradicts => "says otherwise",
        Alignment::Neutral => "says",
    };
    turned.or(figure).unwrap_or_else(|| format!("{who} {verb}: \u{201c}{}\u{201d}", quote(item)))
}

fn unverifiable(nearest: Option<&Item>) -> String {
    let Some(item) = nearest else { return NOTHING.to_owned() };
    let other = item.reasons.iter().find_map(|reason| match reason {
        Reason::MetricMismatch { claimed, found }
        | Reason::LocationMismatch { claimed, found }
        | Reason::TimeframeMismatch { claimed, found } => {
            Some(format!("speaks of {}, not of {}", plain(found), plain(claimed)))
        }
        _ => None,
    });
    match other {
        Some(other) => format!("{NOTHING} The nearest, {}, {other}.", who(item)),
        None => NOTHING.to_owned(),
    }
}

/// "U.S. Bureau of Labor Statistics (2025-01-15)".
fn who(item: &Item) -> String {
    let publisher = plain(&item.publisher);
    let publisher = if publisher.is_empty() { "A source".to_owned() } else { publisher };
    match item.as_of {
        Some(date) => format!("{publisher} ({date})"),
        None => format!("{publisher} (undated)"),
    }
}

/// The beginning of the snippet, cut at a word.
fn quote(item: &Item) -> String {
    let text = plain(&item.snippet);
    if text.chars().count() <= QUOTE_CHARACTERS {
        return text;
    }
    let cut: String = text.chars().take(QUOTE_CHARACTERS).collect();
    let end = cut.rfind(' ').unwrap_or(cut.len());
    format!("{}\u{2026}", &cut[..end])
}

/// Text from outside on one line, without brackets that could pass for a source's number.
fn plain(text: &str) -> String {
    let words = text.replace(['[', ']'], " ");
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
