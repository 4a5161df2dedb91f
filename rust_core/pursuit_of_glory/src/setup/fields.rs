//! The fields of a document: values of the wanted type, or an error that names the field.

use crate::vocabulary::Side;
use engine::error::Result;
pub(super) use engine::json::{array, flag, ids, number, object, position_of, string};
use serde_json::Value;

pub(super) fn words<T: Copy>(all: &[T], word: fn(T) -> &'static str) -> Vec<&'static str> {
    all.iter().map(|item| word(*item)).collect()
}

pub(super) fn small(number: i32) -> u16 {
    u16::try_from(number).unwrap_or(0)
}

pub(super) fn small_usize(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(0)
}

/// The values of an object with the keys `ap` and `cp`, as 0 and 1.
pub(super) fn sides<'a>(field: &str, value: &'a Value) -> Result<Vec<(usize, &'a Value)>> {
    let items = object(field, value)?.iter();
    items
        .map(|(key, item)| Ok((position_of(field, key, Side::WHAT, &["ap", "cp"])?, item)))
        .collect()
}

pub(super) fn word_at(field: &str, value: &Value, what: &str, names: &[&str]) -> Result<u16> {
    position_of(field, string(field, value)?, what, names).map(small_usize)
}
