//! Wordings, made ready to be found: see `Wordings` in `src/claim/wording.rs`.

use std::fmt::Write;

use crate::plain::push_plain;

/// The comparable form of one wording.
pub(crate) fn plain(wording: &str) -> String {
    let mut text = String::with_capacity(wording.len());
    wording.chars().for_each(|character| push_plain(&mut text, character));
    text.truncate(text.trim_end().len());
    text
}

/// The wordings that `pattern` stands for: "{gas|petrol} price{|s}" is four. Braces do not nest; an
/// unclosed one stands for itself.
pub(crate) fn expand(pattern: &str) -> Vec<String> {
    let Some((before, rest)) = pattern.split_once('{') else { return vec![pattern.to_owned()] };
    let Some((choices, after)) = rest.split_once('}') else { return vec![pattern.to_owned()] };
    let endings = expand(after);
    choices
        .split('|')
        .flat_map(|choice| endings.iter().map(move |ending| format!("{before}{choice}{ending}")))
        .collect()
}

/// The Rust expression of a `Wordings` of (wording in its [`plain`] form, singular; expression of its value).
pub(crate) fn wordings(said: impl IntoIterator<Item = (String, String)>) -> String {
    let mut entries: Vec<(String, String)> = Vec::new();
    for (text, value) in said {
        if let Some(stem) = text.strip_suffix('y')
            && !stem.ends_with(['a', 'e', 'i', 'o', 'u'])
        {
            entries.push((format!("{stem}ies"), value.clone()));
        }
        entries.push((text, value));
    }
    entries.sort_by(|one, other| one.0.cmp(&other.0));
    let mut shorter: Vec<Option<usize>> = Vec::with_capacity(entries.len());
    let (mut all, mut rows) = (String::new(), String::new());
    for (index, (text, value)) in entries.iter().enumerate() {
        let mut prefix = index.checked_sub(1);
        while let Some(candidate) = prefix
            && !text.starts_with(&entries[candidate].0)
        {
            prefix = shorter[candidate];
        }
        shorter.push(prefix);
        let start = all.len();
        all.push_str(text);
        writeln!(
            rows,
            "Entry {{ start: {start}, end: {}, shorter: {prefix:?}, value: {value} }},",
            all.len()
        )
        .expect("a string takes every text");
    }
    format!("Wordings {{ text: {all:?}, entries: &[\n{rows}] }}")
}
