//! Periods: "this year", "YTD", "FY2024", "since 2019", "last 12 months", "Q3".

mod calendar;
mod month;
mod relative;
mod unresolved;
mod year;

use std::ops::Range;

use jiff::civil::Date;

use super::words::Words;

/// The kind of period, not yet on the calendar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Period {
    /// "2024", "in 2024".
    Year(i16),
    /// "FY2024", "fiscal 2024": the fiscal year ending in that year. Calendars differ by country; resolved as
    /// the federal one of the United States, October to September (31 U.S.C. 1102).
    FiscalYear(i16),
    /// "Q3 2024", "third quarter": quarter 1..=4, year where said.
    Quarter {
        /// 1..=4.
        quarter: i8,
        /// Where it was said.
        year: Option<i16>,
    },
    /// "March 2024", "in March": month 1..=12, year where said.
    Month {
        /// 1..=12.
        month: i8,
        /// Where it was said.
        year: Option<i16>,
    },
    /// A full date.
    Day(Date),
    /// "this year".
    ThisYear,
    /// "year to date", "YTD", "so far this year"; the year where said.
    YearToDate(Option<i16>),
    /// "last year".
    LastYear,
    /// "this month", "this quarter", "this week": unit of the calendar, current.
    Current(CalendarUnit),
    /// "last month", "last quarter", "last week".
    Previous(CalendarUnit),
    /// "last 12 months", "past four years", "in the last decade".
    Trailing {
        /// How many units.
        count: u32,
        /// Of what.
        unit: CalendarUnit,
    },
    /// "since 2019", "since January 2021": from then to now.
    Since {
        /// The year.
        year: i16,
        /// Month 1..=12 where said.
        month: Option<i8>,
    },
    /// "between 2019 and 2023", "2019-2023", "from 2019 to 2023".
    Between {
        /// First year.
        from: i16,
        /// Last year, inclusive.
        to: i16,
    },
    /// "the 1990s", "the 2010s": first year of the decade.
    Decade(i16),
    /// A period only a person can place: "under the last administration", "since the pandemic", "in recent years".
    Unresolved,
}

/// Units of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CalendarUnit {
    /// Seven days.
    Week,
    /// A calendar month.
    Month,
    /// Three calendar months.
    Quarter,
    /// A calendar year.
    Year,
    /// Ten calendar years.
    Decade,
}

/// A period named in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timeframe {
    /// What kind.
    pub period: Period,
    /// The words, as said.
    pub words: String,
    /// The bytes of the sentence it was read from.
    pub span: Range<usize>,
}

/// First and last day of a period, both inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interval {
    /// First day.
    pub start: Date,
    /// Last day.
    pub end: Date,
}

impl Timeframe {
    /// The days the period covers, seen from `today`; none for what only a person can place.
    ///
    /// "This year" is the whole calendar year, "year to date" and "last 12 months" end today, a month or quarter
    /// without a year is the latest one that has begun, a fiscal year is that of the United States government.
    #[must_use]
    pub fn resolve(&self, today: Date) -> Option<Interval> {
        calendar::resolve(&self.period, today)
    }
}

/// The periods of `text`, in the order of mention.
///
/// Relative periods that a figure is only compared with ("than last year", "from a year ago", "vs last month")
/// belong to [`super::comparison`] and are left out; years said in figures ("compared with 2019") are kept.
#[must_use]
pub fn find(text: &str) -> Vec<Timeframe> {
    read(&Words::new(text))
}

/// The periods of a sentence already cut into words.
pub(crate) fn read(words: &Words) -> Vec<Timeframe> {
    let mut found = Vec::new();
    let mut index = 0;
    while index < words.len() {
        let Some(Reading { period, start, end }) = read_at(words, index) else {
            index += 1;
            continue;
        };
        if let Some(period) = period {
            let span = words.span(start, end);
            found.push(Timeframe { period, words: words.text[span.clone()].to_owned(), span });
        }
        index = end.max(index + 1);
    }
    found
}

/// A period that was read, or words that only look like one (`period` is none) and must be passed over.
struct Reading {
    period: Option<Period>,
    start: usize,
    end: usize,
}

impl Reading {
    fn new(period: Period, start: usize, end: usize) -> Self {
        Self { period: Some(period), start, end }
    }

    fn passed_over(start: usize, end: usize) -> Self {
        Self { period: None, start, end }
    }
}

/// Whichever reader knows what starts at token `index`; the more specific ones are asked first.
fn read_at(words: &Words, index: usize) -> Option<Reading> {
    relative::to_date(words, index)
        .or_else(|| year::since(words, index))
        .or_else(|| year::range(words, index))
        .or_else(|| year::fiscal(words, index))
        .or_else(|| year::quarter(words, index))
        .or_else(|| month::iso(words, index))
        .or_else(|| month::spoken(words, index))
        .or_else(|| unresolved::read(words, index))
        .or_else(|| relative::read(words, index))
        .or_else(|| year::decade(words, index))
        .or_else(|| year::alone(words, index))
}

#[cfg(test)]
mod tests;
