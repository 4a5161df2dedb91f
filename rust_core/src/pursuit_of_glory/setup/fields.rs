//! The fields of a document: values of the wanted type, or an error that names the field.

use crate::error::{Error, Result};
use crate::pursuit_of_glory::vocabulary::Side;
use serde_json::{Map, Value};

pub(super) fn words<T: Copy>(all: &[T], word: fn(T) -> &'static str) -> Vec<&'static str> {
    all.iter().map(|item| word(*item)).collect()
}

pub(super) fn wrong(field: &str, wanted: &str, value: &Value) -> Error {
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

pub(in crate::pursuit_of_glory) fn object<'a>(
    field: &str,
    value: &'a Value,
) -> Result<&'a Map<String, Value>> {
    value
        .as_object()
        .ok_or_else(|| wrong(field, "an object", value))
}

pub(in crate::pursuit_of_glory) fn array<'a>(
    field: &str,
    value: &'a Value,
) -> Result<&'a Vec<Value>> {
    value
        .as_array()
        .ok_or_else(|| wrong(field, "a list", value))
}

pub(in crate::pursuit_of_glory) fn string<'a>(field: &str, value: &'a Value) -> Result<&'a str> {
    value.as_str().ok_or_else(|| wrong(field, "a text", value))
}

pub(super) fn flag(field: &str, value: &Value) -> Result<bool> {
    value
        .as_bool()
        .ok_or_else(|| wrong(field, "true or false", value))
}

pub(super) fn number(field: &str, value: &Value, least: i32, most: i32) -> Result<i32> {
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

pub(super) fn small(number: i32) -> u16 {
    u16::try_from(number).unwrap_or(0)
}

pub(super) fn small_usize(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(0)
}

/// The texts of a list, each with the field it stands in.
pub(super) fn ids<'a>(field: &str, value: &'a Value) -> Result<Vec<(String, &'a str)>> {
    let items = array(field, value)?.iter().enumerate();
    items
        .map(|(at, item)| {
            let field = format!("{field}[{at}]");
            let text = string(&field, item)?;
            Ok((field, text))
        })
        .collect()
}

/// The values of an object with the keys `ap` and `cp`, as 0 and 1.
pub(super) fn sides<'a>(field: &str, value: &'a Value) -> Result<Vec<(usize, &'a Value)>> {
    let items = object(field, value)?.iter();
    items
        .map(|(key, item)| Ok((position_of(field, key, Side::WHAT, &["ap", "cp"])?, item)))
        .collect()
}

pub(super) fn position_of(field: &str, word: &str, what: &str, names: &[&str]) -> Result<usize> {
    names
        .iter()
        .position(|name| *name == word)
        .ok_or_else(|| Error::unknown(field, what, word, names.iter().copied()))
}

pub(super) fn word_at(field: &str, value: &Value, what: &str, names: &[&str]) -> Result<u16> {
    position_of(field, string(field, value)?, what, names).map(small_usize)
}
