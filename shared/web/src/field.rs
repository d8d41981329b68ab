//! Field types whose bounds are part of their type, so that schema and validation cannot differ.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::{Serialize, Serializer};

/// A whole number from `MIN` to `MAX`.
///
/// Integral floats (`5.0`) are read as integers, because Gemini sends them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Integer<const MIN: u32, const MAX: u32>(u32);

impl<const MIN: u32, const MAX: u32> Integer<MIN, MAX> {
    /// The number `value`, where the type's own bounds allow it: checked when compiling.
    #[must_use]
    pub const fn constant<const VALUE: u32>() -> Self {
        const { assert!(VALUE >= MIN && VALUE <= MAX) };
        Self(VALUE)
    }

    /// The number.
    #[must_use]
    pub fn get(self) -> u32 {
        self.0
    }
}

impl<const MIN: u32, const MAX: u32> Serialize for Integer<MIN, MAX> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.0)
    }
}

impl<'de, const MIN: u32, const MAX: u32> Deserialize<'de> for Integer<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bounds<const MIN: u32, const MAX: u32>;

        impl<const MIN: u32, const MAX: u32> Visitor<'_> for Bounds<MIN, MAX> {
            type Value = Integer<MIN, MAX>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, "an integer from {MIN} to {MAX}")
            }

            fn visit_f64<E: Error>(self, value: f64) -> Result<Self::Value, E> {
                let in_bounds = (f64::from(MIN)..=f64::from(MAX)).contains(&value);
                if !in_bounds || value.fract() != 0.0 {
                    return Err(E::custom(format!("must be an integer from {MIN} to {MAX}")));
                }
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "inside MIN..=MAX"
                )]
                Ok(Integer(value as u32))
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Self::Value, E> {
                self.visit_f64(value as f64)
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<Self::Value, E> {
                self.visit_f64(value as f64)
            }
        }

        deserializer.deserialize_f64(Bounds::<MIN, MAX>)
    }
}

impl<const MIN: u32, const MAX: u32> JsonSchema for Integer<MIN, MAX> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Integer_{MIN}_{MAX}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": MIN, "maximum": MAX })
    }
}

/// A number from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize)]
pub struct Share(f64);

impl Share {
    /// 0.5.
    pub const HALF: Self = Self(0.5);

    /// The number.
    #[must_use]
    pub fn get(self) -> f64 {
        self.0
    }
}

impl<'de> Deserialize<'de> for Share {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        if (0.0..=1.0).contains(&number) {
            Ok(Self(number))
        } else {
            Err(D::Error::custom("must be a number from 0 to 1"))
        }
    }
}

impl JsonSchema for Share {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Share".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": 0.0, "maximum": 1.0 })
    }
}

/// A `T` that is written as a JSON object.
///
/// Serde also reads structs from arrays, by position; no schema says so, and no caller means it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = Object<T>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<Self::Value, A::Error> {
                T::deserialize(MapAccessDeserializer::new(entries)).map(Object)
            }
        }

        deserializer.deserialize_map(Entries(PhantomData))
    }
}

impl<T> Deref for Object<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: JsonSchema> JsonSchema for Object<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// A text that says something: not blank, no more than `MAX_CHARS` characters.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Text<const MAX_CHARS: usize>(String);

impl<const MAX_CHARS: usize> Text<MAX_CHARS> {
    /// The text, as sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'de, const MAX_CHARS: usize> Deserialize<'de> for Text<MAX_CHARS> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text.trim().is_empty() {
            return Err(D::Error::custom("must not be blank"));
        }
        if text.chars().nth(MAX_CHARS).is_some() {
            return Err(D::Error::custom(format!("must have at most {MAX_CHARS} characters")));
        }
        Ok(Self(text))
    }
}

impl<const MAX_CHARS: usize> JsonSchema for Text<MAX_CHARS> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Text_{MAX_CHARS}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "minLength": 1, "maxLength": MAX_CHARS })
    }
}

/// A name that is part of a key: 1 to 128 letters, digits, `_` or `-`. Covers snake case and UUIDs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Name(String);

impl Name {
    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name, owned.
    #[must_use]
    pub fn into_string(self) -> String {
        self.0
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
        if plain && (1..=128).contains(&name.len()) {
            Ok(Self(name))
        } else {
            Err(D::Error::custom("must have 1 to 128 letters, digits, `_` or `-`"))
        }
    }
}

impl JsonSchema for Name {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Name".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[A-Za-z0-9_-]{1,128}$" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_and_integral_floats_inside_the_bounds_are_read() {
        for (text, value) in [("1", Some(1)), ("5.0", Some(5)), ("10", Some(10)), ("1e1", Some(10))] {
            assert_eq!(serde_json::from_str::<Integer<1, 10>>(text).ok().map(Integer::get), value, "{text}");
        }
        for text in ["0", "11", "5.5", "-1", "1e300", "\"5\"", "null", "true", "[]", "18446744073709551615"] {
            assert!(serde_json::from_str::<Integer<1, 10>>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn shares_are_numbers_from_0_to_1() {
        for (text, value) in [("0", Some(0.0)), ("0.25", Some(0.25)), ("1", Some(1.0)), ("1e-1", Some(0.1))] {
            assert_eq!(serde_json::from_str::<Share>(text).ok().map(Share::get), value, "{text}");
        }
        for text in ["-0.1", "1.01", "50", "1e300", "\"0.5\"", "null", "true"] {
            assert!(serde_json::from_str::<Share>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn names_cannot_reach_into_another_key() {
        let uuid = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
        for (text, valid) in
            [("sess_123", true), (uuid, true), ("", false), ("a#b", false), ("a b", false), ("ä", false)]
        {
            assert_eq!(serde_json::from_value::<Name>(text.into()).is_ok(), valid, "{text}");
        }
        assert!(serde_json::from_value::<Name>("a".repeat(129).into()).is_err());
    }

    #[test]
    fn texts_are_neither_blank_nor_endless() {
        assert!(serde_json::from_str::<Text<3>>("\"äöü\"").is_ok());
        for text in ["\"\"", "\" \\n\"", "\"abcd\"", "5"] {
            assert!(serde_json::from_str::<Text<3>>(text).is_err(), "{text}");
        }
    }
}
