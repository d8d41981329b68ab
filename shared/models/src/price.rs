//! What tokens cost.

use jiff::civil::{Date, date};
use settings::{Settings, names};

use crate::Usage;

const TOKENS_PER_PRICE: f64 = 1e6;

/// A model's prices, in US dollars for a million tokens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Price {
    /// Of the prompt.
    pub input_usd: f64,
    /// Of the part of the prompt that the provider had cached.
    pub cached_input_usd: f64,
    /// Of the answer, and of what the model thinks before it.
    pub output_usd: f64,
}

/// The prices that are known, each from a day on.
#[derive(Debug, Clone, PartialEq)]
pub struct Prices {
    entries: Vec<Entry>,
}

#[derive(Debug, Clone, PartialEq)]
struct Entry {
    model: String,
    from: Date,
    price: Price,
}

/// Why a price cannot be read.
const FORM: &str = "must be MODEL=INPUT/OUTPUT or MODEL=INPUT/OUTPUT/CACHED in dollars for a million tokens";

impl Price {
    /// What `usage` costs, in US dollars.
    #[must_use]
    pub fn cost_usd(self, usage: Usage) -> f64 {
        let cached_tokens = usage.cached_prompt_tokens.min(usage.prompt_tokens);
        let fresh_tokens = usage.prompt_tokens - cached_tokens;
        let cost = fresh_tokens as f64 * self.input_usd
            + cached_tokens as f64 * self.cached_input_usd
            + usage.completion_tokens as f64 * self.output_usd;
        cost / TOKENS_PER_PRICE
    }

    /// `INPUT/OUTPUT` or `INPUT/OUTPUT/CACHED`.
    fn parse(text: &str) -> Option<Self> {
        let amounts = text.split('/').map(|amount| amount.trim().parse().ok());
        let amounts: Vec<f64> = amounts.collect::<Option<_>>()?;
        let usable = amounts.iter().all(|amount| amount.is_finite() && *amount >= 0.0);
        let (input_usd, output_usd, cached_input_usd) = match amounts[..] {
            [input, output] => (input, output, input),
            [input, output, cached] => (input, output, cached),
            _ => return None,
        };
        usable.then_some(Self { input_usd, cached_input_usd, output_usd })
    }
}

impl Prices {
    /// The prices that are published, as far as they are known here: `contracts/external.md` section 2.1. Those
    /// of prompts above 200,000 tokens, which some models have, are not.
    #[must_use]
    pub fn built_in() -> Self {
        let flash = |from, input_usd, cached_input_usd, output_usd| Entry {
            model: "gemini-3.8-flash".to_owned(),
            from,
            price: Price { input_usd, cached_input_usd, output_usd },
        };
        // What cached input costs from 2027 on is not published: it is charged as if it were not cached.
        Self {
            entries: vec![
                flash(date(2026, 9, 2), 0.75, 0.075, 3.75),
                flash(date(2027, 1, 1), 1.50, 1.50, 7.50),
            ],
        }
    }

    /// The prices in the settings, over the built-in ones. One that cannot be read is noted as a problem.
    #[must_use]
    pub fn from_settings(settings: &Settings) -> Self {
        let mut prices = Self::built_in();
        for entry in settings.list(names::TRUTHY_MODEL_PRICES) {
            let parsed = entry.rsplit_once('=').map(|(model, price)| (model.trim(), Price::parse(price)));
            match parsed {
                Some((model, Some(price))) if !model.is_empty() => prices.set(model, price),
                _ => settings.problem(names::TRUTHY_MODEL_PRICES, &FORM),
            }
        }
        prices
    }

    /// Sets the price of `model`, at all times.
    pub fn set(&mut self, model: &str, price: Price) {
        self.entries.retain(|entry| entry.model != model);
        self.entries.push(Entry { model: model.to_owned(), from: Date::MIN, price });
    }

    /// The price of `model` on the day `today`.
    #[must_use]
    pub fn of(&self, model: &str, today: Date) -> Option<Price> {
        let known = self.entries.iter().filter(|entry| entry.model == model && entry.from <= today);
        known.max_by_key(|entry| entry.from).map(|entry| entry.price)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinking_is_output_and_cached_input_is_cheaper() {
        let price = Price { input_usd: 0.75, cached_input_usd: 0.075, output_usd: 3.75 };
        let usage = Usage {
            prompt_tokens: 900,
            cached_prompt_tokens: 400,
            completion_tokens: 430,
            total_tokens: 1_330,
        };
        let expected = (500.0 * 0.75 + 400.0 * 0.075 + 430.0 * 3.75) / 1e6;
        assert!((price.cost_usd(usage) - expected).abs() < 1e-12);
        let odd = Usage { prompt_tokens: 1, cached_prompt_tokens: u64::MAX, ..Usage::default() };
        assert!(price.cost_usd(odd) <= 0.075 / 1e6);
    }

    #[test]
    fn prices_change_with_the_day_and_settings_win() {
        let input =
            |prices: &Prices, today| prices.of("gemini-3.8-flash", today).map(|price| price.input_usd);
        let prices = Prices::built_in();
        assert_eq!(input(&prices, date(2026, 9, 1)), None);
        assert_eq!(input(&prices, date(2026, 12, 31)), Some(0.75));
        assert_eq!(input(&prices, date(2027, 1, 1)), Some(1.50));
        let settings = Settings::from_pairs([(
            names::TRUTHY_MODEL_PRICES,
            "gemini-3.8-flash = 1/2, a=b/c:free=0.5 / 1 / 0.1",
        )]);
        let prices = Prices::from_settings(&settings);
        assert_eq!(settings.check(), Ok(()));
        assert_eq!(input(&prices, date(2027, 1, 1)), Some(1.0));
        let expected = Price { input_usd: 0.5, cached_input_usd: 0.1, output_usd: 1.0 };
        assert_eq!(prices.of("a=b/c:free", date(2020, 1, 1)), Some(expected));
        assert_eq!(prices.of("b", date(2026, 11, 21)), None);
    }

    #[test]
    fn a_price_that_cannot_be_read_is_a_problem() {
        for text in ["x", "x=", "x=1", "=1/2", "x=1/2/3/4", "x=-1/2", "x=NaN/1", "x=1/inf", "x=1/two"] {
            let settings = Settings::from_pairs([(names::TRUTHY_MODEL_PRICES, text)]);
            assert_eq!(Prices::from_settings(&settings), Prices::built_in(), "{text}");
            assert!(settings.check().is_err(), "{text}");
        }
    }
}
