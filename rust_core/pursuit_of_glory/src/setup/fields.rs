//! The fields of a document: values of the wanted type, or an error that names the field.

use crate::state::SIDES;
use engine::error::Result;
pub(super) use engine::json::{array, flag, ids, number, number_of, object, string};
use engine::names::WordList;
use serde_json::Value;

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
        .map(|(key, item)| Ok((number_of(field, key, &SIDES)?.into(), item)))
        .collect()
}

pub(super) fn word_at(field: &str, value: &Value, words: WordList) -> Result<u16> {
    number_of(field, string(field, value)?, &words)
}
