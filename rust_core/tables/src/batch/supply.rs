//! The supply of many positions: a row for each.

use super::verdicts::WordLists;
use super::{BatchChecker, Known, Rows};
use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use engine::error::Result;
use engine::threads;
use rayon::prelude::*;
use std::sync::Arc;

/// A game that can say what is in supply.
pub trait Statuses: BatchChecker {
    /// The names of the lists it tells.
    fn columns() -> Vec<&'static str>;

    /// Tells what belongs into which list, by the list's number.
    fn tell<'a>(&'a self, position: &Self::Position, told: impl FnMut(usize, &'a str));
}

/// The rows of a part of the answer.
const PART: usize = 1 << 12;
/// After so many of them it is foreseen how much room all take.
const SOME: usize = 64;

/// The columns of the answer: a list for each name, and `error`.
#[must_use]
pub fn schema(lists: &[&str]) -> SchemaRef {
    let item = Arc::new(Field::new("item", DataType::Utf8, false));
    let list = |name: &&str| Field::new(*name, DataType::List(item.clone()), false);
    let mut fields: Vec<_> = lists.iter().map(list).collect();
    fields.push(Field::new("error", DataType::Utf8, true));
    Arc::new(Schema::new(fields))
}

/// The supply of the positions of a table, in parallel; `errors` as in [`Rows::new`].
///
/// # Errors
/// [`engine::error::Error::BadInput`] if there is no column `position`, or it has a wrong type.
pub fn of<J: Statuses>(
    checker: &J,
    known: &Known<J::Position>,
    batches: &[RecordBatch],
    errors: Option<&str>,
) -> Result<Vec<RecordBatch>> {
    threads::run(|| {
        let rows = Rows::of_positions(batches, errors)?;
        let starts: Vec<usize> = (0..rows.len()).step_by(PART).collect();
        Ok(starts
            .par_iter()
            .map(|start| {
                let end = (start + PART).min(rows.len());
                part(checker, known, &rows, *start..end)
            })
            .collect())
    })?
}

fn part<J: Statuses>(
    checker: &J,
    known: &Known<J::Position>,
    rows: &Rows,
    part: std::ops::Range<usize>,
) -> RecordBatch {
    let names = J::columns();
    let mut lists: Vec<WordLists> = names
        .iter()
        .map(|_| WordLists::new(part.len(), 32 * SOME))
        .collect();
    let mut errors = StringBuilder::new();
    for row in part.clone() {
        if row == part.start + SOME {
            lists
                .iter_mut()
                .for_each(|list| list.expect(part.end - row));
        }
        let row = u32::try_from(row).unwrap_or(u32::MAX);
        rows.with(checker, known, row, |position| match position {
            Ok(position) => {
                checker.tell(position, |list, id| {
                    if let Some(list) = lists.get_mut(list) {
                        list.word(id);
                    }
                });
                errors.append_null();
            }
            Err(error) => errors.append_value(error),
        });
        lists.iter_mut().for_each(WordLists::end);
    }
    let mut columns: Vec<ArrayRef> = lists.into_iter().map(WordLists::finish).collect();
    columns.push(Arc::new(errors.finish()));
    // The columns are those of the schema, all of one length.
    RecordBatch::try_new(schema(&names), columns)
        .unwrap_or_else(|_| RecordBatch::new_empty(schema(&names)))
}
