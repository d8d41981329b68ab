//! How to normalise a claim: metric, place, period, figure, base of comparison.

use jiff::civil::Date;

use super::Parsed;
use super::figure::is_change;
use super::period::{days, spoken_of, until_today};
use super::said::Said;
use super::warning::plain;
use crate::claim::{
    Claim,
    comparison::Comparison,
    direction::Direction,
    quantity::{Bound, Quantity, Unit},
    timeframe::{Period, Timeframe},
};

/// One or two sentences.
pub(super) fn write(claim: &Claim, expected: &Parsed, today: Date) -> String {
    let said = Said::new(&claim.text);
    let mut open = Vec::new();
    let mut parts = Vec::new();
    let mut part = |name: &'static str, stated: Option<String>| match stated {
        Some(stated) => parts.push(stated),
        None => open.push(name),
    };
    let metric = claim.metrics.iter().find(|metric| metric.specific).or(claim.metrics.first());
    part(
        "the metric",
        metric
            .map(|metric| metric.variant.to_owned())
            .or_else(|| expected.metric.as_ref().map(expected_words)),
    );
    part("the place", place(claim).or_else(|| expected.location.as_ref().map(expected_words)));
    part("the period", period(claim, today).or_else(|| expected.timeframe.as_ref().map(expected_words)));
    let figure = claim.quantities.first();
    if let Some(quantity) = figure {
        parts.push(figure_words(claim, &said, quantity));
    }
    let changed = figure.is_some_and(|quantity| is_change(claim, &said, quantity));
    let base = base(claim, changed);
    if let (Some(last), Some(base)) = (parts.last_mut(), base) {
        last.push(' ');
        last.push_str(&base);
    }
    if parts.is_empty() {
        return "Nothing in the claim could be placed: name the metric, the place and the period.".to_owned();
    }
    let denied = if claim.negated { "; the claim denies it" } else { "" };
    let covers = metric.and_then(|metric| Some((metric.variant, metric.note()?)));
    let reminder = match (open.as_slice(), covers) {
        ([], Some((variant, note))) => format!(" Mind what {variant} covers: {note}."),
        ([], None) => String::new(),
        (open, _) => format!(" Not stated: {}.", open.join(", ")),
    };
    format!("Normalise to: {}{denied}.{reminder}", parts.join(", "))
}

fn expected_words(expected: &Claim) -> String {
    format!("{} (as expected)", plain(&expected.text))
}

fn place(claim: &Claim) -> Option<String> {
    let place = claim.locations.iter().find(|place| !place.is_group()).or(claim.locations.first())?;
    Some(place.name.clone())
}

/// What joins a length of time to where it ends: "the 12 months to September 2025".
const UP_TO: [&str; 6] = ["to", "through", "ending", "ended", "ending in", "ended in"];

fn period(claim: &Claim, today: Date) -> Option<String> {
    let mut spoken = spoken_of(claim);
    let timeframe = spoken.next()?;
    let ends = spoken.next().filter(|end| {
        let between = claim.text.get(timeframe.span.end..end.span.start).unwrap_or_default();
        matches!(timeframe.period, Period::Trailing { .. }) && UP_TO.contains(&between.trim())
    });
    let seen_from = ends.and_then(|end| end.resolve(today)).map_or(today, |end| end.end);
    let Some(interval) = until_today(timeframe, seen_from) else {
        return Some(format!("{} (dates to be named)", plain(&timeframe.words)));
    };
    let kind = match timeframe.period {
        Period::ThisYear | Period::YearToDate(_) => " (year to date)",
        Period::Year(year) if year == today.year() => " (year to date)",
        Period::FiscalYear(_) => " (fiscal year of the United States government)",
        _ => "",
    };
    Some(format!("{}{kind}", days(interval)))
}

/// "change of -17 percent", "at least 3.2 trillion USD", "5.2 per 100,000".
fn figure_words(claim: &Claim, said: &Said, quantity: &Quantity) -> String {
    let change = is_change(claim, said, quantity);
    let sign = match claim.direction {
        _ if !change || quantity.value <= 0.0 || quantity.unit == Unit::Multiple => "",
        Some(Direction::Increase) => "+",
        Some(Direction::Decrease) => "-",
        _ => "",
    };
    let upper = quantity.upper.map(|upper| format!(" to {}", number(upper))).unwrap_or_default();
    let unit = match &quantity.unit {
        Unit::Percent => " percent".to_owned(),
        Unit::PercentagePoints => " percentage points".to_owned(),
        Unit::Currency(code) => format!(" {}", plain(code)),
        Unit::Multiple => " times".to_owned(),
        Unit::Per(denominator) => format!(" per {}", grouped(&denominator.to_string())),
        Unit::Count(noun) if noun.is_empty() => String::new(),
        Unit::Count(noun) => format!(" {}", plain(noun)),
    };
    let bound = match quantity.bound {
        Bound::Exactly => "",
        Bound::About => "about ",
        Bound::AtLeast => "at least ",
        Bound::AtMost => "at most ",
    };
    let figure = format!("{bound}{sign}{}{upper}{unit}", number(quantity.value));
    if change { format!("change of {figure}") } else { figure }
}

/// "3.2 trillion", "400,000", "16.7".
fn number(value: f64) -> String {
    let scales = [(1e12, " trillion"), (1e9, " billion"), (1e6, " million")];
    let scale = scales.iter().find(|(size, _)| value.abs() >= *size && value.abs() < 1e15);
    let (size, name) = scale.copied().unwrap_or((1.0, ""));
    let rounded = format!("{:.2}", value / size);
    let short = rounded.trim_end_matches('0').trim_end_matches('.');
    let (whole, rest) =
        short.split_once('.').map_or((short, String::new()), |(whole, rest)| (whole, format!(".{rest}")));
    format!("{}{rest}{name}", grouped(whole))
}

/// Digits in groups of three.
fn grouped(digits: &str) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |digits| ("-", digits));
    let mut grouped = String::from(sign);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// What a change is measured against, as stated or as such figures are usually meant.
fn base(claim: &Claim, changed: bool) -> Option<String> {
    match &claim.comparison {
        Some(Comparison::YearOverYear) => {
            return Some("against the same period of the previous year".to_owned());
        }
        Some(Comparison::MonthOverMonth) => return Some("against the previous month".to_owned()),
        Some(Comparison::QuarterOverQuarter) => return Some("against the previous quarter".to_owned()),
        Some(Comparison::SinceYear(year)) => return Some(format!("against {year}")),
        Some(Comparison::Named(words) | Comparison::Other(words)) => {
            return Some(format!("against {}", plain(words)));
        }
        Some(Comparison::Superlative(words)) => return Some(format!("({})", plain(words))),
        None => {}
    }
    if !changed {
        return None;
    }
    let timeframe: &Timeframe = spoken_of(claim).next()?;
    match timeframe.period {
        Period::ThisYear
        | Period::YearToDate(_)
        | Period::Quarter { .. }
        | Period::Month { .. }
        | Period::Current(_)
        | Period::Previous(_) => Some("against the same period of the previous year".to_owned()),
        Period::Year(_) | Period::LastYear | Period::FiscalYear(_) => {
            Some("against the year before".to_owned())
        }
        Period::Since { year, .. } => Some(format!("against {year}")),
        Period::Between { from, .. } => Some(format!("against {from}")),
        Period::Trailing { .. } => Some("against the start of the period".to_owned()),
        Period::Day(_) | Period::Decade(_) | Period::Unresolved => None,
    }
}
