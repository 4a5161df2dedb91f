//! JSON texts and the fields of JSON values: what is wrong with them is told by the field.

mod text;

pub use text::{Items, Text};

use crate::error::{Error, Result};
use crate::names::WordList;
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use std::fmt;

/// Parses JSON; unlike plain JSON parsers it refuses a key that stands twice in an object.
///
/// # Errors
/// [`Error::BadInput`] with line and column.
pub fn parse(text: &[u8]) -> Result<Value> {
    let text = std::str::from_utf8(text).map_err(|e| {
        Error::bad(
            "document",
            format!("is not UTF-8 text (byte {})", e.valid_up_to()),
        )
    })?;
    serde_json::from_str::<Unique>(text)
        .map(|Unique(value)| value)
        .map_err(|e| Error::bad("document", format!("is not valid JSON: {e}")))
}

struct Unique(Value);

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Unique;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("JSON")
            }
            fn visit_bool<E>(self, v: bool) -> std::result::Result<Unique, E> {
                Ok(Unique(v.into()))
            }
            fn visit_i64<E>(self, v: i64) -> std::result::Result<Unique, E> {
                Ok(Unique(v.into()))
            }
            fn visit_u64<E>(self, v: u64) -> std::result::Result<Unique, E> {
                Ok(Unique(v.into()))
            }
            fn visit_f64<E>(self, v: f64) -> std::result::Result<Unique, E> {
                Ok(Unique(
                    Number::from_f64(v).map_or(Value::Null, Value::Number),
                ))
            }
            fn visit_str<E>(self, v: &str) -> std::result::Result<Unique, E> {
                Ok(Unique(v.into()))
            }
            fn visit_unit<E>(self) -> std::result::Result<Unique, E> {
                Ok(Unique(Value::Null))
            }
            fn visit_seq<A: SeqAccess<'de>>(
                self,
                mut seq: A,
            ) -> std::result::Result<Unique, A::Error> {
                let mut items = Vec::new();
                while let Some(Unique(item)) = seq.next_element()? {
                    items.push(item);
                }
                Ok(Unique(items.into()))
            }
            fn visit_map<A: MapAccess<'de>>(
                self,
                mut map: A,
            ) -> std::result::Result<Unique, A::Error> {
                let mut object = Map::new();
                while let Some((key, Unique(item))) = map.next_entry::<String, Unique>()? {
                    if object.contains_key(&key) {
                        let shown = crate::names::shown(&key);
                        return Err(de::Error::custom(format!("the key '{shown}' stands twice")));
                    }
                    object.insert(key, item);
                }
                Ok(Unique(object.into()))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

/// The error of a value of another type than the field wants.
fn wrong(field: &str, wanted: &str, value: &Value) -> Error {
    let found = match value {
        Value::Null => "nothing",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    };
    Error::bad(field, format!("must be {wanted}, not {found}"))
}

/// The value as an object.
///
/// # Errors
/// [`Error::BadInput`] if it is none.
pub fn object<'a>(field: &str, value: &'a Value) -> Result<&'a Map<String, Value>> {
    value
        .as_object()
        .ok_or_else(|| wrong(field, "an object", value))
}

/// The value as a list.
///
/// # Errors
/// [`Error::BadInput`] if it is none.
pub fn array<'a>(field: &str, value: &'a Value) -> Result<&'a Vec<Value>> {
    value
        .as_array()
        .ok_or_else(|| wrong(field, "a list", value))
}

/// The value as a text.
///
/// # Errors
/// [`Error::BadInput`] if it is none.
pub fn string<'a>(field: &str, value: &'a Value) -> Result<&'a str> {
    value.as_str().ok_or_else(|| wrong(field, "a text", value))
}

/// The value as true or false.
///
/// # Errors
/// [`Error::BadInput`] if it is neither.
pub fn flag(field: &str, value: &Value) -> Result<bool> {
    value
        .as_bool()
        .ok_or_else(|| wrong(field, "true or false", value))
}

/// The value as a whole number from `least` to `most`.
///
/// # Errors
/// [`Error::BadInput`] if it is none, or out of this range.
pub fn number(field: &str, value: &Value, least: i32, most: i32) -> Result<i32> {
    value
        .as_i64()
        .and_then(|number| i32::try_from(number).ok())
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| {
            let range = format!("must be a whole number from {least} to {most}");
            match value {
                Value::Number(found) => Error::bad(field, format!("{range}, not {found}")),
                _ => wrong(
                    field,
                    &format!("a whole number from {least} to {most}"),
                    value,
                ),
            }
        })
}

/// The texts of a list, each with the field it stands in.
///
/// # Errors
/// [`Error::BadInput`] if it is no list, or something else is in it.
pub fn ids<'a>(field: &str, value: &'a Value) -> Result<Vec<(String, &'a str)>> {
    let items = array(field, value)?.iter().enumerate();
    items
        .map(|(at, item)| {
            let field = format!("{field}[{at}]");
            let text = string(&field, item)?;
            Ok((field, text))
        })
        .collect()
}

/// Where a word stands among names.
///
/// # Errors
/// [`Error::BadInput`] with the nearest name.
pub fn position_of(field: &str, word: &str, what: &str, names: &[&str]) -> Result<usize> {
    names
        .iter()
        .position(|name| *name == word)
        .ok_or_else(|| Error::unknown(field, what, word, names.iter().copied()))
}

/// The number of a word in a list.
///
/// # Errors
/// [`Error::BadInput`] with the nearest word.
pub fn number_of(field: &str, word: &str, words: &WordList) -> Result<u16> {
    let at = position_of(field, word, words.what, words.words)?;
    Ok(u16::try_from(at).unwrap_or(0))
}
