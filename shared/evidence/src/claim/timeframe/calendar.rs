//! Periods put on the calendar. Nothing here reads a clock: today is an argument.

use jiff::{
    Span,
    civil::{Date, date},
};

use super::{CalendarUnit, Interval, Period};

/// The first month of the United States' federal fiscal year (31 U.S.C. 1102).
const FISCAL_YEAR_STARTS: i8 = 10;

/// The days `period` covers, seen from `today`; none where only a person can say, or where the calendar ends.
pub(super) fn resolve(period: &Period, today: Date) -> Option<Interval> {
    match *period {
        Period::Year(year) => years(year, year),
        Period::FiscalYear(year) => Some(Interval {
            start: Date::new(year.checked_sub(1)?, FISCAL_YEAR_STARTS, 1).ok()?,
            end: Date::new(year, FISCAL_YEAR_STARTS - 1, 1).ok()?.last_of_month(),
        }),
        Period::Quarter { quarter, year } => {
            let month = quarter.checked_mul(3)?.checked_sub(2)?;
            containing(CalendarUnit::Quarter, dated(month, year, today)?)
        }
        Period::Month { month, year } => containing(CalendarUnit::Month, dated(month, year, today)?),
        Period::Day(day) => Some(Interval { start: day, end: day }),
        Period::ThisYear => containing(CalendarUnit::Year, today),
        Period::LastYear => previous(CalendarUnit::Year, today),
        Period::YearToDate(year) => {
            let whole = years(year.unwrap_or(today.year()), year.unwrap_or(today.year()))?;
            until_today(whole.start, whole.end.min(today))
        }
        Period::Current(unit) => containing(unit, today),
        Period::Previous(unit) => previous(unit, today),
        Period::Trailing { count, unit } => {
            let start = today.checked_sub(length(count, unit)?).ok()?.tomorrow().ok()?;
            until_today(start, today)
        }
        Period::Since { year, month } => until_today(Date::new(year, month.unwrap_or(1), 1).ok()?, today),
        Period::Between { from, to } => years(from, to),
        Period::Decade(year) => years(year, year.checked_add(9)?),
        Period::Unresolved => None,
    }
}

fn years(from: i16, to: i16) -> Option<Interval> {
    until_today(Date::new(from, 1, 1).ok()?, Date::new(to, 12, 31).ok()?)
}

/// From `start` to `end`, unless it has not begun by then.
fn until_today(start: Date, end: Date) -> Option<Interval> {
    (start <= end).then_some(Interval { start, end })
}

/// The first of `month` in `year`; without a year the latest one that has begun by `today`.
fn dated(month: i8, year: Option<i16>, today: Date) -> Option<Date> {
    let assumed = if month > today.month() { today.year().checked_sub(1)? } else { today.year() };
    Date::new(year.unwrap_or(assumed), month, 1).ok()
}

/// The week, month … that `day` falls into. Weeks start on Monday (ISO 8601).
fn containing(unit: CalendarUnit, day: Date) -> Option<Interval> {
    let (year, month) = (day.year(), day.month());
    match unit {
        CalendarUnit::Week => {
            let into = i64::from(day.weekday().to_monday_zero_offset());
            let start = day.checked_sub(Span::new().try_days(into).ok()?).ok()?;
            Some(Interval { start, end: start.checked_add(Span::new().days(6)).ok()? })
        }
        CalendarUnit::Month => Some(Interval { start: day.first_of_month(), end: day.last_of_month() }),
        CalendarUnit::Quarter => {
            let first = (month - 1) / 3 * 3 + 1;
            Some(Interval { start: date(year, first, 1), end: date(year, first + 2, 1).last_of_month() })
        }
        CalendarUnit::Year => years(year, year),
        CalendarUnit::Decade => {
            let first = year - year.rem_euclid(10);
            years(first, first.checked_add(9)?)
        }
    }
}

/// The unit before the one `today` falls into.
fn previous(unit: CalendarUnit, today: Date) -> Option<Interval> {
    containing(unit, containing(unit, today)?.start.yesterday().ok()?)
}

fn length(count: u32, unit: CalendarUnit) -> Option<Span> {
    let count = i64::from(count);
    match unit {
        CalendarUnit::Week => Span::new().try_weeks(count),
        CalendarUnit::Month => Span::new().try_months(count),
        CalendarUnit::Quarter => Span::new().try_months(count.checked_mul(3)?),
        CalendarUnit::Year => Span::new().try_years(count),
        CalendarUnit::Decade => Span::new().try_years(count.checked_mul(10)?),
    }
    .ok()
}
