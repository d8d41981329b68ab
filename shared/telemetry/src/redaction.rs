//! Takes secrets and personal data out of text that goes into the log.

/// What stands in the place of what was taken out.
const REDACTED: &str = "[redacted]";

/// Beginnings of keys of well-known services.
const KEY_PREFIXES: [&str; 12] =
    ["sk-", "gsk_", "pk_", "rk_", "sk_", "ghp_", "github_pat_", "xoxb-", "xoxp-", "akia", "aiza", "eyj"];
/// Words after which a secret follows.
const SECRET_NAMES: [&str; 14] = [
    "password", "passwort", "passwd", "pwd", "secret", "token", "bearer", "api-key", "apikey", "api_key",
    "pin", "passcode", "cvv", "cvc",
];
/// Words between the name of a secret and the secret.
const BETWEEN: [&str; 5] = ["is", "was", "=", ":", "key"];
/// Shortest word that looks made at random.
const RANDOM_CHARACTERS: usize = 24;
/// So many digits are a telephone, card or account number; a year, an amount or a tariff code has fewer.
const NUMBER_DIGITS: usize = 9;

/// `text` without addresses of mail, keys, passwords, and numbers of telephones, cards and accounts; each on its
/// place stands `[redacted]`. White space becomes single spaces.
#[must_use]
pub fn redacted(text: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut expects_secret = false;
    for word in text.split_whitespace() {
        let bare = word.trim_matches(|edge: char| !edge.is_alphanumeric() && edge != '=').to_lowercase();
        let name = bare.split(['=', ':']).next().unwrap_or_default();
        let is_name = SECRET_NAMES.contains(&name);
        if is_name && name.len() < bare.len() {
            words.push(format!("{name}={REDACTED}"));
            expects_secret = false;
        } else if expects_secret
            && !BETWEEN.contains(&bare.as_str())
            && !bare.is_empty()
            && looks_secret(&bare)
            || is_private(word)
        {
            words.push(REDACTED.to_owned());
            expects_secret = false;
        } else {
            expects_secret =
                is_name || expects_secret && (BETWEEN.contains(&bare.as_str()) || bare.is_empty());
            words.push(word.to_owned());
        }
    }
    without_long_numbers(&words)
}

/// Whether a word behind the name of a secret may be one: `the token endpoint` is none.
fn looks_secret(word: &str) -> bool {
    word.len() >= 3 && word.chars().any(|character| !character.is_alphabetic())
}

fn is_private(word: &str) -> bool {
    let is_mail =
        word.split_once('@').is_some_and(|(before, after)| !before.is_empty() && after.contains('.'));
    let bare = word.trim_matches(|edge: char| !edge.is_alphanumeric());
    let lower = bare.to_lowercase();
    let is_key = bare.len() >= 16 && KEY_PREFIXES.iter().any(|prefix| lower.starts_with(prefix));
    let digits = bare.chars().filter(char::is_ascii_digit).count();
    let is_random = bare.len() >= RANDOM_CHARACTERS
        && digits >= 2
        && bare.chars().any(|character| character.is_ascii_alphabetic())
        && bare.chars().all(|character| character.is_ascii_alphanumeric() || "-_+/=.".contains(character));
    let is_account = bare.len() >= 15
        && bare.chars().take(2).all(|character| character.is_ascii_uppercase())
        && bare.chars().skip(2).take(2).all(|character| character.is_ascii_digit());
    is_mail || is_key || is_random || is_account
}

/// Joins the words; a run of them that is a long number, with the marks that such numbers have, is taken out.
fn without_long_numbers(words: &[String]) -> String {
    let is_part = |word: &str| {
        let word = word.trim_end_matches([',', ';', ':', '.', '?', '!']);
        let mut marks = word.chars().filter(|character| !character.is_ascii_digit());
        word.contains(|character: char| character.is_ascii_digit())
            && marks.all(|mark| "+-()./".contains(mark))
    };
    let mut kept: Vec<&str> = Vec::new();
    let mut place = 0;
    while place < words.len() {
        let run = words[place..].iter().take_while(|word| is_part(word)).count();
        let digits = words[place..place + run]
            .iter()
            .flat_map(|word| word.chars())
            .filter(char::is_ascii_digit)
            .count();
        if run > 0 && digits >= NUMBER_DIGITS {
            kept.push(REDACTED);
            place += run;
        } else {
            let end = place + run.max(1);
            kept.extend(words[place..end].iter().map(String::as_str));
            place = end;
        }
    }
    kept.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_things_go_and_the_rest_stays() {
        for (text, expected) in [
            ("write to jane.doe@example.org please", "write to [redacted] please"),
            ("my number is +49 170 1234567, call", "my number is [redacted] call"),
            ("card 4111 1111 1111 1111", "card [redacted]"),
            ("IBAN DE89370400440532013000?", "IBAN [redacted]"),
            ("the password is hunter2!", "the password is [redacted]"),
            ("password=hunter2 and pin: 1234", "password=[redacted] and pin: [redacted]"),
            ("key sk-abcdefghijklmnop1234", "key [redacted]"),
            ("gsk_abcdefghijklmnop1234", "[redacted]"),
            ("Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.e30.abc", "Authorization: Bearer [redacted]"),
            ("what does the token endpoint do", "what does the token endpoint do"),
            ("US inflation was 2.9% in December 2024", "US inflation was 2.9% in December 2024"),
            ("HS code 8517.13 and USD 5,000 by 18:00", "HS code 8517.13 and USD 5,000 by 18:00"),
        ] {
            assert_eq!(redacted(text), expected);
        }
    }
}
