//! What a model is asked.

use std::fmt;

use serde_json::Value;

/// How long an answer may be unless the request says otherwise, in tokens.
pub const DEFAULT_MAX_OUTPUT_TOKENS: u32 = 2_048;

/// A prompt, and how it is to be answered.
#[derive(Clone, PartialEq)]
pub struct Request {
    /// What it is for, in logs: `judge`, `answer`.
    pub name: &'static str,
    /// Who the model is and what it does; it stands above every turn.
    pub system: Option<String>,
    /// What was said so far, the last turn being the one to answer.
    pub turns: Vec<Turn>,
    /// How freely it answers, 0 (the likeliest words) to 2. `None`: as the model does by itself. Not sent to
    /// models that refuse it.
    pub temperature: Option<f64>,
    /// Longest answer, in tokens, at least 1. What a model thinks before it answers comes on top of it.
    pub max_output_tokens: u32,
    /// The shape of the answer, if it is to be JSON.
    pub answer_schema: Option<AnswerSchema>,
}

/// The shape of an answer.
#[derive(Clone, PartialEq)]
pub struct AnswerSchema {
    /// Its name: 1 to 64 letters, digits, `_` and `-`.
    pub name: &'static str,
    /// A JSON schema of an object. What providers enforce of it differs (no length, pattern or constant
    /// is): the answer is checked to be JSON, and decoding it checks the rest.
    pub schema: Value,
}

/// What one side said.
#[derive(Clone, PartialEq, Eq)]
pub struct Turn {
    /// Which side.
    pub role: Role,
    /// What it said.
    pub text: String,
}

/// A side of the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Whoever asks.
    User,
    /// The model, earlier.
    Model,
}

impl Request {
    /// Asks `text`, for the purpose called `name` in logs.
    #[must_use]
    pub fn new(name: &'static str, text: impl Into<String>) -> Self {
        Self {
            name,
            system: None,
            turns: vec![Turn { role: Role::User, text: text.into() }],
            temperature: None,
            max_output_tokens: DEFAULT_MAX_OUTPUT_TOKENS,
            answer_schema: None,
        }
    }

    /// Says who the model is and what it does.
    #[must_use]
    pub fn system(mut self, text: impl Into<String>) -> Self {
        self.system = Some(text.into());
        self
    }

    /// Adds a turn after those that are there.
    #[must_use]
    pub fn turn(mut self, role: Role, text: impl Into<String>) -> Self {
        self.turns.push(Turn { role, text: text.into() });
        self
    }

    /// How freely it answers, 0 to 2.
    #[must_use]
    pub fn temperature(mut self, temperature: f64) -> Self {
        self.temperature = Some(temperature);
        self
    }

    /// Longest answer, in tokens.
    #[must_use]
    pub fn max_output_tokens(mut self, max_output_tokens: u32) -> Self {
        self.max_output_tokens = max_output_tokens;
        self
    }

    /// Asks for JSON of this shape.
    #[must_use]
    pub fn answer_schema(mut self, name: &'static str, schema: Value) -> Self {
        self.answer_schema = Some(AnswerSchema { name, schema });
        self
    }
}

impl fmt::Debug for Request {
    /// Lengths, not text: prompts hold what users and pages say.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Request")
            .field("name", &self.name)
            .field("turns", &self.turns)
            .field("max_output_tokens", &self.max_output_tokens)
            .field("answer_schema", &self.answer_schema)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Turn {
    /// Its length, not its text.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}({} bytes)", self.role, self.text.len())
    }
}

impl fmt::Debug for AnswerSchema {
    /// Its name: a schema is long, and may list what users wrote.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("AnswerSchema").field(&self.name).finish()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn debug_shows_lengths_and_no_text() {
        let request = Request::new("judge", "the claim")
            .system("be fair")
            .turn(Role::Model, "earlier")
            .answer_schema("verdict", json!({"enum": ["claimed"]}));
        let expected = "Request { name: \"judge\", turns: [User(9 bytes), Model(7 bytes)], \
                        max_output_tokens: 2048, answer_schema: Some(AnswerSchema(\"verdict\")), .. }";
        assert_eq!(format!("{request:?}"), expected);
    }
}
