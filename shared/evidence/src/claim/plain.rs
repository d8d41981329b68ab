//! Text as wordings are compared with it. The build script reads this file too: the tables it writes hold
//! wordings in this form.

/// Adds `character` to a comparable text: lower case, one space for each run of spaces, hyphens, dashes and
/// brackets.
pub(crate) fn push_plain(text: &mut String, character: char) {
    match character {
        _ if separates(character) => {
            if !text.is_empty() && !text.ends_with(' ') {
                text.push(' ');
            }
        }
        '\u{2018}' | '\u{2019}' => text.push('\''),
        _ if character.is_ascii() => text.push(character.to_ascii_lowercase()),
        _ => text.extend(character.to_lowercase()),
    }
}

/// Whether `character` only sets words apart.
fn separates(character: char) -> bool {
    character.is_whitespace()
        || matches!(character, '-' | '(' | ')' | '[' | ']' | '\u{ad}' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}
