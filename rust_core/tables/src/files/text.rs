//! Rows of text files on their way into columns.

use super::{Chunk, Mark};
use arrow_array::builder::{Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{DataType, SchemaRef};
use engine::error::{Error, Result};
use std::borrow::Cow;
use std::sync::Arc;

/// What stands in one field.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Cell<'a> {
    Null,
    Text(Cow<'a, str>),
    Integer(i64),
}

enum Column {
    Text(StringBuilder),
    Integer(Int64Builder),
}

/// The rows of a chunk being read.
pub(super) struct Builder {
    schema: SchemaRef,
    columns: Vec<Column>,
    errors: StringBuilder,
    pub(super) rows: usize,
    /// How many bytes the rows have, roughly.
    pub(super) bytes: usize,
}

impl Builder {
    pub(super) fn new(schema: SchemaRef) -> Self {
        let columns = schema
            .fields()
            .iter()
            .map(|field| match field.data_type() {
                DataType::Int64 => Column::Integer(Int64Builder::new()),
                _ => Column::Text(StringBuilder::new()),
            })
            .collect();
        Self {
            schema,
            columns,
            errors: StringBuilder::new(),
            rows: 0,
            bytes: 0,
        }
    }

    /// Adds a row, a cell for each column.
    pub(super) fn push(&mut self, cells: &[Cell<'_>]) {
        for (index, column) in self.columns.iter_mut().enumerate() {
            match (column, cells.get(index)) {
                (Column::Text(text), Some(Cell::Text(value))) => {
                    self.bytes += value.len();
                    text.append_value(value);
                }
                (Column::Text(text), Some(Cell::Integer(value))) => {
                    text.append_value(value.to_string());
                }
                (Column::Integer(integers), Some(Cell::Integer(value))) => {
                    integers.append_value(*value);
                }
                (Column::Text(text), _) => text.append_null(),
                (Column::Integer(integers), _) => integers.append_null(),
            }
        }
        self.errors.append_null();
        self.close();
    }

    /// Adds a row that could not be read.
    pub(super) fn fail(&mut self, error: &str) {
        for column in &mut self.columns {
            match column {
                Column::Text(text) => text.append_null(),
                Column::Integer(integers) => integers.append_null(),
            }
        }
        self.errors.append_value(error);
        self.bytes += error.len();
        self.close();
    }

    fn close(&mut self) {
        self.rows += 1;
        self.bytes += 8 * (1 + self.columns.len());
    }

    /// The rows; none if there are none.
    pub(super) fn finish(mut self, first_row: u64, next: Mark) -> Result<Option<Chunk>> {
        if self.rows == 0 {
            return Ok(None);
        }
        let columns = self
            .columns
            .iter_mut()
            .map(|column| -> ArrayRef {
                match column {
                    Column::Text(text) => Arc::new(text.finish()),
                    Column::Integer(integers) => Arc::new(integers.finish()),
                }
            })
            .collect();
        let options = RecordBatchOptions::new().with_row_count(Some(self.rows));
        let batch = RecordBatch::try_new_with_options(self.schema, columns, &options)
            .map_err(|error| Error::bad("rows", error.to_string()))?;
        Ok(Some(Chunk {
            batch,
            first_row,
            errors: self.errors.finish(),
            next,
        }))
    }
}
