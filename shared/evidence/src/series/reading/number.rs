//! Numbers and years as tables write them.

/// The first and last year a table is read for: from censuses of the Middle Ages to projections.
const YEARS: std::ops::RangeInclusive<i32> = 1000..=2150;

/// A number as a cell has it: "1,234.5", "-0.3", "88.1%", "+2.1", "$40", "1e6". Nothing else may stand beside it.
pub(super) fn read(cell: &str) -> Option<f64> {
    let cell = cell.trim().trim_end_matches(['%', '*', '†']).trim_end();
    let cell = cell.trim_start_matches(['$', '€', '£', '+']);
    let plain: String = cell
        .chars()
        .filter(|character| !matches!(character, ',' | ' ' | '\u{a0}' | '\u{202f}'))
        .map(|character| if character == '\u{2212}' { '-' } else { character })
        .collect();
    let digits = plain.bytes().any(|byte| byte.is_ascii_digit());
    let usual =
        plain.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+' | b'e' | b'E'));
    if !digits || !usual || plain.len() > 32 || plain.starts_with(['e', 'E']) {
        return None;
    }
    plain.parse().ok().filter(|value: &f64| value.is_finite())
}

/// A year: "2020", "2020.0", "FY2020" is none.
pub(super) fn year(cell: &str) -> Option<i32> {
    let cell = cell.trim();
    let cell = cell.strip_suffix(".0").unwrap_or(cell);
    if cell.len() != 4 {
        return None;
    }
    cell.parse().ok().filter(|year| YEARS.contains(year))
}

/// A rank: "11", "11.0".
pub(super) fn rank(cell: &str) -> Option<u32> {
    let value = read(cell)?;
    let whole = value.fract() == 0.0 && (1.0..1e6).contains(&value);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "1..1e6 was just checked")]
    whole.then_some(value as u32)
}
