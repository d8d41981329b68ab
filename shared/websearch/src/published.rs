//! Publication dates in the spellings of the providers.

use jiff::civil::{Date, DateTime};
use jiff::fmt::rfc2822::DateTimeParser;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, ToSpan};

const RFC_2822: DateTimeParser = DateTimeParser::new().relaxed_weekday(true);
/// Spelled-out forms of result pages, such as Brave's `age`.
const SPELLED: [&str; 4] = ["%B %d, %Y", "%b %d, %Y", "%d %B %Y", "%d %b %Y"];
/// Nothing on the web is older; a date before it is a placeholder.
const EARLIEST_YEAR: i16 = 1900;

/// The day, UTC, that `text` means: ISO 8601 with or without time and zone, RFC 2822 with or without zone,
/// seconds or milliseconds since 1970, `October 15, 2024`, `3 days ago`. A bare year is no day.
///
/// A day after tomorrow cannot be when something *was* published, and 1970-01-01 is a zero: both are unknown.
pub(crate) fn parse(text: &str, today: Date) -> Option<Date> {
    let text = text.trim();
    let date = epoch(text)
        .or_else(|| iso(text))
        .or_else(|| rfc_2822(text))
        .or_else(|| SPELLED.iter().find_map(|format| Date::strptime(format, text).ok()))
        .or_else(|| ago(text, today))?;
    let latest = today.tomorrow().unwrap_or(today);
    let known = date.year() >= EARLIEST_YEAR && date <= latest && date != jiff::civil::date(1970, 1, 1);
    known.then_some(date)
}

fn utc(timestamp: Timestamp) -> Date {
    timestamp.to_zoned(TimeZone::UTC).date()
}

fn epoch(text: &str) -> Option<Date> {
    let whole = text.split_once('.').map_or(text, |(whole, _)| whole);
    let number: i64 = whole.parse().ok()?;
    match whole.len() {
        9..=10 => Timestamp::from_second(number).ok().map(utc),
        12..=13 => Timestamp::from_millisecond(number).ok().map(utc),
        _ => None,
    }
}

fn iso(text: &str) -> Option<Date> {
    let timestamp = text.parse::<Timestamp>().ok().map(utc);
    timestamp.or_else(|| text.parse::<DateTime>().ok().map(DateTime::date))
}

fn rfc_2822(text: &str) -> Option<Date> {
    ["", " +0000", " 00:00:00 +0000"]
        .iter()
        .find_map(|missing| RFC_2822.parse_timestamp(format!("{text}{missing}")).ok())
        .map(utc)
}

/// `3 days ago`, `1 hour ago`, `a week ago`.
fn ago(text: &str, today: Date) -> Option<Date> {
    let text = text.to_ascii_lowercase();
    let mut words = text.split_whitespace();
    let (count, unit) = (words.next()?, words.next()?);
    if words.next()? != "ago" || words.next().is_some() {
        return None;
    }
    let count: u16 = if matches!(count, "a" | "an") { 1 } else { count.parse().ok()? };
    today.checked_sub(span(count, unit.trim_end_matches('s'))?).ok()
}

fn span(count: u16, unit: &str) -> Option<Span> {
    let count = i64::from(count);
    match unit {
        // The hour of "today" is not known here; half a day back is yesterday at the most.
        "second" | "minute" | "hour" => Some(0.days()),
        "day" => 0.days().try_days(count).ok(),
        "week" => 0.weeks().try_weeks(count).ok(),
        "month" => 0.months().try_months(count).ok(),
        "year" => 0.years().try_years(count).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    const TODAY: Date = date(2026, 11, 21);

    #[test]
    fn every_spelling_is_read() {
        let cases = [
            ("2024-10-15", date(2024, 10, 15)),
            ("2024-10-15T23:59:59", date(2024, 10, 15)),
            ("2026-11-18T09:00:00", date(2026, 11, 18)),
            ("2024-10-15 08:00:00", date(2024, 10, 15)),
            ("2023-11-16T01:36:32.547Z", date(2023, 11, 16)),
            ("2024-10-15T23:30:00-05:00", date(2024, 10, 16)),
            ("2024-10-15T00:30:00+05:30", date(2024, 10, 14)),
            ("20241015", date(2024, 10, 15)),
            ("Wed, 13 Nov 2024 10:00:00 GMT", date(2024, 11, 13)),
            ("Mon, 13 Nov 2024 10:00:00 +0000", date(2024, 11, 13)),
            ("Wed, 13 Nov 2024 10:00:00", date(2024, 11, 13)),
            ("Wed, 13 Nov 2024", date(2024, 11, 13)),
            ("13 Nov 2024 23:30:00 -0500", date(2024, 11, 14)),
            ("October 15, 2024", date(2024, 10, 15)),
            ("Oct 15, 2024", date(2024, 10, 15)),
            ("15 October 2024", date(2024, 10, 15)),
            ("1729000000", date(2024, 10, 15)),
            ("1729000000.5", date(2024, 10, 15)),
            ("1729000000000", date(2024, 10, 15)),
            ("3 days ago", date(2026, 11, 18)),
            ("1 week ago", date(2026, 11, 14)),
            ("a month ago", date(2026, 10, 21)),
            ("2 years ago", date(2024, 11, 21)),
            ("5 hours ago", TODAY),
            (" 2026-11-22 ", date(2026, 11, 22)),
        ];
        for (text, expected) in cases {
            assert_eq!(parse(text, TODAY), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_day_is_unknown() {
        let cases = [
            "",
            "  ",
            "2024",
            "yesterday",
            "soon",
            "0",
            "-1",
            "1970-01-01",
            "1970-01-01T00:00:00Z",
            "0001-01-01",
            "2026-11-23",
            "9999-12-31",
            "99999-01-01",
            "2024-13-45",
            "2024-02-30",
            "Wed, 99 Nov 2024",
            "999999999999999999999",
            "65535 years ago",
            "99999 days ago",
            "-3 days ago",
            "3 days ago today",
            "3 parsecs ago",
            "é",
            "½ day ago",
            "1é29000000",
        ];
        for text in cases {
            assert_eq!(parse(text, TODAY), None, "{text}");
        }
        assert_eq!(parse("1 day ago", Date::MIN), None);
        assert_eq!(parse("2026-11-20", Date::MAX), Some(date(2026, 11, 20)));
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_a_known_day_or_none(text in "([0-9TZ:+., -]|ago|day|Nov|é){0,12}", year in -9999_i16..=9999) {
            let today = date(year, 6, 15);
            if let Some(day) = parse(&text, today) {
                proptest::prop_assert!(day.year() >= EARLIEST_YEAR && day <= date(year, 6, 16), "{}", day);
            }
        }
    }
}
