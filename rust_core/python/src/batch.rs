//! What tables of any game need: threads, and tables made of Python lists.

use super::errors::Failure;
use super::run::detached;
use super::table::Table;
use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::{
    ArrayRef, BinaryViewArray, BooleanArray, Float64Array, Int64Array, NullArray, RecordBatch,
    StringArray, StringViewArray, UInt64Array,
};
use arrow_cast::cast;
use arrow_schema::{ArrowError, DataType, Field, Schema};
use arrow_select::concat::concat_batches;
use engine::error::Error;
use engine::threads;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBool, PyBytes, PyDict, PyInt, PyList, PyString};
use pyo3_arrow::PyRecordBatchReader;
use std::collections::BTreeMap;
use std::sync::Arc;
use tables::batch::{Wanted, schema};

/// Says over how many threads long work is spread.
#[pyfunction]
#[pyo3(signature = (number = None))]
pub(super) fn set_threads(number: Option<usize>) -> Result<(), Failure> {
    Ok(threads::set(number)?)
}

/// Over how many threads long work is spread.
#[pyfunction]
#[pyo3(name = "threads")]
pub(super) fn number_of_threads() -> Result<usize, Failure> {
    Ok(threads::number()?)
}

/// A table of lists by the names of its columns. Each holds only text, only bytes, only integers
/// or only truth values, besides None.
#[pyfunction]
pub(super) fn table_of(columns: &Bound<'_, PyDict>) -> PyResult<Table> {
    let (mut fields, mut arrays, mut first) = (Vec::new(), Vec::new(), None);
    for (name, values) in columns {
        let name: String = name.extract()?;
        let values = values.cast_into::<PyList>()?;
        let rows = *first.get_or_insert(values.len());
        if values.len() != rows {
            let message = format!("has {} rows, other columns {rows}", values.len());
            return Err(Failure(Error::bad(name, message)).into());
        }
        let array = array(&name, &values)?;
        fields.push(Field::new(name, array.data_type().clone(), true));
        arrays.push(array);
    }
    let schema = Arc::new(Schema::new(fields));
    let batches = if arrays.is_empty() {
        Vec::new()
    } else {
        let failed = |error| Failure(Error::bad("table", format!("{error}")));
        vec![RecordBatch::try_new(schema.clone(), arrays).map_err(failed)?]
    };
    Ok(Table::of(schema, batches))
}

fn array(name: &str, values: &Bound<'_, PyList>) -> PyResult<ArrayRef> {
    let given = values.iter().find(|value| !value.is_none());
    let Some(given) = given else {
        return Ok(Arc::new(NullArray::new(values.len())));
    };
    // A truth value is an integer, too, in Python.
    if given.is_instance_of::<PyBool>() {
        let values = all(name, "truth values", values, |value| {
            value.cast::<PyBool>().ok().map(|value| value.is_true())
        })?;
        Ok(Arc::new(BooleanArray::from(values)))
    } else if given.is_instance_of::<PyString>() {
        let values = all(name, "text", values, |value| {
            value.extract::<PyBackedStr>().ok()
        })?;
        Ok(Arc::new(StringViewArray::from_iter(
            values.iter().map(|value| value.as_deref()),
        )))
    } else if given.is_instance_of::<PyBytes>() {
        let values = all(name, "bytes", values, |value| {
            value.extract::<PyBackedBytes>().ok()
        })?;
        Ok(Arc::new(BinaryViewArray::from_iter(
            values.iter().map(|value| value.as_deref()),
        )))
    } else if given.is_instance_of::<PyInt>() {
        let values = all(name, "integers", values, |value| {
            let number = !value.is_instance_of::<PyBool>();
            number.then(|| value.extract::<i64>().ok()).flatten()
        })?;
        Ok(Arc::new(Int64Array::from(values)))
    } else {
        let kind = given.get_type().name()?.to_string();
        let message = format!("holds values of type '{kind}'; text, bytes or integers are needed");
        Err(Failure(Error::bad(name, message)).into())
    }
}

/// All values of a list, if they are of one kind.
fn all<T>(
    name: &str,
    what: &str,
    values: &Bound<'_, PyList>,
    read: impl Fn(&Bound<'_, PyAny>) -> Option<T>,
) -> PyResult<Vec<Option<T>>> {
    let wrong = |row: usize, value: &Bound<'_, PyAny>| -> PyResult<PyErr> {
        if value.is_instance_of::<PyInt>() && what == "integers" {
            return Ok(PyOverflowError::new_err("an integer is too large"));
        }
        let kind = value.get_type().name()?;
        let message = format!("row {row} is of type '{kind}', others are {what}");
        Ok(Failure(Error::bad(name, message)).into())
    };
    let mut found = Vec::with_capacity(values.len());
    for (row, value) in values.iter().enumerate() {
        if value.is_none() {
            found.push(None);
            continue;
        }
        match read(&value) {
            Some(value) => found.push(Some(value)),
            None => return Err(wrong(row, &value)?),
        }
    }
    Ok(found)
}

/// Answers of a game that answers in Python: name, type and values of each column. The types are
/// `bool`, `text`, `int`, `float`, with None anywhere, and `texts`, lists of text.
#[pyfunction]
pub(super) fn answer_table(columns: Vec<(String, String, Bound<'_, PyList>)>) -> PyResult<Table> {
    let (mut fields, mut arrays) = (Vec::new(), Vec::<ArrayRef>::new());
    for (name, kind, values) in columns {
        let array: ArrayRef = match kind.as_str() {
            "bool" => Arc::new(BooleanArray::from(values.extract::<Vec<Option<bool>>>()?)),
            "text" => Arc::new(StringArray::from(values.extract::<Vec<Option<String>>>()?)),
            "int" => Arc::new(Int64Array::from(values.extract::<Vec<Option<i64>>>()?)),
            "float" => Arc::new(Float64Array::from(values.extract::<Vec<Option<f64>>>()?)),
            "texts" => lists(values.extract()?),
            other => {
                let known = ["bool", "text", "int", "float", "texts"];
                return Err(Failure(Error::unknown(name, "type", other, known)).into());
            }
        };
        fields.push(Field::new(name, array.data_type().clone(), kind != "texts"));
        arrays.push(array);
    }
    let schema = Arc::new(Schema::new(fields));
    let failed = |error| Failure(Error::bad("table", format!("{error}")));
    let batch = RecordBatch::try_new(schema.clone(), arrays).map_err(failed)?;
    Ok(Table::of(schema, vec![batch]))
}

/// Lists of text as a column.
fn lists(rows: Vec<Vec<String>>) -> ArrayRef {
    let item = Field::new("item", DataType::Utf8, false);
    let mut list = ListBuilder::new(StringBuilder::new()).with_field(item);
    for words in rows {
        list.append_value(words.into_iter().map(Some));
    }
    Arc::new(list.finish())
}

/// Verdicts of a game that judges in Python, as `PursuitBulk.check` gives them.
#[pyfunction]
#[pyo3(signature = (legal, rules, codes, errors, witnesses = None))]
pub(super) fn verdict_table(
    legal: Vec<Option<bool>>,
    rules: Vec<Vec<String>>,
    codes: Vec<Vec<String>>,
    errors: Vec<Option<String>>,
    witnesses: Option<Vec<Vec<String>>>,
) -> PyResult<Table> {
    let schema = schema(Wanted {
        witnesses: witnesses.is_some(),
        summary: false,
    });
    let mut columns: Vec<ArrayRef> = vec![
        Arc::new(BooleanArray::from(legal)),
        lists(rules),
        lists(codes),
    ];
    columns.extend(witnesses.map(lists));
    columns.push(Arc::new(StringArray::from(errors)));
    let failed = |error| Failure(Error::bad("table", format!("{error}")));
    let batch = RecordBatch::try_new(schema.clone(), columns).map_err(failed)?;
    Ok(Table::of(schema, vec![batch]))
}

/// The rows of a file with their verdicts: `file` if there are several, `row` from 1, the columns
/// that are kept, and what the verdicts say.
#[pyfunction]
#[pyo3(signature = (rows, verdicts, first_row, keep, file = None))]
pub(super) fn judged_rows(
    py: Python<'_>,
    rows: PyRecordBatchReader,
    verdicts: PyRecordBatchReader,
    first_row: u64,
    keep: Vec<String>,
    file: Option<&str>,
) -> PyResult<Table> {
    let (rows, verdicts) = (whole(rows)?, whole(verdicts)?);
    let table = detached(py, || {
        let mut fields = Vec::new();
        let mut columns: Vec<ArrayRef> = Vec::new();
        let mut add = |name: &str, column: ArrayRef| {
            fields.push(Field::new(name, column.data_type().clone(), true));
            columns.push(column);
        };
        if let Some(file) = file {
            let names = std::iter::repeat_n(file, rows.num_rows());
            add("file", Arc::new(StringArray::from_iter_values(names)));
        }
        let numbers = (first_row + 1)..=(first_row + rows.num_rows() as u64);
        add("row", Arc::new(UInt64Array::from_iter_values(numbers)));
        for name in &keep {
            match rows.column_by_name(name) {
                Some(column) => add(name, plain(column)?),
                None => add(name, Arc::new(NullArray::new(rows.num_rows()))),
            }
        }
        for (field, column) in verdicts.schema().fields().iter().zip(verdicts.columns()) {
            add(field.name(), column.clone());
        }
        let schema = Arc::new(Schema::new(fields));
        let batch = RecordBatch::try_new(schema.clone(), columns)?;
        Ok::<_, ArrowError>(Table::of(schema, vec![batch]))
    })?;
    Ok(table.map_err(|error| Failure(Error::bad("table", error.to_string())))?)
}

/// A column in the one type that text has, and the one that bytes have: what is kept of several
/// files goes into one.
fn plain(column: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    use DataType as T;
    let values = match column.data_type() {
        T::Dictionary(_, values) => values,
        other => other,
    };
    match values {
        T::Utf8 | T::LargeUtf8 | T::Utf8View => cast(column, &T::Utf8),
        T::Binary | T::LargeBinary | T::BinaryView => cast(column, &T::Binary),
        _ => Ok(column.clone()),
    }
}

/// A table in one piece.
fn whole(table: PyRecordBatchReader) -> PyResult<RecordBatch> {
    let reader = table.into_reader()?;
    let schema = reader.schema();
    let failed = |error| Failure(Error::bad("table", format!("cannot be read: {error}")));
    let batches: Vec<_> = reader.collect::<Result<_, _>>().map_err(failed)?;
    Ok(concat_batches(&schema, &batches).map_err(failed)?)
}

/// Several tables of the same columns as one.
#[pyfunction]
pub(super) fn joined_tables(tables: Vec<PyRecordBatchReader>) -> PyResult<Table> {
    let failed = |error| Failure(Error::bad("table", format!("cannot be read: {error}")));
    let (mut schema, mut batches) = (None, Vec::new());
    for table in tables {
        let reader = table.into_reader()?;
        let schema = schema.get_or_insert_with(|| reader.schema()).clone();
        for batch in reader {
            let batch = batch.map_err(failed)?;
            // Names and types must be the same; what else is said of columns may differ.
            batches.push(
                RecordBatch::try_new(schema.clone(), batch.columns().to_vec()).map_err(failed)?,
            );
        }
    }
    Ok(Table::of(
        schema.unwrap_or_else(|| Arc::new(Schema::empty())),
        batches,
    ))
}

/// The types of a table's columns, by their names.
#[pyfunction]
pub(super) fn column_types(table: PyRecordBatchReader) -> PyResult<BTreeMap<String, String>> {
    let schema = table.schema_ref()?;
    let fields = schema.fields().iter();
    Ok(fields
        .map(|field| (field.name().clone(), field.data_type().to_string()))
        .collect())
}
