//! Figures with their units: "17 %", "$3.2 trillion", "doubled", "one in five".

mod bound;
mod figure;
mod share;
mod unit;

use std::ops::Range;

use super::{timeframe::Timeframe, words::Words};

/// What a figure counts in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unit {
    /// Percent of something: 17 %.
    Percent,
    /// A difference between two percentages.
    PercentagePoints,
    /// Money, ISO 4217 code of the currency ("USD"; a bare "$" is USD).
    Currency(String),
    /// So many times the base: "doubled" is 2, "a third" as a share is [`Unit::Percent`] instead.
    Multiple,
    /// For each 1,000, 10,000, 100,000 … people: the denominator.
    Per(u64),
    /// A plain count of things; the noun it counts where one follows ("homicides"), else empty.
    Count(String),
}

/// How exactly the figure is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// The figure itself.
    Exactly,
    /// "about", "nearly", "around", "almost".
    About,
    /// "more than", "over", "at least".
    AtLeast,
    /// "less than", "under", "at most", "fewer than".
    AtMost,
}

/// One figure of a sentence.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    /// The figure in the unit's base: "3.2 trillion" is 3.2e12, "a third" is 33.33 percent, "one in five" 20 percent.
    pub value: f64,
    /// The upper end where a range was said ("between 3 and 4 percent").
    pub upper: Option<f64>,
    /// What it counts in.
    pub unit: Unit,
    /// How exactly it is meant.
    pub bound: Bound,
    /// Half of the last digit as written: 17 has 0.5, 16.7 has 0.05, "3.2 trillion" 0.05e12; words as "a third" 1.0 percent.
    pub half_digit: f64,
    /// The bytes of the sentence it was read from.
    pub span: Range<usize>,
}

/// The figures of `text`, in the order of mention. Years and dates inside `timeframes` are not figures, nor are
/// ordinals, ages, times of day, numbers of sections and models, or spans as in "highest in 40 years".
#[must_use]
pub fn find(text: &str, timeframes: &[Timeframe]) -> Vec<Quantity> {
    read(&Words::new(text), timeframes)
}

/// The figures of a sentence already cut into words.
pub(crate) fn read(words: &Words, timeframes: &[Timeframe]) -> Vec<Quantity> {
    let dated = Dated::new(words, timeframes);
    let mut found: Vec<Quantity> = Vec::new();
    let mut index = 0;
    while index < words.len() {
        if dated.covers(index) {
            index += 1;
            continue;
        }
        let reading = share::read(words, index, &dated)
            .or_else(|| unit::multiple(words, index))
            .or_else(|| figure::read(words, index, &dated));
        let Some(Reading { figures, end }) = reading else {
            index += 1;
            continue;
        };
        found.extend(figures.into_iter().flatten().filter(|quantity| quantity.value.is_finite()));
        index = end.max(index + 1);
    }
    found
}

/// What was read at one place: up to two figures ("from 3 to 5 percent"); none where a number is no figure.
struct Reading {
    figures: [Option<Quantity>; 2],
    end: usize,
}

impl Reading {
    fn one(quantity: Quantity, end: usize) -> Self {
        Self { figures: [Some(quantity), None], end }
    }

    fn two(first: Quantity, second: Quantity, end: usize) -> Self {
        Self { figures: [Some(first), Some(second)], end }
    }

    fn passed_over(end: usize) -> Self {
        Self { figures: [None, None], end }
    }
}

/// Which tokens belong to a period.
struct Dated(Vec<bool>);

impl Dated {
    fn new(words: &Words, timeframes: &[Timeframe]) -> Self {
        if timeframes.is_empty() {
            return Self(Vec::new());
        }
        let mut dated = vec![false; words.len()];
        for timeframe in timeframes {
            let first = words.token_from(timeframe.span.start);
            let end = words.token_from(timeframe.span.end).max(first);
            dated[first..end].fill(true);
        }
        Self(dated)
    }

    fn covers(&self, index: usize) -> bool {
        self.0.get(index).copied().unwrap_or(false)
    }
}

#[cfg(test)]
mod tests;
