//! What the claim's figures leave open: percent or points, real or nominal money, counts of unequal places.

use jiff::civil::Date;

use super::few;
use super::metric::{REAL, SEASONALLY_ADJUSTED};
use super::said::Said;
use super::warning::{Severity, Warnings, quote};
use crate::claim::{
    Claim,
    basis::Basis,
    comparison::Comparison,
    direction::Direction,
    location::{self, Location},
    metric::{MeasuredIn, Metric},
    quantity::{Quantity, Unit},
    timeframe::{CalendarUnit, Period},
};

/// From how many years on prices have moved enough to matter: at 2 % a year more than 6 % in three years.
const YEARS_OF_INFLATION: i32 = 3;

/// From how many years on populations have: about 1 % a year in the United States and the world (UN World
/// Population Prospects).
const YEARS_OF_GROWTH: i32 = 15;

pub(super) fn check(claim: &Claim, said: &Said, today: Date, warnings: &mut Warnings) {
    percent_or_points(claim, said, warnings);
    change_without_base(claim, warnings);
    real_or_nominal(claim, said, today, warnings);
    count_or_rate(claim, said, today, warnings);
    mean_or_median(claim, said, warnings);
    superlative(claim, warnings);
    season(claim, said, warnings);
    annual_rate(claim, said, warnings);
}

/// Whether `quantity` says by how much something changed or differs, not how high it is.
pub(super) fn is_change(claim: &Claim, said: &Said, quantity: &Quantity) -> bool {
    if matches!(quantity.unit, Unit::PercentagePoints | Unit::Multiple) {
        return true;
    }
    let compared =
        said.after(&quantity.span).find(|word| !matches!(*word, "percent" | "per" | "cent" | "pct"));
    if matches!(
        compared,
        Some(
            "higher"
                | "lower"
                | "more"
                | "less"
                | "fewer"
                | "drop"
                | "increase"
                | "decrease"
                | "decline"
                | "rise"
                | "reduction"
                | "jump"
        )
    ) {
        return true;
    }
    if claim.direction.is_none() {
        return false;
    }
    let mut before = said.before(&quantity.span).skip_while(|word| is_bound(word));
    match before.next() {
        Some("of") => before.next().is_some_and(is_change_noun),
        Some(word) => !is_level(word),
        None => false,
    }
}

/// Whether a figure after `word` is how high something is.
fn is_level(word: &str) -> bool {
    matches!(
        word,
        "to" | "at"
            | "is"
            | "was"
            | "are"
            | "were"
            | "from"
            | "hit"
            | "reached"
            | "topped"
            | "exceeded"
            | "in"
            | "out"
    )
}

fn is_bound(word: &str) -> bool {
    matches!(
        word,
        "about"
            | "around"
            | "nearly"
            | "almost"
            | "roughly"
            | "approximately"
            | "some"
            | "only"
            | "just"
            | "than"
            | "more"
            | "less"
            | "over"
            | "least"
            | "most"
            | "an"
            | "a"
            | "estimated"
            | "another"
            | "whopping"
    )
}

fn is_change_noun(word: &str) -> bool {
    matches!(
        word,
        "increase"
            | "decrease"
            | "rise"
            | "fall"
            | "drop"
            | "decline"
            | "growth"
            | "gain"
            | "loss"
            | "cut"
            | "jump"
            | "reduction"
            | "change"
            | "surge"
            | "spike"
    )
}

fn words<'c>(claim: &'c Claim, quantity: &Quantity) -> &'c str {
    claim.text.get(quantity.span.clone()).unwrap_or_default()
}

/// "Unemployment fell 2 percent": of the rate, or from 6 to 4?
fn percent_or_points(claim: &Claim, said: &Said, warnings: &mut Warnings) {
    let Some(rate) = few(&claim.metrics).iter().find(|metric| is_rate(claim, metric)) else { return };
    if claim.quantities.iter().any(|quantity| quantity.unit == Unit::PercentagePoints) {
        return;
    }
    let changes = |quantity: &&Quantity| {
        let group =
            matches!(said.before(&quantity.span).next(), Some("top" | "bottom" | "richest" | "wealthiest"));
        let in_percent = words(claim, quantity).ends_with(['%', 't', 'T']) && quantity.unit == Unit::Percent;
        in_percent && !group && is_change(claim, said, quantity)
    };
    if let Some(quantity) = claim.quantities.iter().find(changes) {
        let text = format!(
            "{} of {}: percent of the rate, or percentage points",
            quote(words(claim, quantity)),
            rate.variant
        );
        warnings.add(Severity::Ambiguity, text);
    }
}

/// Whether the metric is a rate itself: prices and the economy are not, though inflation and growth are.
fn is_rate(claim: &Claim, metric: &Metric) -> bool {
    let words = claim.text.get(metric.span.clone()).unwrap_or_default().to_lowercase();
    metric.measured_in() == MeasuredIn::Percent
        && match metric.family {
            "inflation" => words.contains("inflation"),
            "gdp" => false,
            _ => true,
        }
}

/// "Doubled" from what?
fn change_without_base(claim: &Claim, warnings: &mut Warnings) {
    let multiple = claim.quantities.iter().find(|quantity| quantity.unit == Unit::Multiple);
    if let Some(multiple) = multiple
        && claim.direction.is_some()
        && claim.timeframes.is_empty()
        && claim.comparison.is_none()
        && claim.quantities.len() == 1
    {
        let text = format!("{} has no base: say from what, and since when", quote(words(claim, multiple)));
        warnings.add(Severity::Ambiguity, text);
    }
}

/// Money over years: adjusted for inflation?
fn real_or_nominal(claim: &Claim, said: &Said, today: Date, warnings: &mut Warnings) {
    let metric = few(&claim.metrics).iter().find(|metric| metric.measured_in() == MeasuredIn::Money);
    let sum = claim.quantities.iter().any(|quantity| matches!(quantity.unit, Unit::Currency(_)));
    let real = few(&claim.metrics).iter().any(|metric| metric.measured_in() == MeasuredIn::RealMoney);
    let compared = claim.direction.is_some() || claim.comparison.is_some() || said.any_of(IN_HISTORY);
    let share =
        claim.basis == Basis::Rate || said.any_of(&["share of", "of gdp", "of our economy", "percentage of"]);
    if real || share || said.any_of(REAL) || !compared || (metric.is_none() && !sum) {
        return;
    }
    let years = if said.any_of(IN_HISTORY) { i32::MAX } else { years_spanned(claim, today) };
    if years >= YEARS_OF_INFLATION {
        let what = metric.map_or("money", |metric| metric.variant);
        let text = format!("{what} over {}: say whether it is adjusted for inflation", span_of(years));
        warnings.add(Severity::Risk, text);
    }
}

/// What compares with all years before.
const IN_HISTORY: &[&str] =
    &["in history", "in the history", "in our history", "in its history", "of all time"];

fn span_of(years: i32) -> String {
    if years == i32::MAX { "all years".to_owned() } else { format!("{years} years") }
}

/// How many years the claim's comparison spans; all where it is a record.
fn years_spanned(claim: &Claim, today: Date) -> i32 {
    let year = i32::from(today.year());
    let from_periods = claim.timeframes.iter().map(|timeframe| match timeframe.period {
        Period::Since { year: from, .. } | Period::Decade(from) => year - i32::from(from),
        Period::Between { from, to } => i32::from(to) - i32::from(from),
        Period::Trailing { count, unit } => {
            let count = i32::try_from(count).unwrap_or(i32::MAX);
            match unit {
                CalendarUnit::Year => count,
                CalendarUnit::Decade => count.saturating_mul(10),
                _ => 0,
            }
        }
        _ => 0,
    });
    let from_comparison = match &claim.comparison {
        Some(Comparison::SinceYear(from)) => year - i32::from(*from),
        Some(Comparison::Superlative(_)) => i32::MAX,
        _ => 0,
    };
    from_periods.fold(from_comparison, i32::max)
}

/// Counts of unequal populations: per head?
fn count_or_rate(claim: &Claim, said: &Said, today: Date, warnings: &mut Warnings) {
    let counted = few(&claim.metrics).iter().find(|metric| metric.measured_in() == MeasuredIn::Count);
    let Some(metric) = counted.filter(|_| matches!(claim.basis, Basis::Count | Basis::Unspecified)) else {
        return;
    };
    let change_in_percent = claim.quantities.iter().any(|quantity| quantity.unit == Unit::Percent);
    if compares_places(claim, said) && !change_in_percent {
        let text = format!("{} of places of different size: compare per head", metric.variant);
        warnings.add(Severity::Risk, text);
        return;
    }
    let years = years_spanned(claim, today);
    let moved = claim.direction.is_some() || claim.comparison.is_some();
    if (YEARS_OF_GROWTH..i32::MAX).contains(&years) && moved {
        let text =
            format!("{} over {years} years: the population changed too, compare per head", metric.variant);
        warnings.add(Severity::Risk, text);
    }
}

fn compares_places(claim: &Claim, said: &Said) -> bool {
    let any_other = said.any_of(&[
        "any other state",
        "any other country",
        "any other city",
        "any other nation",
        "every other country",
        "in the nation",
        "in the country",
        "leads the nation",
        "leads the world",
        "in the world",
    ]);
    let superlative =
        said.any_of(&["most", "highest", "largest", "biggest", "leads", "fewest", "lowest", "more", "worst"]);
    let against = match &claim.comparison {
        Some(Comparison::Other(words)) => !location::find(words).is_empty(),
        _ => false,
    };
    let alone = |place: &&Location| !place.is_group();
    (any_other && superlative) || (against && claim.locations.iter().filter(alone).count() > 0)
}

/// "On average": few large ones pull a mean up.
fn mean_or_median(claim: &Claim, said: &Said, warnings: &mut Warnings) {
    let money = claim.quantities.iter().any(|quantity| matches!(quantity.unit, Unit::Currency(_)))
        || few(&claim.metrics).iter().any(|metric| matches!(metric.family, "income" | "housing" | "taxes"));
    let average = said.first_of(&["on average", "average", "averages", "averaging", "mean"]);
    if let Some(average) = average
        && money
        && !said.any_of(&["median", "national average", "average temperature"])
    {
        warnings
            .add(Severity::Risk, format!("{} of money: the median may differ from the mean", quote(average)));
    }
}

/// Records need to say since when they are kept.
fn superlative(claim: &Claim, warnings: &mut Warnings) {
    if let Some(Comparison::Superlative(words)) = &claim.comparison
        && !Said::new(words).any_of(&["since", "years", "year", "months", "decades"])
    {
        let text = format!("{}: say since when records are kept, and of what", quote(words));
        warnings.add(Severity::Risk, text);
    }
}

/// Month against month, where seasons matter.
fn season(claim: &Claim, said: &Said, warnings: &mut Warnings) {
    let Some(metric) = few(&claim.metrics).iter().find(|metric| metric.is_seasonal()) else { return };
    let monthly = matches!(claim.comparison, Some(Comparison::MonthOverMonth))
        || claim.timeframes.iter().any(|timeframe| {
            matches!(
                timeframe.period,
                Period::Month { .. }
                    | Period::Previous(CalendarUnit::Month)
                    | Period::Current(CalendarUnit::Month)
            )
        });
    let yearly = matches!(claim.comparison, Some(Comparison::YearOverYear));
    if monthly && !yearly && claim.direction.is_some() && !said.any_of(SEASONALLY_ADJUSTED) {
        let text = format!("{} has a season: compare the same month of the year before", metric.variant);
        warnings.add(Severity::Risk, text);
    }
}

/// A quarter's growth at an annual rate is about four times the quarter's growth.
fn annual_rate(claim: &Claim, said: &Said, warnings: &mut Warnings) {
    let annualised = said.first_of(&["annualized", "annualised", "annual rate", "annual pace"]);
    if let Some(words) = annualised {
        let text = format!("{}: a short change scaled to a year, not the change over a year", quote(words));
        return warnings.add(Severity::Risk, text);
    }
    let quarterly = claim.timeframes.iter().any(|timeframe| {
        matches!(timeframe.period, Period::Quarter { .. } | Period::Previous(CalendarUnit::Quarter))
    });
    let growth = few(&claim.metrics).iter().any(|metric| metric.family == "gdp");
    let percent = claim.quantities.iter().any(|quantity| quantity.unit == Unit::Percent);
    let moved = matches!(claim.direction, Some(Direction::Increase | Direction::Decrease)) || growth;
    if quarterly && growth && percent && moved {
        warnings.add(Severity::Risk, "growth of a quarter: at an annual rate, or over the quarter before");
    }
}
