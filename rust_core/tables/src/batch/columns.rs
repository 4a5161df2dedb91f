//! Columns of a table, whatever their exact types.

use super::Source;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, UInt64Type};
use arrow_array::{Array, ArrayRef, BinaryViewArray, Int64Array, RecordBatch, StringViewArray};
use arrow_cast::{CastOptions, cast_with_options};
use arrow_schema::DataType;
use engine::error::{Error, Problem, Result};

/// A column: text, bytes or integers.
#[derive(Debug, Clone)]
pub enum Column {
    /// Any of the types of text, dictionaries of them, too.
    Text(StringViewArray),
    /// Any of the types of bytes.
    Bytes(BinaryViewArray),
    /// Any of the types of integers.
    Numbers(Int64Array),
}

impl Column {
    /// The column of that name, if there is one; `field` is what errors call it.
    ///
    /// # Errors
    /// [`Error::BadInput`] if it is of another type.
    pub fn find(batch: &RecordBatch, name: &str, field: &str) -> Result<Option<Self>> {
        let column = batch.column_by_name(name);
        column.map(|column| Self::of(column, field)).transpose()
    }

    /// The column as it is.
    ///
    /// # Errors
    /// [`Error::BadInput`] if it is of another type.
    pub fn of(column: &ArrayRef, field: &str) -> Result<Self> {
        let cast = |to| cast(column, &to, field);
        let plain = match column.data_type() {
            DataType::Dictionary(_, values) => values,
            other => other,
        };
        Ok(match plain {
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => {
                Self::Text(cast(DataType::Utf8View)?.as_string_view().clone())
            }
            DataType::Binary
            | DataType::LargeBinary
            | DataType::BinaryView
            | DataType::FixedSizeBinary(_) => {
                Self::Bytes(cast(DataType::BinaryView)?.as_binary_view().clone())
            }
            // A column without a single value may have any type, or none.
            DataType::Null => Self::Text(cast(DataType::Utf8View)?.as_string_view().clone()),
            other if other.is_integer() => Self::Numbers(integers(column, field)?),
            other => {
                let message = format!("is of type {other}; text, bytes or integers are needed");
                return Err(Error::bad(field, message));
            }
        })
    }
}

/// Integers of any width. Those too large become the largest there is: no id and no number to be
/// reckoned with, so that it is their row that is wrong and not the table.
pub(super) fn integers(column: &ArrayRef, field: &str) -> Result<Int64Array> {
    let plain = match column.data_type() {
        DataType::Dictionary(_, values) => values,
        other => other,
    };
    if *plain == DataType::UInt64 {
        let wide = cast(column, plain, field)?;
        let wide = wide.as_primitive::<UInt64Type>();
        return Ok(wide.unary(|number| i64::try_from(number).unwrap_or(i64::MAX)));
    }
    Ok(cast(column, &DataType::Int64, field)?
        .as_primitive::<Int64Type>()
        .clone())
}

pub(super) fn cast(column: &ArrayRef, to: &DataType, field: &str) -> Result<ArrayRef> {
    let options = CastOptions {
        safe: false,
        ..CastOptions::default()
    };
    let failed = |error| Error::bad(field, format!("cannot be read as {to}: {error}"));
    cast_with_options(column, to, &options).map_err(failed)
}

impl<'a> Source<'a> {
    /// A document if it begins like one, otherwise compact bytes.
    #[must_use]
    pub fn of(content: &'a [u8]) -> Self {
        match content.trim_ascii_start().first() {
            Some(b'{') => Self::Document(content),
            _ => Self::Bytes(content),
        }
    }
}

/// The error of a part of something, told as one of the whole.
pub(super) fn within(whole: &str, error: Error) -> Error {
    match error {
        Error::BadInput {
            field,
            message,
            suggestion,
        } => Error::BadInput {
            field: if field.starts_with(whole) {
                field
            } else {
                format!("{whole}.{field}")
            },
            message,
            suggestion,
        },
        Error::InvalidSetup(problems) => Error::InvalidSetup(
            problems
                .into_iter()
                .map(|problem| Problem {
                    field: format!("{whole}.{}", problem.field),
                    ..problem
                })
                .collect(),
        ),
        other => other,
    }
}
