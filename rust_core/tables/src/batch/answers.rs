//! Questions to many positions: a row of lists, numbers, words and flags for each.

use super::verdicts::WordLists;
use super::{BatchChecker, Known, Rows};
use arrow_array::builder::{BooleanBuilder, Int32Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use engine::error::Result;
use engine::threads;
use rayon::prelude::*;
use std::sync::Arc;

/// What a column holds; all but lists are null where a position could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// A list of words, empty where nothing is told.
    List,
    /// A number.
    Number,
    /// A word, or null.
    Word,
    /// A truth value.
    Flag,
}

/// The name of a column and what it holds.
pub type Named = (&'static str, Column);

/// A column being filled.
enum Cells {
    List(WordLists),
    Number(Int32Builder),
    Word(StringBuilder),
    Flag(BooleanBuilder),
}

impl Cells {
    fn new(column: Column, rows: usize) -> Self {
        match column {
            Column::List => Self::List(WordLists::new(rows, 4 * rows)),
            Column::Number => Self::Number(Int32Builder::with_capacity(rows)),
            Column::Word => Self::Word(StringBuilder::with_capacity(rows, 12 * rows)),
            Column::Flag => Self::Flag(BooleanBuilder::with_capacity(rows)),
        }
    }

    /// How many rows have been told, but for lists, which know it themselves.
    fn rows(&self) -> Option<usize> {
        use arrow_array::builder::ArrayBuilder as _;
        match self {
            Self::List(_) => None,
            Self::Number(numbers) => Some(numbers.len()),
            Self::Word(words) => Some(words.len()),
            Self::Flag(flags) => Some(flags.len()),
        }
    }

    /// Ends a row: null where nothing was told.
    fn end(&mut self, row: usize) {
        if self.rows().is_some_and(|told| told > row) {
            return;
        }
        match self {
            Self::List(words) => words.end(),
            Self::Number(numbers) => numbers.append_null(),
            Self::Word(words) => words.append_null(),
            Self::Flag(flags) => flags.append_null(),
        }
    }

    fn finish(self) -> ArrayRef {
        match self {
            Self::List(words) => words.finish(),
            Self::Number(mut numbers) => Arc::new(numbers.finish()),
            Self::Word(mut words) => Arc::new(words.finish()),
            Self::Flag(mut flags) => Arc::new(flags.finish()),
        }
    }
}

/// The row of a position; columns are named by their numbers, and each but a list is told once.
pub struct Row<'a>(&'a mut [Cells]);

impl Row<'_> {
    /// Goes on with a list.
    pub fn item(&mut self, column: usize, word: &str) {
        if let Some(Cells::List(words)) = self.0.get_mut(column) {
            words.word(word);
        }
    }

    /// Tells a number.
    pub fn number(&mut self, column: usize, number: i32) {
        if let Some(Cells::Number(numbers)) = self.0.get_mut(column) {
            numbers.append_value(number);
        }
    }

    /// Tells a word.
    pub fn word(&mut self, column: usize, word: &str) {
        if let Some(Cells::Word(words)) = self.0.get_mut(column) {
            words.append_value(word);
        }
    }

    /// Tells a truth value.
    pub fn flag(&mut self, column: usize, flag: bool) {
        if let Some(Cells::Flag(flags)) = self.0.get_mut(column) {
            flags.append_value(flag);
        }
    }
}

/// The rows of a part of the answer.
const PART: usize = 1 << 12;

/// The columns of the answer, and `error`.
#[must_use]
pub fn schema(columns: &[Named]) -> SchemaRef {
    let item = Arc::new(Field::new("item", DataType::Utf8, false));
    let field = |(name, column): &Named| match column {
        Column::List => Field::new(*name, DataType::List(item.clone()), false),
        Column::Number => Field::new(*name, DataType::Int32, true),
        Column::Word => Field::new(*name, DataType::Utf8, true),
        Column::Flag => Field::new(*name, DataType::Boolean, true),
    };
    let mut fields: Vec<_> = columns.iter().map(field).collect();
    fields.push(Field::new("error", DataType::Utf8, true));
    Arc::new(Schema::new(fields))
}

/// Asks every position of a table, in parallel; `tell` says of one what its row holds; `errors` as in
/// [`Rows::new`].
///
/// # Errors
/// [`engine::error::Error::BadInput`] if there is no column `position`, or it has a wrong type.
pub fn of<J: BatchChecker>(
    checker: &J,
    known: &Known<J::Position>,
    batches: &[RecordBatch],
    errors: Option<&str>,
    columns: &[Named],
    tell: impl Fn(&J::Position, &mut Row<'_>) + Sync,
) -> Result<Vec<RecordBatch>> {
    threads::run(|| {
        let rows = Rows::of_positions(batches, errors)?;
        let starts: Vec<usize> = (0..rows.len()).step_by(PART).collect();
        let part = |start: &usize| {
            let end = (start + PART).min(rows.len());
            part(checker, known, &rows, *start..end, columns, &tell)
        };
        Ok(starts.par_iter().map(part).collect())
    })?
}

fn part<J: BatchChecker>(
    checker: &J,
    known: &Known<J::Position>,
    rows: &Rows,
    part: std::ops::Range<usize>,
    columns: &[Named],
    tell: &impl Fn(&J::Position, &mut Row<'_>),
) -> RecordBatch {
    let new = |(_, column): &Named| Cells::new(*column, part.len());
    let mut cells: Vec<Cells> = columns.iter().map(new).collect();
    let mut errors = StringBuilder::new();
    for (at, row) in part.clone().enumerate() {
        let row = u32::try_from(row).unwrap_or(u32::MAX);
        rows.with(checker, known, row, |position| match position {
            Ok(position) => {
                tell(position, &mut Row(&mut cells));
                errors.append_null();
            }
            Err(error) => errors.append_value(error),
        });
        cells.iter_mut().for_each(|cells| cells.end(at));
    }
    let mut answer: Vec<ArrayRef> = cells.into_iter().map(Cells::finish).collect();
    answer.push(Arc::new(errors.finish()));
    // The columns are those of the schema, all of one length.
    RecordBatch::try_new(schema(columns), answer)
        .unwrap_or_else(|_| RecordBatch::new_empty(schema(columns)))
}
