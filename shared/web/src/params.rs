//! Path and query parameters as input: text that is read as the number or switch a field asks for.

use std::collections::BTreeMap;

use serde::de::value::{Error, MapDeserializer};
use serde::de::{Deserialize, Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

use crate::Failure;
use crate::invalid::decode_with;

/// Decodes named parameters; of a repeated one the last counts.
pub(crate) fn decode_params<T: for<'de> Deserialize<'de>>(
    params: BTreeMap<String, String>,
) -> Result<T, Failure> {
    let params = params.into_iter().map(|(name, value)| (name, Param(value)));
    decode_with(MapDeserializer::<_, Error>::new(params))
}

struct Param(String);

impl IntoDeserializer<'_, Error> for Param {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Param {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_string(self.0)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.parse() {
            Ok(number) => visitor.visit_f64(number),
            Err(_) => visitor.visit_string(self.0),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.as_str() {
            "true" | "1" => visitor.visit_bool(true),
            "false" | "0" => visitor.visit_bool(false),
            _ => visitor.visit_string(self.0),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.0.into_deserializer().deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Integer;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Sample {
        id: String,
        #[serde(default)]
        deep: bool,
        top: Option<Integer<1, 20>>,
    }

    fn read(pairs: &[(&str, &str)]) -> Result<Sample, Failure> {
        decode_params(pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
    }

    #[test]
    fn parameters_become_what_the_field_asks_for() {
        let sample = read(&[("id", "42"), ("deep", "true"), ("top", "7")]).expect("valid");
        assert_eq!((sample.id.as_str(), sample.deep, sample.top.map(Integer::get)), ("42", true, Some(7)));
        assert!(!read(&[("id", "a")]).expect("valid").deep);
    }

    #[test]
    fn mistakes_name_the_parameter() {
        for (pairs, pointer) in [
            (&[("id", "a"), ("top", "many")][..], "/top"),
            (&[("id", "a"), ("top", "21")], "/top"),
            (&[("id", "a"), ("deep", "maybe")], "/deep"),
            (&[("id", "a"), ("colour", "red")], "/colour"),
            (&[], "/id"),
        ] {
            assert_eq!(read(pairs).expect_err(pointer).details["pointer"], pointer);
        }
    }
}
