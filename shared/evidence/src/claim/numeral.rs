//! Numbers as digits or as words: "1,234", "3.2 trillion", "a hundred and five thousand", "two and a half".

use super::words::{Kind, Words};

/// More digits than any figure of a debate has; beyond it a run of digits is an identifier.
const LONGEST_NUMBER: usize = 24;

/// A number read from a sentence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Numeral {
    /// Its value, finite.
    pub(crate) value: f64,
    /// Half of the last digit as written.
    pub(crate) half_digit: f64,
    /// What the written digits were multiplied with: 1e12 in "3.2 trillion", else 1.
    pub(crate) scale: f64,
    /// The token after it.
    pub(crate) end: usize,
    /// Whether it was spelled out.
    pub(crate) spelled: bool,
}

/// The number that starts at token `index`, with its scale word. `money` allows the short scales "m", "b", "t".
pub(crate) fn read(words: &Words, index: usize, money: bool) -> Option<Numeral> {
    let mut numeral = match words.kind(index)? {
        Kind::Number => digits(words, index)?,
        Kind::Word => spelled(words, index)?,
        Kind::Clitic | Kind::Sign => return None,
    };
    numeral = with_fraction(words, numeral);
    if numeral.scale < 1e3 {
        while let Some((factor, end)) = scale(words, numeral.end, money) {
            // 514.7 × 10⁶ is 514,700,000.00000006 in binary: no figure of a debate has thousandths there.
            numeral.value = (numeral.value * factor * 1e3).round() / 1e3;
            numeral.half_digit *= factor;
            numeral.scale *= factor;
            numeral.end = end;
            if factor > 100.0 {
                break;
            }
        }
    }
    numeral.value.is_finite().then_some(numeral)
}

/// A whole number without unit, written either way, at most `limit`.
pub(crate) fn count(words: &Words, index: usize, limit: u32) -> Option<(u32, usize)> {
    let numeral = read(words, index, false)?;
    let whole = numeral.value.fract() == 0.0 && numeral.value >= 1.0 && numeral.value <= f64::from(limit);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "1..=limit was just checked")]
    whole.then_some((numeral.value as u32, numeral.end))
}

/// Digits with their grouping; groups may be separate tokens ("1 234 567").
fn digits(words: &Words, index: usize) -> Option<Numeral> {
    let (value, half_digit) = parse(words.digits(index))?;
    let mut numeral = Numeral { value, half_digit, scale: 1.0, end: index + 1, spelled: false };
    if words.digits(index).len() <= 3 && value >= 1.0 && value.fract() == 0.0 {
        while numeral.end - index < 6 && is_group(words, numeral.end) {
            let (group, _) = parse(words.digits(numeral.end))?;
            numeral.value = numeral.value * 1000.0 + group;
            numeral.end += 1;
        }
    }
    Some(numeral)
}

/// Whether token `index` is three digits after one space of any width.
fn is_group(words: &Words, index: usize) -> bool {
    let digits = words.digits(index);
    let gap = words.span(index - 1, index).end..words.span(index, index + 1).start;
    digits.len() == 3
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && matches!(&words.text[gap], " " | "\u{a0}" | "\u{202f}" | "\u{2009}")
}

/// The value and half of the last digit of "17", "16.7", "1,234,567", "1.234.567", "3,5".
fn parse(digits: &str) -> Option<(f64, f64)> {
    if digits.is_empty() || digits.len() > LONGEST_NUMBER {
        return None;
    }
    let commas = digits.matches(',').count();
    let points = digits.matches('.').count();
    let plain: String = match (commas, points) {
        (0, 0 | 1) => digits.to_owned(),
        (_, 0) if grouped(digits, ',') => digits.replace(',', ""),
        (1, 0) => digits.replace(',', "."),
        (_, 1) if digits.split_once('.').is_some_and(|(whole, _)| grouped(whole, ',')) => {
            digits.replace(',', "")
        }
        (0, _) if grouped(digits, '.') => digits.replace('.', ""),
        _ => return None,
    };
    let value: f64 = plain.parse().ok()?;
    let decimals = plain.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    Some((value, 0.5 / 10f64.powi(i32::try_from(decimals).ok()?)))
}

/// Whether `digits` is 1..=3 digits, then groups of three behind `separator`.
fn grouped(digits: &str, separator: char) -> bool {
    let mut groups = digits.split(separator);
    groups.next().is_some_and(|first| (1..=3).contains(&first.len())) && groups.all(|group| group.len() == 3)
}

/// "and a half", "and a quarter", "and three quarters", "½" behind a number.
fn with_fraction(words: &Words, numeral: Numeral) -> Numeral {
    let end = numeral.end;
    let found = if let Some(after) = words.phrase(end, &["and", "a", "half"]) {
        Some((0.5, after))
    } else if let Some(after) = words.phrase(end, &["and", "a", "quarter"]) {
        Some((0.25, after))
    } else if let Some(after) = words.phrase(end, &["and", "three", "quarters"]) {
        Some((0.75, after))
    } else {
        vulgar_fraction(words.sign(end)).map(|part| (part, end + 1))
    };
    match found {
        Some((part, end)) if numeral.value.fract() == 0.0 => Numeral {
            value: numeral.value + part * numeral.scale,
            half_digit: 0.125 * numeral.scale,
            end,
            ..numeral
        },
        _ => numeral,
    }
}

/// The value of "½" and its kind.
pub(crate) fn vulgar_fraction(sign: char) -> Option<f64> {
    Some(match sign {
        '½' => 0.5,
        '¼' => 0.25,
        '¾' => 0.75,
        '⅓' => 1.0 / 3.0,
        '⅔' => 2.0 / 3.0,
        _ => return None,
    })
}

/// The factor of a scale word at `index`, and the token after it.
fn scale(words: &Words, index: usize, money: bool) -> Option<(f64, usize)> {
    let hyphen = usize::from(words.is_dash(index) && words.glued(index) && words.glued(index + 1));
    let word = words.word(index + hyphen);
    let glued = words.glued(index) && hyphen == 0;
    let factor = match word {
        "hundred" => 1e2,
        "thousand" => 1e3,
        "lakh" => 1e5,
        "million" | "mn" | "mln" => 1e6,
        "crore" => 1e7,
        "billion" | "bn" | "bln" => 1e9,
        "trillion" | "tn" | "trn" => 1e12,
        "k" if glued => 1e3,
        "m" | "mil" if glued || money => 1e6,
        "b" if glued || money => 1e9,
        "t" if money => 1e12,
        _ => return None,
    };
    Some((factor, index + hyphen + 1))
}

/// What a number word is worth.
enum Part {
    /// "three", "seventeen".
    Unit(f64),
    /// "forty".
    Ten(f64),
    /// "hundred".
    Hundred,
    /// "thousand", "million".
    Scale(f64),
}

fn part(word: &str) -> Option<Part> {
    Some(match word {
        "zero" => Part::Unit(0.0),
        "one" => Part::Unit(1.0),
        "two" => Part::Unit(2.0),
        "three" => Part::Unit(3.0),
        "four" => Part::Unit(4.0),
        "five" => Part::Unit(5.0),
        "six" => Part::Unit(6.0),
        "seven" => Part::Unit(7.0),
        "eight" => Part::Unit(8.0),
        "nine" => Part::Unit(9.0),
        "ten" => Part::Unit(10.0),
        "eleven" => Part::Unit(11.0),
        "twelve" => Part::Unit(12.0),
        "thirteen" => Part::Unit(13.0),
        "fourteen" => Part::Unit(14.0),
        "fifteen" => Part::Unit(15.0),
        "sixteen" => Part::Unit(16.0),
        "seventeen" => Part::Unit(17.0),
        "eighteen" => Part::Unit(18.0),
        "nineteen" => Part::Unit(19.0),
        "twenty" => Part::Ten(20.0),
        "thirty" => Part::Ten(30.0),
        "forty" => Part::Ten(40.0),
        "fifty" => Part::Ten(50.0),
        "sixty" => Part::Ten(60.0),
        "seventy" => Part::Ten(70.0),
        "eighty" => Part::Ten(80.0),
        "ninety" => Part::Ten(90.0),
        "hundred" => Part::Hundred,
        "thousand" => Part::Scale(1e3),
        "lakh" => Part::Scale(1e5),
        "million" => Part::Scale(1e6),
        "crore" => Part::Scale(1e7),
        "billion" => Part::Scale(1e9),
        "trillion" => Part::Scale(1e12),
        _ => return None,
    })
}

/// A number in words. "a" counts as one before a scale word or "dozen"; "and" joins after a scale word.
fn spelled(words: &Words, index: usize) -> Option<Numeral> {
    let mut position = index;
    // `group` is what stands before the next scale word, `total` what scale words already closed.
    let (mut total, mut group): (f64, Option<f64>) = (0.0, None);
    // The largest number that may still join the group: 9 after "forty", 99 after "hundred".
    let mut room = f64::INFINITY;
    let mut after_hundred = false;
    let (mut last_scale, mut lowest_scale) = (f64::INFINITY, 1.0);
    if matches!(words.word(index), "a" | "an") {
        if words.word(index + 1) == "dozen" {
            return Some(Numeral { value: 12.0, half_digit: 0.5, scale: 1.0, end: index + 2, spelled: true });
        }
        if !matches!(part(words.word(index + 1)), Some(Part::Hundred | Part::Scale(_))) {
            return None;
        }
        group = Some(1.0);
        position += 1;
    }
    loop {
        let mut next = position;
        let joined = group.is_some() || total > 0.0;
        let after_scale = total > 0.0 && group.is_none() || after_hundred;
        if joined && (words.is_dash(next) && words.glued(next) || after_scale && words.word(next) == "and") {
            next += 1;
        }
        after_hundred = false;
        match part(words.word(next)) {
            Some(Part::Unit(value)) if value <= room => {
                group = Some(group.unwrap_or(0.0) + value);
                room = -1.0;
                lowest_scale = 1.0;
            }
            Some(Part::Ten(value)) if value <= room => {
                group = Some(group.unwrap_or(0.0) + value);
                room = 9.0;
                lowest_scale = 1.0;
            }
            Some(Part::Hundred) if group.is_some_and(|group| group > 0.0 && group < 100.0) => {
                group = group.map(|group| group * 100.0);
                room = 99.0;
                after_hundred = true;
                lowest_scale = 100.0;
            }
            Some(Part::Scale(scale)) if group.is_some_and(|group| group > 0.0) && scale < last_scale => {
                total += group.take().unwrap_or(0.0) * scale;
                (room, last_scale, lowest_scale) = (f64::INFINITY, scale, scale);
            }
            _ => break,
        }
        position = next + 1;
        if group.is_some() && words.word(position) == "point" {
            return Some(decimals(words, position, total + group.unwrap_or(0.0)));
        }
    }
    let value = total + group.unwrap_or(0.0);
    (position > index && (group.is_some() || total > 0.0)).then_some(Numeral {
        value,
        half_digit: 0.5 * lowest_scale,
        scale: if total > 0.0 { lowest_scale.max(1e3) } else { 1.0 },
        end: position,
        spelled: true,
    })
}

/// "point two five" behind the whole part `whole`.
fn decimals(words: &Words, point: usize, whole: f64) -> Numeral {
    let (mut value, mut step, mut position) = (whole, 1.0, point + 1);
    while let Some(Part::Unit(digit)) = part(words.word(position)) {
        if digit > 9.0 || step < 1e-9 {
            break;
        }
        step /= 10.0;
        value += digit * step;
        position += 1;
    }
    let end = if step < 1.0 { position } else { point };
    Numeral { value, half_digit: step / 2.0, scale: 1.0, end, spelled: true }
}

#[cfg(test)]
mod tests {
    use super::{Numeral, count, read};
    use crate::claim::words::Words;

    fn value(text: &str) -> Option<f64> {
        let words = Words::new(text);
        read(&words, 0, false)
            .filter(|numeral: &Numeral| numeral.end == words.len())
            .map(|numeral| numeral.value)
    }

    #[test]
    fn numbers_are_read_from_digits_and_words() {
        let cases: &[(&str, f64)] = &[
            ("17", 17.0),
            ("16.7", 16.7),
            (".5", 0.5),
            ("1,234,567", 1_234_567.0),
            ("1,234.5", 1234.5),
            ("1.234.567", 1_234_567.0),
            ("1 234 567", 1_234_567.0),
            ("1\u{202f}234", 1234.0),
            ("3,5", 3.5),
            ("3.2 trillion", 3.2e12),
            ("3.2tn", 3.2e12),
            ("256k", 256_000.0),
            ("2 crore", 2e7),
            ("twenty-five", 25.0),
            ("twenty five", 25.0),
            ("three point two trillion", 3.2e12),
            ("zero point two five", 0.25),
            ("a hundred", 100.0),
            ("a hundred and five thousand", 105_000.0),
            ("one hundred and five", 105.0),
            ("two thousand three hundred", 2300.0),
            ("nine hundred ninety-nine thousand", 999_000.0),
            ("three million two hundred thousand", 3.2e6),
            ("three hundred million", 3e8),
            ("two and a half million", 2.5e6),
            ("2½", 2.5),
            ("a dozen", 12.0),
            ("300 thousand", 3e5),
            ("3 hundred thousand", 3e5),
        ];
        for (text, expected) in cases {
            let found = value(text).unwrap_or_else(|| panic!("{text:?} is not read to its end"));
            assert!((found - expected).abs() <= expected * 1e-12, "{text:?} gave {found}");
        }
    }

    #[test]
    fn what_is_no_number_is_not_read() {
        for text in
            ["a man", "an", "hundred", "and", "1.2.3", "10.0.0.1", "1,2,3", "9999999999999999999999999"]
        {
            assert_eq!(value(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_number_ends_where_the_next_begins() {
        for (text, first, end) in
            [("one two three", 1.0, 1), ("twenty twelve", 20.0, 1), ("five hundred and", 500.0, 2)]
        {
            let numeral = read(&Words::new(text), 0, false).unwrap();
            assert_eq!((numeral.value, numeral.end), (first, end), "{text:?}");
        }
    }

    #[test]
    fn counts_are_whole_and_bounded() {
        assert_eq!(count(&Words::new("twelve months"), 0, 1000), Some((12, 1)));
        assert_eq!(count(&Words::new("1.5 years"), 0, 1000), None);
        assert_eq!(count(&Words::new("99999 years"), 0, 1000), None);
    }
}
