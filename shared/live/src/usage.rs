//! Tokens of a session, and what they cost.

use serde_json::Value;
use settings::{Settings, names};

/// Tokens used. The server counts each turn by itself, its whole context included: that is what is billed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// Read by the model, as text, and what tools returned.
    pub text_in_tokens: u64,
    /// Heard by the model.
    pub audio_in_tokens: u64,
    /// Written or thought by the model.
    pub text_out_tokens: u64,
    /// Spoken by the model.
    pub audio_out_tokens: u64,
    /// All of them, by the server's own count.
    pub total_tokens: u64,
}

impl Usage {
    /// Reads `usageMetadata`. Counts may be numbers or texts; those without a modality count as text.
    pub(crate) fn read(metadata: &Value) -> Self {
        let of = |name: &str| metadata.get(name).map(count).unwrap_or_default();
        let audio = |name: &str| {
            let details = metadata.get(name).and_then(Value::as_array).into_iter().flatten();
            let spoken = details.filter(|detail| detail.get("modality").is_some_and(|kind| kind == "AUDIO"));
            spoken.filter_map(|detail| detail.get("tokenCount")).map(count).fold(0, u64::saturating_add)
        };
        let prompt = of("promptTokenCount");
        let response = of("responseTokenCount");
        let audio_in = audio("promptTokensDetails").min(prompt);
        let audio_out = audio("responseTokensDetails").min(response);
        Self {
            text_in_tokens: (prompt - audio_in).saturating_add(of("toolUsePromptTokenCount")),
            audio_in_tokens: audio_in,
            text_out_tokens: (response - audio_out).saturating_add(of("thoughtsTokenCount")),
            audio_out_tokens: audio_out,
            total_tokens: of("totalTokenCount"),
        }
    }

    /// Adds another turn's.
    pub fn add(&mut self, other: &Self) {
        let sum = |ours: &mut u64, theirs: u64| *ours = ours.saturating_add(theirs);
        sum(&mut self.text_in_tokens, other.text_in_tokens);
        sum(&mut self.audio_in_tokens, other.audio_in_tokens);
        sum(&mut self.text_out_tokens, other.text_out_tokens);
        sum(&mut self.audio_out_tokens, other.audio_out_tokens);
        sum(&mut self.total_tokens, other.total_tokens);
    }
}

/// A count that may be a number or a text, as 64-bit numbers are in the protocol.
fn count(value: &Value) -> u64 {
    value.as_u64().or_else(|| value.as_str()?.parse().ok()).unwrap_or_default()
}

/// Prices of a Live model, in US dollars for a million tokens: they differ by what is heard and what is read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prices {
    text_in: f64,
    audio_in: f64,
    text_out: f64,
    audio_out: f64,
}

impl Prices {
    /// The prices that the settings name; there are none built in.
    #[must_use]
    pub fn from_settings(settings: &Settings) -> Option<Self> {
        let prices = settings.text(names::GEMINI_LIVE_PRICES)?;
        let parsed: Option<Vec<f64>> = prices.split('/').map(|price| price.trim().parse().ok()).collect();
        match parsed.as_deref() {
            Some(&[text_in, audio_in, text_out, audio_out])
                if [text_in, audio_in, text_out, audio_out]
                    .iter()
                    .all(|price| (0.0..1e6).contains(price)) =>
            {
                Some(Self { text_in, audio_in, text_out, audio_out })
            }
            _ => {
                let reason = "must be four prices, TEXT_IN/AUDIO_IN/TEXT_OUT/AUDIO_OUT";
                settings.problem(names::GEMINI_LIVE_PRICES, &reason);
                None
            }
        }
    }

    /// What `usage` costs, in US dollars.
    #[must_use]
    pub fn cost_usd(&self, usage: &Usage) -> f64 {
        let million = [
            (usage.text_in_tokens, self.text_in),
            (usage.audio_in_tokens, self.audio_in),
            (usage.text_out_tokens, self.text_out),
            (usage.audio_out_tokens, self.audio_out),
        ];
        million.iter().map(|(tokens, price)| *tokens as f64 / 1e6 * price).sum()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn counts_are_told_apart_by_modality_and_added_up() {
        let turn = Usage::read(&json!({
            "promptTokenCount": 210, "responseTokenCount": "88", "toolUsePromptTokenCount": 5,
            "thoughtsTokenCount": 2, "totalTokenCount": 305,
            "promptTokensDetails": [{ "modality": "AUDIO", "tokenCount": 200 }, { "modality": "TEXT", "tokenCount": 10 }],
            "responseTokensDetails": [{ "modality": "AUDIO", "tokenCount": "80" }],
        }));
        let mut usage = turn;
        usage.add(&turn);
        let expected = Usage {
            text_in_tokens: 30,
            audio_in_tokens: 400,
            text_out_tokens: 20,
            audio_out_tokens: 160,
            total_tokens: 610,
        };
        assert_eq!(usage, expected);
        assert_eq!(Usage::read(&json!({ "promptTokensDetails": 3 })), Usage::default());
    }

    #[test]
    fn a_cost_needs_four_prices() {
        let settings = Settings::from_pairs([(names::GEMINI_LIVE_PRICES, "1/2/3/4")]);
        let usage = Usage { text_in_tokens: 1_000_000, audio_out_tokens: 500_000, ..Usage::default() };
        let cost = Prices::from_settings(&settings).expect("prices").cost_usd(&usage);
        assert!((cost - 3.0).abs() < 1e-9, "{cost}");
        for wrong in ["1/2/3", "a/b/c/d", "1/2/3/-4", "1/2/3/NaN"] {
            let settings = Settings::from_pairs([(names::GEMINI_LIVE_PRICES, wrong)]);
            assert_eq!(Prices::from_settings(&settings), None);
            assert!(settings.check().is_err(), "{wrong}");
        }
        assert_eq!(Prices::from_settings(&Settings::default()), None);
    }
}
