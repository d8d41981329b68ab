//! Dates as files write them.

use jiff::civil::Date;
use jiff::fmt::strtime;

/// Ways to write a day, most exact first.
const DAYS: [&str; 9] = [
    "%Y-%m-%d",
    "%Y/%m/%d",
    "%Y.%m.%d",
    "%Y%m%d",
    "%B %d, %Y",
    "%b %d, %Y",
    "%d %B %Y",
    "%d %b %Y",
    "%d.%m.%Y",
];

/// The day that `text` names; the first day of a month or year that stands alone, so that nothing is made
/// to look fresher than it is.
///
/// `03/04/2024` is no date here: half of the world reads it as March, the other half as April.
#[must_use]
pub fn read(text: &str) -> Option<Date> {
    let text = text.trim();
    let without_weekday =
        text.split_once(", ").filter(|(day, _)| is_weekday(day)).map_or(text, |(_, rest)| rest);
    let day = without_weekday
        .split_once(['T', 't'])
        .filter(|(day, _)| day.len() == 10)
        .map_or(without_weekday, |(day, _)| day);
    let plausible = |date: &Date| (1..=9999).contains(&date.year());
    whole(day)
        .or_else(|| whole(&first_words(day)))
        .or_else(|| month(day))
        .or_else(|| year(day))
        .filter(plausible)
}

fn whole(text: &str) -> Option<Date> {
    DAYS.iter().find_map(|format| strtime::parse(format, text).and_then(|parsed| parsed.to_date()).ok())
}

/// The date before a time of day: `2024-03-05 10:00`, `5 March 2024 10:00 GMT`.
fn first_words(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_iso = words.first().is_some_and(|first| first.len() == 10 && first.as_bytes()[0].is_ascii_digit());
    words.into_iter().take(if is_iso { 1 } else { 3 }).collect::<Vec<_>>().join(" ")
}

fn is_weekday(text: &str) -> bool {
    matches!(
        text.get(..3).map(str::to_ascii_lowercase).as_deref(),
        Some("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")
    )
}

fn month(text: &str) -> Option<Date> {
    whole(&format!("{text}-01")).or_else(|| whole(&format!("1 {text}"))).filter(|_| text.len() >= 7)
}

fn year(text: &str) -> Option<Date> {
    let is_year = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    is_year.then(|| Date::new(text.parse().ok()?, 1, 1).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn days_are_read_as_they_are_written() {
        let day = Some(date(2024, 3, 5));
        let cases = [
            ("2024-03-05", day),
            (" 2024/03/05 ", day),
            ("2024-03-05T23:59:59Z", day),
            ("2024-03-05T23:59:59.123+02:00", day),
            ("2024-03-05 10:00:00", day),
            ("20240305", day),
            ("March 5, 2024", day),
            ("Mar 5, 2024", day),
            ("5 March 2024", day),
            ("Tue, 05 Mar 2024 10:00:00 GMT", day),
            ("Tuesday, March 5, 2024", day),
            ("05.03.2024", day),
            ("2024-03", Some(date(2024, 3, 1))),
            ("March 2024", Some(date(2024, 3, 1))),
            ("2024", Some(date(2024, 1, 1))),
            ("03/04/2024", None),
            ("2024-13-01", None),
            ("2024-02-30", None),
            ("0000", None),
            ("-5", None),
            ("soon", None),
            ("12345", None),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_date_or_none(text in "\\PC{0,40}", digits in "[0-9:/., TZ+-]{0,30}") {
            for text in [text, digits] {
                if let Some(date) = read(&text) {
                    prop_assert!((1..=9999).contains(&date.year()));
                }
            }
        }
    }
}
