//! The kind of thing that is asked for, and whether a sentence has one of it.

/// A kind of answer that can be told from a sentence's look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sought {
    /// A date, a time of day or a span of time.
    Time,
    /// A sum of money or a share.
    Money,
    /// A weight, a length, a volume, a temperature.
    Measure,
    /// Some other number.
    Number,
}

const ASKS_TIME: &[&str] = &[
    "when",
    "how long",
    "how soon",
    "how fast",
    "how quickly",
    "how early",
    "how late",
    "how many days",
    "how many hours",
    "how many weeks",
    "how many months",
    "how many years",
    "how much time",
    "what time",
    "which day",
    "deadline",
    "cut-off",
    "cutoff",
    "closing time",
    "latest",
    "notice",
    "time limit",
    "opening hours",
];
const ASKS_MONEY: &[&str] = &[
    "how much",
    "fee",
    "fine",
    "cost",
    "price",
    "charge",
    "penalt",
    "premium",
    "interest",
    "surcharge",
    "per cent",
    "percentage",
    "liability",
];
const ASKS_MEASURE: &[&str] = &[
    "weight",
    "heavy",
    "temperature",
    "volume",
    "length",
    "height",
    "width",
    "how long is a",
    "how high",
    "how wide",
    "how big",
    "size",
    "dimension",
    "degrees",
    "payload",
    "how cold",
    "how warm",
];
const ASKS_NUMBER: &[&str] =
    &["how many", "number", "maximum", "minimum", "max", "min", "limit", "from what", "code", "which pi"];

const TIME_UNITS: &[&str] = &[
    "minute", "minutes", "min", "hour", "hours", "day", "days", "week", "weeks", "month", "months", "year",
    "years",
];
const MONTHS: &[&str] = &[
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const MONEY_UNITS: &[&str] =
    &["eur", "usd", "gbp", "sgd", "chf", "jpy", "sdr", "euro", "euros", "dollars", "pounds", "cents"];
const MEASURE_UNITS: &[&str] = &[
    "kg",
    "kilograms",
    "kilos",
    "g",
    "t",
    "tonne",
    "tonnes",
    "tons",
    "cm",
    "mm",
    "m",
    "metres",
    "meters",
    "cbm",
    "m3",
    "litre",
    "litres",
    "l",
    "c",
    "°c",
    "feet",
    "ft",
    "inches",
    "cubic",
    "sdr",
];

impl Sought {
    /// What `question` is after; none where that cannot be told.
    pub(super) fn of(question: &str) -> Option<Self> {
        let question = question.to_lowercase();
        let asks = |phrases: &[&str]| phrases.iter().any(|phrase| question.contains(phrase));
        [
            (ASKS_TIME, Self::Time),
            (ASKS_MEASURE, Self::Measure),
            (ASKS_MONEY, Self::Money),
            (ASKS_NUMBER, Self::Number),
        ]
        .into_iter()
        .find(|(phrases, _)| asks(phrases))
        .map(|(_, sought)| sought)
    }

    /// Whether `sentence` has one.
    pub(super) fn is_in(self, sentence: &str) -> bool {
        let lower = sentence.to_lowercase();
        let words: Vec<&str> = lower
            .split(|character: char| {
                character.is_whitespace() || matches!(character, '-' | '/' | '(' | ')' | ';' | ',')
            })
            .map(|word| {
                word.trim_matches(|edge: char| {
                    !edge.is_alphanumeric() && !matches!(edge, '%' | '°' | '$' | '€' | '£')
                })
            })
            .filter(|word| !word.is_empty())
            .collect();
        let digit = |word: &str| word.bytes().any(|byte| byte.is_ascii_digit());
        // A number and its unit stand within two words of each other: `7 working days`, `EUR 75`.
        let near = |units: &[&str]| {
            (0..words.len()).any(|place| {
                digit(words[place])
                    && words[place.saturating_sub(1)..(place + 3).min(words.len())]
                        .iter()
                        .any(|word| units.contains(word))
            })
        };
        match self {
            Self::Time => {
                near(TIME_UNITS) || near(MONTHS) || words.iter().any(|word| word.contains(':') && digit(word))
            }
            Self::Money => {
                near(MONEY_UNITS)
                    || words.iter().any(|word| digit(word) && word.contains(['%', '$', '€', '£']))
            }
            Self::Measure => near(MEASURE_UNITS),
            Self::Number => words.iter().any(|word| digit(word)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_is_known_by_its_look() {
        for (question, sentence, expected) in [
            ("When must it be sent?", "It is sent 24 hours before loading.", true),
            ("When must it be sent?", "Send it to 3 offices.", false),
            ("How long does it take?", "The desk is open from 09:00.", true),
            ("What is the fee?", "A correction is EUR 35.", true),
            ("What is the fee?", "It takes 5 days.", false),
            ("What is the maximum weight?", "Pieces of up to 70 kg are taken.", true),
            ("How many pallets fit in?", "It holds 11 of them.", true),
            ("How many pallets fit in?", "It holds some of them.", false),
        ] {
            let sought = Sought::of(question).expect(question);
            assert_eq!(sought.is_in(sentence), expected, "{question} {sentence}");
        }
        assert_eq!(Sought::of("Who signs it?"), None);
    }
}
