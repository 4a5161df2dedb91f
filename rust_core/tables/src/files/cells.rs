//! Values as the fields of a CSV file.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_json::writer::{EncoderOptions, make_encoder};
use arrow_schema::{ArrowError, DataType, FieldRef};

/// The values of a batch as text.
pub(super) struct Cells<'a> {
    columns: Vec<Column<'a>>,
}

struct Column<'a> {
    array: &'a ArrayRef,
    form: Form<'a>,
}

enum Form<'a> {
    Value(ArrayFormatter<'a>),
    /// Lists of plain values: words with blanks between.
    Words,
    /// Anything that holds more than that: JSON.
    Json(FieldRef),
}

const OPTIONS: FormatOptions<'static> = FormatOptions::new();

impl<'a> Cells<'a> {
    pub(super) fn new(batch: &'a RecordBatch) -> Result<Self, ArrowError> {
        let columns = batch
            .columns()
            .iter()
            .enumerate()
            .map(|(index, array)| {
                let form = match array.data_type() {
                    DataType::List(item) | DataType::LargeList(item)
                        if !item.data_type().is_nested() =>
                    {
                        Form::Words
                    }
                    other if other.is_nested() => {
                        Form::Json(batch.schema_ref().fields()[index].clone())
                    }
                    _ => Form::Value(ArrayFormatter::try_new(array, &OPTIONS)?),
                };
                Ok(Column { array, form })
            })
            .collect::<Result<_, ArrowError>>()?;
        Ok(Self { columns })
    }

    /// One value; empty if there is none.
    pub(super) fn text(&self, column: usize, row: usize) -> Result<String, String> {
        let Some(Column { array, form }) = self.columns.get(column) else {
            return Ok(String::new());
        };
        if array.is_null(row) {
            return Ok(String::new());
        }
        match form {
            Form::Value(values) => values.value(row).try_to_string(),
            Form::Words => words(&item(array, row)),
            Form::Json(field) => json(field, &array.slice(row, 1)),
        }
        .map_err(|error| error.to_string())
    }
}

fn item(array: &ArrayRef, row: usize) -> ArrayRef {
    match array.as_list_opt::<i32>() {
        Some(lists) => lists.value(row),
        None => array.as_list::<i64>().value(row),
    }
}

fn words(list: &ArrayRef) -> Result<String, ArrowError> {
    let values = ArrayFormatter::try_new(list, &OPTIONS)?;
    let words = (0..list.len()).map(|index| values.value(index).try_to_string());
    Ok(words.collect::<Result<Vec<_>, _>>()?.join(" "))
}

fn json(field: &FieldRef, value: &ArrayRef) -> Result<String, ArrowError> {
    let options = EncoderOptions::default();
    let mut text = Vec::new();
    make_encoder(field, value, &options)?.encode(0, &mut text);
    String::from_utf8(text).map_err(|error| ArrowError::JsonError(error.to_string()))
}
